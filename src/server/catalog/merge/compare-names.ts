import { type NameParts, type PlaceWords, singularsUnder, type Words, wordsUnder } from './name-parts.ts'

const general = singularsUnder('General words')
const departments = singularsUnder('Departments')
const specialty = /(?:ology|ologist|iatric|iatrics|iatry|surgery|surgical|plasty|orthop\w*|gyn\w*)$/
const hostsWithDepartments = [
  { names: wordsUnder('Makes of cars'), departments: singularsUnder('Departments of car dealers') },
  { names: wordsUnder('Stores with departments'), departments: singularsUnder('Departments of stores') },
]
const hostsWithGuests = [{ names: wordsUnder('Houses with guests'), departments: singularsUnder('Guests') }]
const firstNames = wordsUnder('First names')

/**
 * How the names of two rows differ, apart from spelling, general words, and `placeWords`: by the extra words of one
 * name, by the extra words of both, or so much that there must be two businesses.
 */
export type NameDifference = 'none' | 'extra words in one' | 'extra words in both' | 'two businesses'

export function compareNames(a: NameParts, b: NameParts, placeWords: PlaceWords): NameDifference {
  if (a.joined === b.joined || isSameWithoutPlaces(placeWords, a, b) || isRespelled(a, b)) return 'none'
  const [onlyA, onlyB] = [wordsOnlyIn(a, b), wordsOnlyIn(b, a)]
  if ([...onlyA, ...onlyB].some(isDepartment) || isDepartmentOf(b, onlyA) || isDepartmentOf(a, onlyB))
    return 'two businesses'
  if (onlyA.some(isMark) && onlyB.some(isMark)) return 'two businesses'
  const isDistinctive = distinctiveOutside(placeWords)
  if (isGuestOf(a, b, isDistinctive) || isGuestOf(b, a, isDistinctive)) return 'two businesses'
  if (namesPerson(onlyA) || namesPerson(onlyB)) return 'two businesses'
  const [hasExtraA, hasExtraB] = [onlyA.some(isDistinctive), onlyB.some(isDistinctive)]
  if (hasExtraA && hasExtraB) return a.hasTitle && b.hasTitle ? 'two businesses' : 'extra words in both'
  const sharesName = shareWord(a, b, placeWords)
  if (!hasExtraA && !hasExtraB) return sharesName ? 'none' : 'extra words in both'
  return sharesName ? 'extra words in one' : 'two businesses'
}

export const distinctiveOutside =
  (placeWords: PlaceWords) =>
  (word: string): boolean =>
    !general.has(word) && !placeWords.has(word)

/** Whether two names have a word in common that is neither general nor a word for their place. */
export const shareWord = (a: Words, b: Words, placeWords: PlaceWords): boolean =>
  a.words.some(word => distinctiveOutside(placeWords)(word) && isIn(word, b))

/** Whether all words of a name, apart from its place, are in the other one: "Adler Boulder" and "Adler Reading Center". */
export const isPartOf = (a: Words, b: Words, placeWords: PlaceWords): boolean => wordsOnlyIn(a, b).every(placeWords.has)

/** A letter or number that distinguishes names: "Tower A" and "Tower B", or "Phase 1" and "Phase 2". */
const isMark = (word: string): boolean => /^(?:[a-z]|\d+)$/.test(word)

/** Whether names are the same without words for places: in Bluffton, "Doctors Care Bluffton" is "Doctors Care". */
function isSameWithoutPlaces(placeWords: PlaceWords, a: Words, b: Words): boolean {
  const outsideA = a.words.filter(word => !placeWords.has(word)).join('')
  const outsideB = b.words.filter(word => !placeWords.has(word)).join('')
  return outsideA !== '' && outsideA === outsideB
}

/** Whether name `b` contains name `a`: "Adler - Rocky Mountain Branch" contains "Adler". */
export function isContainedIn(a: NameParts, b: NameParts, placeWords: PlaceWords): boolean {
  const isDistinctive = distinctiveOutside(placeWords)
  if (b.segments.some(({ joined }) => joined === a.joined)) return !mayBePerson(wordsOnlyIn(b, a), isDistinctive)
  if (a.words.filter(isDistinctive).length <= 1 || !a.words.every(word => isIn(word, b))) return false
  return !wordsOnlyIn(b, a).some(isDistinctive)
}

/** Two or three unknown words may be a practitioner's name. The list of first names does not have all of them. */
const mayBePerson = (words: readonly string[], isDistinctive: (word: string) => boolean): boolean =>
  (words.length === 2 || words.length === 3) && words.every(isDistinctive)

/** "Adler Ford Service" is a department of "Adler Ford", and "Safeway Bakery" of "Safeway". */
const isDepartmentOf = ({ words }: Words, only: readonly string[], hosts = hostsWithDepartments): boolean =>
  hosts.some(host => words.some(word => host.names.has(word)) && only.some(word => host.departments.has(word)))

/** Whether one of the names may be that of a guest: "Hotel Adler Café" in "Hotel Adler", if it does something else. */
export const mayBeHostAndGuest = (a: Words, b: Words): boolean =>
  isDepartmentOf(a, wordsOnlyIn(b, a), hostsWithGuests) || isDepartmentOf(b, wordsOnlyIn(a, b), hostsWithGuests)

const isDepartment = (word: string): boolean => departments.has(word) || specialty.test(word)

/** Whether a first name, or any name with an initial after it, is followed by a surname. */
const namesPerson = (words: readonly string[]): boolean =>
  words.some((word, index) => {
    const [next = '', last = ''] = words.slice(index + 1)
    if (next.length === 1) return isSurname(word) && isSurname(last) && /[a-z]/.test(next)
    return firstNames.has(word) && isSurname(next)
  })

const isSurname = (word: string): boolean => word.length > 1 && !general.has(word) && !/\d/.test(word)

/** Whether a business is inside the other one: "Bistro at Hotel Adler" has words of its own before the host. */
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
 * Whether two names differ only by a typo, which is one letter, or two swapped ones, in one word. "Tower A" and "Tower
 * B" do not. In a short word, only a missing letter counts as a typo.
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

/** Whether one insertion, replacement, or swap of neighbors turns `short` into `long`. */
function hasOneTypo(short: string, long: string): boolean {
  if (long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  if (short.length < long.length) return short.slice(start) === long.slice(start + 1)
  const isSwapped = short[start] === long[start + 1] && short[start + 1] === long[start]
  const end = start + (isSwapped ? 2 : 1)
  return short.slice(end) === long.slice(end)
}
