import type { Queryable } from '#server/platform/database/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { insertRemoval, removedAddressesUnder } from './removal.repository.ts'
import { domainOfEmail, isOwnDomain, type SuppressionEntry } from './suppression.rules.ts'
import { delistSoon, listSuppressions, type StoredEntry, suppressSoon } from './suppression.usecases.ts'

/**
 * Replaces entries for domains that are now known to be shared by many businesses with the domains of the businesses
 * that asked. If no removal request identifies them, asks an administrator. Runs when a version starts.
 */
export async function narrowSharedEntries(deps: Deps): Promise<void> {
  const entries = await listSuppressions(deps)
  for (const entry of entries.filter(({ kind, value }) => kind === 'domain' && !isOwnDomain(value)))
    await deps.db.transaction(tx => narrow(deps, tx, entry))
}

async function narrow(deps: Deps, tx: Queryable, shared: StoredEntry): Promise<void> {
  const wasThere = await delistSoon(deps, tx, shared)
  // Another process has already replaced it.
  if (!wasThere) return
  const emails = await removedAddressesUnder(tx, shared.value)
  const domains = new Set(emails.map(domainOfEmail).filter(isOwnDomain))
  const entries = [...domains].map((value): SuppressionEntry => ({ kind: 'domain', value }))
  if (entries.length > 0) await suppressSoon(deps, tx, { entries, reason: shared.reason })
  else await insertRemoval(tx, { ...questionAbout(shared), now: deps.clock.now() })
}

const questionAbout = ({ value, reason, createdAt }: StoredEntry) => ({
  businessName: `Not known: the list held ${value}`,
  email: `unknown@${value}`,
  phone: null,
  websiteDomain: null,
  message: `${value} stood on the list (${reason}, ${createdAt.toISOString().slice(0, 10)}). Many businesses share it, so it was taken off. Please put the one that asked on the list by its own address there, its phone or its email, and close this request.`,
  status: 'awaiting_admin' as const,
})
