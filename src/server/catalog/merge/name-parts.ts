import { nameSort } from '#server/catalog/place/name-order.ts'
import { groupNamed, readGroups } from '#server/catalog/words/word-file.ts'
import { cachedByName } from './cached-by-name.ts'

const singular = (word: string): string =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word

const groups = readGroups('name-words.txt')
export const wordsUnder = (heading: string): ReadonlySet<string> => new Set(groupNamed(groups, heading))
export const singularsUnder = (heading: string): ReadonlySet<string> =>
  new Set(groupNamed(groups, heading).map(singular))
const ignored = wordsUnder('Legal forms and small words')
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
const machines = wordsUnder('Machines')
const stateWords = wordsUnder('State codes that are not also English words')

export type NameParts = Words & {
  /** The words without spaces, with one spelling for those that sound alike. */
  spoken: string
  /** True for a machine in another business's shop, such as an ATM. */
  isMachine: boolean
  hasTitle: boolean
  /** The end of the name after a word such as "at" or "in", or a dash: "Hotel Adler" in "Bistro at Hotel Adler". */
  host: Words | null
  /** For a machine, the words that name the company that operates it. */
  operator: string
  /**
   * The parts between dashes, commas, and parentheses: "Adler" and "Rocky Mountain Branch" in "Adler - Rocky Mountain
   * Branch".
   */
  segments: readonly Words[]
}
export type Words = {
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

/** The first match counts: in "Kalinski Team at RE/MAX of Boulder", the host is everything after "at". */
const HOSTS = [/^.+?(?:\s[-–—|@]\s|\s(?:at|inside)\s)(?<host>.+)$/i, /^.+\s(?:of|in)\s(?<host>.+)$/i]
export const BETWEEN_SEGMENTS = /\s[-–—@]\s|\s*[,:|()]\s*/

export const namePartsOf = cachedByName(partsOf)

function partsOf(name: string): NameParts {
  const all = wordsOf(name)
  const core = coreWords(name)
  const segments = name.split(BETWEEN_SEGMENTS)
  const host = HOSTS.map(pattern => pattern.exec(name)?.groups?.host).find(found => found !== undefined)
  return {
    ...core,
    spoken: core.words.map(word => sounds.get(word) ?? word).join(''),
    isMachine: all.some(word => machines.has(word)),
    operator: all.filter(word => !machines.has(word) && !ignored.has(word)).join(' '),
    hasTitle: all.some(word => titles.has(word)),
    segments: segments.length === 1 ? [] : segments.filter(segment => segment !== '').map(coreWords),
    host: host === undefined ? null : coreWords(host),
  }
}

function coreWords(name: string): Words {
  const words = coreName(name).split(' ').map(singular)
  return { words, joined: words.join('') }
}

/** Tells whether a word names the town or the state of the compared rows. */
export type PlaceWords = { has: (word: string) => boolean }

export function placeWordsOf(...places: { city: string | null }[]): PlaceWords {
  const towns = places.map(({ city }) => wordsOfTown(city ?? ''))
  return { has: word => stateWords.has(word) || towns.some(words => words.includes(word)) }
}

const wordsOfTown = cachedByName((town): readonly string[] => town.toLowerCase().split(/[^a-z]+/))
