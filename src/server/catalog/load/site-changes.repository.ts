import type { Queryable } from '#server/platform/database/db.ts'
import { countRows, hasRow } from '#server/platform/database/rows.ts'

/**
 * Takes up to `limit` websites whose facts are not in the catalog yet, marks them for merging, and records them as
 * applied. A visit that ends during the transaction waits for it and then makes its website unapplied again.
 */
export const takeUnapplied = (tx: Queryable, limit: number): Promise<number> =>
  countRows(
    tx,
    `WITH taken AS (
       SELECT domain FROM site_visit WHERE read_at IS NOT NULL AND NOT is_applied ORDER BY domain LIMIT $1 FOR NO KEY UPDATE),
     applied AS (
       UPDATE site_visit v SET is_applied = true FROM taken WHERE v.domain = taken.domain RETURNING v.domain)
     INSERT INTO import_site SELECT domain FROM applied RETURNING domain`,
    [limit],
  )

export const hasUnapplied = (db: Queryable): Promise<boolean> =>
  hasRow(db, 'SELECT 1 FROM site_visit WHERE read_at IS NOT NULL AND NOT is_applied LIMIT 1')
