import { distanceMiles } from '#server/catalog/place/great-circle.ts'
import { houseOf, isSameHouse, isSameHouseNumber } from './house.rules.ts'
import { compareNames, type NameParts, namePartsOf, type PlaceWords } from './name-parts.ts'
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
/** The least similarity of two names, by what else agrees. `npm run bench -- merging` shows the effect. */
const least = {
  samePhone: 0.3,
  samePhoneOtherDomain: 0.7,
  sameHouse: 0.85,
  sameHouseAndDomain: 0.6,
  /** A department often has its own number. */
  sameHouseAndDomainOtherPhone: 0.75,
  /** A phone and a domain are missing, so nothing contradicts. */
  sameHouseNoContradiction: 0.75,
  /** One row has no house number, and nothing contradicts. */
  sameSpot: 0.9,
  /** One row has no house number, so it may be anywhere in its ZIP or town. */
  samePhoneInTown: 0.85,
  sameMachine: 0.6,
  /** Each name has a word that the other one lacks. */
  respelled: 0.85,
  possibleWithPhone: 0.5,
  possibleInHouse: 0.6,
}

/** Compares two rows by phone, street address, website, and name. */
export function comparePlaces(a: ComparedPlace, b: ComparedPlace): Similarity {
  const isNear = distanceMiles(a, b) <= NEAR_MILES
  const isPhoneEqual = a.phone !== null && a.phone === b.phone
  const isPhoneNearby = isNear && isPhoneEqual
  const isZipEqual = a.zip !== null && a.zip === b.zip
  const isHouse = (isNear || isZipEqual) && isSameHouse(a.street, b.street)
  // A street can have several names: "Route 70" is "Marlton Pike". One number in one ZIP is enough for equal names.
  const isNumber = isHouse || (isZipEqual && isSameHouseNumber(a.street, b.street))
  const lacksHouse = houseOf(a.street) === null || houseOf(b.street) === null
  const isSpot = lacksHouse && distanceMiles(a, b) <= SPOT_MILES
  const isPhoneInTown = lacksHouse && isPhoneEqual && (isZipEqual || isTownEqual(a, b))
  if (!isPhoneNearby && !isNumber && !isSpot && !isPhoneInTown) return 'different'

  const [first, second] = [namePartsOf(a.name), namePartsOf(b.name)]
  if (!isPhoneNearby && !isHouse && !isSpot && !isPhoneInTown && first.joined !== second.joined) return 'different'
  const placeWords = placeWordsOf(a, b)
  const similarity = similarityOf(a, b, { first, second, placeWords })
  if (first.isMachine || second.isMachine)
    return first.isMachine && second.isMachine && isNumber && isSameOperator(first, second) ? 'same' : 'different'
  const difference = compareNames(first, second, placeWords)
  if (difference === 'two businesses') return 'different'

  const contacts = compareContacts(a, b)
  const leastRespelled = difference === 'each says more' ? least.respelled : 0
  if (isPhoneNearby) {
    const needed = contacts.domains === 'differ' ? least.samePhoneOtherDomain : least.samePhone
    if (similarity >= Math.max(needed, leastRespelled)) return 'same'
    return similarity >= least.possibleWithPhone ? 'possible' : 'different'
  }
  const mayShareContacts = contacts.domains === 'equal' || contacts.phones === 'unknown'
  if (!isNumber) {
    const isSame = difference === 'none' && contacts.domains !== 'differ' && (isPhoneInTown || mayShareContacts)
    return isSame && similarity >= (isSpot ? least.sameSpot : least.samePhoneInTown) ? 'same' : 'different'
  }
  if (similarity >= Math.max(leastInHouse(contacts), leastRespelled)) return 'same'
  return mayShareContacts && similarity >= least.possibleInHouse ? 'possible' : 'different'
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

function leastInHouse({ phones, domains }: Contacts): number {
  if (domains === 'equal') return phones === 'differ' ? least.sameHouseAndDomainOtherPhone : least.sameHouseAndDomain
  return phones === 'unknown' && domains === 'unknown' ? least.sameHouseNoContradiction : least.sameHouse
}

/** Codes of states that are no words, as in "Red Wing - Roswell, GA". */
const stateWords = new Set(
  'ak ar az ca ct dc fl ga ia il ks ky mi mn mo nc nd ne nh nj nm nv ny nyc ri sc sd tn tx ut va vt wa wi wv wy'.split(
    ' ',
  ),
)

function placeWordsOf(...places: ComparedPlace[]): PlaceWords {
  const towns = new Set(places.flatMap(({ city }) => (city ?? '').toLowerCase().split(/[^a-z]+/)))
  return { has: word => stateWords.has(word) || towns.has(word) }
}

/** A name without an operator, such as "Bitcoin ATM", may be anybody's. */
const isSameOperator = ({ operator: a }: NameParts, { operator: b }: NameParts): boolean =>
  a === '' || b === '' || nameSimilarity(a, b) >= least.sameMachine

type NamesToCompare = { first: NameParts; second: NameParts; placeWords: PlaceWords }

/** The names as they are, or without the words for places, whichever are more alike. */
function similarityOf(a: ComparedPlace, b: ComparedPlace, names: NamesToCompare): number {
  const similarity = nameSimilarity(a.name, b.name)
  if (similarity === 1) return 1
  const first = names.first.words.filter(word => !names.placeWords.has(word))
  const second = names.second.words.filter(word => !names.placeWords.has(word))
  const isShorter = first.length + second.length < names.first.words.length + names.second.words.length
  if (!isShorter || first.length === 0 || second.length === 0) return similarity
  return Math.max(similarity, nameSimilarity(first.join(' '), second.join(' ')))
}
