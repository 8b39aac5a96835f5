import { orRefuse, Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { findListName, findSearchTitle } from './own-names.repository.ts'

/** The title of the user's search. Another user's search is treated as missing. */
export const ownSearchTitle = async (db: Queryable, userId: number, searchId: number): Promise<string> =>
  orRefuse(await findSearchTitle(db, userId, searchId), searchNotFound)

export const searchNotFound = (): Refusal => new Refusal('NOT_FOUND', { message: 'Search not found' })

/** The name of the user's list or tag. Another user's list is treated as missing. */
export const leadListName = async (db: Queryable, userId: number, listId: number): Promise<string> =>
  orRefuse(await findListName(db, userId, listId), () => new Refusal('NOT_FOUND', { message: 'List not found' }))
