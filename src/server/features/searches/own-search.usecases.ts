import type { Queryable } from '#server/platform/database/db.ts'
import { searchNotFound } from '#server/features/leads/own-search.usecases.ts'
import { findSearch, type StoredSearch } from './searches.repository.ts'

/** A search of this user. Another user's search is refused as if it did not exist. */
export async function ownSearch(db: Queryable, userId: number, searchId: number): Promise<StoredSearch> {
  const search = await findSearch(db, userId, searchId)
  if (search === null) throw searchNotFound()
  return search
}
