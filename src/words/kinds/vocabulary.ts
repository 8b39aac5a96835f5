import { prebuilt } from '../prebuilt.ts'
import { Table } from '../table.ts'
import { buildVocabulary } from './build-vocabulary.ts'
import type { Kind } from './kind.ts'

/** What a phrase means. It is doubtful if it fits only few businesses of a kind. */
export type Meaning = { kinds: readonly Kind[]; isDoubtful: boolean }

/** The table of `buildVocabulary`, which says what its keys are. */
type Loaded = { kinds: readonly Kind[]; table: Table }

let loaded: Loaded | undefined
function load(): Loaded {
  if (loaded !== undefined) return loaded
  const text = prebuilt('kinds.txt', buildVocabulary)
  const end = text.indexOf('\n')
  loaded = { kinds: JSON.parse(text.slice(0, end)) as Kind[], table: new Table(text.slice(end + 1)) }
  return loaded
}

/** Every kind of business, whether or not any place has it. */
export const allKinds = (): readonly Kind[] => load().kinds

let described: readonly Kind[] | undefined

/** The kinds that the lists describe, without those that are only the name of a category. */
export const describedKinds = (): readonly Kind[] => (described ??= allKinds().filter(({ isDescribed }) => isDescribed))

/** The meaning of a phrase, word for word. */
export const meaningOfPhrase = (phrase: string): Meaning | undefined => meaningAt(`=${phrase}`)

/** The meaning of a phrase that has spaces elsewhere, or none: "daycare", "flat bread". */
export const meaningOfJoined = (letters: string): Meaning | undefined =>
  meaningAt(`=${letters}`) ?? meaningAt(`~${letters}`)

/** The meaning of phrases about the same thing, in the same role. See `coreOf`. */
export const meaningOfCore = (core: string, role: string): Meaning | undefined => meaningAt(`#${core}|${role}`)

/** The meanings of phrases about the same thing, by role. */
export const meaningsOfCore = (core: string): { role: string; meaning: Meaning }[] =>
  [...load().table.beginningWith(`#${core}|`)].map(([key, value]) => ({
    role: key.slice(core.length + 2),
    meaning: meaningIn(value),
  }))

/** The kind that the key of a category stands for; undefined if no list has the key. */
export const kindOfKey = (key: string): Kind | undefined => meaningAt(`:${key}`)?.kinds[0]

type Beginnings = { all: ReadonlySet<string>; rare: ReadonlySet<string> }
/** By their text in the table. An import asks for the same categories again and again. */
const beginnings = new Map<string, Beginnings>()

/** The beginnings of words for a category (see `beginningOf`), and which of them few other kinds have. */
export const beginningsFor = (key: string): Beginnings =>
  beginnings.getOrInsertComputed(load().table.get(`@${key}`) ?? '', readBeginnings)

function readBeginnings(value: string): Beginnings {
  const marked = value === '' ? [] : value.split(',')
  const rare = marked.filter(start => start.startsWith('!')).map(start => start.slice(1))
  return { all: new Set(marked.map(start => start.replace('!', ''))), rare: new Set(rare) }
}

/** All phrases that begin so, in alphabetical order, with their meanings. */
export function* phrasesBeginningWith(start: string): Generator<[phrase: string, meaning: Meaning]> {
  for (const [key, value] of load().table.beginningWith(`=${start}`)) yield [key.slice(1), meaningIn(value)]
}

/** Whether a phrase has the word. */
export const isInVocabulary = (word: string): boolean => load().table.get(`%${word}`) !== undefined

/** Every word of the phrases, with the number of phrases that have it. */
export function* vocabularyWords(): Generator<[word: string, count: number]> {
  for (const [key, value] of load().table.beginningWith('%')) yield [key.slice(1), Number(value)]
}

function meaningAt(key: string): Meaning | undefined {
  const value = load().table.get(key)
  return value === undefined ? undefined : meaningIn(value)
}

function meaningIn(value: string): Meaning {
  const isDoubtful = value.startsWith('?')
  const positions = (isDoubtful ? value.slice(1) : value).split(',')
  return { kinds: positions.flatMap(position => load().kinds[Number(position)] ?? []), isDoubtful }
}
