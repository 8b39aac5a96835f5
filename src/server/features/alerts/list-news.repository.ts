import type { ChangeCounts } from '#contract/leads/known-businesses.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { hasRow } from '#server/platform/database/rows.ts'
import { isListNews, isOpen } from './list-news.sql.ts'

/** Assigns the changes of followed files up to a time to this day's digest. Returns whether there are any. */
export async function takeListNews(
  tx: Queryable,
  { userId, day, until }: { userId: number; day: string; until: Date },
): Promise<boolean> {
  // Whoever compares rows or decides changes has locked the file, so this waits for them.
  await tx.query('SELECT FROM known_file WHERE user_id = $1 AND is_followed ORDER BY id FOR UPDATE', [userId])
  return hasRow(
    tx,
    `UPDATE known_change c SET digest_on = $2 WHERE c.user_id = $1 AND c.found_at <= $3 AND ${isListNews} RETURNING 1`,
    [userId, day, until],
  )
}

export type ListNews = { fileId: number; name: string; changes: ChangeCounts }

/** The changes in a digest that are still open, by file. */
export const listsOfDigest = (db: Queryable, userId: number, day: string): Promise<ListNews[]> =>
  db.query(
    `SELECT f.id AS "fileId", f.name, jsonb_object_agg(c.kind, c.changes) AS changes
     FROM (SELECT file_id, kind, count(*) AS changes FROM known_change c
       WHERE user_id = $1 AND digest_on = $2 AND ${isOpen} GROUP BY file_id, kind) c
     JOIN known_file f ON f.id = c.file_id GROUP BY f.id, f.name ORDER BY f.id`,
    [userId, day],
  )
