import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { findListName } from './lead-list-name.repository.ts'

/** The name of the user's list or tag. Another user's list is treated as missing. */
export async function leadListName(db: Queryable, userId: number, listId: number): Promise<string> {
  const name = await findListName(db, userId, listId)
  if (name === undefined) throw new Refusal('NOT_FOUND', { message: 'List not found' })
  return name
}
