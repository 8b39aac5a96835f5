import { globSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { inImportSession } from '#server/catalog/tables/import-session.ts'
import type { Db } from '#server/platform/database/db.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createEmptyDatabase, createTestDatabase, describeOnBothDatabases } from './support/databases.ts'

const first = '0001-first-schema'
const cwd = path.resolve(import.meta.dirname, '../src/server/platform/database/migrations')
const all = globSync('[0-9]*.ts', { cwd })
  .map(file => path.basename(file, '.ts'))
  .toSorted()

describeOnBothDatabases('a test database', (open, kind) => {
  let database: Db
  beforeAll(async () => {
    database = await open()
  })

  test('is already migrated', async () => {
    expect(await migrate(database)).toEqual([])
  })

  test('of a newer version logs one line and serves an older version on PostgreSQL, but stops it on the embedded database', async () => {
    const newer = await createTestDatabase(kind)
    await newer.query(`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-of-later', '2027-01-01')`)
    const warnings: object[] = []
    const outcome = await migrate(newer, fields => warnings.push(fields)).catch((error: Error) => error.message)
    expect(outcome).toEqual(
      { embedded: expect.stringContaining('includes 9999-of-later): start that'), postgres: [] }[kind],
    )
    expect(warnings).toEqual({ embedded: [], postgres: [{ newer: ['9999-of-later'] }] }[kind])
    await newer.close()
  })

  test('is migrated without the time limits of calls, because full tables take longer', async () => {
    const empty = await createEmptyDatabase(kind)
    await empty.query(`
      CREATE TABLE kysely_migration (
        name text PRIMARY KEY,
        timestamp text NOT NULL,
        patience text DEFAULT current_setting('statement_timeout'))`)
    expect(await migrate(empty)).toEqual(all)
    expect(await empty.query('SELECT name, patience FROM kysely_migration ORDER BY name')).toEqual(
      all.map(name => ({ name, patience: '0' })),
    )
    await empty.close()
  })

  test('made by a version before the first release is refused with one sentence, and not changed', async () => {
    const unreleased = await createTestDatabase(kind)
    const record = () => unreleased.query('SELECT name FROM kysely_migration ORDER BY name')
    await unreleased.query(`UPDATE kysely_migration SET name = '0001-accounts' WHERE name = '${first}'`)
    await expect(migrate(unreleased)).rejects.toThrow(
      /^This version of Leadline cannot upgrade the database, .+ includes 0001-accounts, .+ but not 0001-first-schema\): use .+\.$/,
    )
    expect(await record()).toEqual(['0001-accounts', ...all.slice(1)].map(name => ({ name })))
    await unreleased.close()
  })

  test('returns whole numbers of any size as numbers, also in lists', async () => {
    const [row] = await database.queryPrepared(
      `SELECT 12000000000::bigint AS one, '{12000000000,7}'::bigint[] AS more, '{}'::bigint[] AS none, $1::int AS asked`,
      [1],
    )
    expect(row).toEqual({ one: 12_000_000_000, more: [12_000_000_000, 7], none: [], asked: 1 })
  })

  test('has only its own rows', async () => {
    await database.query(`INSERT INTO app_secret (name, value) VALUES ('mine', '\\x00')`)
    const other = await createTestDatabase(kind)
    expect(await other.query('SELECT name FROM app_secret')).toEqual([])
    await other.close()
  })

  test('finds rows that refer to another one by an index, without reading a whole table', async () => {
    const unindexed = await database.query<{ reference: string }>(`
      SELECT c.conrelid::regclass || ' (' || a.attname || ')' AS reference
      FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
      WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace
        AND c.confrelid::regclass::text NOT IN ('user_account', 'dataset') -- whose rows stay
        AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indkey[0] = c.conkey[1])
      ORDER BY 1`)
    expect(unindexed.map(({ reference }) => reference)).toEqual([])
  })

  test('gives an import a session without the time limits of calls', async () => {
    const session = await database.connect('maintenance')
    const limits = await Promise.all(['statement_timeout', 'enable_seqscan'].map(name => session.query(`SHOW ${name}`)))
    session.release()
    expect(limits.flat()).toEqual([{ statement_timeout: '0' }, { enable_seqscan: 'on' }])
  })
})

// The embedded database belongs to one process, which migrates it before it imports.
test('PostgreSQL is migrated after a running import has ended, and logs that it waits', async () => {
  const database = await createEmptyDatabase('postgres')
  const hasTables = () => database.query(`SELECT to_regclass('place') IS NOT NULL AS is_there`)
  const [begins, ends, says] = [Promise.withResolvers(), Promise.withResolvers(), Promise.withResolvers()]
  const importing = inImportSession(database, async () => {
    begins.resolve('begun')
    return ends.promise
  })
  await begins.promise
  const migrating = migrate(database, (_fields, message) => says.resolve(message))
  expect(await Promise.race([says.promise, migrating])).toContain('waits for an import')
  expect(await hasTables()).toEqual([{ is_there: false }])
  ends.resolve('ended')
  await importing
  expect(await migrating).toEqual(all)
  await database.close()
})
