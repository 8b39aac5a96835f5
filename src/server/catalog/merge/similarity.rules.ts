import { distanceMiles } from '#server/catalog/place/great-circle.ts'
import { nameSort } from '#server/catalog/place/name-order.ts'

/** The facts by which two rows are compared. `phone` is E.164 digits. */
export type ComparedPlace = {
  id: number
  name: string
  phone: number | null
  street: string | null
  zip: string | null
  lat: number
  lon: number
}
/** same: one business, so the rows are merged. possible: both are kept and marked. different: unrelated. */
export type Similarity = 'same' | 'possible' | 'different'

const NEAR_MILES = 0.1864
const SAME_PHONE_SIMILARITY = 0.3
const SAME_HOUSE_SIMILARITY = 0.85
const POSSIBLE_SIMILARITY = 0.6

/** Compares two rows by phone, street address, and name. */
export function comparePlaces(a: ComparedPlace, b: ComparedPlace): Similarity {
  const similarity = nameSimilarity(a.name, b.name)
  const isNear = distanceMiles(a, b) <= NEAR_MILES
  const isPhoneEqual = a.phone !== null && a.phone === b.phone
  if (isPhoneEqual && isNear && similarity >= SAME_PHONE_SIMILARITY) return 'same'
  const isHouseEqual = a.zip === b.zip && houseOf(a.street) !== null && houseOf(a.street) === houseOf(b.street)
  if (isHouseEqual && similarity >= SAME_HOUSE_SIMILARITY) return 'same'
  if (isPhoneEqual && similarity >= SAME_HOUSE_SIMILARITY && isNear) return 'same'
  const hasOtherPhone = a.phone !== null && b.phone !== null && !isPhoneEqual
  return isHouseEqual && !hasOtherPhone && similarity >= POSSIBLE_SIMILARITY ? 'possible' : 'different'
}

// Words that do not identify a business.
const idle = new Set(
  'the inc llc llp lp pc pllc pa ltd co corp corporation company and of at dds dmd md do phd'.split(' '),
)

/** The words that distinguish a name from others. */
export function coreName(name: string): string {
  const words = nameSort(name).split(' ')
  const core = words.filter(word => !idle.has(word))
  return (core.length > 0 ? core : words).join(' ')
}

/** The similarity of two business names, 0 to 1: their share of common trigrams. */
export function nameSimilarity(a: string, b: string): number {
  const [first, second] = [piecesOf(coreName(a)), piecesOf(coreName(b))]
  let common = 0
  for (const piece of first) if (second.has(piece)) common++
  return first.size + second.size === 0 ? 0 : (2 * common) / (first.size + second.size)
}

function piecesOf(name: string): Set<string> {
  const pieces = new Set<string>()
  for (const word of name.split(' ')) {
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at++) pieces.add(padded.slice(at, at + 3))
  }
  return pieces
}

const shortWords: ReadonlyMap<string, string> = new Map([
  ['street', 'st'],
  ['avenue', 'ave'],
  ['av', 'ave'],
  ['road', 'rd'],
  ['drive', 'dr'],
  ['boulevard', 'blvd'],
  ['lane', 'ln'],
  ['court', 'ct'],
  ['place', 'pl'],
  ['parkway', 'pkwy'],
  ['highway', 'hwy'],
  ['circle', 'cir'],
  ['terrace', 'ter'],
  ['square', 'sq'],
  ['north', 'n'],
  ['south', 's'],
  ['east', 'e'],
  ['west', 'w'],
])
const UNIT = /^(?:suite|ste|unit|apt|apartment|room|rm|floor|fl|bldg|building|no)$/

/** House number and street in a uniform spelling, without unit: "1400 pearl st". Null without a house number. */
export function houseOf(street: string | null): string | null {
  const [outside = ''] = (street ?? '').toLowerCase().split(/[,#]/)
  const words = nameSort(outside).split(' ')
  if (!/^\d/.test(words[0] ?? '')) return null
  const end = words.findIndex((word, index) => index > 1 && UNIT.test(word))
  return (end === -1 ? words : words.slice(0, end)).map(word => shortWords.get(word) ?? word).join(' ')
}
