import type { Queryable } from './db.ts'

/**
 * Reads the first and last row of every table by its primary key. Missing, truncated, or overwritten files fail here,
 * before anything is written. Otherwise an unreadable table could look empty and be filled again.
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
  // Forces an index scan even on small tables: a sequential scan does not notice missing rows.
  await db.runScript(`BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; ${reads.join('\n')} COMMIT;`)
}
