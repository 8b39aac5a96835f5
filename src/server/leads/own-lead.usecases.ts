import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Db, Queryable } from '#server/platform/database/db.ts'
import { findNotOwned } from './leads.repository.ts'
import { lockOwner, lockProgress, type Progress } from './refresh-leads.repository.ts'

type Claimed = { userId: number; leadIds: readonly number[]; searchId?: number | null; field?: string }

/** Throws the error for a missing lead, with the first ids, if leads belong to another user or are not in the search. */
export async function assertOwnLeads(db: Queryable, { field = 'leadIds', ...claimed }: Claimed): Promise<void> {
  const missing = await findNotOwned(db, { searchId: null, ...claimed })
  if (missing.length === 0) return
  throw new Refusal('NOT_FOUND', { issues: [{ path: field, message: `Not found: ${missing.join(', ')}` }] })
}

/**
 * Makes other changes to the user's leads, such as joining two of them, wait until the transaction ends. Throws if the
 * account was deleted meanwhile: nothing of it may be stored anymore.
 */
export async function lockLeads(tx: Queryable, userId: number): Promise<Progress> {
  if (!(await lockOwner(tx, userId))) throw new Refusal('NOT_SIGNED_IN')
  return lockProgress(tx, userId)
}

/** Runs a transaction under that lock. */
export const withLeads = <T>(
  db: Pick<Db, 'transaction'>,
  userId: number,
  work: (tx: Queryable) => Promise<T>,
): Promise<T> =>
  db.transaction(async tx => {
    await lockLeads(tx, userId)
    return work(tx)
  })
