import { namedRows, type OwnFileAdded } from '#contract/leads/do-not-contact.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { readContactRows, type SentFile } from '#server/features/known-businesses/file-thread.ts'
import { importLimit } from '#server/features/known-businesses/known-businesses.usecases.ts'
import { distinctEntries, entriesWithout, doNotContactEntryOf } from '#server/leads/do-not-contact-entry.rules.ts'
import { addFitting } from '#server/leads/do-not-contact.usecases.ts'
import { withLeads } from '#server/leads/own-lead.usecases.ts'
import { pacedMap } from '#server/platform/basics/pacer.ts'
import { hitRateLimit } from '#server/platform/limits/rate-limit.ts'

/**
 * Adds every phone, email, and domain in a file to the user's own do-not-contact list, in steps. If the import is
 * interrupted, the entries added so far stay, and the user can send the same file again.
 */
export async function importDoNotContact(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  file: SentFile & { account: Account },
): Promise<OwnFileAdded> {
  const { account } = file
  await hitRateLimit(db, importLimit(file), clock.now())
  const outcome: OwnFileAdded = { rows: 0, added: 0, known: 0, unusable: 0, full: 0, notAdded: [], hasMore: false }
  const { hasMore } = await readContactRows(file, async rows => {
    const all = rows.flatMap(({ entries }) => entries)
    const entries = await pacedMap(distinctEntries(all), doNotContactEntryOf)
    const { added, full } = await withLeads(db, account.id, tx =>
      addFitting(tx, { owner: account, entries, now: clock.now() }),
    )
    outcome.rows += rows.length
    outcome.added += added
    outcome.known += entriesWithout(all, full).length - added
    for (const { row, text, entries: own } of rows) {
      const isFull = entriesWithout(own, full).length < own.length
      if (own.length > 0 && !isFull) continue
      const reason = isFull ? 'full' : 'unusable'
      outcome[reason] += 1
      if (outcome.notAdded.length < namedRows) outcome.notAdded.push({ row, text, reason })
    }
  })
  return { ...outcome, hasMore }
}
