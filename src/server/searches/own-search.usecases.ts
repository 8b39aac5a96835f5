import type { Queryable } from '../db/client.ts'
import { Refusal } from '../shared/refusal.ts'
import { findSearch, type StoredSearch } from './searches.repository.ts'

/** A search of this user; somebody else's is refused just like one that does not exist. */
export async function ownSearch(db: Queryable, userId: number, searchId: number): Promise<StoredSearch> {
  const search = await findSearch(db, userId, searchId)
  if (search === null) throw new Refusal('NOT_FOUND', { message: 'Search not found' })
  return search
}
