import type { Queryable } from '#server/platform/database/db.ts'

export async function findSearchTitle(
  db: Queryable,
  userId: number,
  searchId: number,
): Promise<{ category: string; location: string } | undefined> {
  const [search] = await db.query<{ category: string; location: string }>(
    'SELECT category_words AS category, location_label AS location FROM search WHERE user_id = $1 AND id = $2',
    [userId, searchId],
  )
  return search
}
