import { findTown, type Gazetteer, type Town, townKey, zipInfo } from '#geography/index.ts'
import { houseOf } from '#server/catalog/merge/house.rules.ts'
import { placeWordsOf } from '#server/catalog/merge/name-parts.ts'
import { nameSort } from '#server/catalog/place/name-order.ts'
import { pacedMap } from '#server/platform/basics/pacer.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { readPlace } from '#words/index.ts'
import type { DescribedBusiness, Recognized } from './described-business.ts'
import { byAddress, byPhone, byWebsite } from './judge-candidates.ts'
import { type KnownBusiness, matchRow, type RowMatch } from './match-row.ts'
import {
  type Candidate,
  placesInHouses,
  placesNamedLike,
  placesOfDomains,
  placesOfPhones,
  placesWithWords,
} from './recognize.repository.ts'
import { wordQueriesOf } from './row-name.ts'

/** How far a business may be from the middle of its ZIP or town, in degrees: about 17 miles to the north or south. */
const TOWN_DEGREES = 0.25
/** Shorter names that differ by a letter are often of two businesses. */
const LONG_NAME = 8

export type RecognizedRow = Recognized & { row: RowMatch }

/**
 * Which places of the catalog these businesses are: for searches, by phone, else by website, else by name and address;
 * and for the rows of a user's file, by all of these together.
 */
export async function recognize(
  db: Queryable,
  gazetteer: Gazetteer,
  businesses: readonly DescribedBusiness[],
): Promise<RecognizedRow[]> {
  const all = await pacedMap(businesses, (business, at) => withTowns(gazetteer, business, at))
  const phones = await found(placesOfPhones, db, all.flatMap(phoneOf))
  const domains = await found(placesOfDomains, db, all.flatMap(domainOf))
  const ofContacts = ({ at }: Placed): Candidate[][] => [phones.get(at) ?? [], domains.get(at) ?? []]
  const byContacts = await pacedMap(all, business => matchRow(business, ofContacts(business).flat()))
  // Most houses of a town center have many businesses.
  const open = all.filter(({ at }) => byContacts[at]?.isSettled !== true)
  const houses = await found(placesInHouses, db, open.flatMap(housesOf))
  const names = await found(placesNamedLike, db, open.flatMap(namesOf))
  const byFacts = await pacedMap(all, (business, at) => {
    const own = [...ofContacts(business), [...(houses.get(at) ?? []), ...(names.get(at) ?? [])]]
    const settled = byContacts[at]
    return { business, own, row: settled?.isSettled === true ? settled : matchRow(business, own.flat()) }
  })
  const vague = byFacts.flatMap(({ business, row }) => (row.match === 'sure' || row.isNamed ? [] : wordsOf(business)))
  const words = await found(placesWithWords, db, vague)
  return pacedMap(businesses, (business, at) => {
    const { own, row, business: known } = byFacts[at] as (typeof byFacts)[number]
    const more = words.get(at)
    const recognized = recognizeOne(business, known.position, own)
    return { ...recognized, row: more === undefined ? row : matchRow(known, [...own.flat(), ...more]) }
  })
}

/** The first way in which something is found counts. */
function recognizeOne(
  business: DescribedBusiness,
  position: Position | null,
  [phones = [], domains = [], addresses = []]: Candidate[][],
): Recognized {
  const ofPhone = byPhone(business, phones)
  if (ofPhone.by !== 'none') return ofPhone
  const ofDomain = domains.length === 0 ? ofPhone : byWebsite(business, domains)
  if (ofDomain.by !== 'none' || business.name === null || position === null) return ofDomain
  return byAddress({ ...business, name: business.name }, position, addresses)
}

type Position = { lat: number; lon: number }
type Named = Position & Pick<Town, 'name' | 'zips'>
/** `position`: the middle of its ZIP or town. */
type Placed = KnownBusiness & { at: number; position: Position | null }

const phoneOf = ({ at, phone }: Placed) => (phone === null ? [] : { at, phone })
const domainOf = ({ at, domain, city, state, zip }: Placed) => (domain === null ? [] : { at, domain, city, state, zip })

async function found<Wanted>(
  find: (db: Queryable, wanted: readonly Wanted[]) => Promise<Candidate[]>,
  db: Queryable,
  wanted: readonly Wanted[],
): Promise<Map<number, Candidate[]>> {
  return Map.groupBy(wanted.length === 0 ? [] : await find(db, wanted), ({ at }) => at)
}

function housesOf({ at, name, street, zip, position }: Placed) {
  const number = /^\d+/.exec(houseOf(street) ?? '')?.[0]
  if (name === null || position === null || number === undefined) return []
  const { lat, lon } = position
  return { at, zip, number, lat, lon, degrees: TOWN_DEGREES }
}

function namesOf({ at, name, street, position }: Placed) {
  if (name === null || position === null) return []
  const sorted = nameSort(name)
  // With a house, that is where a misspelled name is found.
  const mayBeMisspelled = sorted.length >= LONG_NAME && houseOf(street) === null
  return { at, name_sort: sorted, mayBeMisspelled, lat: position.lat, degrees: TOWN_DEGREES }
}

function wordsOf({ at, name, street, city, zips = [] }: Placed) {
  if (name === null || houseOf(street) !== null) return []
  return wordQueriesOf(name, placeWordsOf({ city })).map(query => ({ at, query, city, zips }))
}

type Where = Pick<DescribedBusiness, 'zip' | 'city' | 'state'>

/** The middle of a business's ZIP or town. */
export const positionOf = (gazetteer: Gazetteer, where: Where, towns = townsNamed(gazetteer, where)): Position | null =>
  (where.zip === null ? null : zipInfo(gazetteer, where.zip)) ?? towns[0] ?? null

/** The towns with the name, the largest first, or the place that is called so, such as "NYC". */
function townsNamed(gazetteer: Gazetteer, { city, state }: Where): readonly Named[] {
  if (city === null) return []
  const towns = gazetteer.townsByKey.get(townKey(city))?.filter(town => state === null || town.state === state) ?? []
  const place = towns.length > 0 ? null : readPlace(gazetteer, state === null ? city : `${city}, ${state}`, 'exact')
  if (place?.kind !== 'point') return towns
  return [{ ...place, name: place.city, zips: findTown(gazetteer, place.city, place.state)?.zips ?? [] }]
}

/** Leaves out a town that is not known, perhaps misspelled, so that it does not contradict a place. */
function withTowns(gazetteer: Gazetteer, business: DescribedBusiness, at: number): Placed {
  const towns = townsNamed(gazetteer, business)
  const position = positionOf(gazetteer, business, towns)
  const zips = business.zip === null ? towns.flatMap(town => town.zips) : [business.zip]
  return { ...business, at, city: towns[0]?.name ?? null, position, zips }
}
