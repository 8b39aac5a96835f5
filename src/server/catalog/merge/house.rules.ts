import { nameSort } from '#server/catalog/place/name-order.ts'
import { cachedByName } from './cached-by-name.ts'

/** Abbreviations of the US Postal Service, and other spellings of them. */
const streetKinds: Record<string, string> = {
  aly: 'alley',
  ave: 'avenue av',
  blvd: 'boulevard',
  byp: 'bypass',
  cir: 'circle',
  ct: 'court',
  cswy: 'causeway',
  dr: 'drive',
  expy: 'expressway expwy',
  fwy: 'freeway',
  hwy: 'highway route rte rt sr',
  ln: 'lane',
  loop: 'loop',
  pike: 'pike',
  pkwy: 'parkway pky',
  pl: 'place',
  plz: 'plaza',
  rd: 'road',
  sq: 'square',
  st: 'street',
  ter: 'terrace',
  tpke: 'turnpike tnpk',
  trl: 'trail',
  way: 'way',
}
const compass = {
  n: 'north',
  s: 'south',
  e: 'east',
  w: 'west',
  ne: 'northeast',
  nw: 'northwest',
  se: 'southeast',
  sw: 'southwest',
}
const ordinals = Object.fromEntries(
  ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'].map((word, at) => [
    `${at + 1}${['st', 'nd', 'rd'][at] ?? 'th'}`,
    word,
  ]),
)
const kinds = new Set(Object.keys(streetKinds))
const directions = new Set(Object.keys(compass))
const shortWords: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...streetKinds, ...compass, ...ordinals }).flatMap(([short, others]) =>
    others.split(' ').map((other): [string, string] => [other, short]),
  ),
)
const unitWords = 'suite|ste|unit|apt|apartment|room|rm|bldg|building|no'
const UNIT = new RegExp(`^(?:${unitWords}|floor|fl)$`)

/** The house number and street, spelled uniformly and without the unit: "1400 pearl st". Null without a number. */
export function houseOf(street: string | null): string | null {
  const words = wordsOf(street)
  return words[0] === '' ? null : words.join(' ')
}

const UNIT_AND_NAME = new RegExp(String.raw`(?:\b(?:${unitWords})\b\.?\s*#?|#)\s*(?<unit>[a-z0-9][a-z0-9-]*)`, 'gi')
const UNIT_NAME = /^(?:[a-z]|.*\d.*)$/

/** The units in a street address: "2" and "d4" in "729 Walnut St Bldg 2 Ste D-4". Each is a letter or has a digit. */
export const unitsOf = (street: string): string[] =>
  Array.from(
    street.matchAll(UNIT_AND_NAME),
    ({ groups }) => groups?.unit?.toLowerCase().replaceAll('-', '') ?? '',
  ).filter(unit => UNIT_NAME.test(unit))

/** "98th" is the name of a street. */
const HOUSE_NUMBER = /^\d+(?!\d|st$|nd$|rd$|th$)/

const HALF = /^(\s*\d+)(?:\s*½|[\s-]+1\/2(?!\d))/
/** The address with a letter for half a house number: "12 1/2 Main St" is "12h Main St". */
const withoutHalf = (street: string): string => street.replace(HALF, '$1h')

/** "5th Floor" */
const isFloor = (word: string, next: string | undefined): boolean =>
  /^\d+(?:st|nd|rd|th)$/.test(word) && /^fl(?:oor)?$/.test(next ?? '')

/** The house number, or an empty word if there is none, and then the words of the street. */
const wordsOf = (street: string | null): readonly string[] => wordsOfStreet(street ?? '')
const wordsOfStreet = cachedByName((street): readonly string[] => {
  const [beforeUnit = ''] = withoutHalf(street).toLowerCase().split('#')
  // In "Shell, 296 Palisade Ave", the name of another business comes before the address.
  const outside = beforeUnit.split(',').find(part => /^\s*\d+\S*\s+\S/.test(part)) ?? beforeUnit.split(',')[0] ?? ''
  const words = nameSort(outside).split(' ')
  if (!HOUSE_NUMBER.test(words[0] ?? '')) words.unshift('')
  const end = words.findIndex((word, index) => index > 1 && (UNIT.test(word) || isFloor(word, words[index + 1])))
  return (end === -1 ? words : words.slice(0, end)).map(word => shortWords.get(word) ?? word)
})

/**
 * Whether two addresses name the same house. The direction and the kind of street may be missing in one of them, but
 * must not differ: "12 N Main St" is "12 Main", but not "12 S Main St" or "12 N Main Ave".
 */
export function isSameHouse(a: string | null, b: string | null): boolean {
  const [first, second] = alikeHouses(a, b)
  if (first === null || second === null) return false
  if (first === second) return true
  const [wordsA, wordsB] = [first.split(' '), second.split(' ')]
  return isSameNumber(wordsA[0] ?? '', wordsB[0] ?? '') && isSameStreet(wordsA, wordsB)
}

const HYPHENATED = /^(\s*\d+)-(?=\d)(?!1\/2)/

/** The houses of two addresses. In Queens, 39-16 is also written as 3916. Elsewhere, 10-16 is several houses. */
function alikeHouses(a: string | null, b: string | null): [string | null, string | null] {
  const isHyphenated = [a, b].map(street => HYPHENATED.test(street ?? ''))
  if (isHyphenated[0] === isHyphenated[1]) return [houseOf(a), houseOf(b)]
  const joined = [a, b].map(street => houseOf(street?.replace(HYPHENATED, '$1') ?? null))
  return numberOf(joined[0]) === numberOf(joined[1]) ? [joined[0] ?? null, joined[1] ?? null] : [houseOf(a), houseOf(b)]
}

const numberOf = (house: string | null | undefined): string | undefined => house?.split(' ')[0]

/** The letter after a number may be missing in one of them: 676A may be called 676. */
const isSameNumber = (a: string, b: string): boolean =>
  a === b || (/[a-z]$/.test(a) !== /[a-z]$/.test(b) && a.replace(/[a-z]$/, '') === b.replace(/[a-z]$/, ''))

const isSameStreet = (a: readonly string[], b: readonly string[]): boolean =>
  agree(a, b, directions) && agree(a, b, kinds) && nameOf(a).join('') === nameOf(b).join('')

export function isSameHouseNumber(a: string | null, b: string | null): boolean {
  const [first, second] = alikeHouses(a, b)
  return first !== null && second !== null && isSameNumber(numberOf(first) ?? '', numberOf(second) ?? '')
}

const NEXT_DOOR = 12

/** Whether two houses are a few numbers apart on one street. Sources often give a business its neighbor's address. */
export function isNextDoor(a: string | null, b: string | null): boolean {
  const [first, second] = [houseOf(a), houseOf(b)]
  if (first === null || second === null || !isSameStreet(first.split(' '), second.split(' '))) return false
  return Math.abs(Number.parseInt(first, 10) - Number.parseInt(second, 10)) <= NEXT_DOOR
}

/** Whether both addresses name a street, and the streets differ. */
export function streetsDiffer(a: string | null, b: string | null): boolean {
  const [first, second] = [wordsOf(a), wordsOf(b)]
  return isNamed(first) && isNamed(second) && !isSameStreet(first, second)
}

const isNamed = (words: readonly string[]): boolean => words.length > 2 && kinds.has(words.at(-1) ?? '')

const nameOf = (words: readonly string[]): string[] => {
  const name = words.slice(1).filter(word => !directions.has(word) && !kinds.has(word))
  return name.length > 0 ? name : words.slice(1)
}

/** Whether the addresses have the same words of a set, or one of them has none. */
function agree(a: readonly string[], b: readonly string[], set: ReadonlySet<string>): boolean {
  const wordsIn = (street: readonly string[]) => street.slice(1).filter(word => set.has(word))
  const [first, second] = [wordsIn(a), wordsIn(b)]
  return first.length === 0 || second.length === 0 || first.join(' ') === second.join(' ')
}
