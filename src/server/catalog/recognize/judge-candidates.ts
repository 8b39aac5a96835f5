import { comparePlaces } from '#server/catalog/merge/compare-places.ts'
import { houseOf, isSameHouse } from '#server/catalog/merge/house.rules.ts'
import { nameSimilarity } from '#server/catalog/merge/name-similarity.ts'
import { nameSort } from '#server/catalog/place/name-order.ts'
import type { DescribedBusiness, Recognized } from './described-business.ts'
import type { Candidate } from './recognize.repository.ts'

const nothing: Recognized = { by: 'none', places: [] }
/** The least similarity of two names with one phone or domain. */
const SAME_OWNER = 0.6

const asPlaces = (candidates: readonly Candidate[]): Recognized['places'] =>
  [...new Map(candidates.map(({ id, key, headPhone }) => [id, { key, phone: headPhone }])).values()].toSorted((a, b) =>
    a.key < b.key ? -1 : 1,
  )

const isNamed = (business: DescribedBusiness, { name }: Candidate): boolean =>
  business.name !== null && nameSimilarity(business.name, name) >= SAME_OWNER

/** Whether these are rows of one place, or places with one phone. */
function isOne(candidates: readonly Candidate[]): boolean {
  const places = asPlaces(candidates)
  return places.length === 1 || (places[0]?.phone != null && new Set(places.map(({ phone }) => phone)).size === 1)
}

/** If only some of several businesses have the name, these are meant, by their keys. Otherwise, all are meant. */
function ofPhone(by: 'phone' | 'website', business: DescribedBusiness, candidates: readonly Candidate[]): Recognized {
  const named = candidates.filter(candidate => isNamed(business, candidate))
  const places = asPlaces(named.length === 0 ? candidates : named)
  const isWhole = places.length === asPlaces(candidates).length
  return { by, places: isWhole ? places : places.map(({ key }) => ({ key, phone: null })) }
}

export const byPhone = (business: DescribedBusiness, candidates: readonly Candidate[]): Recognized =>
  candidates.length === 0 ? nothing : ofPhone('phone', business, candidates)

/** A domain may have branches: the one in the business's house, town, or with its name is meant. */
export function byWebsite(business: DescribedBusiness, candidates: readonly Candidate[]): Recognized {
  const hasName = (candidate: Candidate) => isNamed(business, candidate)
  const local = candidates.filter(candidate => isInTown(business, candidate))
  const inHouse = local.filter(({ street }) => isSameHouse(business.street, street))
  const steps: (readonly Candidate[])[] = [inHouse, local, local.filter(hasName)]
  if (!hasTown(business)) steps.push(candidates, candidates.filter(hasName))
  else if (local.length === 0)
    steps.push(candidates.filter(candidate => hasName(candidate) && isInState(business, candidate)))
  const one = steps.find(isOne)
  if (one !== undefined) return ofPhone('website', business, one)
  return steps.some(step => step.length > 0) ? { by: 'several', places: [] } : nothing
}

const hasTown = ({ city, zip }: DescribedBusiness): boolean => city !== null || zip !== null

const isInState = ({ state }: DescribedBusiness, candidate: Candidate): boolean =>
  state === null || candidate.state === null || state === candidate.state

const isInTown = (business: DescribedBusiness, candidate: Candidate): boolean =>
  (business.zip !== null && business.zip === candidate.zip) ||
  (business.city !== null &&
    business.city.toLowerCase() === candidate.city?.toLowerCase() &&
    isInState(business, candidate))

/** `position`: of the business's ZIP or town. */
export function byAddress(
  business: DescribedBusiness & { name: string },
  position: { lat: number; lon: number },
  candidates: readonly Candidate[],
): Recognized {
  const described = { id: 0, ...business, lat: position.lat, lon: position.lon, categories: [] }
  const inHouse = candidates.filter(candidate => {
    if (houseOf(business.street) === null || houseOf(candidate.street) === null) return false
    // If the business has no ZIP, it has that of the house in its town.
    const zip = business.zip ?? (isInTown(business, candidate) ? candidate.zip : null)
    return comparePlaces({ ...described, zip }, { ...candidate, categories: [] }) === 'same'
  })
  // Several places with that name in one house are the business and its duplicates.
  if (inHouse.length > 0) return { by: 'address', places: asPlaces(inHouse) }
  const sorted = nameSort(business.name)
  const named = candidates.filter(
    candidate =>
      nameSort(candidate.name) === sorted &&
      isInTown(business, candidate) &&
      (houseOf(business.street) === null || houseOf(candidate.street) === null),
  )
  if (named.length === 0) return nothing
  return isOne(named) ? { by: 'address', places: asPlaces(named) } : { by: 'several', places: [] }
}
