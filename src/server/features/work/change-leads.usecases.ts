import { changesPerDay, type LeadAction, type LeadActionInput } from '#contract/lead-work.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { assertOwnLeads, lockLeads } from '#server/features/leads/own-lead.usecases.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { insertBatch, setMark } from './change-leads.repository.ts'

/** Leads changed in one transaction. On the embedded database all other calls wait for it. */
const STEP_LEADS = 500
const DAY_MS = 86_400_000

/** Makes the same change on several leads. Each lead is changed completely, with its history, or not at all. */
export async function changeLeads(
  { db, clock }: Deps,
  { id: userId }: Account,
  input: LeadActionInput,
): Promise<{ changed: number; batchId: number }> {
  const leadIds = [...new Set(input.leadIds)].toSorted((a, b) => a - b)
  await assertOwnLeads(db, { userId, leadIds })
  const now = clock.now()
  const batchId = await db.transaction(async tx => {
    await lockLeads(tx, userId)
    const since = new Date(now.getTime() - DAY_MS)
    const batch = await insertBatch(tx, { userId, leadCount: leadIds.length, now, since, atMost: changesPerDay })
    if (batch === undefined) throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds: 3600 })
    return batch
  })
  let changed = 0
  for (let from = 0; from < leadIds.length; from += STEP_LEADS) {
    const step = { userId, leadIds: leadIds.slice(from, from + STEP_LEADS), batchId, now }
    changed += await db.transaction(async tx => {
      await lockLeads(tx, userId)
      return applyAction(tx, step, input.action)
    })
  }
  return { changed, batchId }
}

type Step = { userId: number; leadIds: readonly number[]; batchId: number; now: Date }

/** Returns the number of leads that had another value. */
function applyAction(tx: Queryable, step: Step, action: LeadAction): Promise<number> {
  const value = action.kind === 'status' ? action.status : action.on
  return setMark(tx, { ...step, kind: action.kind, value })
}
