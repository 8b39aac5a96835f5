import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow } from '#server/platform/database/rows.ts'

export const findSearchTitle = (
  db: Queryable,
  userId: number,
  searchId: number,
): Promise<{ category: string; location: string } | undefined> =>
  firstRow(
    db,
    'SELECT category_words AS category, location_label AS location FROM search WHERE user_id = $1 AND id = $2',
    [userId, searchId],
  )
