import type { Lead } from '#contract/leads.ts'
import type { Account } from '../auth/session.usecases.ts'
import type { Queryable } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import type { CatalogSnapshot } from '../places/catalog.ts'
import { distanceMiles, type Point } from '../places/great-circle.ts'
import type { FoundPlace } from '../places/places-provider.ts'
import { ownSearch } from '../searches/own-search.usecases.ts'
import { Refusal } from '../shared/refusal.ts'
import type { Month } from '../usage/usage.usecases.ts'
import { currentLeads } from './current-leads.usecases.ts'
import { changesBetween, leadFactsOf, placeKeysOf } from './lead-facts.rules.ts'
import { findOwned, type NewLead, leadsOfSearch, leadsOfUser, saveLeads, type StoredLead } from './leads.repository.ts'
import { type Owned, pullPage } from './pull.rules.ts'

export type ChosenPage = {
  leads: Omit<NewLead, 'position'>[]
  /** Contact pulls that they cost. */
  cost: number
}

/**
 * What of a page of places a user gets, and what it costs: the caller pays for it and keeps it, in the transaction that
 * holds the user's quota. Refuses with QUOTA_EXCEEDED when nothing of the page can be paid.
 */
export async function chooseLeads(
  tx: Queryable,
  page: {
    account: Account
    places: FoundPlace[]
    catalog: CatalogSnapshot
    /** Distances are measured from here; null: a statewide search. */
    centre: Point | null
    held: Month
  },
): Promise<ChosenPage> {
  const { account, catalog, centre, held } = page
  const places = page.places.map(place => ({ place, placeKeys: placeKeysOf(place, catalog), phone: place.phone }))
  const owned = await findOwned(tx, {
    userId: account.id,
    placeKeys: places.flatMap(({ placeKeys }) => placeKeys),
    phones: places.flatMap(({ phone }) => phone ?? []),
  })
  const { taken, cost, isCut } = pullPage({
    page: places.map(place => namedAsOwned(place, owned)),
    owned,
    pullsLeft: held.pulls + held.extraPulls,
  })
  if (isCut && taken.length === 0) throw new Refusal('QUOTA_EXCEEDED')
  const leads = taken.map(({ place: { place, placeKey, phone }, isFirstOfPhone }) => ({
    placeKey,
    phone,
    isFirstOfPhone,
    facts: leadFactsOf(place, catalog),
    distanceMiles: centre === null ? null : distanceMiles(centre, place),
  }))
  return { leads, cost }
}

// A business that the user has under the name of one of its rows is that lead, whatever it was merged with since.
function namedAsOwned(
  { place, placeKeys, phone }: { place: FoundPlace; placeKeys: string[]; phone: number | null },
  owned: Owned,
): { place: FoundPlace; placeKey: string; phone: number | null } {
  const placeKey = placeKeys.find(key => owned.placeKeys.has(key)) ?? placeKeys[0] ?? ''
  return { place, placeKey, phone }
}

/** Saves chosen leads as the user's own and lists them under their search, from `firstPosition` on. */
export async function keepLeads(
  tx: Queryable,
  kept: { account: Account; searchId: number; chosen: ChosenPage; firstPosition: number; now: Date },
): Promise<Lead[]> {
  const { account, searchId, chosen, firstPosition, now } = kept
  const leads = chosen.leads.map((lead, index) => Object.assign(lead, { position: firstPosition + index }))
  const saved = await saveLeads(tx, { userId: account.id, searchId, leads, now })
  return leads.flatMap(({ facts, distanceMiles: distance }, index) => {
    const lead = saved[index]
    return lead === undefined ? [] : pulledNow({ ...lead, facts, distanceMiles: distance })
  })
}

/** The leads of one of the user's searches in its order, or all of the user's leads, newest first. */
export async function listLeads(deps: Deps, account: Account, searchId: number | undefined): Promise<Lead[]> {
  if (searchId === undefined) return currentLeads(deps, await leadsOfUser(deps.db, account.id))
  await ownSearch(deps.db, account.id, searchId)
  return currentLeads(deps, await leadsOfSearch(deps.db, account.id, searchId))
}

const pulledNow = ({ facts, firstFacts, ...own }: Omit<StoredLead, 'placeKey'>): Lead => ({
  ...facts,
  ...own,
  changes: changesBetween(firstFacts ?? facts, facts),
  isListed: true,
  doNotContact: false,
})
