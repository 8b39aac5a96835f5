import {
  type DatedDoNotContactEntry,
  type DoNotContactEntriesAdded,
  doNotContactEntriesPerCall,
  shownUnusable,
} from '#contract/leads/do-not-contact.ts'
import type { ListPage } from '#contract/lists.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { compareHidden } from '#server/features/known-businesses/match-known.usecases.ts'
import { distinctEntries, doNotContactEntryOf, readContact, wordsOf } from '#server/leads/do-not-contact-entry.rules.ts'
import {
  addDoNotContactEntries,
  listDoNotContactEntries,
  removeDoNotContactEntry,
} from '#server/leads/do-not-contact.usecases.ts'
import { patternsOf } from '#server/leads/lead-filters.sql.ts'
import { withLeads } from '#server/leads/own-lead.usecases.ts'
import { withIsoDates } from '#server/platform/basics/clock.ts'
import type { ListPaging } from '#server/platform/basics/list-page.ts'
import { invalidInput, Refusal } from '#server/platform/basics/refusal.ts'

/** The user's own do-not-contact list, newest first: all entries, or only the ones that contain this text. */
export async function listDoNotContact(
  { db }: Deps,
  { id: userId }: Account,
  { text, ...paging }: ListPaging & { text?: string | undefined },
): Promise<DatedDoNotContactEntry[] | ListPage<DatedDoNotContactEntry>> {
  const wanted = text === undefined ? null : [...new Set([text, readContact(text)?.value ?? text].flatMap(patternsOf))]
  const list = await listDoNotContactEntries(db, { userId, wanted }, paging)
  return Array.isArray(list) ? list.map(withIsoDates) : { ...list, items: list.items.map(withIsoDates) }
}

/** Adds the phones, emails, and domains in a text. The reply lists the parts that are none of these. */
export async function addDoNotContact(
  { db, clock }: Deps,
  account: Account,
  text: string,
): Promise<DoNotContactEntriesAdded> {
  const words = wordsOf(text)
  if (words.length > doNotContactEntriesPerCall) throw tooMany()
  const read = words.map(word => ({ word, entry: readContact(word) }))
  const usable = read.flatMap(({ entry }) => entry ?? [])
  const entries = distinctEntries(usable)
  const unusable = read.filter(({ entry }) => entry === null)
  const added = await withLeads(db, account.id, tx =>
    addDoNotContactEntries(tx, { owner: account, entries: entries.map(doNotContactEntryOf), now: clock.now() }),
  )
  return {
    added,
    known: usable.length - added,
    unusable: unusable.length,
    examples: unusable.slice(0, shownUnusable).map(({ word }) => word.slice(0, 100)),
  }
}

export async function removeDoNotContact({ db, clock }: Deps, { id: userId }: Account, id: number): Promise<void> {
  await withLeads(db, userId, async tx => {
    if (!(await removeDoNotContactEntry(tx, { userId, id, now: clock.now() }))) throw new Refusal('NOT_FOUND')
    await compareHidden(tx, userId)
  })
}

const tooMany = (): Refusal => invalidInput('text', `Please add at most ${doNotContactEntriesPerCall} entries at once`)
