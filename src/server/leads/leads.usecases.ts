import type { Lead } from '#contract/leads.ts'
import type { Account } from '../auth/session.usecases.ts'
import type { Queryable } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import type { CatalogSnapshot } from '../places/catalog.ts'
import { distanceMiles, type Point } from '../places/great-circle.ts'
import type { FoundPlace } from '../places/places-provider.ts'
import { ownSearch } from '../searches/own-search.usecases.ts'
import { Refusal } from '../shared/refusal.ts'
import { type Month, spendPulls } from '../usage/usage.usecases.ts'
import { leadFactsOf, placeKeyOf } from './lead-facts.rules.ts'
import {
  findOwned,
  leadsOfSearch,
  leadsOfUser,
  listUnderSearch,
  saveLeads,
  type StoredLead,
} from './leads.repository.ts'
import { pullPage } from './pull.rules.ts'

export type PulledPage = { leads: Lead[]; isCut: boolean }
type PullRequest = {
  account: Account
  searchId: number
  places: FoundPlace[]
  catalog: CatalogSnapshot
  /** Distances are measured from here; null: a statewide search. */
  centre: Point | null
  /** Where the page stands in its search, from 0. */
  firstPosition: number
  /** What is left of the quota, held by the same transaction. */
  held: Month
  now: Date
}

/**
 * Gives a user a page of places as leads: pays for the new ones, saves them and lists them under the search, all in
 * the caller's transaction, which holds the user's quota. Refuses with QUOTA_EXCEEDED when nothing can be paid.
 */
export async function pullLeads(tx: Queryable, request: PullRequest): Promise<PulledPage> {
  const { account, searchId, held, now } = request
  const page = pullablePage(request)
  const owned = await findOwned(tx, {
    userId: account.id,
    placeKeys: page.map(place => place.placeKey),
    phones: page.flatMap(place => place.phone ?? []),
  })
  const { taken, cost, isCut } = pullPage({ page, owned, pullsLeft: held.pulls + held.extraPulls })
  if (isCut && taken.length === 0) throw new Refusal('QUOTA_EXCEEDED')
  if (taken.length === 0) return { leads: [], isCut }
  await spendPulls(tx, { account, count: cost, held, searchId, now })
  const ids = await saveLeads(tx, {
    userId: account.id,
    searchId,
    now,
    leads: taken.map(({ place, isFirstOfPhone }) => ({
      placeKey: place.placeKey,
      phone: place.phone,
      isFirstOfPhone,
      facts: place.facts,
    })),
  })
  const leads = taken.map(({ place: { facts, distanceMiles: distance } }, index) =>
    leadOf({ id: ids[index] ?? 0, facts, distanceMiles: distance }),
  )
  await listUnderSearch(
    tx,
    searchId,
    leads.map((lead, index) => ({
      leadId: lead.id,
      position: request.firstPosition + index,
      distanceMiles: lead.distanceMiles,
    })),
  )
  return { leads, isCut }
}

/** The leads of one of the user's searches in its order, or all of the user's leads, newest first. */
export async function listLeads(deps: Deps, account: Account, searchId: number | undefined): Promise<Lead[]> {
  if (searchId === undefined) return (await leadsOfUser(deps.db, account.id)).map(leadOf)
  await ownSearch(deps.db, account.id, searchId)
  return (await leadsOfSearch(deps.db, account.id, searchId)).map(leadOf)
}

const pullablePage = ({ places, catalog, centre }: PullRequest) =>
  places.map(place => ({
    placeKey: placeKeyOf(place, catalog),
    phone: place.phone,
    facts: leadFactsOf(place, catalog),
    distanceMiles: centre === null ? null : distanceMiles(centre, place),
  }))

const leadOf = ({ facts, ...own }: StoredLead): Lead => ({ ...facts, ...own })
