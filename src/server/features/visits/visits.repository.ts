import type { Older } from '#server/platform/basics/list-page.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { isOlderThan, readNumber } from '#server/platform/database/rows.ts'

export type NewVisit = { page: string; userId: number | null; referrer: string | null; at: Date }
export type StoredVisit = { id: number } & NewVisit

/** Inserts visits in order. If an account was deleted meanwhile, its visits become anonymous. */
export async function insertVisits(db: Queryable, visits: NewVisit[]): Promise<void> {
  await db.query(
    `INSERT INTO page_visit (page, user_id, referrer, at)
     SELECT v.page, u.id, v.referrer, v.at
     FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (page text, "userId" int, referrer text, at timestamptz))
       WITH ORDINALITY AS v (page, user_id, referrer, at, position)
       LEFT JOIN user_account u ON u.id = v.user_id
     ORDER BY v.position`,
    [JSON.stringify(visits)],
  )
}

export const findVisits = (db: Queryable, { limit, before }: Older): Promise<StoredVisit[]> =>
  db.query(
    `SELECT id, page, user_id AS "userId", referrer, at FROM page_visit
     WHERE ${isOlderThan('$2')} ORDER BY id DESC LIMIT $1`,
    [limit, before],
  )

/** The most visited page first. */
export const countByPage = (db: Queryable): Promise<{ page: string; count: number }[]> =>
  db.query('SELECT page, count(*)::int AS count FROM page_visit GROUP BY page ORDER BY count(*) DESC, page')

export const countVisits = (db: Queryable): Promise<number> =>
  readNumber(db, 'SELECT count(*)::int AS count FROM page_visit')

export async function deleteVisitsBefore(db: Queryable, before: Date): Promise<void> {
  await db.query('DELETE FROM page_visit WHERE at < $1', [before])
}
