import { type CategoryIndex, joinSenses, type Sense } from './category-index.ts'
import {
  isQualifier,
  isRole,
  isShop,
  stemOf,
  withoutFillers,
  withoutRoles,
  withSynonyms,
  wordsOf,
} from './category-words.ts'
import { nearestWords } from './nearest-words.ts'
import { mostSimilar } from './trigrams.ts'

/** What the words of a search mean. Choices are likeliest first; each one's label is understood as `certain`. */
export type CategoryResolution = {
  /** The user's words. */
  words: string
  /** 0 to 1; certain from 0.9. */
  score: number
  /** The words behind the category that name a place ("boulder" in "plumber boulder"), or null. */
  place: string | null
} & (
  | { kind: 'certain'; sense: Sense }
  /** To be asked about; has at least one choice. */
  | { kind: 'unsure'; choices: Sense[] }
  /** A business name, or words in quotation marks: search business names. */
  | { kind: 'name' }
  /** A kind of business that the data does not have, and what is nearest to it. */
  | { kind: 'unavailable'; label: string; choices: Sense[] }
)

type Reading = { sense: Sense; score: number }

const SURE = 0.9
const LIKELY = 0.6
const MIN_SIMILARITY = 0.8
const MIN_SIMILARITY_OF_ALTERNATIVE = 0.4
const MAX_ALTERNATIVES = 3
const MAX_PARTS = 5
const MIN_HEAD_LENGTH = 3

/** Finds the catalog's categories for the words. Never throws. */
export function resolveCategory(index: CategoryIndex, words: string): CategoryResolution {
  const reading = isQuoted(words) ? null : read(index, words)
  const common = { words, score: reading?.score ?? 0, place: null }
  if (reading === null || reading.score < LIKELY) return { ...common, kind: 'name' }
  if (reading.score >= SURE) return { ...common, kind: 'certain', sense: reading.sense }
  return { ...common, kind: 'unsure', choices: [reading.sense, ...sensesLike(index, words, reading.sense)] }
}

const isQuoted = (words: string) => /^\s*["“].*["”]\s*$/.test(words)

function read(index: CategoryIndex, words: string): Reading | null {
  const plain = wordsOf(words)
  if (plain.length === 0) return null
  // "Services" or "company" alone do not name a kind of business.
  if (plain.every(isRole)) return lookUp(index, plain, 1)
  return (
    readExactly(index, plain) ??
    readSeveral(index, words) ??
    readMisspelled(index, plain) ??
    readHead(index, plain) ??
    readSimilar(index, plain)
  )
}

function readExactly(index: CategoryIndex, words: string[]): Reading | null {
  const kept = withoutFillers(words)
  const core = withoutRoles(kept)
  return (
    lookUp(index, words, 1) ??
    lookUp(index, kept, 0.97) ??
    lookUpSynonyms(index, kept) ??
    lookUp(index, core, 0.95) ??
    lookUpCore(index, core, kept.slice(core.length)) ??
    lookUpSynonyms(index, core) ??
    lookUpStem(index, kept) ??
    lookUpStem(index, core)
  )
}

function lookUp(index: CategoryIndex, words: string[], score: number): Reading | null {
  const sense = index.senses.get(words.join(' ')) ?? index.joined.get(words.join(''))
  return sense ? { sense, score } : null
}

// A "drone service" is hardly a drone store, even if that is the only category with "drone".
function lookUpCore(index: CategoryIndex, core: string[], role: string[]): Reading | null {
  const sense = index.cores.get(core.join(' '))
  if (!sense) return null
  const isSameRole = role.length === 0 || role.some(isShop) === wordsOf(sense.label).some(isShop)
  return { sense, score: isSameRole ? 0.92 : 0.8 }
}

function lookUpStem(index: CategoryIndex, words: string[]): Reading | null {
  const sense = index.stems.get(stemOf(words))
  return sense ? { sense, score: 0.91 } : null
}

function lookUpSynonyms(index: CategoryIndex, words: string[]): Reading | null {
  for (const variant of withSynonyms(words)) {
    const reading = lookUp(index, variant, 0.93)
    if (reading) return reading
  }
  return null
}

// "Plumbers and electricians" or "bars / restaurants": every part must be understood.
function readSeveral(index: CategoryIndex, words: string): Reading | null {
  const parts = words
    .slice(0, 200)
    .split(/\s+(?:and|or)\s+|[,;/|+&]/i)
    .filter(part => part.trim() !== '')
  if (parts.length < 2 || parts.length > MAX_PARTS) return null
  const readings = parts.map(part => {
    const plain = wordsOf(part)
    return readExactly(index, plain) ?? readMisspelled(index, plain)
  })
  if (!readings.every(reading => reading !== null)) return null
  const label = [...new Set(readings.map(({ sense }) => sense.label))].join(' and ')
  const senses = readings.map(({ sense }) => sense)
  return { sense: joinSenses(label, senses), score: Math.min(...readings.map(({ score }) => score)) }
}

// Only words that are not part of any category can be typos.
function readMisspelled(index: CategoryIndex, words: string[]): Reading | null {
  const kept = withoutFillers(words)
  let readings: { words: string[]; certainty: number }[] = [{ words: [], certainty: 1 }]
  for (const word of kept) {
    const corrections = nearestWords(index.wordsByLength, word)
    readings = readings
      .flatMap(reading =>
        corrections.map(({ word: corrected, certainty }) => ({
          words: [...reading.words, corrected],
          certainty: Math.min(reading.certainty, certainty),
        })),
      )
      .toSorted((a, b) => b.certainty - a.certainty)
      .slice(0, MAX_PARTS)
  }
  for (const { words: corrected, certainty } of readings) {
    const reading = certainty < 1 ? readExactly(index, corrected) : null
    if (reading) return { sense: reading.sense, score: Math.min(reading.score, certainty) }
  }
  return null
}

// In English, the last words name the business: a "vegan wedding bakery" is a bakery.
function readHead(index: CategoryIndex, words: string[]): Reading | null {
  const kept = withoutFillers(words)
  for (const candidate of [kept, withoutRoles(kept)])
    for (let start = 1; start < candidate.length; start++) {
      const head = candidate.slice(start)
      if (head.length === 1 && !isDistinctive(head[0] ?? '')) continue
      const reading = lookUp(index, head, 1) ?? lookUpSynonyms(index, head)
      if (reading) return { sense: reading.sense, score: certaintyOfHead(index, candidate.slice(0, start)) }
    }
  return null
}

// "Whole Foods" and "Sunset Travel" are names, not kinds of business.
const vagueHeads = new Set(['food', 'home', 'travel', 'business', 'retail', 'shopping', 'education', 'art'])

const isDistinctive = (word: string) =>
  word.length >= MIN_HEAD_LENGTH && (word === 'clinic' || !isRole(word)) && !vagueHeads.has(word)

function certaintyOfHead(index: CategoryIndex, modifiers: string[]): number {
  if (modifiers.every(isQualifier)) return SURE
  return modifiers.every(word => index.wordsByLength.get(word.length)?.has(word)) ? 0.8 : 0.7
}

function readSimilar(index: CategoryIndex, words: string[]): Reading | null {
  const [best] = mostSimilar(index.trigrams(), withoutFillers(words).join(' '), MIN_SIMILARITY)
  const sense = best && index.senses.get(best.phrase)
  return sense ? { sense, score: Math.min(best.score, SURE - 0.02) } : null
}

function sensesLike(index: CategoryIndex, words: string, chosen: Sense): Sense[] {
  const phrase = withoutFillers(wordsOf(words)).join(' ')
  const alike = mostSimilar(index.trigrams(), phrase, MIN_SIMILARITY_OF_ALTERNATIVE)
  const senses = new Map<string, Sense>()
  for (const { phrase: other } of alike) {
    const sense = index.senses.get(other)
    if (sense && sense.label !== chosen.label && !senses.has(sense.label)) senses.set(sense.label, sense)
  }
  return [...senses.values()].slice(0, MAX_ALTERNATIVES)
}
