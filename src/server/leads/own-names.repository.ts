import type { Queryable } from '#server/platform/database/db.ts'
import { firstValue } from '#server/platform/database/rows.ts'

export const findSearchTitle = (db: Queryable, userId: number, searchId: number): Promise<string | undefined> =>
  firstValue(db, `SELECT category_words || '-' || location_label AS title FROM search WHERE user_id = $1 AND id = $2`, [
    userId,
    searchId,
  ])

export const findListName = (db: Queryable, userId: number, listId: number): Promise<string | undefined> =>
  firstValue(db, 'SELECT name FROM lead_list WHERE user_id = $1 AND id = $2', [userId, listId])
