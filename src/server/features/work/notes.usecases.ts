import { type LeadNote, type NoteInput, noteLimits } from '#contract/leads/lead-work.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { withLeads } from '#server/leads/own-lead.usecases.ts'
import { withIsoDates } from '#server/platform/basics/clock.ts'
import { orNotFound, Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import type { InSameTransaction } from '#server/platform/database/transaction.ts'
import { limitPerId } from '#server/platform/limits/limited-caller.ts'
import { hitRateLimit } from '#server/platform/limits/rate-limit.ts'
import { changeNote, ensureMark, findWork, insertEvent, insertNote, removeNote } from './work.repository.ts'

/** Each change adds a row to the history of its lead, which is never shortened. */
const changesLimit = limitPerId({
  name: 'changes of notes in 24 hours',
  limit: noteLimits.perAccount,
  windowSeconds: 86_400,
})

type NoteOfLead = { id: number; noteId: number }

export function addNote(
  deps: Deps,
  account: Account,
  { id, body }: NoteInput & { id: number },
  inSameTransaction?: InSameTransaction<LeadNote>,
): Promise<LeadNote> {
  return onLead(deps, account, id, async ({ tx, workId, now }) => {
    const note = await insertNote(tx, { userId: account.id, workId, body, now, ...noteLimits })
    if (note === undefined) throw new Refusal('TOO_MANY_NOTES')
    await ensureMark(tx, account.id, workId)
    await insertEvent(tx, { userId: account.id, workId, kind: 'note', becomes: 'added', now })
    await inSameTransaction?.(tx, withIsoDates(note))
    return withIsoDates(note)
  })
}

export function editNote(
  deps: Deps,
  account: Account,
  { id, noteId }: NoteOfLead,
  { body }: NoteInput,
): Promise<LeadNote> {
  return onLead(deps, account, id, async ({ tx, workId, now }) => {
    const note = orNotFound(await changeNote(tx, { userId: account.id, workId, noteId, body, now }))
    await insertEvent(tx, { userId: account.id, workId, kind: 'note', becomes: 'edited', now })
    return withIsoDates(note)
  })
}

export function deleteNote(deps: Deps, account: Account, { id, noteId }: NoteOfLead): Promise<void> {
  return onLead(deps, account, id, async ({ tx, workId, now }) => {
    if (!(await removeNote(tx, { userId: account.id, workId, noteId }))) throw new Refusal('NOT_FOUND')
    await insertEvent(tx, { userId: account.id, workId, kind: 'note', becomes: 'deleted', now })
  })
}

/** Changes one lead of the user, and makes other changes to the user's leads wait until it is done. */
const onLead = <T>(
  { db, clock }: Deps,
  { id: userId }: Account,
  leadId: number,
  change: (on: { tx: Queryable; workId: number; now: Date }) => Promise<T>,
): Promise<T> =>
  withLeads(db, userId, async tx => {
    const work = orNotFound(await findWork(tx, userId, leadId))
    await hitRateLimit(tx, changesLimit(userId), clock.now())
    return change({ tx, workId: work.workId, now: clock.now() })
  })
