import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { runCommandProcess } from '#tests/support/command-process.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { createReadOnlyDisk, createSmallDisk } from '#tests/support/small-disk.ts'
import { openEmbedded } from './embedded.ts'
import { openDatabase } from './open-database.ts'
import { acquireProcessLock } from './process-lock.ts'

let root: string
let sound: string
let dataDir: string
let folder: string
let relations: Record<string, string>
beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'leadline-folder-'))
  sound = path.join(root, 'sound')
  mkdirSync(sound)
  const snapshot = new Blob([await readFile(inject('embeddedSnapshot'))])
  const db = await openEmbedded({ dataDir: path.join(sound, 'database'), snapshot })
  await db.query(`INSERT INTO user_account (username, username_key, email, password_hash, quota_anchor, created_at)
    SELECT name, name, name || '@example.com', 'x', now(), now() FROM (SELECT 'user' || i AS name FROM generate_series(1, 100) i)`)
  await db.runScript('CHECKPOINT')
  const paths = await db.query<{ name: string; file: string }>(
    `SELECT relname AS name, pg_relation_filepath(oid) AS file FROM pg_class WHERE relkind IN ('r', 'i') AND oid >= 16384`,
  )
  relations = Object.fromEntries(paths.map(({ name, file }) => [name, file]))
  await db.close()
})
afterAll(() => rmSync(root, { recursive: true }))
beforeEach(() => {
  dataDir = path.join(root, 'data')
  folder = path.join(dataDir, 'database')
  rmSync(dataDir, { recursive: true, force: true })
  cpSync(sound, dataDir, { recursive: true })
})

const open = () => openDatabase({ dataDir: folder })
const fileOf = (name: string): string => path.join(folder, relations[name] ?? name)
const scramble = (file: string): void => writeFileSync(file, Buffer.alloc(statSync(file).size, 'scrambled'))
const walFiles = () => globSync(path.join(folder, 'pg_wal/0*'))
/** Our own tables and indexes only: opening a database always writes to its log and system catalog. */
const contentOf = (): string => {
  const hash = createHash('sha256')
  for (const file of Object.values(relations).filter(relation => existsSync(path.join(folder, relation))))
    hash.update(file).update(readFileSync(path.join(folder, file)))
  return hash.digest('hex')
}

test('an intact folder opens with all its data', async () => {
  const db = await open()
  expect(await db.query('SELECT count(*) AS users FROM user_account')).toEqual([{ users: 100 }])
  await db.close()
})

const damages: [string, () => void][] = [
  ['PG_VERSION is missing', () => rmSync(path.join(folder, 'PG_VERSION'))],
  ['PG_VERSION is empty', () => truncateSync(path.join(folder, 'PG_VERSION'))],
  ['pg_control is missing', () => rmSync(path.join(folder, 'global/pg_control'))],
  ['pg_control is cut short', () => truncateSync(path.join(folder, 'global/pg_control'), 100)],
  ['pg_control is scrambled', () => scramble(path.join(folder, 'global/pg_control'))],
  ['the write-ahead log is missing', () => walFiles().forEach(file => rmSync(file))],
  ['the write-ahead log is scrambled', () => walFiles().forEach(scramble)],
  ['the write-ahead log is cut short', () => walFiles().forEach(file => truncateSync(file, 5000))],
  ['the tables are gone', () => rmSync(path.join(folder, 'base'), { recursive: true })],
  ['the shared tables are gone', () => rmSync(path.join(folder, 'global'), { recursive: true })],
  ['the record of transactions is gone', () => rmSync(path.join(folder, 'pg_xact'), { recursive: true })],
  ['the map of files is scrambled', () => scramble(path.join(folder, 'global/pg_filenode.map'))],
  ['the settings are not readable', () => scramble(path.join(folder, 'postgresql.conf'))],
  ['the accounts are cut to nothing', () => truncateSync(fileOf('user_account'))],
  ['the accounts are scrambled', () => scramble(fileOf('user_account'))],
  ['the file of the accounts is missing', () => rmSync(fileOf('user_account'))],
  ['an index is cut to nothing', () => truncateSync(fileOf('user_account_pkey'))],
  ['the record of migrations is cut to nothing', () => truncateSync(fileOf('kysely_migration'))],
]

test.each(damages)('a database is not opened, and not changed, when %s', async (_what, damage) => {
  damage()
  const before = contentOf()
  const refused = open()
  await expect(refused).rejects.toThrow(`The database in ${folder} is damaged (`)
  await expect(refused).rejects.toThrow(/\): move that folder away, then restore your newest backup with .+\.$/)
  expect(contentOf()).toBe(before)
})

test.each(['17', '19'])('files of PostgreSQL %s are reported as another version', async version => {
  writeFileSync(path.join(folder, 'PG_VERSION'), `${version}\n`)
  await expect(open()).rejects.toThrow(`was made by PostgreSQL ${version}, and this version of Leadline reads`)
})

test('a file in place of the database folder is reported', async () => {
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'x')
  await expect(open()).rejects.toThrow(`${folder} is a file, not the folder of a database`)
})

test('a new database whose first start was killed is created again', async () => {
  rmSync(folder, { recursive: true })
  mkdirSync(folder)
  writeFileSync(`${folder}.unfinished`, '')
  writeFileSync(path.join(folder, 'PG_VERSION'), '18\n')
  const db = await open()
  expect(existsSync(`${folder}.unfinished`)).toBe(false)
  await db.close()
})

test('a damaged lock file is distinguished from a lock that is taken', () => {
  writeFileSync(path.join(dataDir, 'lock.sqlite'), 'garbage'.repeat(300))
  expect(() => acquireProcessLock(dataDir)).toThrow('lock.sqlite is damaged: delete it, it holds no data.')
})

const startOn = (settings: Record<string, string>): Promise<string> =>
  startServerProcess({ DEMO_CATALOG: 'on', ...settings }).then(
    async server => {
      await server.stop()
      return 'it started'
    },
    (error: Error) => error.message,
  )

test('a server on a damaged database ends with code 1 and one sentence', async () => {
  truncateSync(fileOf('user_account'))
  const said = await startOn({ DATA_DIR: dataDir })
  const [ending, ...lines] = said.trim().split('\n')
  expect(ending).toBe('The server ended with code 1:')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^The database in .+ is damaged \(.+\): .+\.$/)
})

test('a command on a damaged database ends with code 1 and one sentence', async () => {
  rmSync(path.join(folder, 'global/pg_control'))
  const { exitCode, output, complaints } = await runCommandProcess(['places', 'status'], {
    settings: { DATA_DIR: dataDir },
  })
  expect({ exitCode, output }).toEqual({ exitCode: 1, output: '' })
  expect(complaints).toMatch(/^The database in .+ is damaged \(.+\): .+\.\n$/)
})

test('a server reports a newer schema and does not change it', async () => {
  const db = await open()
  await db.query(`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-tomorrow', '2027-01-01')`)
  await db.close()
  const said = await startOn({ DATA_DIR: dataDir })
  expect(said.trim().split('\n')).toHaveLength(2)
  expect(said).toContain('last used by a newer version of Leadline (its schema includes 9999-tomorrow)')
})

test('a server reports a database that another process is using', async () => {
  const lock = acquireProcessLock(dataDir)
  const said = await startOn({ DATA_DIR: dataDir })
  expect(said.trim().split('\n')).toHaveLength(2)
  expect(said).toContain(`Another process is using the database in ${dataDir}: stop it, or set another DATA_DIR.`)
  lock?.release()
})

test('a server reports a full or read-only disk and does not change the database', async () => {
  const [full, readOnly] = await Promise.all([createSmallDisk(20), createReadOnlyDisk(dataDir)])
  const before = contentOf()
  expect(await startOn({ DATA_DIR: full.folder })).toMatch(/code 1:\nThe disk that holds .+ is full: free .+\.\n$/)
  expect(await startOn({ DATA_DIR: readOnly.folder })).toMatch(/code 1:\nLeadline cannot write to .+\.\n$/)
  expect(contentOf()).toBe(before)
  await Promise.all([full.remove(), readOnly.remove()])
})

test('other users cannot enter the database, also in a folder that they can read and that an older version left open', async () => {
  chmodSync(dataDir, 0o755)
  chmodSync(folder, 0o755)
  await (await open()).close()
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(existsSync(path.join(folder, 'PG_VERSION'))).toBe(true)
})
