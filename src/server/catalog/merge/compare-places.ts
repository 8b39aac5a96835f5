import { distanceMiles } from '#server/catalog/place/great-circle.ts'
import { isTollFree } from '#server/catalog/place/toll-free.ts'
import { houseOf, isNextDoor, isSameHouse, isSameHouseNumber, streetsDiffer } from './house.rules.ts'
import {
  compareNames,
  isContainedIn,
  isRespelled,
  type NameDifference,
  type NameParts,
  namePartsOf,
  type PlaceWords,
  placeWordsOf,
} from './name-parts.ts'
import { nameSimilarity } from './name-similarity.ts'

/** The facts of a row that comparing uses. `phone` has the digits of E.164. */
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
export type Similarity =
  /** The rows are one business and are merged. */
  | 'same'
  /** The rows may be one business. Both are kept and marked. */
  | 'possible'
  | 'different'

const NEAR_MILES = 0.1864
const SPOT_MILES = 0.06
const MOVED_MILES = 1
/** How similar two names must be, depending on which other facts agree. `npm run bench -- merging` shows the effect. */
const minSimilarity = {
  samePhone: 0.3,
  samePhoneOtherDomain: 0.7,
  sameHouse: 0.85,
  sameHouseAndDomain: 0.6,
  /** A department often has its own phone number, and a word of its own in its name. */
  sameHouseAndDomainOtherPhone: 0.75,
  sameHouseAndDomainOtherPhoneSameWords: 0.55,
  /** One of the phones and one of the domains are missing, so no fact speaks against a match. */
  sameHouseNoContradiction: 0.75,
  /** One row has no house number, and no fact speaks against a match. */
  sameSpot: 0.9,
  sameSpotAndDomain: 0.6,
  /** One row has no house number, so it may be anywhere in its ZIP or town, or the business has moved. */
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
  if (where.needsEqualNames && first.joined !== second.joined) return 'different'
  const placeWords = placeWordsOf(a, b)
  const similarity = similarityOf(a, b, { first, second, placeWords })
  if (first.isMachine || second.isMachine)
    return first.isMachine && second.isMachine && isOneMachine(first, second, where) ? 'same' : 'different'
  const difference = compareNames(first, second, placeWords)
  if (difference === 'two businesses') return 'different'

  const contacts = compareContacts(a, b)
  const isOneContained = isContainedIn(first, second, placeWords) || isContainedIn(second, first, placeWords)
  const names = { similarity, difference, isOneContained }
  if (where.isPhoneNearby) return compareByPhone(names, contacts)
  if (where.isNumber) return compareInHouse(names, contacts)
  return compareAtSpot(names, contacts, where)
}

type Where = {
  isPhoneNearby: boolean
  /** The house number is the same, and perhaps the street. */
  isNumber: boolean
  /** One row has no house number. */
  isSpot: boolean
  /** The house numbers are only a few apart. */
  isNeighbor: boolean
  isPhoneInTown: boolean
  /** So little agrees that only equal names count. */
  needsEqualNames: boolean
}

/**
 * What the addresses, positions, and phones of two rows have in common; null if that is too little for one business.
 */
function comparePositions(a: ComparedPlace, b: ComparedPlace): Where | null {
  const miles = distanceMiles(a, b)
  const isNear = miles <= NEAR_MILES
  const isPhoneEqual = a.phone !== null && a.phone === b.phone
  const isPhoneNearby = isNear && isPhoneEqual
  const isZipEqual = a.zip !== null && a.zip === b.zip
  const isHouse = (isNear || isZipEqual) && isSameHouse(a.street, b.street)
  // A street can have several names: "Route 70" is "Marlton Pike". For equal names, the same number in the same ZIP is
  // enough.
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
    needsEqualNames: !isPhoneNearby && !isHouse && !isSpot && !isPhoneInTown,
  }
}

type Names = { similarity: number; difference: NameDifference; isOneContained: boolean }

function compareByPhone({ similarity, difference }: Names, { domains }: Contacts): Similarity {
  const needed = domains === 'differ' ? minSimilarity.samePhoneOtherDomain : minSimilarity.samePhone
  if (difference !== 'extra words in both' && similarity >= needed) return 'same'
  return similarity >= minSimilarity.possibleWithPhone ? 'possible' : 'different'
}

function compareInHouse({ similarity, difference, isOneContained }: Names, contacts: Contacts): Similarity {
  const mayShareContacts = contacts.domains === 'equal' || contacts.phones === 'unknown'
  const contradicts = contacts.phones === 'differ' || contacts.domains === 'differ'
  const isAlike = similarity >= leastInHouse(contacts, difference) || (isOneContained && !contradicts)
  if (difference !== 'extra words in both' && isAlike) return 'same'
  return mayShareContacts && (isOneContained || similarity >= minSimilarity.possibleInHouse) ? 'possible' : 'different'
}

function compareAtSpot(
  { similarity, difference, isOneContained }: Names,
  { phones, domains }: Contacts,
  { isSpot, isNeighbor, isPhoneInTown }: Where,
): Similarity {
  if (domains === 'differ') return 'different'
  if (isSpot && domains === 'equal' && phones !== 'differ' && difference !== 'extra words in both')
    return isOneContained || similarity >= minSimilarity.sameSpotAndDomain ? 'same' : 'different'
  const mayBeSame = difference === 'none' && (isPhoneInTown || domains === 'equal' || phones === 'unknown')
  return mayBeSame && similarity >= (isSpot || isNeighbor ? minSimilarity.sameSpot : minSimilarity.samePhoneInTown)
    ? 'same'
    : 'different'
}

/** Compares the towns if a ZIP is missing. */
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
    if (phones !== 'differ') return minSimilarity.sameHouseAndDomain
    return difference === 'none'
      ? minSimilarity.sameHouseAndDomainOtherPhoneSameWords
      : minSimilarity.sameHouseAndDomainOtherPhone
  }
  return phones === 'unknown' && domains === 'unknown'
    ? minSimilarity.sameHouseNoContradiction
    : minSimilarity.sameHouse
}

/** A machine without an operator in its name, such as "Bitcoin ATM", may be any machine in that house. */
function isOneMachine({ operator: a }: NameParts, { operator: b }: NameParts, { isNumber, isSpot }: Where): boolean {
  if (a === '' || b === '') return isNumber
  return (isNumber || isSpot) && nameSimilarity(a, b) >= minSimilarity.sameMachine
}

const RESPELLED = 0.95

type NamesToCompare = { first: NameParts; second: NameParts; placeWords: PlaceWords }

/** The similarity of the names, or of the names without the words for places, whichever is higher. */
function similarityOf(a: ComparedPlace, b: ComparedPlace, names: NamesToCompare): number {
  const similarity = nameSimilarity(a.name, b.name)
  if (similarity === 1) return 1
  if (isRespelled(names.first, names.second)) return RESPELLED
  const first = names.first.words.filter(word => !names.placeWords.has(word))
  const second = names.second.words.filter(word => !names.placeWords.has(word))
  const isShorter = first.length + second.length < names.first.words.length + names.second.words.length
  if (!isShorter || first.length === 0 || second.length === 0) return similarity
  return Math.max(similarity, nameSimilarity(first.join(' '), second.join(' ')))
}
