import { type Comparison, maxComparedLeads, type Receipt, totalOf } from '#contract/searches/receipts.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { AskedPage } from '#server/catalog/place/places-provider.ts'
import type { PageKey, SearchPlan } from '#server/catalog/place/search-plan.ts'
import { type CatalogSnapshot, releasesIn } from '#server/catalog/search/catalog.ts'
import { coverageOfArea } from '#server/catalog/search/coverage.ts'
import type { Deps } from '#server/features/deps.ts'
import { doNotContactOf } from '#server/leads/do-not-contact.usecases.ts'
import { lineKey, placeKeysOf } from '#server/leads/lead-facts.rules.ts'
import { searchNotFound } from '#server/leads/own-names.usecases.ts'
import { returnedBy } from '#server/leads/owned-places.usecases.ts'
import { listedKeys } from '#server/leads/read-leads.usecases.ts'
import { readLeads } from '#server/leads/refresh-leads.usecases.ts'
import { chargesOf } from '#server/money/usage/usage.usecases.ts'
import { orRefuse } from '#server/platform/basics/refusal.ts'
import { cannotRunAgain, ownSearch, searchOf } from './own-searches.usecases.ts'
import { compareLists, type LeadNames } from './receipt.rules.ts'
import { findReceipt } from './searches.repository.ts'

/** The receipt of a search: how it was understood, what it found and left out, and what it cost. */
export async function readReceipt(deps: Deps, account: Account, searchId: number): Promise<Receipt> {
  const search = await ownSearch(deps.db, account.id, searchId)
  const receipt = orRefuse(await findReceipt(deps.db, account.id, searchId), searchNotFound)
  const charges = await chargesOf(deps.db, account.id, searchId)
  return {
    search: searchOf(deps, account, search),
    notes: search.notes,
    leads: search.delivered,
    pages: receipt.pages,
    hash: receipt.hash,
    charges,
    total: totalOf(charges),
    refundedAt: receipt.refundedAt?.toISOString() ?? null,
  }
}

const BATCH_SIZE = 250

/** Repeats a search with the same plan, and compares as many results as it loaded. Names no business, so it is free. */
export async function compareSearch(deps: Deps, account: Account, searchId: number): Promise<Comparison> {
  const { plan: stored, total, options } = await ownSearch(deps.db, account.id, searchId)
  const plan = orRefuse(stored, cannotRunAgain)
  return readLeads(deps, account.id, async snapshot => {
    const wanted = { where: plan.where, isSampleShown: deps.config.DEMO_CATALOG }
    const area = coverageOfArea(deps.catalog, snapshot, wanted)
    const listed = await listedKeys(deps.db, searchId, maxComparedLeads)
    const ownLeads = {
      phones: listed.flatMap(({ phone }) => phone ?? []),
      placeKeys: listed.map(({ placeKey }) => placeKey),
    }
    const doNotContact = await doNotContactOf(deps, account.id)
    const found = await findNames(deps, {
      plan: { ...plan, withoutSample: area.withoutSample },
      atMost: listed.length + BATCH_SIZE,
      // The search's own leads must not be left out now, even if the user has put them on the do-not-contact list.
      without: options.skipOwned ? { userId: account.id, except: ownLeads } : undefined,
      doNotContact: doNotContact && { ...doNotContact, except: ownLeads },
      formerNews: ownLeads,
      returned: await returnedBy(deps.db, account, snapshot),
      snapshot,
    })
    return {
      ...compareLists(
        listed.map(({ placeKey, ...line }) => namesOf([placeKey], line)),
        found.names,
      ),
      matchesThen: total,
      matchesNow: found.total,
      sources: releasesIn(snapshot, area).map(({ dataset: { name }, release }) => ({ name, release })),
    }
  })
}

const namesOf = (placeKeys: readonly string[], { phone, name }: { phone: number | null; name: string }): LeadNames =>
  phone === null ? placeKeys : [...placeKeys, lineKey(phone, name)]

type Wanted = Omit<AskedPage, 'after' | 'limit'> & { plan: SearchPlan; atMost: number; snapshot: CatalogSnapshot }

/** The names of each of the first places of a search, and the number of matching places. */
async function findNames(
  { catalog: { places } }: Deps,
  { plan, atMost, snapshot, ...leftOut }: Wanted,
): Promise<{ names: LeadNames[]; total: number }> {
  const names: LeadNames[] = []
  let after: PageKey | null = null
  for (;;) {
    const found = await places.search(plan, { after, limit: BATCH_SIZE, ...leftOut })
    names.push(...found.places.map(place => namesOf(placeKeysOf(place, snapshot), place)))
    after = found.places.at(-1)?.pageKey ?? null
    if (found.places.length < BATCH_SIZE || names.length >= atMost) return { names, total: found.total }
  }
}
