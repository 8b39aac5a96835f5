import { nameSort } from '#server/catalog/place/name-order.ts'
import { groupNamed, readGroups } from '#server/catalog/words/word-file.ts'
import { recalled } from './recalled.ts'

const singular = (word: string): string =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word

const groups = readGroups('name-words.txt')
const wordsUnder = (heading: string): ReadonlySet<string> => new Set(groupNamed(groups, heading))
const singularsUnder = (heading: string): ReadonlySet<string> => new Set(groupNamed(groups, heading).map(singular))
const idle = wordsUnder('Legal forms and small words')
const general = singularsUnder('General words')
const departments = singularsUnder('Departments')
const titles = wordsUnder('Titles of practitioners')
const spellings: ReadonlyMap<string, string> = new Map(
  groupNamed(groups, 'Abbreviations').flatMap(entry => {
    const [word = '', ...others] = entry.split(' ')
    return others.map((other): [string, string] => [other, word])
  }),
)
const houses = [
  { names: wordsUnder('Makes of cars'), departments: singularsUnder('Departments of car dealers') },
  { names: wordsUnder('Stores with departments'), departments: singularsUnder('Departments of stores') },
]
const machines = wordsUnder('Machines')
const firstNames = wordsUnder('First names')
const specialty = /(?:ology|ologist|iatric|iatrics|iatry|surgery|surgical|plasty|orthop\w*|gyn\w*)$/

/** What a name says about its business, prepared for comparing it with other names. */
export type NameParts = Words & {
  /** The whole name without spaces. */
  whole: string
  /** True for a machine in another business's shop, such as an ATM. */
  isMachine: boolean
  hasTitle: boolean
  /** The end of the name after "at", "of", "in", or a dash: "Hotel Adler" in "Bistro at Hotel Adler". */
  host: Words | null
  /** The words of a machine's name that tell whose it is. */
  operator: string
  /** What stands between dashes, commas, and brackets: "Adler" and "Rocky Mountain Branch" in "Adler - Rocky Mountain Branch". */
  segments: readonly Words[]
  /** The number of a branch: "123" in "Adler #123". */
  storeNumber: string | null
}
type Words = {
  /** The words that distinguish the name, in the singular. */
  words: readonly string[]
  /** The same words without spaces. */
  joined: string
}

/** The words that distinguish a name from others. */
export function coreName(name: string): string {
  const words = nameSort(name)
    .split(' ')
    .map(word => spellings.get(word) ?? word)
  const core = words.filter(word => !idle.has(word))
  return (core.length > 0 ? core : words).join(' ')
}

/** Of "Kalinski Team at RE/MAX of Boulder", the host is all after "at". */
const HOSTS = [/^.+?(?:\s[-–—|@]\s|\s(?:at|inside)\s)(?<host>.+)$/i, /^.+\s(?:of|in)\s(?<host>.+)$/i]
const BETWEEN_SEGMENTS = /\s[-–—@]\s|\s*[,:|()]\s*/
const STORE_NUMBER = /(?:#|\bno\.?|\bstore)\s*(?<number>\d+)/i

export const namePartsOf = recalled(partsOf)

function partsOf(name: string): NameParts {
  const all = nameSort(name).split(' ')
  const segments = name.split(BETWEEN_SEGMENTS)
  const host = HOSTS.map(pattern => pattern.exec(name)?.groups?.host).find(found => found !== undefined)
  return {
    ...coreWords(name),
    whole: all.join(''),
    isMachine: all.some(word => machines.has(word)),
    operator: all.filter(word => !machines.has(word) && !idle.has(word)).join(' '),
    hasTitle: all.some(word => titles.has(word)),
    segments: segments.length === 1 ? [] : segments.filter(segment => segment !== '').map(coreWords),
    host: host === undefined ? null : coreWords(host),
    storeNumber: STORE_NUMBER.exec(name)?.groups?.number ?? null,
  }
}

function coreWords(name: string): Words {
  const words = coreName(name).split(' ').map(singular)
  return { words, joined: words.join('') }
}

/** Tells whether a word names the town or the state of the compared rows. */
export type PlaceWords = { has: (word: string) => boolean }

/** State codes that are not also words, as in "Red Wing - Roswell, GA". */
const stateWords = new Set(
  'ak ar az ca ct dc fl ga ia il ks ky mi mn mo nc nd ne nh nj nm nv ny nyc ri sc sd tn tx ut va vt wa wi wv wy'.split(
    ' ',
  ),
)

export function placeWordsOf(...places: { city: string | null }[]): PlaceWords {
  const towns = new Set(places.flatMap(({ city }) => (city ?? '').toLowerCase().split(/[^a-z]+/)))
  return { has: word => stateWords.has(word) || towns.has(word) }
}

/** How the names of two rows differ, apart from spelling, general words, and `placeWords`. */
export type NameDifference = 'none' | 'one says more' | 'each says more' | 'two businesses'

export function compareNames(a: NameParts, b: NameParts, placeWords: PlaceWords): NameDifference {
  if (a.storeNumber !== null && b.storeNumber !== null && a.storeNumber !== b.storeNumber) return 'two businesses'
  const [onlyA, onlyB] = [wordsOnlyIn(a, b), wordsOnlyIn(b, a)]
  if (a.joined === b.joined || a.whole === b.whole || isSameOutside(placeWords, a, b) || isOneTypo(a, b)) return 'none'
  if ([...onlyA, ...onlyB].some(isDepartment) || isDepartmentOf(b, onlyA) || isDepartmentOf(a, onlyB))
    return 'two businesses'
  if (onlyA.some(isMark) && onlyB.some(isMark)) return 'two businesses'
  const isTelling = (word: string) => !general.has(word) && !placeWords.has(word)
  if (isGuestOf(a, b, isTelling) || isGuestOf(b, a, isTelling)) return 'two businesses'
  if (namesPerson(onlyA) || namesPerson(onlyB)) return 'two businesses'
  const [tellsA, tellsB] = [onlyA.some(isTelling), onlyB.some(isTelling)]
  if (tellsA && tellsB) return a.hasTitle && b.hasTitle ? 'two businesses' : 'each says more'
  const sharesName = a.words.some(word => isTelling(word) && isIn(word, b))
  if (!tellsA && !tellsB) return sharesName ? 'none' : 'each says more'
  return sharesName ? 'one says more' : 'two businesses'
}

/** "Tower A" and "Tower B", or "Phase 1" and "Phase 2". */
const isMark = (word: string): boolean => /^(?:[a-z]|\d+)$/.test(word)

/** "Doctors Care" is "Doctors Care Bluffton" in Bluffton. */
function isSameOutside(placeWords: PlaceWords, a: Words, b: Words): boolean {
  const outsideA = a.words.filter(word => !placeWords.has(word)).join('')
  const outsideB = b.words.filter(word => !placeWords.has(word)).join('')
  return outsideA !== '' && outsideA === outsideB
}

/**
 * Whether one name is the other one and more: "Adler" of "Adler - Rocky Mountain Branch", or "Ann Adler" of "Ann Adler
 * Architecture".
 */
export function isWithin(a: NameParts, b: NameParts, placeWords: PlaceWords): boolean {
  const isTelling = (word: string) => !general.has(word) && !placeWords.has(word)
  const more = wordsOnlyIn(b, a)
  if (b.segments.some(({ joined }) => joined === a.joined)) return !mayBePerson(more, isTelling)
  return a.words.filter(isTelling).length > 1 && wordsOnlyIn(a, b).length === 0 && !more.some(isTelling)
}

/** Two or three unknown words may be a practitioner's name, which is not in the list of first names. */
const mayBePerson = (words: readonly string[], isTelling: (word: string) => boolean): boolean =>
  (words.length === 2 || words.length === 3) && words.every(isTelling)

/** "Adler Ford Service" is a department of "Adler Ford", and "Safeway Bakery" of "Safeway". */
const isDepartmentOf = ({ words }: Words, only: readonly string[]): boolean =>
  houses.some(house => words.some(word => house.names.has(word)) && only.some(word => house.departments.has(word)))

const isDepartment = (word: string): boolean => departments.has(word) || specialty.test(word)

/** Whether a first name, or any name with an initial after it, is followed by a surname. */
const namesPerson = (words: readonly string[]): boolean =>
  words.some((word, index) => {
    const [next = '', last = ''] = words.slice(index + 1)
    if (next.length === 1) return isSurname(word) && isSurname(last) && /[a-z]/.test(next)
    return firstNames.has(word) && isSurname(next)
  })

const isSurname = (word: string): boolean => word.length > 1 && !general.has(word) && !/\d/.test(word)

/** "Bistro at Hotel Adler" is a guest of "Hotel Adler": it has words of its own before its host's name. */
function isGuestOf({ words, host }: NameParts, other: Words, isTelling: (word: string) => boolean): boolean {
  if (host === null || !words.some(word => isTelling(word) && !isIn(word, host))) return false
  const [ofHost, ofOther] = [host.words.filter(isTelling), other.words.filter(isTelling)]
  return ofOther.length > 0 && ofOther.every(word => isIn(word, host)) && ofHost.every(word => isIn(word, other))
}

const wordsOnlyIn = (a: Words, b: Words): string[] => a.words.filter(word => !isIn(word, b))

const MIN_PART = 4

/** Whether a name contains a word. The spelling may differ slightly, and spaces around the word may be missing. */
function isIn(word: string, { words, joined }: Words): boolean {
  if (words.includes(word)) return true
  if (word.length >= MIN_PART && joined.includes(word)) return true
  return words.some(other => isSpelledAlike(word, other))
}

const MIN_MISTYPED = 5
const MIN_REST = 8

/**
 * Whether two names differ by one letter of one word. "Tower A" and "Tower B" are two. In a short word, a letter may
 * only be missing.
 */
export function isOneTypo(a: Words, b: Words): boolean {
  if (a.words.length !== b.words.length) return false
  const different = a.words.flatMap((word, index) => (word === b.words[index] ? [] : [[word, b.words[index] ?? '']]))
  const [[first = '', second = ''] = []] = different
  const [short, long] = first.length < second.length ? [first, second] : [second, first]
  if (different.length !== 1 || short.length < 2 || /\d/.test(long) || !hasOneTypo(short, long)) return false
  return long.length >= MIN_MISTYPED || (short.length < long.length && a.joined.length >= MIN_REST)
}

function isSpelledAlike(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= MIN_PART && (long.startsWith(short) || (short.length > MIN_PART && hasOneTypo(short, long)))
}

/** Whether one insertion or replacement turns `short` into `long`. */
function hasOneTypo(short: string, long: string): boolean {
  if (long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  const end = long.length === short.length ? 1 : 0
  return short.slice(start + end) === long.slice(start + 1)
}
