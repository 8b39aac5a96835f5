import { byName } from '#contract/leads/lead-texts.ts'
import { historyLength, type LeadWorkDetails } from '#contract/leads/lead-work.ts'
import type { StatusChange } from '#contract/public-api/api-v1-triggers.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { doNotContactEntriesOf } from '#server/leads/do-not-contact.usecases.ts'
import { withIsoDates } from '#server/platform/basics/clock.ts'
import { orNotFound } from '#server/platform/basics/refusal.ts'
import { findWork, historyOf, listsOf, listStatusChanges, notesOf } from './work.repository.ts'

export async function readWork({ db }: Deps, { id: userId }: Account, leadId: number): Promise<LeadWorkDetails> {
  const work = orNotFound(await findWork(db, userId, leadId))
  const { workId, status, followUpOn, noteCount } = work
  const [found, doNotContactEntries, notes, history] = await Promise.all([
    listsOf(db, userId, workId),
    doNotContactEntriesOf(db, userId, leadId),
    notesOf(db, userId, workId),
    historyOf(db, { userId, workId, limit: historyLength }),
  ])
  const lists = found.toSorted((a, b) => byName(a.name, b.name))
  return {
    status,
    followUpOn,
    noteCount,
    lists,
    tags: lists.filter(({ kind }) => kind === 'tag').map(({ name }) => name),
    doNotContactEntries,
    notes: notes.map(withIsoDates),
    history: history.map(withIsoDates),
  }
}

/** The latest status changes of all leads, newest first. */
export async function newestStatusChanges(
  { db }: Deps,
  { id: userId }: Account,
  limit: number,
): Promise<StatusChange[]> {
  const changes = await listStatusChanges(db, userId, limit)
  return changes.map(withIsoDates)
}
