import { orRefuse, Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { findSearchTitle } from './own-search.repository.ts'

/** The title of the user's search. Another user's search is treated as missing. */
export async function ownSearchTitle(db: Queryable, userId: number, searchId: number): Promise<string> {
  const search = orRefuse(await findSearchTitle(db, userId, searchId), searchNotFound)
  return `${search.category}-${search.location}`
}

export const searchNotFound = (): Refusal => new Refusal('NOT_FOUND', { message: 'Search not found' })
