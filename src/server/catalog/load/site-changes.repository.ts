import type { Queryable } from '#server/platform/database/db.ts'
import { hasRow } from '#server/platform/database/rows.ts'

/**
 * Takes up to `limit` websites whose facts are not in the catalog yet, marks them for merging, and records them as
 * applied. A visit that ends during the transaction waits for it and then makes its website unapplied again.
 */
export async function takeUnapplied(tx: Queryable, limit: number): Promise<number> {
  const rows = await tx.query(
    `WITH taken AS (
       SELECT domain FROM site_visit WHERE read_at IS NOT NULL AND NOT is_applied ORDER BY domain LIMIT $1 FOR NO KEY UPDATE),
     applied AS (
       UPDATE site_visit v SET is_applied = true FROM taken WHERE v.domain = taken.domain RETURNING v.domain)
     INSERT INTO import_site SELECT domain FROM applied RETURNING domain`,
    [limit],
  )
  return rows.length
}

export const hasUnapplied = async (db: Queryable): Promise<boolean> =>
  hasRow(db, 'SELECT 1 FROM site_visit WHERE read_at IS NOT NULL AND NOT is_applied LIMIT 1')
