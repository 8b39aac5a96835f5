import { isSpecificCategory } from '#words/index.ts'
import { compareNames, isContainedIn, isRespelled, mayBeHostAndGuest, type NameDifference } from './compare-names.ts'
import { comparePositions, type Positioned, type Where } from './compare-positions.ts'
import { type NameParts, namePartsOf, type PlaceWords, placeWordsOf } from './name-parts.ts'
import { nameSimilarity } from './name-similarity.ts'

export type ComparedPlace = Positioned & {
  id: number
  name: string
  domain: string | null
  /** Category keys, main one first. */
  categories: readonly string[]
}
export type Similarity =
  /** The rows are one business and are merged. */
  | 'same'
  /** The rows may be one business. Both are kept and marked. */
  | 'possible'
  | 'different'

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
  /** One row has no house number, or the numbers are only a few apart. */
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
  if (first.isMachine || second.isMachine)
    return first.isMachine && second.isMachine && isOneMachine(first, second, where) ? 'same' : 'different'
  const facts = compareFacts(a, b)
  const placeWords = placeWordsOf(a, b)
  const difference = compareNames(first, second, placeWords)
  if (difference === 'two businesses') return 'different'
  if (facts.trades === 'differ' && mayBeHostAndGuest(first, second)) return 'different'

  const names = {
    difference,
    similarity: similarityOf(a, b, placeWords),
    isOneContained: isContainedIn(first, second, placeWords) || isContainedIn(second, first, placeWords),
  }
  if (where.isPhoneNearby) return compareByPhone(names, facts)
  if (where.isNumber) return compareInHouse(names, facts)
  return compareAtSpot(names, facts, where)
}

type Names = { similarity: number; difference: NameDifference; isOneContained: boolean }

function compareByPhone({ similarity, difference }: Names, { domains, trades }: Facts): Similarity {
  const needed = domains === 'differ' ? minSimilarity.samePhoneOtherDomain : minSimilarity.samePhone
  if (difference !== 'extra words in both' && similarity >= needed) return 'same'
  // A business that was renamed has kept its phone and its trade.
  return similarity >= minSimilarity.possibleWithPhone || trades === 'equal' ? 'possible' : 'different'
}

function compareInHouse({ similarity, difference, isOneContained }: Names, facts: Facts): Similarity {
  const mayShareContacts = facts.domains === 'equal' || facts.phones === 'unknown'
  const contradicts = facts.phones === 'differ' || facts.domains === 'differ'
  const isAlike = similarity >= leastInHouse(facts, difference) || (isOneContained && !contradicts)
  if (difference !== 'extra words in both' && isAlike) return 'same'
  return mayShareContacts && (isOneContained || similarity >= minSimilarity.possibleInHouse) ? 'possible' : 'different'
}

function compareAtSpot(
  { similarity, difference, isOneContained }: Names,
  { phones, domains, trades }: Facts,
  { isSpot, isNeighbor, isPhoneInTown }: Where,
): Similarity {
  if (domains === 'differ') return 'different'
  if (isSpot && domains === 'equal' && phones !== 'differ' && difference !== 'extra words in both')
    return isOneContained || similarity >= minSimilarity.sameSpotAndDomain ? 'same' : 'different'
  const needed = isSpot || isNeighbor ? minSimilarity.sameSpot : minSimilarity.samePhoneInTown
  const mayBeSame = difference === 'none' && (isPhoneInTown || domains === 'equal' || phones === 'unknown')
  if (mayBeSame && similarity >= needed) return 'same'
  return isPhoneInTown && trades !== 'differ' && similarity >= minSimilarity.possibleWithPhone
    ? 'possible'
    : 'different'
}

export type Comparison = 'equal' | 'differ' | 'unknown'
type Facts = { phones: Comparison; domains: Comparison; trades: Comparison }

export const compare = <Fact>(a: Fact | null, b: Fact | null): Comparison =>
  a === null || b === null ? 'unknown' : a === b ? 'equal' : 'differ'

function compareFacts(a: ComparedPlace, b: ComparedPlace): Facts {
  const [mainOfA, mainOfB] = [a, b].map(({ categories }) => categories.find(isSpecificCategory) ?? null)
  const isTradeShared = a.categories.includes(mainOfB ?? '') || b.categories.includes(mainOfA ?? '')
  return {
    phones: compare(a.phone, b.phone),
    domains: compare(a.domain, b.domain),
    trades: isTradeShared ? 'equal' : compare(mainOfA, mainOfB),
  }
}

function leastInHouse({ phones, domains }: Facts, difference: NameDifference): number {
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

/** The similarity of two names: at least 0.95 if they sound alike, and without words for places if that is higher. */
export function similarityOf(a: { name: string }, b: { name: string }, { has }: PlaceWords): number {
  const similarity = nameSimilarity(a.name, b.name)
  const [first, second] = [namePartsOf(a.name), namePartsOf(b.name)]
  if (similarity < RESPELLED && isRespelled(first, second)) return RESPELLED
  if (!first.words.some(has) && !second.words.some(has)) return similarity
  const [short = '', other = ''] = [first, second].map(({ words }) => words.filter(word => !has(word)).join(' '))
  return short === '' || other === '' ? similarity : Math.max(similarity, nameSimilarity(short, other))
}
