import { distanceMiles, type Point } from '#geography/index.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { ListedPlace } from '#server/catalog/place/places-provider.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { placesNamed } from '#server/catalog/search/places.usecases.ts'
import type { Month } from '#server/money/usage/usage.usecases.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { together } from '#server/platform/database/transaction.ts'
import type { NewLead, SavedLead } from './keep-leads.repository.ts'
import { keysNamed, leadFactsOf, lineKey, linesOf, otherPhonesOf, placeKeysOf } from './lead-facts.rules.ts'
import { findOwned, type OwnedLeads } from './owned-places.repository.ts'
import { foundByKey } from './places-by-key.usecases.ts'
import { pullPage } from './pull.rules.ts'
import { noteCatalogOf } from './refresh-leads.repository.ts'

export type ChosenLead = Omit<NewLead, 'position'> & {
  wasReturned: boolean
  isNew: boolean
  /** The stored lead if none of its facts has changed. Then only its position in the search is saved. */
  unchanged: SavedLead | null
}

export type ChosenPage = {
  leads: ChosenLead[]
  /** The user's existing leads on the page whose phone or name has changed. */
  changedLines: { placeKey: string; phone: number | null; was: number | null }[]
  /** The existing leads whose place has another key now. */
  renamed: { placeKey: string; from: string }[]
  /** The cost of the leads in contact pulls. */
  cost: number
  /** The number of finished places from the start of the page, including those that were listed before. */
  through: number
}

/** The places of a page, with the leads that the user already has. */
export type ComparedPage = { catalog: CatalogSnapshot; places: KeyedPlace[]; owned: OwnedLeads }

type KeyedPlace = { place: ListedPlace; placeKeys: string[]; duplicateKeys: string[]; lines: string[] }

/**
 * Looks up which places of a page are leads of the user, in the transaction that has locked the user's quota. The query
 * can be sent together with the lock, without waiting for it, because nothing is written unless the user's leads
 * reflect another catalog version.
 */
export async function comparePage(
  tx: Queryable,
  page: {
    account: Account
    places: ListedPlace[]
    catalog: CatalogSnapshot
    /** The version of the catalog in which the places were found. */
    version: number
    /** The version of the user's own do-not-contact list that the search applied. */
    doNotContactVersion: number
    searchId?: number
  },
): Promise<ComparedPage> {
  const { account, catalog, searchId = null } = page
  const places = page.places.map(place => ({
    place,
    placeKeys: placeKeysOf(place, catalog),
    duplicateKeys: keysNamed(place.possibleDuplicates, catalog),
    lines: linesOf(place).map(({ phone, name }) => lineKey(phone, name)),
  }))
  const [, owned] = await together(
    noteCatalogOf(tx, account.id, page),
    findOwned(tx, {
      userId: account.id,
      placeKeys: places.flatMap(({ placeKeys, duplicateKeys }) => [...placeKeys, ...duplicateKeys]),
      lines: places.flatMap(({ place }) => linesOf(place)),
      searchId,
    }),
  )
  return { catalog, places, owned }
}

/**
 * `center`: distances are measured from here; null if the search is not in a single circle. `atMost`: the most contact
 * pulls that the page may cost.
 */
type Choosing = { center: Point | null; held: Month; atMost: number }

/**
 * Determines which leads of a page a user gets, and their cost. The caller charges for them and saves them in the same
 * transaction. After a catalog change, a place may move behind the end of an earlier page and appear again; the search
 * lists it only once. Throws QUOTA_EXCEEDED if the user cannot pay for any of the page.
 */
export async function chooseLeads(
  tx: Queryable,
  { catalog, places, owned }: ComparedPage,
  { center, held, atMost }: Choosing,
): Promise<ChosenPage> {
  const named = places.map(place => namedAsOwned(place, owned))
  const renamed = await findRenamed(tx, { places: named, owned, catalog })
  const formerName = new Map(renamed.map(({ placeKey, from }) => [placeKey, from]))
  const unlisted = named.filter(({ placeKey }) => !owned.listed.has(formerName.get(placeKey) ?? placeKey))
  const { taken, cost, isCut } = pullPage({
    page: unlisted,
    owned: { placeKeys: keysOf(owned), lines: owned.lines },
    pullsLeft: Math.min(atMost, held.pulls + held.extraPulls),
  })
  if (isCut && taken.length === 0) throw new Refusal('QUOTA_EXCEEDED')
  const leads = taken.map(({ place: { place, placeKey, otherKeys, lines }, isFirstOfLine, isFree }) => ({
    placeKey,
    otherKeys,
    phone: place.phone,
    otherPhones: otherPhonesOf(place),
    // If a returned lead has the line, a later step decides which of the leads is listed for it.
    isFirstOfLine: isFirstOfLine && !lines.some(line => owned.returnedLines.has(line)),
    isFree,
    wasReturned: isReturnedKey(owned, formerName.get(placeKey) ?? placeKey),
    isNew: !owned.leads.has(placeKey) && !formerName.has(placeKey),
    placeStamp: place.stamp,
    facts: leadFactsOf(place, catalog),
    distanceMiles: center === null ? null : distanceMiles(center, place),
    unchanged: unchangedLead({ placeKey, otherKeys, place }, owned),
  }))
  const changedLines = leads.flatMap(({ placeKey, phone, facts }) => {
    const was = (formerName.has(placeKey) ? owned.otherNames : owned.leads).get(placeKey)
    const isSame = was === undefined || (was.phone === phone && was.name === facts.businessName)
    return isSame ? [] : [{ placeKey, phone, was: was.phone }]
  })
  const pulled = new Set(leads.map(({ placeKey }) => placeKey))
  const next = unlisted[taken.length]
  return {
    leads,
    cost,
    changedLines,
    renamed: renamed.filter(({ placeKey }) => pulled.has(placeKey)),
    through: next === undefined ? named.length : named.indexOf(next),
  }
}

/** The keys of places that the user has as leads, without returned leads. */
const keysOf = ({ leads, otherNames }: OwnedLeads): Set<string> =>
  new Set([...leads, ...otherNames].flatMap(([key, { isReturned }]) => (isReturned ? [] : key)))

const isReturnedKey = ({ leads, otherNames }: OwnedLeads, key: string): boolean =>
  (leads.get(key) ?? [...otherNames.values()].find(({ placeKey }) => placeKey === key))?.isReturned ?? false

// A lead whose key matches any row of a merged place is that lead, before one that was returned.
function namedAsOwned<P extends { placeKeys: string[] }>(
  { placeKeys, ...place }: P,
  { leads, otherNames }: OwnedLeads,
): Omit<P, 'placeKeys'> & { placeKey: string; otherKeys: string[] } {
  const [placeKey = placeKeys[0] ?? ''] = [false, true].flatMap(isReturned =>
    [leads, otherNames].flatMap(of => placeKeys.filter(key => of.get(key)?.isReturned === isReturned)),
  )
  return { ...place, placeKey, otherKeys: placeKeys.filter(key => key !== placeKey) }
}

/** The stamp covers all facts and phones. If the place has got new keys since, the lead must be saved with them. */
function unchangedLead(
  { placeKey, otherKeys, place }: { placeKey: string; otherKeys: string[]; place: ListedPlace },
  { leads, otherNames }: OwnedLeads,
): SavedLead | null {
  const lead = leads.get(placeKey)
  if (lead === undefined || !lead.isLive || lead.placeStamp !== place.stamp || lead.phone !== place.phone) return null
  return otherKeys.every(key => otherNames.has(key)) ? lead : null
}

/**
 * Finds leads whose row is gone while the rest of their place still exists. If the lead's row still exists as a
 * separate place, the place was split, and both places are separate leads.
 */
async function findRenamed(
  tx: Queryable,
  { places, owned, catalog }: { places: { placeKey: string }[]; owned: OwnedLeads; catalog: CatalogSnapshot },
): Promise<ChosenPage['renamed']> {
  const renamed = new Map<string, string>()
  for (const { placeKey } of places) {
    const from = owned.otherNames.get(placeKey)?.placeKey
    if (from !== undefined && !owned.leads.has(placeKey)) renamed.set(from, placeKey)
  }
  const kept = await foundByKey(renamed.keys(), catalog, names => placesNamed(tx, names))
  return [...renamed].flatMap(([from, placeKey]) => (kept.has(from) ? [] : { from, placeKey }))
}
