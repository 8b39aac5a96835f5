import { nameSort } from '#server/catalog/place/name-order.ts'
import { groupNamed, readGroups } from '#server/catalog/words/word-file.ts'

const singular = (word: string): string =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word

const groups = readGroups('name-words.txt')
const wordsUnder = (heading: string): ReadonlySet<string> => new Set(groupNamed(groups, heading))
const singularsUnder = (heading: string): ReadonlySet<string> => new Set(groupNamed(groups, heading).map(singular))
const idle = wordsUnder('Legal forms and small words')
const general = singularsUnder('General words')
const departments = singularsUnder('Departments')
const titles = wordsUnder('Titles of practitioners')
const machines = wordsUnder('Machines')
const firstNames = wordsUnder('First names')
const specialty = /(?:ology|ologist|iatric|iatrics|iatry|surgery|surgical|plasty|orthop\w*|gyn\w*)$/

/** What a name says about its business, prepared for comparing it with other names. */
export type NameParts = Words & {
  /** True for a machine in another business's shop, such as an ATM. */
  isMachine: boolean
  hasTitle: boolean
  /** The end of the name after "at", "of", "in", or a dash: "Hotel Adler" in "Bistro at Hotel Adler". */
  host: Words | null
  /** The words of a machine's name that tell whose it is. */
  operator: string
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
  const words = nameSort(name).split(' ')
  const core = words.filter(word => !idle.has(word))
  return (core.length > 0 ? core : words).join(' ')
}

/** Of "Kalinski Team at RE/MAX of Boulder", the host is all after "at". */
const HOSTS = [/^.+?(?:\s[-–—|@]\s|\s(?:at|inside)\s)(?<host>.+)$/i, /^.+\s(?:of|in)\s(?<host>.+)$/i]
const STORE_NUMBER = /(?:#|\bno\.?|\bstore)\s*(?<number>\d+)/i

export function namePartsOf(name: string): NameParts {
  const all = nameSort(name).split(' ')
  const host = HOSTS.map(pattern => pattern.exec(name)?.groups?.host).find(found => found !== undefined)
  return {
    ...coreWords(name),
    isMachine: all.some(word => machines.has(word)),
    operator: all.filter(word => !machines.has(word) && !idle.has(word)).join(' '),
    hasTitle: all.some(word => titles.has(word)),
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

/** How the names of two rows differ, apart from spelling, general words, and `placeWords`. */
export type NameDifference = 'none' | 'one says more' | 'each says more' | 'two businesses'

export function compareNames(a: NameParts, b: NameParts, placeWords: PlaceWords): NameDifference {
  if (a.storeNumber !== null && b.storeNumber !== null && a.storeNumber !== b.storeNumber) return 'two businesses'
  const [onlyA, onlyB] = [wordsOnlyIn(a, b), wordsOnlyIn(b, a)]
  if (a.joined === b.joined || isSameOutside(placeWords, a, b)) return 'none'
  if ([...onlyA, ...onlyB].some(isDepartment)) return 'two businesses'
  const isTelling = (word: string) => !general.has(word) && !placeWords.has(word)
  if (isGuestOf(a, b, isTelling) || isGuestOf(b, a, isTelling)) return 'two businesses'
  if (namesPerson(onlyA) || namesPerson(onlyB)) return 'two businesses'
  const [tellsA, tellsB] = [onlyA.some(isTelling), onlyB.some(isTelling)]
  if (tellsA && tellsB) return a.hasTitle && b.hasTitle ? 'two businesses' : 'each says more'
  const sharesName = a.words.some(word => isTelling(word) && isIn(word, b))
  if (!tellsA && !tellsB) return sharesName ? 'none' : 'each says more'
  return sharesName ? 'one says more' : 'two businesses'
}

/** "Doctors Care" is "Doctors Care Bluffton" in Bluffton. */
function isSameOutside(placeWords: PlaceWords, a: Words, b: Words): boolean {
  const outsideA = a.words.filter(word => !placeWords.has(word)).join('')
  const outsideB = b.words.filter(word => !placeWords.has(word)).join('')
  return outsideA !== '' && outsideA === outsideB
}

const isDepartment = (word: string): boolean => departments.has(word) || specialty.test(word)

/** Whether a first name is followed by a surname. */
const namesPerson = (words: readonly string[]): boolean =>
  words.some((word, index) => {
    const next = words[index + 1] ?? ''
    return firstNames.has(word) && next.length > 1 && !general.has(next)
  })

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
