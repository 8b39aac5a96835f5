import type { Db, Queryable, TimedBackground } from '#server/platform/database/db.ts'
import { emptyTables } from './empty-tables.ts'

/** What a database holds when it is new. All that are lent out in one process begin alike. */
type Beginning = { schema: string; rows: { table: string; rows: string }[] }
let beginning: Promise<Beginning> | undefined

/** Databases whose tests have ended, cleared. Each takes 100 MB. */
const cleared: Db[] = []
const MAX_CLEARED = 2

/**
 * Lends out an embedded database. After it was closed, the next test of this process gets it as if it were new, which
 * takes a fifth of the CPU time of opening another one. One whose tables were changed is not lent out again.
 */
export async function lendDatabase(open: () => Promise<Db>): Promise<Db> {
  const lent = cleared.pop() ?? (await open())
  const { schema, rows } = await (beginning ??= beginningOf(lent))
  let isClosed = false
  const whileOpen =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (isClosed) throw new Error('The test has closed this database')
      return call(...args)
    }
  const callsOf = (calls: Queryable & Pick<Db, 'transaction'>) =>
    ({
      query: whileOpen(calls.query),
      queryPrepared: whileOpen(calls.queryPrepared),
      copyIn: whileOpen(calls.copyIn),
      transaction: whileOpen(calls.transaction),
    }) as Queryable & Pick<Db, 'transaction'>
  const inTurnOf = (background: TimedBackground): TimedBackground => ({
    ...background,
    ...callsOf(background),
    another: () => inTurnOf(background.another()),
  })
  return {
    ...lent,
    ...callsOf(lent),
    background: inTurnOf(lent.background as TimedBackground),
    connect: whileOpen(lent.connect),
    runScript: whileOpen(lent.runScript) as Db['runScript'],
    close: whileOpen(async () => {
      isClosed = true
      if (cleared.length < MAX_CLEARED && (await canBeCleared(lent, schema))) {
        await clear(lent, rows)
        cleared.push(lent)
      } else await lent.close()
    }),
  }
}

const userTables = 'c.oid >= 16384'
const schemaQuery = `
  SELECT md5(concat(
    (SELECT string_agg(concat_ws(' ', oid, relname, relkind), ',' ORDER BY oid) FROM pg_class c
      WHERE ${userTables} AND relpersistence <> 't'),
    (SELECT string_agg(concat_ws(' ', a.attrelid, a.attnum, a.xmin), ',' ORDER BY a.attrelid, a.attnum)
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE ${userTables} AND relkind = 'r'),
    (SELECT string_agg(concat_ws(' ', oid, xmin), ',' ORDER BY oid) FROM pg_constraint),
    (SELECT string_agg(concat_ws(' ', oid, xmin), ',' ORDER BY oid) FROM pg_trigger),
    (SELECT string_agg(concat_ws(' ', oid, xmin), ',' ORDER BY oid) FROM pg_proc),
    (SELECT string_agg(concat_ws(' ', oid, xmin), ',' ORDER BY oid) FROM pg_authid),
    (SELECT count(*) FROM pg_db_role_setting))) AS schema`
const filledQuery = `
  SELECT c.oid::regclass::text AS table FROM pg_class c
  WHERE ${userTables} AND relkind = 'r' AND relpersistence <> 't' AND pg_relation_size(c.oid) > 0 ORDER BY 1`

async function schemaOf(db: Db): Promise<string> {
  const [found] = await db.query<{ schema: string }>(schemaQuery)
  return found?.schema ?? ''
}

const filledTables = async (db: Db): Promise<string[]> =>
  (await db.query<{ table: string }>(filledQuery)).map(({ table }) => table)

async function beginningOf(db: Db): Promise<Beginning> {
  const rows: Beginning['rows'] = []
  for (const table of await filledTables(db)) {
    const [found] = await db.query<{ rows: string }>(`SELECT json_agg(r)::text AS rows FROM ${table} r`)
    rows.push({ table, rows: found?.rows ?? '[]' })
  }
  return { schema: await schemaOf(db), rows }
}

/** False if the database has crashed, or its tables were changed. */
const canBeCleared = async (db: Db, schema: string): Promise<boolean> => (await schemaOf(db).catch(() => '')) === schema

async function clear(db: Db, rows: Beginning['rows']): Promise<void> {
  await emptyTables(db, (await filledTables(db)).join(', '))
  await db.transaction(async tx => {
    await tx.query('SET LOCAL session_replication_role = replica')
    for (const { table, rows: first } of rows)
      await tx.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`, [first])
    // A refused row has taken a number, too.
    await tx.query('SELECT setval(seqrelid, seqstart, false) FROM pg_sequence')
    await tx.query('DELETE FROM pg_statistic WHERE starelid >= 16384')
  })
  await db.runScript(`
    RESET SESSION AUTHORIZATION; RESET ALL; CLOSE ALL; UNLISTEN *; SELECT pg_advisory_unlock_all();
    DISCARD TEMP; DISCARD SEQUENCES; DISCARD PLANS`)
}
