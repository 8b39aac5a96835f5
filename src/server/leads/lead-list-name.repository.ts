import type { Queryable } from '#server/platform/database/db.ts'

export async function findListName(db: Queryable, userId: number, listId: number): Promise<string | undefined> {
  const [list] = await db.query<{ name: string }>('SELECT name FROM lead_list WHERE user_id = $1 AND id = $2', [
    userId,
    listId,
  ])
  return list?.name
}
