import { nameSort } from '#server/catalog/place/name-order.ts'
import { groupNamed, readGroups } from '#server/catalog/words/word-file.ts'
import { cachedByName } from './cached-by-name.ts'

const singular = (word: string): string =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word

const groups = readGroups('name-words.txt')
const wordsUnder = (heading: string): ReadonlySet<string> => new Set(groupNamed(groups, heading))
const singularsUnder = (heading: string): ReadonlySet<string> => new Set(groupNamed(groups, heading).map(singular))
const ignored = wordsUnder('Legal forms and small words')
const general = singularsUnder('General words')
const departments = singularsUnder('Departments')
const titles = wordsUnder('Titles of practitioners')
const spellingsUnder = (heading: string): ReadonlyMap<string, string> =>
  new Map(
    groupNamed(groups, heading).flatMap(entry => {
      const [word = '', ...others] = entry.split(' ')
      return others.map((other): [string, string] => [other, word])
    }),
  )
const spellings = spellingsUnder('Abbreviations')
const sounds = spellingsUnder('Words that sound alike')
const hostsWithDepartments = [
  { names: wordsUnder('Makes of cars'), departments: singularsUnder('Departments of car dealers') },
  { names: wordsUnder('Stores with departments'), departments: singularsUnder('Departments of stores') },
]
const machines = wordsUnder('Machines')
const firstNames = wordsUnder('First names')
const specialty = /(?:ology|ologist|iatric|iatrics|iatry|surgery|surgical|plasty|orthop\w*|gyn\w*)$/

/** A name in the form in which names are compared. */
export type NameParts = Words & {
  /** The whole name without spaces. */
  whole: string
  /** The words without spaces, with one spelling for those that sound alike. */
  spoken: string
  /** True for a machine in another business's shop, such as an ATM. */
  isMachine: boolean
  hasTitle: boolean
  /** The end of the name after "at", "of", "in", or a dash: "Hotel Adler" in "Bistro at Hotel Adler". */
  host: Words | null
  /** For a machine, the words that name the company that operates it. */
  operator: string
  /**
   * The parts between dashes, commas, and parentheses: "Adler" and "Rocky Mountain Branch" in "Adler - Rocky Mountain
   * Branch".
   */
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

const INITIALS = /\b[a-z](?: [a-z]\b)+/g

/** The words of a name, with titles and legal forms as one word: "Ann Lee, D.D.S." is "Ann Lee DDS". */
const wordsOf = (name: string): string[] =>
  nameSort(name)
    .replaceAll(INITIALS, initials => {
      const word = initials.replaceAll(' ', '')
      return titles.has(word) || ignored.has(word) ? word : initials
    })
    .split(' ')

/** The name without legal forms and small words, in lower case and with uniform spellings. */
export function coreName(name: string): string {
  const words = wordsOf(name).map(word => spellings.get(word) ?? word)
  const core = words.filter(word => !ignored.has(word))
  return (core.length > 0 ? core : words).join(' ')
}

/**
 * The first pattern that matches counts: in "Kalinski Team at RE/MAX of Boulder", the host is everything after "at".
 */
const HOSTS = [/^.+?(?:\s[-–—|@]\s|\s(?:at|inside)\s)(?<host>.+)$/i, /^.+\s(?:of|in)\s(?<host>.+)$/i]
const BETWEEN_SEGMENTS = /\s[-–—@]\s|\s*[,:|()]\s*/
const STORE_NUMBER = /(?:#|\bno\.?|\bstore)\s*(?<number>\d+)/i

export const namePartsOf = cachedByName(partsOf)

function partsOf(name: string): NameParts {
  const all = wordsOf(name)
  const core = coreWords(name)
  const segments = name.split(BETWEEN_SEGMENTS)
  const host = HOSTS.map(pattern => pattern.exec(name)?.groups?.host).find(found => found !== undefined)
  return {
    ...core,
    whole: all.join(''),
    spoken: core.words.map(word => sounds.get(word) ?? word).join(''),
    isMachine: all.some(word => machines.has(word)),
    operator: all.filter(word => !machines.has(word) && !ignored.has(word)).join(' '),
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

/** State codes that are not also English words. Names may contain them: "Red Wing - Roswell, GA". */
const stateWords = new Set(
  'ak ar az ca ct dc fl ga ia il ks ky mi mn mo nc nd ne nh nj nm nv ny nyc ri sc sd tn tx ut va vt wa wi wv wy'.split(
    ' ',
  ),
)

export function placeWordsOf(...places: { city: string | null }[]): PlaceWords {
  const towns = new Set(places.flatMap(({ city }) => (city ?? '').toLowerCase().split(/[^a-z]+/)))
  return { has: word => stateWords.has(word) || towns.has(word) }
}

/**
 * How the names of two rows differ, apart from spelling, general words, and `placeWords`: by the extra words of one
 * name, by the extra words of both, or so much that there must be two businesses.
 */
export type NameDifference = 'none' | 'extra words in one' | 'extra words in both' | 'two businesses'

export function compareNames(a: NameParts, b: NameParts, placeWords: PlaceWords): NameDifference {
  if (a.storeNumber !== null && b.storeNumber !== null && a.storeNumber !== b.storeNumber) return 'two businesses'
  const [onlyA, onlyB] = [wordsOnlyIn(a, b), wordsOnlyIn(b, a)]
  if (a.joined === b.joined || a.whole === b.whole || isSameWithoutPlaces(placeWords, a, b) || isRespelled(a, b))
    return 'none'
  if ([...onlyA, ...onlyB].some(isDepartment) || isDepartmentOf(b, onlyA) || isDepartmentOf(a, onlyB))
    return 'two businesses'
  if (onlyA.some(isMark) && onlyB.some(isMark)) return 'two businesses'
  const isDistinctive = (word: string) => !general.has(word) && !placeWords.has(word)
  if (isGuestOf(a, b, isDistinctive) || isGuestOf(b, a, isDistinctive)) return 'two businesses'
  if (namesPerson(onlyA) || namesPerson(onlyB)) return 'two businesses'
  const [hasExtraA, hasExtraB] = [onlyA.some(isDistinctive), onlyB.some(isDistinctive)]
  if (hasExtraA && hasExtraB) return a.hasTitle && b.hasTitle ? 'two businesses' : 'extra words in both'
  const sharesName = a.words.some(word => isDistinctive(word) && isIn(word, b))
  if (!hasExtraA && !hasExtraB) return sharesName ? 'none' : 'extra words in both'
  return sharesName ? 'extra words in one' : 'two businesses'
}

/** A letter or number that distinguishes names: "Tower A" and "Tower B", or "Phase 1" and "Phase 2". */
const isMark = (word: string): boolean => /^(?:[a-z]|\d+)$/.test(word)

/**
 * Whether two names are the same without the words for places. In Bluffton, "Doctors Care Bluffton" is "Doctors Care".
 */
function isSameWithoutPlaces(placeWords: PlaceWords, a: Words, b: Words): boolean {
  const outsideA = a.words.filter(word => !placeWords.has(word)).join('')
  const outsideB = b.words.filter(word => !placeWords.has(word)).join('')
  return outsideA !== '' && outsideA === outsideB
}

/**
 * Whether name `b` contains name `a`: "Adler - Rocky Mountain Branch" contains "Adler", and "Ann Adler Architecture"
 * contains "Ann Adler".
 */
export function isContainedIn(a: NameParts, b: NameParts, placeWords: PlaceWords): boolean {
  const isDistinctive = (word: string) => !general.has(word) && !placeWords.has(word)
  const more = wordsOnlyIn(b, a)
  if (b.segments.some(({ joined }) => joined === a.joined)) return !mayBePerson(more, isDistinctive)
  return a.words.filter(isDistinctive).length > 1 && wordsOnlyIn(a, b).length === 0 && !more.some(isDistinctive)
}

/** Two or three unknown words may be a practitioner's name. The list of first names does not have all of them. */
const mayBePerson = (words: readonly string[], isDistinctive: (word: string) => boolean): boolean =>
  (words.length === 2 || words.length === 3) && words.every(isDistinctive)

/** "Adler Ford Service" is a department of "Adler Ford", and "Safeway Bakery" of "Safeway". */
const isDepartmentOf = ({ words }: Words, only: readonly string[]): boolean =>
  hostsWithDepartments.some(
    house => words.some(word => house.names.has(word)) && only.some(word => house.departments.has(word)),
  )

const isDepartment = (word: string): boolean => departments.has(word) || specialty.test(word)

/** Whether a first name, or any name with an initial after it, is followed by a surname. */
const namesPerson = (words: readonly string[]): boolean =>
  words.some((word, index) => {
    const [next = '', last = ''] = words.slice(index + 1)
    if (next.length === 1) return isSurname(word) && isSurname(last) && /[a-z]/.test(next)
    return firstNames.has(word) && isSurname(next)
  })

const isSurname = (word: string): boolean => word.length > 1 && !general.has(word) && !/\d/.test(word)

/**
 * Whether a business is inside the other one: "Bistro at Hotel Adler" has its own words before the name of its host.
 */
function isGuestOf({ words, host }: NameParts, other: Words, isDistinctive: (word: string) => boolean): boolean {
  if (host === null || !words.some(word => isDistinctive(word) && !isIn(word, host))) return false
  const [ofHost, ofOther] = [host.words.filter(isDistinctive), other.words.filter(isDistinctive)]
  return ofOther.length > 0 && ofOther.every(word => isIn(word, host)) && ofHost.every(word => isIn(word, other))
}

const wordsOnlyIn = (a: Words, b: Words): string[] => a.words.filter(word => !isIn(word, b))

const MIN_PART = 4

/** Whether a name contains a word, perhaps with a typo, or without the spaces around it. */
function isIn(word: string, { words, joined }: Words): boolean {
  if (words.includes(word)) return true
  if (word.length >= MIN_PART && joined.includes(word)) return true
  return words.some(other => isSpelledAlike(word, other))
}

/** Whether two names sound alike, such as "Clean 4 U" and "Clean for You", or differ only by a typo. */
export const isRespelled = (a: NameParts, b: NameParts): boolean => a.spoken === b.spoken || isOnlyTypo(a, b)

const MIN_MISTYPED = 5
const MIN_REST = 8

/**
 * Whether two names differ only by a typo, which is one letter in one word. "Tower A" and "Tower B" do not. In a short
 * word, only a missing letter counts as a typo.
 */
function isOnlyTypo(a: Words, b: Words): boolean {
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
