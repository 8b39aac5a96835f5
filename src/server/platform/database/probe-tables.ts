import type { Queryable } from './db.ts'

/**
 * Reads the first and the last row of every table by its primary key. A file that is missing, cut short or overwritten
 * fails here, before anything is written: an empty table would look like a database to be filled.
 */
export async function probeTables(db: Queryable & { runScript: (text: string) => Promise<unknown[]> }): Promise<void> {
  const tables = await db.query<{ name: string; up: string; down: string }>(
    `SELECT c.oid::regclass::text AS name,
       string_agg(quote_ident(a.attname), ', ' ORDER BY k.place) AS up,
       string_agg(quote_ident(a.attname) || ' DESC', ', ' ORDER BY k.place) AS down
     FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
       CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k(column_number, place)
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.column_number
     WHERE i.indisprimary AND c.relkind = 'r' AND c.oid >= 16384
     GROUP BY c.oid ORDER BY 1`,
  )
  const reads = tables.flatMap(({ name, up, down }) =>
    [up, down].map(order => `SELECT ctid FROM ${name} ORDER BY ${order} LIMIT 1;`),
  )
  // By index, whatever the planner thinks of a small table: only an index knows that a row is missing.
  await db.runScript(`BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; ${reads.join('\n')} COMMIT;`)
}
