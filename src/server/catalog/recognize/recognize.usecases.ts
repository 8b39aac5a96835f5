import { findTown, type Gazetteer, zipInfo } from '#geography/index.ts'
import { houseOf } from '#server/catalog/merge/house.rules.ts'
import { nameOrder, nameSort } from '#server/catalog/place/name-order.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import type { DescribedBusiness, Recognized } from './described-business.ts'
import { byAddress, byPhone, byWebsite } from './judge-candidates.ts'
import {
  type Candidate,
  placesInHouses,
  placesNamedLike,
  placesOfDomains,
  placesOfPhones,
} from './recognize.repository.ts'

/** About the size of a large town, as most of the catalog measures it: north to south. */
const TOWN_DEGREES = 0.25

/** Which places of the catalog these businesses are: by phone, else by website, else by name and address. */
export async function recognize(
  db: Queryable,
  gazetteer: Gazetteer,
  businesses: readonly DescribedBusiness[],
): Promise<Recognized[]> {
  const results = businesses.map((): Recognized => ({ by: 'none', places: [] }))
  const open = () =>
    businesses.map((business, at) => ({ ...business, at })).filter(({ at }) => results[at]?.by === 'none')
  type Judge = (business: DescribedBusiness, own: Candidate[], at: number) => Recognized
  const decide = (candidates: readonly Candidate[], judge: Judge) => {
    const found = Map.groupBy(candidates, ({ at }) => at)
    for (const [at, business] of businesses.entries()) {
      const own = found.get(at)
      if (own !== undefined) results[at] = judge(business, own, at)
    }
  }

  const phones = open().flatMap(({ at, phone }) => (phone === null ? [] : [{ at, phone }]))
  if (phones.length > 0) decide(await placesOfPhones(db, phones), byPhone)

  const domains = open().flatMap(({ domain, ...rest }) => (domain === null ? [] : [{ ...rest, domain }]))
  if (domains.length > 0) decide(await placesOfDomains(db, domains), byWebsite)

  const placed = open().flatMap(({ name, ...rest }) => {
    const position = positionOf(gazetteer, rest)
    return name === null || position === null ? [] : [{ ...rest, name, position }]
  })
  const houses = placed.flatMap(({ at, street, ...where }) => {
    const number = /^\d+/.exec(houseOf(street) ?? '')?.[0]
    return number === undefined ? [] : zipsOf(gazetteer, where).map(zip => ({ at, zip, number }))
  })
  const names = placed.map(({ at, name, position }) => {
    const sorted = nameSort(name)
    return { at, nameSort: sorted, nameOrder: nameOrder(sorted), lat: position.lat, degrees: TOWN_DEGREES }
  })
  const candidates = [
    ...(houses.length === 0 ? [] : await placesInHouses(db, houses)),
    ...(names.length === 0 ? [] : await placesNamedLike(db, names)),
  ]
  const placedAt = new Map(placed.map(business => [business.at, business]))
  decide(candidates, (_business, own, at) => {
    const business = placedAt.get(at)
    return business === undefined ? { by: 'none', places: [] } : byAddress(business, business.position, own)
  })
  return results
}

/** For a large city, only the first ones. */
const MAX_ZIPS = 30

type Where = Pick<DescribedBusiness, 'zip' | 'city' | 'state'>

function zipsOf(gazetteer: Gazetteer, { zip, city, state }: Where): string[] {
  if (zip !== null) return [zip]
  const town = city === null || state === null ? null : findTown(gazetteer, city, state)
  return town?.zips.slice(0, MAX_ZIPS) ?? []
}

function positionOf(gazetteer: Gazetteer, { zip, city, state }: Where): { lat: number; lon: number } | null {
  const ofZip = zip === null ? null : zipInfo(gazetteer, zip)
  return ofZip ?? (city === null || state === null ? null : findTown(gazetteer, city, state))
}
