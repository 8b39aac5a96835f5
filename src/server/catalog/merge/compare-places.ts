import { distanceMiles } from '#server/catalog/place/great-circle.ts'
import { isTollFree } from '#server/catalog/place/toll-free.ts'
import { houseOf, isNextDoor, isSameHouse, isSameHouseNumber, streetsDiffer } from './house.rules.ts'
import {
  compareNames,
  isOneTypo,
  isWithin,
  type NameDifference,
  type NameParts,
  namePartsOf,
  type PlaceWords,
  placeWordsOf,
} from './name-parts.ts'
import { nameSimilarity } from './name-similarity.ts'

/** The facts by which two rows are compared. `phone` is E.164 digits. */
export type ComparedPlace = {
  id: number
  name: string
  phone: number | null
  domain: string | null
  street: string | null
  city: string | null
  zip: string | null
  lat: number
  lon: number
}
/** same: one business, so the rows are merged. possible: both are kept and marked. different: unrelated. */
export type Similarity = 'same' | 'possible' | 'different'

const NEAR_MILES = 0.1864
const SPOT_MILES = 0.06
const MOVED_MILES = 1
/** The least similarity of two names, by what else agrees. `npm run bench -- merging` shows the effect. */
const least = {
  samePhone: 0.3,
  samePhoneOtherDomain: 0.7,
  sameHouse: 0.85,
  sameHouseAndDomain: 0.6,
  /** A department often has its own number, and a word of its own. */
  sameHouseAndDomainOtherPhone: 0.75,
  sameHouseAndDomainOtherPhoneSameWords: 0.55,
  /** A phone and a domain are missing, so nothing contradicts. */
  sameHouseNoContradiction: 0.75,
  /** One row has no house number, and nothing contradicts. */
  sameSpot: 0.9,
  sameSpotAndDomain: 0.6,
  /** One row has no house number, so it may be anywhere in its ZIP or town. Or the business has moved. */
  samePhoneInTown: 0.85,
  sameMachine: 0.6,
  possibleWithPhone: 0.5,
  possibleInHouse: 0.6,
}

/** Compares two rows by phone, street address, website, and name. */
export function comparePlaces(a: ComparedPlace, b: ComparedPlace): Similarity {
  const where = comparePositions(a, b)
  if (where === null) return 'different'
  const [first, second] = [namePartsOf(a.name), namePartsOf(b.name)]
  if (where.isForEqualNames && first.joined !== second.joined) return 'different'
  const placeWords = placeWordsOf(a, b)
  const similarity = similarityOf(a, b, { first, second, placeWords })
  if (first.isMachine || second.isMachine)
    return first.isMachine && second.isMachine && isOneMachine(first, second, where) ? 'same' : 'different'
  const difference = compareNames(first, second, placeWords)
  if (difference === 'two businesses') return 'different'

  const contacts = compareContacts(a, b)
  const isOneWithin = isWithin(first, second, placeWords) || isWithin(second, first, placeWords)
  const names = { similarity, difference, isOneWithin }
  if (where.isPhoneNearby) return compareByPhone(names, contacts)
  if (where.isNumber) return compareInHouse(names, contacts)
  return compareAtSpot(names, contacts, where)
}

type Where = {
  isPhoneNearby: boolean
  /** The same house, or at least the same number. */
  isNumber: boolean
  /** One row has no house number. */
  isSpot: boolean
  /** A few house numbers apart. */
  isNeighbor: boolean
  isPhoneInTown: boolean
  /** The position alone says too little, unless the names are equal. */
  isForEqualNames: boolean
}

/** What the positions and phones of two rows have in common; null if it is too little to be one business. */
function comparePositions(a: ComparedPlace, b: ComparedPlace): Where | null {
  const miles = distanceMiles(a, b)
  const isNear = miles <= NEAR_MILES
  const isPhoneEqual = a.phone !== null && a.phone === b.phone
  const isPhoneNearby = isNear && isPhoneEqual
  const isZipEqual = a.zip !== null && a.zip === b.zip
  const isHouse = (isNear || isZipEqual) && isSameHouse(a.street, b.street)
  // A street can have several names: "Route 70" is "Marlton Pike". One number in one ZIP is enough for equal names.
  const isNumber = isHouse || (isZipEqual && isSameHouseNumber(a.street, b.street))
  const lacksHouse = houseOf(a.street) === null || houseOf(b.street) === null
  const isSpot = lacksHouse && miles <= SPOT_MILES && !streetsDiffer(a.street, b.street)
  const isNeighbor = miles <= SPOT_MILES && isNextDoor(a.street, b.street)
  const hasMoved = isPhoneEqual && miles <= MOVED_MILES && !isTollFree(a.phone ?? 0)
  const isPhoneInTown = isPhoneEqual && (lacksHouse || hasMoved) && (isZipEqual || hasMoved || isTownEqual(a, b))
  if (!isPhoneNearby && !isNumber && !isSpot && !isPhoneInTown && !isNeighbor) return null
  return {
    isPhoneNearby,
    isNumber,
    isSpot,
    isNeighbor,
    isPhoneInTown,
    isForEqualNames: !isPhoneNearby && !isHouse && !isSpot && !isPhoneInTown,
  }
}

type Names = { similarity: number; difference: NameDifference; isOneWithin: boolean }

function compareByPhone({ similarity, difference }: Names, { domains }: Contacts): Similarity {
  const needed = domains === 'differ' ? least.samePhoneOtherDomain : least.samePhone
  if (difference !== 'each says more' && similarity >= needed) return 'same'
  return similarity >= least.possibleWithPhone ? 'possible' : 'different'
}

function compareInHouse({ similarity, difference, isOneWithin }: Names, contacts: Contacts): Similarity {
  const mayShareContacts = contacts.domains === 'equal' || contacts.phones === 'unknown'
  const contradicts = contacts.phones === 'differ' || contacts.domains === 'differ'
  const isAlike = similarity >= leastInHouse(contacts, difference) || (isOneWithin && !contradicts)
  if (difference !== 'each says more' && isAlike) return 'same'
  return mayShareContacts && (isOneWithin || similarity >= least.possibleInHouse) ? 'possible' : 'different'
}

function compareAtSpot(
  { similarity, difference, isOneWithin }: Names,
  { phones, domains }: Contacts,
  { isSpot, isNeighbor, isPhoneInTown }: Where,
): Similarity {
  if (domains === 'differ') return 'different'
  if (isSpot && domains === 'equal' && phones !== 'differ' && difference !== 'each says more')
    return isOneWithin || similarity >= least.sameSpotAndDomain ? 'same' : 'different'
  const mayBeSame = difference === 'none' && (isPhoneInTown || domains === 'equal' || phones === 'unknown')
  return mayBeSame && similarity >= (isSpot || isNeighbor ? least.sameSpot : least.samePhoneInTown)
    ? 'same'
    : 'different'
}

/** A row without a ZIP is placed by its town. */
const isTownEqual = (a: ComparedPlace, b: ComparedPlace): boolean =>
  (a.zip === null || b.zip === null) && a.city !== null && a.city.toLowerCase() === b.city?.toLowerCase()

type Comparison = 'equal' | 'differ' | 'unknown'
type Contacts = { phones: Comparison; domains: Comparison }

const compareContacts = (a: ComparedPlace, b: ComparedPlace): Contacts => ({
  phones: compareFacts(a.phone, b.phone),
  domains: compareFacts(a.domain, b.domain),
})

const compareFacts = <Fact>(a: Fact | null, b: Fact | null): Comparison =>
  a === null || b === null ? 'unknown' : a === b ? 'equal' : 'differ'

function leastInHouse({ phones, domains }: Contacts, difference: NameDifference): number {
  if (domains === 'equal') {
    if (phones !== 'differ') return least.sameHouseAndDomain
    return difference === 'none' ? least.sameHouseAndDomainOtherPhoneSameWords : least.sameHouseAndDomainOtherPhone
  }
  return phones === 'unknown' && domains === 'unknown' ? least.sameHouseNoContradiction : least.sameHouse
}

/** A name without an operator, such as "Bitcoin ATM", may be anybody's in that house. */
function isOneMachine({ operator: a }: NameParts, { operator: b }: NameParts, { isNumber, isSpot }: Where): boolean {
  if (a === '' || b === '') return isNumber
  return (isNumber || isSpot) && nameSimilarity(a, b) >= least.sameMachine
}

const TYPO_SIMILARITY = 0.95

type NamesToCompare = { first: NameParts; second: NameParts; placeWords: PlaceWords }

/** The names as they are, or without the words for places, whichever are more alike. */
function similarityOf(a: ComparedPlace, b: ComparedPlace, names: NamesToCompare): number {
  const similarity = nameSimilarity(a.name, b.name)
  if (similarity === 1) return 1
  if (isOneTypo(names.first, names.second)) return TYPO_SIMILARITY
  const first = names.first.words.filter(word => !names.placeWords.has(word))
  const second = names.second.words.filter(word => !names.placeWords.has(word))
  const isShorter = first.length + second.length < names.first.words.length + names.second.words.length
  if (!isShorter || first.length === 0 || second.length === 0) return similarity
  return Math.max(similarity, nameSimilarity(first.join(' '), second.join(' ')))
}
