import { readFileSync } from 'node:fs'
import { copyLine } from '#server/platform/database/copy-line.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstValue, hasRow, readNumber, readValues } from '#server/platform/database/rows.ts'

/** A table in a backup, without generated columns. */
export type BackedTable = { table: string; columns: string[] }
export type Sequence = { table: string; column: string; last: number }

const ROWS_AT_ONCE = 2000
// Not the tables of other programs, and not the job queue, so that a restore does not send old mail again.
const schema = readFileSync(new URL('../../platform/database/schema.sql', import.meta.url), 'utf8')
const names = [...schema.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name]) => `'${name}'`)
const ours = `c.relkind = 'r' AND (c.relnamespace = to_regnamespace('sandbox')
  OR c.relnamespace = to_regnamespace('public') AND c.relname IN (${names.join(', ')}))`

/** Our tables, each after the tables that it references. */
export async function listTables(db: Queryable): Promise<BackedTable[]> {
  const tables = await db.query<BackedTable & { needs: string[] }>(
    `SELECT c.oid::regclass::text AS table,
       (SELECT array_agg(quote_ident(attname) ORDER BY attnum) FROM pg_attribute
         WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
       ARRAY(SELECT confrelid::regclass::text FROM pg_constraint
         WHERE conrelid = c.oid AND contype = 'f' AND confrelid <> c.oid) AS needs
     FROM pg_class c WHERE ${ours} ORDER BY 1`,
  )
  const sorted: BackedTable[] = []
  const left = new Map(tables.map(table => [table.table, table]))
  while (left.size > 0) {
    const free = [...left.values()].filter(({ needs }) => needs.every(name => !left.has(name)))
    if (free.length === 0) throw new Error('The tables reference each other in a cycle.')
    for (const { table, columns } of free) {
      left.delete(table)
      sorted.push({ table, columns })
    }
  }
  return sorted
}

export const listMigrations = (db: Queryable): Promise<string[]> =>
  readValues(db, 'SELECT name FROM kysely_migration ORDER BY name')

/**
 * Sets a snapshot for the rest of the transaction. The lock comes before the first read: it waits for an import that
 * replaces a table, so that the new table cannot look empty.
 */
export async function freezeView(tx: Queryable, tables: readonly BackedTable[]): Promise<void> {
  await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await tx.query(`LOCK TABLE ${tables.map(({ table }) => table).join(', ')} IN ACCESS SHARE MODE`)
}

/** A table's rows as COPY lines. Values are cast to PostgreSQL's own text format, so that nothing is lost. */
export async function* readLines(tx: Queryable, { table, columns }: BackedTable): AsyncGenerator<string> {
  const texts = columns.map((column, index) => `${column}::text AS c${index}`).join(', ')
  // A separate name per table: the embedded database caches statements with their result columns.
  const cursor = `rows_of_${table.replaceAll(/\W/g, '_')}`
  await tx.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT ${texts} FROM ${table}`)
  for (;;) {
    const rows = await tx.query<Record<string, string | null>>(`FETCH ${ROWS_AT_ONCE} FROM ${cursor}`)
    for (const row of rows) yield copyLine(columns.map((_column, index) => row[`c${index}`] ?? null))
    if (rows.length < ROWS_AT_ONCE) break
  }
  await tx.query(`CLOSE ${cursor}`)
}

export async function listSequences(db: Queryable): Promise<Sequence[]> {
  const sequences = await db.query<{ table: string; column: string; sequence: string }>(
    `SELECT c.oid::regclass::text AS table, a.attname AS column,
       pg_get_serial_sequence(c.oid::regclass::text, a.attname) AS sequence
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attidentity <> '' WHERE ${ours} ORDER BY 1, 2`,
  )
  const found: Sequence[] = []
  for (const { table, column, sequence } of sequences) {
    const last = await firstValue<number>(db, `SELECT last_value FROM ${sequence} WHERE is_called`)
    if (last !== undefined) found.push({ table, column, last })
  }
  return found
}

export async function moveSequence(tx: Queryable, { table, column, last }: Sequence): Promise<void> {
  await tx.query('SELECT setval(pg_get_serial_sequence($1, $2), $3)', [table, column, last])
}

export const holdsSomething = (db: Queryable): Promise<boolean> =>
  hasRow(db, 'SELECT FROM user_account UNION ALL SELECT FROM place UNION ALL SELECT FROM suppression LIMIT 1')

/** The setting allows emptying append-only tables. Jobs that wait are about the rows that go. */
export async function emptyTables(tx: Queryable, tables: readonly BackedTable[]): Promise<void> {
  if (await hasRow(tx, `SELECT WHERE to_regclass('pgboss.job') IS NOT NULL`)) await tx.query('DELETE FROM pgboss.job')
  await tx.query(`SELECT set_config('leadline.restore', 'on', true)`)
  await tx.query(`TRUNCATE ${tables.map(({ table }) => table).join(', ')}`)
}

export const countRows = (tx: Queryable, table: string): Promise<number> =>
  readNumber(tx, `SELECT count(*) AS count FROM ${table}`)

/** The number of balances that differ from the sum of their ledger. Must be 0. */
export const countWrongBalances = (tx: Queryable): Promise<number> =>
  readNumber(
    tx,
    `SELECT count(*) AS count FROM quota_balance q
     FULL JOIN (SELECT user_id, bucket, sum(amount) AS total FROM ledger_entry GROUP BY 1, 2) l USING (user_id, bucket)
     WHERE coalesce(q.balance, 0) <> coalesce(l.total, 0)`,
  )

/** Without new statistics, the first queries would be planned for empty tables. */
export async function analyzeTables(db: Queryable, tables: readonly BackedTable[]): Promise<void> {
  await db.query(`ANALYZE ${tables.map(({ table }) => table).join(', ')}`)
}
