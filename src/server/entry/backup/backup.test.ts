import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SearchResult } from '#contract/searches/searches.ts'
import { closedAccountJob } from '#server/money/payments/closed-account.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { queueJob } from '#server/platform/jobs/job.ts'
import { signUpElite } from '#tests/support/api-key.ts'
import { createTestApp, signUp } from '#tests/support/app.ts'
import { runCommandProcess } from '#tests/support/command-process.ts'
import { createTestDatabase, databaseKinds, describeOnBothDatabases } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import { createReadOnlyDisk, createSmallDisk } from '#tests/support/small-disk.ts'
import { createTestClock } from '#tests/support/test-clock.ts'
import { listSequences, listTables } from './backup.repository.ts'
import { backUp, restore } from './backup.usecases.ts'

const SEARCHERS = 8
const clock = createTestClock()
let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'leadline-backup-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const search = (app: FastifyInstance, cookie: string, radius: number) =>
  app.inject({
    method: 'POST',
    url: '/api/search',
    headers: { cookie },
    payload: { businessCategory: 'Plumbing', location: 'Boulder, CO', radius, confirmed: true },
  })

/** What a process leaves behind if it is killed while it builds a new catalog. */
async function leaveUnfinishedImport(db: Db): Promise<void> {
  await db.query('CREATE UNLOGGED TABLE import_stage (LIKE place)')
  await db.query('CREATE TABLE place_next (LIKE place INCLUDING ALL EXCLUDING INDEXES)')
  await db.query('ALTER TABLE place_next ADD FOREIGN KEY (dataset_id) REFERENCES dataset')
}

/** Every row of every table, unordered. */
async function contentOf(db: Db): Promise<Record<string, string[]>> {
  const tables = await listTables(db)
  const content = tables.map(async ({ table, columns }) => {
    const rows = await db.query<{ line: string }>(
      `SELECT jsonb_build_array(${columns.map(column => `${column}::text`).join(', ')})::text AS line FROM ${table}`,
    )
    return [table, rows.map(({ line }) => line).toSorted()] as const
  })
  return Object.fromEntries(await Promise.all(content))
}

describeOnBothDatabases('a backup', (open, kind) => {
  let db: Db
  let file: string

  beforeAll(async () => {
    db = await open()
    file = path.join(folder, `${kind}.backup`)
    await seedPlumbers(db, 50)
    const { app } = await createTestApp({ db, clock })
    const { cookie } = await signUp(app, { username: 'ann' })
    await search(app, cookie, 5)
    await app.inject({ method: 'POST', url: '/api/do-not-contact', headers: { cookie }, payload: { text: 'ann.org' } })
    await db.query(`UPDATE user_account SET first_name = $1`, [String.raw`\\N "O'Neill"` + '\t\u2028é\nnext \\.\n\\.'])
    await leaveUnfinishedImport(db)
    await backUp({ db, clock }, file)
  })

  test.each(databaseKinds)('is restored completely on %s', async target => {
    const copy = await createTestDatabase(target)
    const { madeAt } = await restore({ db: copy }, file, { replaces: false })
    expect(madeAt).toBe(clock.now().toISOString())
    expect(await contentOf(copy)).toEqual(await contentOf(db))
    expect(await listSequences(copy)).toEqual(await listSequences(db))
    await copy.close()
  })

  test('leaves tables of other programs alone, on both sides', async () => {
    const copy = await createTestDatabase(kind)
    for (const each of [db, copy]) await each.runScript('CREATE TABLE other AS SELECT 1 AS id')
    const beside = path.join(folder, `${kind}-beside.backup`)
    await backUp({ db, clock }, beside)
    await db.query('DROP TABLE other')
    for (const replaces of [false, true]) await restore({ db: copy }, beside, { replaces })
    expect(await copy.query('SELECT id FROM other')).toEqual([{ id: 1 }])
    await copy.query('DROP TABLE other')
    await restore({ db: copy }, beside, { replaces: true })
    expect(await contentOf(copy)).toEqual(await contentOf(db))
    await copy.close()
  })

  test('does not change a non-empty database without --replace', async () => {
    await expect(restore({ db }, file, { replaces: false })).rejects.toThrow('The database is not empty.')
    const before = await contentOf(db)
    await db.query(`UPDATE user_account SET last_name = 'changed since'`)
    await restore({ db }, file, { replaces: true })
    expect(await contentOf(db)).toEqual(before)
  })

  test('made while places were loaded continues the load after it is restored', async () => {
    const running = path.join(folder, `${kind}-running.backup`)
    await db.query(
      `INSERT INTO place_load (wish, area, state, created_at, seen_at) VALUES ('{}', 'Boulder', 'running', now(), now())`,
    )
    await backUp({ db, clock }, running)
    await restore({ db }, running, { replaces: true })
    expect(await db.query('SELECT state FROM place_load')).toEqual([{ state: 'waiting' }])
    await db.query('DELETE FROM place_load')
  })

  test('that replaces a database also replaces the jobs that waited in it, which were about others', async () => {
    const { deps } = await createTestApp({ db, clock })
    await db.transaction(tx => queueJob(deps, tx, closedAccountJob, { userId: 1 }))
    const waiting = () => db.query(`SELECT FROM pgboss.job WHERE data->>'name' = $1`, [closedAccountJob.name])
    expect(await waiting()).toHaveLength(1)
    await expect(restore({ db }, path.join(folder, 'nowhere'), { replaces: true })).rejects.toThrow('does not exist')
    expect(await waiting()).toHaveLength(1)
    await restore({ db }, file, { replaces: true })
    expect(await waiting()).toEqual([])
  })

  test('can be read only by its owner, and never overwrites a file', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(backUp({ db, clock }, file)).rejects.toThrow('already exists')
  })

  test('reports the file of a killed backup, and leaves it to the operator', async () => {
    const killed = path.join(folder, `${kind} killed`)
    writeFileSync(`${killed}.unfinished`, 'half of it')
    await expect(backUp({ db, clock }, killed)).rejects.toThrow('If none is running, delete the file')
    expect(readFileSync(`${killed}.unfinished`).toString()).toBe('half of it')
    rmSync(`${killed}.unfinished`)
    await backUp({ db, clock }, killed)
  })

  test('that is damaged changes nothing', async () => {
    const before = await contentOf(db)
    const whole = gunzipSync(readFileSync(file)).toString()
    const lead = whole.split('\n').find(line => line.includes('Plumber 0007')) ?? ''
    const damaged = {
      'cut short': readFileSync(file).subarray(0, -200),
      'a row less': gzipSync(whole.replace(`${lead}\n`, '')),
      'without its end': gzipSync(whole.split('\n').slice(0, -2).join('\n') + '\n'),
      'of another version': gzipSync(whole.replace('"0001-first-schema"', '"0000-before"')),
      'with a balance that nobody paid': gzipSync(whole.replace(/(\d+\tpulls\t[^\t]+\t)\d+/, '$149')),
      'something else': Buffer.from('hello'),
      'nothing at all': Buffer.alloc(0),
      'packed, but something else': gzipSync('hello\n'),
      'scrambled in the middle': scrambledInTheMiddle(readFileSync(file)),
      'with bytes that are no text': gzipSync(
        Buffer.concat([Buffer.from(whole.slice(0, 2000)), Buffer.from([255, 10])]),
      ),
      'with a row that fits no column': gzipSync(whole.replace(`${lead}\n`, 'abc\n')),
      'in a newer format': gzipSync(whole.replace('leadline-backup-1', 'leadline-backup-2')),
    }
    for (const [what, bytes] of Object.entries(damaged)) {
      const damagedFile = path.join(folder, `${kind} ${what}`)
      writeFileSync(damagedFile, bytes)
      await expect(restore({ db }, damagedFile, { replaces: true })).rejects.toThrow(
        /damaged|not a backup|another version|newer version|do not agree/,
      )
    }
    await expect(restore({ db }, path.join(folder, 'nowhere'), { replaces: true })).rejects.toThrow('does not exist')
    await expect(restore({ db }, folder, { replaces: true })).rejects.toThrow('is a folder, not a backup')
    expect(await contentOf(db)).toEqual(before)
  })
})

function scrambledInTheMiddle(bytes: Buffer): Buffer {
  const middle = Math.floor(bytes.length / 2)
  return Buffer.from(bytes).fill('scrambled', middle, middle + 100)
}

test('a backup to a full or read-only disk says so, and leaves no file behind', async () => {
  const db = await createTestDatabase('embedded')
  await seedPlumbers(db, 50)
  const [small, readOnly] = await Promise.all([createSmallDisk(1), createReadOnlyDisk(folder)])
  small.fill()
  await expect(backUp({ db, clock }, path.join(small.folder, 'a.backup'))).rejects.toThrow(
    /^The disk is full: .+ was not written\./,
  )
  expect(readdirSync(small.folder)).toEqual(['filler'])
  await expect(backUp({ db, clock }, path.join(readOnly.folder, 'a.backup'))).rejects.toThrow(
    'its file system is read-only',
  )
  await expect(backUp({ db, clock }, path.join(folder, 'no', 'where.backup'))).rejects.toThrow('does not exist')
  await Promise.all([small.remove(), readOnly.remove(), db.close()])
})

test('a damaged backup ends the command with code 1 and one sentence', async () => {
  const file = path.join(folder, 'damaged.backup')
  writeFileSync(file, gzipSync('{"format":"leadline-backup-2"}\n'))
  const { exitCode, complaints } = await runCommandProcess(['restore', file], {
    settings: { DATA_DIR: path.join(folder, 'data') },
  })
  expect({ exitCode, complaints }).toEqual({
    exitCode: 1,
    complaints: `${file} was made by a newer version of Leadline: restore it with that version.\n`,
  })
})

async function searchesIn(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>('SELECT count(*) AS count FROM search')
  return row?.count ?? 0
}

test('a backup made during searches is consistent: every lead in it is paid', async () => {
  const db = await createTestDatabase('postgres')
  await seedPlumbers(db, 200)
  const { app, deps } = await createTestApp({ db })
  const over = new AbortController()
  const searchOn = async () => {
    const { cookie } = await signUpElite(app, deps)
    for (let radius = 1; !over.signal.aborted; radius = (radius % 30) + 1) {
      const { search: found, nextPageToken } = (await search(app, cookie, radius)).json<SearchResult>()
      const query = { searchId: String(found.id), pageToken: nextPageToken ?? '' }
      await app.inject({ url: '/api/search/next', query, headers: { cookie } })
    }
  }
  const searching = Promise.all(Array.from({ length: SEARCHERS }, searchOn))
  const files = [1, 2, 3].map(turn => path.join(folder, `load-${turn}.backup`))
  for (const [turn, file] of files.entries()) {
    await eventually(async () => expect(await searchesIn(db)).toBeGreaterThan(turn * 10))
    await backUp({ db, clock }, file)
  }
  over.abort()
  await searching
  for (const file of files) {
    const copy = await createTestDatabase('postgres')
    await restore({ db: copy }, file, { replaces: false })
    const [books] = await copy.query(
      `SELECT (SELECT count(*) FROM lead) + (SELECT sum(amount) FROM ledger_entry WHERE reason = 'leads')::int AS unpaid,
         (SELECT count(*) FROM search) + (SELECT sum(amount) FROM ledger_entry WHERE reason = 'search')::int AS unpaid_searches`,
    )
    expect(books).toEqual({ unpaid: 0, unpaid_searches: 0 })
    await copy.close()
  }
  await app.close()
  await db.close()
})
