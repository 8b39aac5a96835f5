import { type LeadList, type LeadListInput, type LeadListName, tagLimit } from '#contract/leads/lead-lists.ts'
import { byName } from '#contract/leads/lead-texts.ts'
import { listsMessage, plans } from '#contract/plans.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { withLeads } from '#server/leads/own-lead.usecases.ts'
import { withIsoDates } from '#server/platform/basics/clock.ts'
import { orNotFound, Refusal } from '#server/platform/basics/refusal.ts'
import { type InSameTransaction, isUniqueViolation } from '#server/platform/database/transaction.ts'
import { insertList, listLists, removeList, renameList } from './lead-lists.repository.ts'

export async function listLeadLists({ db }: Deps, { id: userId }: Account): Promise<{ lists: LeadList[] }> {
  const lists = await listLists(db, userId)
  return { lists: lists.map(withIsoDates).toSorted((a, b) => byName(a.name, b.name)) }
}

export async function createLeadList(
  { db, clock }: Deps,
  { id: userId, tier }: Account,
  { name, kind = 'list' }: LeadListInput,
  inSameTransaction?: InSameTransaction<LeadList>,
): Promise<LeadList> {
  const atMost = kind === 'tag' ? tagLimit : plans[tier].leadLists
  const list = await withLeads(db, userId, async tx => {
    const inserted = await insertList(tx, { userId, kind, name, now: clock.now(), atMost })
    if (inserted !== undefined) await inSameTransaction?.(tx, withIsoDates(inserted))
    return inserted
  }).catch(nameTaken)
  if (list === undefined)
    throw kind === 'tag' ? new Refusal('TOO_MANY_TAGS') : new Refusal('TOO_MANY_LISTS', { message: listsMessage })
  return withIsoDates(list)
}

export async function renameLeadList(
  { db }: Deps,
  { id: userId }: Account,
  listId: number,
  { name }: LeadListName,
): Promise<LeadList> {
  return withIsoDates(orNotFound(await renameList(db, { userId, listId, name }).catch(nameTaken)))
}

/** Deletes a list. The leads in it are kept. */
export async function deleteLeadList({ db }: Deps, { id: userId }: Account, listId: number): Promise<void> {
  const isRemoved = await withLeads(db, userId, tx => removeList(tx, userId, listId))
  if (!isRemoved) throw new Refusal('NOT_FOUND')
}

function nameTaken(error: unknown): never {
  throw isUniqueViolation(error) ? new Refusal('LIST_NAME_TAKEN') : error
}
