import { globSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { inImportSession } from '#server/catalog/tables/import-session.ts'
import type { Db, TimedBackground } from '#server/platform/database/db.ts'
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

/** What a test could leave to the next one in the same database. */
async function stateOf(db: Db): Promise<unknown> {
  const tables = await db.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE relkind = 'r' AND c.oid >= 16384 ORDER BY 1`,
  )
  const rows = tables.map(({ name }) => `SELECT '${name}' AS left_over, json_agg(r)::text AS value FROM ${name} r`)
  const sequences = await db.query<{ name: string }>('SELECT seqrelid::regclass::text AS name FROM pg_sequence')
  const numbers = sequences.map(({ name }) => `SELECT '${name}', concat(last_value, is_called) FROM ${name}`)
  const session = [
    `SELECT name, setting FROM pg_settings WHERE name NOT IN ('plan_cache_mode', 'enable_seqscan', 'transaction_read_only')`,
    `SELECT relkind::text, relname::text FROM pg_class WHERE relpersistence = 't'`,
    `SELECT 'lock', objid::text FROM pg_locks WHERE locktype = 'advisory'`,
    `SELECT 'channel', pg_listening_channels()`,
    `SELECT 'trigger', tgname::text FROM pg_trigger WHERE NOT tgisinternal`,
    `SELECT 'statistics', starelid::regclass::text FROM pg_statistic WHERE starelid >= 16384`,
    `SELECT 'size', sum(reltuples)::text FROM pg_class WHERE relkind = 'r' AND oid >= 16384`,
  ]
  return db.query([...rows, ...numbers, ...session].join(' UNION ALL ') + ' ORDER BY 1, 2')
}

test('an embedded database that a test has closed is like a new one for the next test', async () => {
  const closed = await createTestDatabase('embedded')
  const before = await stateOf(closed)
  await closed.query('SELECT pg_advisory_lock(7)')
  await closed.runScript(`
    INSERT INTO app_secret (name, value) VALUES ('mine', '\\x00');
    UPDATE catalog_version SET version = 9;
    SELECT setval(pg_get_serial_sequence('user_account', 'id'), 5);
    SET statement_timeout = 7; SET TIME ZONE 'Asia/Tokyo'; SET search_path = pgboss; LISTEN news;
    CREATE TEMP TABLE mine (id int);
    ANALYZE`)
  expect(await stateOf(closed)).not.toEqual(before)
  await closed.close()
  const next = await createTestDatabase('embedded')
  expect(await stateOf(next)).toEqual(before)
  for (const call of [closed.query, closed.background.query, (closed.background as TimedBackground).another().query])
    await expect(call('SELECT 1')).rejects.toThrow('The test has closed this database')
  await next.close()
})

test('an embedded database whose tables were changed is not used again', async () => {
  for (const change of [
    'ALTER TABLE app_secret ALTER COLUMN value DROP NOT NULL',
    `CREATE FUNCTION added() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
  ]) {
    const changed = await createTestDatabase('embedded')
    const before = await stateOf(changed)
    await changed.query(change)
    await changed.close()
    const next = await createTestDatabase('embedded')
    expect(await stateOf(next)).toEqual(before)
    await expect(next.query(`INSERT INTO app_secret (name, value) VALUES ('mine', NULL)`)).rejects.toThrow('null value')
    await next.close()
  }
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
