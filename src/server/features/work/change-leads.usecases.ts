import { z } from 'zod'
import { LeadAction, type LeadActionInput, leadsPerCall, type LeftOut, undoMinutes } from '#contract/leads/lead-work.ts'
import { plans } from '#contract/plans.ts'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import { queueEvent } from '#server/accounts/webhooks/webhook-events.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { compareHidden } from '#server/features/known-businesses/match-known.usecases.ts'
import { applyAdded, applyRemoved, assertRoomFor } from '#server/leads/do-not-contact.usecases.ts'
import { expectedLeadIds } from '#server/leads/lead-list.usecases.ts'
import { assertOwnLeads, withLeads } from '#server/leads/own-lead.usecases.ts'
import { leadListName } from '#server/leads/own-names.usecases.ts'
import { daysBefore } from '#server/platform/basics/clock.ts'
import { orNotFound, Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { queueMissing } from '#server/platform/jobs/job-figures.usecases.ts'
import { type Job, queueInTurn, runSteps } from '#server/platform/jobs/job.ts'
import { overLimit } from '#server/platform/limits/over-limit.ts'
import {
  claimUndo,
  countUnlisted,
  deleteBatchesBefore,
  findBatch,
  insertBatch,
  leadsOfBatch,
  lockNextStep,
  type NotedChange,
  type Outcome,
  putInList,
  putOnDoNotContact,
  saveProgress,
  setMark,
  type Step,
  takeFromList,
  unfinishedBatches,
} from './change-leads.repository.ts'
import { undoLists, undoMark, undoDoNotContact } from './undo-changes.repository.ts'

/** Leads that one transaction changes. On the embedded database, all other requests wait for it. */
const STEP_LEADS = 500

const Change = z.union([LeadAction, z.strictObject({ kind: z.literal('undo'), batchId: z.number().int() })])
type Change = z.infer<typeof Change>
type Changed = { changed: number; leftOut: LeftOut }
type Result = (Changed & { batchId: number }) | { total: number; batchId: number }

/** Makes one change to several leads, each completely, with its history, or not at all. Many are changed by a job. */
export async function changeLeads(
  deps: Deps,
  account: Account,
  { leadIds, matching, action }: LeadActionInput,
): Promise<Result> {
  if ('listId' in action) await leadListName(deps.db, account.id, action.listId)
  if (matching !== undefined) return begin(deps, account, action, await expectedLeadIds(deps, account, matching))
  const wanted = [...new Set(leadIds)].toSorted((a, b) => a - b)
  await assertOwnLeads(deps.db, { userId: account.id, leadIds: wanted })
  return begin(deps, account, action, wanted)
}

export async function undoLeadChange(deps: Deps, account: Account, batchId: number): Promise<Result> {
  const { id: userId } = account
  await readLeadChange(deps, userId, batchId)
  const leadIds = await leadsOfBatch(deps.db, userId, batchId)
  const since = new Date(deps.clock.now().getTime() - undoMinutes * 60_000)
  return begin(deps, account, { kind: 'undo', batchId }, leadIds, async tx => {
    if (!(await claimUndo(tx, { userId, batchId, now: deps.clock.now(), since }))) throw new Refusal('CANNOT_UNDO')
  })
}

export async function readLeadChange(
  { db }: Deps,
  userId: number,
  batchId: number,
): Promise<Changed & { total: number; done: number }> {
  const batch = orNotFound(await findBatch(db, userId, batchId))
  const { leadCount: total, done, action, ...outcome } = batch
  return { total, done: done ?? total, ...shown(outcome, Change.parse(action).kind) }
}

/** Why a change of this kind leaves leads out. Changes of other kinds leave out no leads. */
const reasons: Partial<Record<Change['kind'], NonNullable<LeftOut>['reason']>> = {
  doNotContact: 'doNotContactFull',
  addToList: 'listDeleted',
}

function shown({ changed, leftOut: leads }: Outcome, kind: Change['kind']): Changed {
  const reason = reasons[kind]
  return { changed, leftOut: leads === 0 || reason === undefined ? null : { leads, reason } }
}

async function begin(
  deps: Deps,
  account: Account,
  change: Change,
  leadIds: readonly number[],
  first: (tx: Queryable) => Promise<void> = async () => {},
): Promise<Result> {
  const { id: userId } = account
  const now = deps.clock.now()
  const isLong = leadIds.length > leadsPerCall
  const batchId = await withLeads(deps.db, userId, async tx => {
    await first(tx)
    const unlisted = change.kind === 'doNotContact' ? await countUnlisted(tx, userId, leadIds) : 0
    if (unlisted > 0) await assertRoomFor(tx, account, unlisted)
    const batch = await insertBatch(tx, {
      userId,
      leadCount: leadIds.length,
      now,
      since: daysBefore(now, 1),
      change,
      leadIds: isLong ? leadIds : null,
    })
    if (batch === undefined) throw overLimit({ name: 'changes of your leads in 24 hours' }, 3600)
    if (isLong)
      await queueInTurn(deps, tx, leadChangeJob, { payloads: [{ userId, batchId: batch }], holder: `user ${userId}` })
    return batch
  })
  if (isLong) return { total: leadIds.length, batchId }
  const made = { changed: 0, leftOut: 0 }
  for (let from = 0; from < leadIds.length; from += STEP_LEADS) {
    const step = { userId, leadIds: leadIds.slice(from, from + STEP_LEADS), batchId, now }
    const { changed, leftOut } = await withLeads(deps.db, userId, tx => applyAndSave(deps, tx, step, change))
    made.changed += changed
    made.leftOut += leftOut
  }
  return { ...shown(made, change.kind), batchId }
}

/** Makes the rest of a change. If the process is killed, the next run continues where it stopped. */
export const leadChangeJob: Job<{ userId: number; batchId: number }, Deps> = {
  name: 'lead-change',
  queue: 'jobs',
  payload: z.object({ userId: z.number().int(), batchId: z.number().int() }),
  run: (deps, payload, attempt) => {
    const { userId, batchId } = payload
    return runSteps(deps, { job: leadChangeJob, payload, attempt }, async () => {
      // The change was deleted with its account.
      if ((await findBatch(deps.db, userId, batchId)) === undefined) return false
      return withLeads(deps.db, userId, async tx => {
        const next = await lockNextStep(tx, { userId, batchId, length: STEP_LEADS })
        if (next === undefined) return false
        const step = { userId, leadIds: next.leadIds, batchId, now: deps.clock.now() }
        await applyAndSave(deps, tx, step, Change.parse(next.change))
        return true
      })
    })
  },
}

/** Continues changes that lost their job. Deletes old records, which serve undoing and daily limits. */
export async function sweepLeadChanges(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): Promise<void> {
  await queueMissing(deps, leadChangeJob, await unfinishedBatches(deps.db))
  await deleteBatchesBefore(deps.db, daysBefore(deps.clock.now(), 1))
}

async function applyAndSave(deps: Deps, tx: Queryable, step: Step, change: Change): Promise<Outcome> {
  const { userId, batchId, leadIds } = step
  const outcome = await apply(deps, tx, step, change)
  await saveProgress(tx, { userId, batchId, done: leadIds.length, ...outcome })
  return outcome
}

async function apply({ clock }: Deps, tx: Queryable, step: Step, change: Change): Promise<Outcome> {
  switch (change.kind) {
    case 'undo': {
      const undone = { ...step, undoneBatchId: change.batchId }
      const counts = [
        await queueStatusChanges(tx, step, await undoMark(tx, { ...undone, kind: 'status' })),
        (await undoMark(tx, { ...undone, kind: 'followUp' })).length,
        await undoLists(tx, undone),
        await takeOffDoNotContact(tx, undone),
      ]
      return whole(Math.max(...counts))
    }
    case 'addToList':
      return putInList(tx, { ...step, listId: change.listId })
    case 'removeFromList':
      return whole(await takeFromList(tx, { ...step, listId: change.listId }))
    case 'doNotContact': {
      const { tier = 'free' } = (await readAccount({ db: tx, clock }, step.userId)) ?? {}
      const { added, leftOut } = await putOnDoNotContact(tx, { ...step, atMost: plans[tier].doNotContactEntries })
      if (added.length > 0) await applyAdded(tx, step.userId, added)
      return { changed: added.length, leftOut }
    }
    case 'status':
      return whole(
        await queueStatusChanges(tx, step, await setMark(tx, { ...step, kind: 'status', value: change.status })),
      )
    default:
      return whole((await setMark(tx, { ...step, kind: 'followUp', value: change.on })).length)
  }
}

const whole = (changed: number): Outcome => ({ changed, leftOut: 0 })

async function queueStatusChanges(
  tx: Queryable,
  { userId, now }: Step,
  noted: readonly NotedChange[],
): Promise<number> {
  const changes = noted.map(({ id: eventId, ...change }) => ({ eventId, ...change }))
  await queueEvent(tx, { userId, now }, 'lead.status_changed', { changes })
  return noted.length
}

async function takeOffDoNotContact(tx: Queryable, undone: Parameters<typeof undoDoNotContact>[1]): Promise<number> {
  const removed = await undoDoNotContact(tx, undone)
  if (removed.length > 0) {
    await applyRemoved(tx, undone.userId, removed)
    await compareHidden(tx, undone.userId)
  }
  return removed.length
}
