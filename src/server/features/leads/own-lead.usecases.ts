import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { countOwned } from './leads.repository.ts'
import { lockOwner, lockProgress } from './refresh-leads.repository.ts'

type Claimed = { userId: number; leadIds: readonly number[]; searchId?: number | null }

/** Refuses leads of other users, and those that are not of the search, as if they did not exist. */
export async function assertOwnLeads(db: Queryable, { userId, leadIds, searchId = null }: Claimed): Promise<void> {
  const wanted = [...new Set(leadIds)]
  const owned = await countOwned(db, { userId, leadIds: wanted, searchId })
  if (owned < wanted.length) throw new Refusal('NOT_FOUND')
}

/** Holds up whatever else changes the user's leads, such as joining two of them, until the transaction ends. */
export async function lockLeads(tx: Queryable, userId: number): Promise<void> {
  await lockOwner(tx, userId)
  await lockProgress(tx, userId)
}
