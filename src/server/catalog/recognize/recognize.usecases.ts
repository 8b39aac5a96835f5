import { findTown, type Gazetteer, zipInfo } from '#geography/index.ts'
import { houseOf } from '#server/catalog/merge/house.rules.ts'
import { placeWordsOf } from '#server/catalog/merge/name-parts.ts'
import { nameSort } from '#server/catalog/place/name-order.ts'
import { pacedMap } from '#server/platform/basics/pacer.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { readPlace } from '#words/index.ts'
import type { DescribedBusiness, Recognized } from './described-business.ts'
import { byAddress, byPhone, byWebsite } from './judge-candidates.ts'
import { matchRow, type RowMatch } from './match-row.ts'
import {
  type Candidate,
  placesInHouses,
  placesNamedLike,
  placesOfDomains,
  placesOfPhones,
} from './recognize.repository.ts'
import { startOfName } from './row-name.ts'

/** About the size of a large town, as most of the catalog measures it: north to south. */
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
  const all = businesses.map((business, at) => ({ ...business, at }))
  const phones = await found(placesOfPhones, db, withFact(all, 'phone'))
  const domains = await found(placesOfDomains, db, withFact(all, 'domain'))
  const byContacts = await pacedMap(businesses, (business, at) => {
    const own = [phones, domains].map(candidates => candidates.get(at) ?? [])
    return { own, row: matchRow(withKnownTown(gazetteer, business), own.flat()) }
  })
  // Most houses of a town center have many businesses.
  const open = all.filter(({ at }) => byContacts[at]?.row.isSettled !== true)
  const placed = placedOf(gazetteer, open)
  const addresses = await atAddresses(db, gazetteer, placed)
  const positions = new Map(placed.map(({ at, position }) => [at, position]))
  return pacedMap(businesses, (business, at) => {
    const own = [...(byContacts[at]?.own ?? []), addresses.get(at) ?? []]
    const settled = byContacts[at]?.row
    const row = settled?.isSettled === true ? settled : matchRow(withKnownTown(gazetteer, business), own.flat())
    return { ...recognizeOne(business, positions.get(at) ?? null, own), row }
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
type At = DescribedBusiness & { at: number }
type Placed = At & { name: string; position: Position }

const withFact = <Fact extends 'phone' | 'domain'>(all: readonly At[], fact: Fact) =>
  all.filter((business): business is At & { [Name in Fact]: NonNullable<At[Name]> } => business[fact] !== null)

async function found<Wanted>(
  find: (db: Queryable, wanted: readonly Wanted[]) => Promise<Candidate[]>,
  db: Queryable,
  wanted: readonly Wanted[],
): Promise<Map<number, Candidate[]>> {
  return Map.groupBy(wanted.length === 0 ? [] : await find(db, wanted), ({ at }) => at)
}

const placedOf = (gazetteer: Gazetteer, all: readonly At[]): Placed[] =>
  all.flatMap(({ name, ...rest }) => {
    const position = positionOf(gazetteer, rest)
    return name === null || position === null ? [] : [{ ...rest, name, position }]
  })

async function atAddresses(
  db: Queryable,
  gazetteer: Gazetteer,
  placed: readonly Placed[],
): Promise<Map<number, Candidate[]>> {
  const houses = placed.flatMap(({ at, street, zip, position: { lat, lon } }) => {
    const number = /^\d+/.exec(houseOf(street) ?? '')?.[0]
    return number === undefined ? [] : { at, zip, number, lat, lon, degrees: TOWN_DEGREES }
  })
  const names = placed.map(({ at, name, street, city, position }) => {
    const sorted = nameSort(name)
    // With a house, that is where a misspelled or shortened name is found.
    const isWithoutHouse = houseOf(street) === null
    const start = isWithoutHouse ? startOfName(name, placeWordsOf({ city })) : sorted
    const mayBeMisspelled = sorted.length >= LONG_NAME && isWithoutHouse
    return { at, name_sort: sorted, start, mayBeMisspelled, lat: position.lat, degrees: TOWN_DEGREES }
  })
  const [inHouses, named] = [await found(placesInHouses, db, houses), await found(placesNamedLike, db, names)]
  return new Map(placed.map(({ at }) => [at, [...(inHouses.get(at) ?? []), ...(named.get(at) ?? [])]]))
}

type Where = Pick<DescribedBusiness, 'zip' | 'city' | 'state'>

/** The middle of a business's ZIP or town. */
export function positionOf(gazetteer: Gazetteer, { zip, city, state }: Where): { lat: number; lon: number } | null {
  const ofZip = zip === null ? null : zipInfo(gazetteer, zip)
  return ofZip ?? (city === null ? null : townNamed(gazetteer, city, state))
}

/** The town, or the place that is called so, such as "NYC". */
function townNamed(gazetteer: Gazetteer, city: string, state: string | null) {
  const town = findTown(gazetteer, city, state)
  if (town !== null) return town
  const place = readPlace(gazetteer, state === null ? city : `${city}, ${state}`, 'exact')
  return place.kind === 'point' ? { name: place.city, lat: place.lat, lon: place.lon } : null
}

/** A town that nobody knows, perhaps misspelled, contradicts no other one. */
const withKnownTown = (gazetteer: Gazetteer, business: DescribedBusiness): DescribedBusiness => ({
  ...business,
  city: business.city === null ? null : (townNamed(gazetteer, business.city, business.state)?.name ?? null),
})
