import type { Queryable } from '#server/platform/database/db.ts'
import { firstValue } from '#server/platform/database/rows.ts'

export const findListName = (db: Queryable, userId: number, listId: number): Promise<string | undefined> =>
  firstValue(db, 'SELECT name FROM lead_list WHERE user_id = $1 AND id = $2', [userId, listId])
