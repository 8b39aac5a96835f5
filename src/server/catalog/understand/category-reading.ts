import { type CategoryIndex, joinSenses, type Sense } from './category-index.ts'
import {
  isFiller,
  isQualifier,
  isRole,
  isShop,
  stemOf,
  withoutFillers,
  withoutRoles,
  withSynonyms,
  wordsOf,
} from './category-words.ts'
import { isKnown } from './name-like.ts'
import { nearestWords, wordsLike } from './nearest-words.ts'
import { tradeOfThings } from './service-words.ts'
import { mostSimilar } from './trigrams.ts'

/** An interpretation of the words. `others` are alternatives, likeliest first. */
export type Reading = { sense: Sense; score: number; others?: Sense[] }

/** From this score on, a reading is certain. */
export const SURE = 0.9
/** The highest score of words with several equally likely meanings. */
const UNDECIDED = 0.8
const MIN_SIMILARITY = 0.8
const MAX_OTHERS = 4
const MAX_PARTS = 5
const MIN_HEAD_LENGTH = 3
const MIN_WRONG_WORD_LENGTH = 6

/** The likeliest interpretation of words as a kind of business, by the most certain of the ways to read them. */
export function readCategory(index: CategoryIndex, words: string): Reading | null {
  const plain = wordsOf(words)
  if (plain.length === 0) return null
  // "Services", "small companies", and "women owned businesses" do not name a kind of business.
  const kept = withoutFillers(plain)
  if (kept.every(isRole)) return lookUp(index, plain, 1)
  if (kept.every(word => isRole(word) || isQualifier(word))) return lookUpWhole(index, plain, kept)
  return (
    readExactly(index, plain) ??
    readService(index, plain) ??
    readSeveral(index, words) ??
    readMisspelled(index, plain) ??
    readWrongWord(index, plain) ??
    readHead(index, plain) ??
    readContaining(index, plain) ??
    readSimilar(index, plain)
  )
}

export function readExactly(index: CategoryIndex, words: string[]): Reading | null {
  const kept = withoutFillers(words)
  const core = withoutRoles(kept)
  return (
    lookUpWhole(index, words, kept) ??
    lookUp(index, core, 0.95) ??
    lookUpCore(index, core, kept.slice(core.length)) ??
    lookUpSynonyms(index, core) ??
    lookUpStem(index, kept) ??
    lookUpStem(index, core)
  )
}

const lookUpWhole = (index: CategoryIndex, words: string[], kept: string[]): Reading | null =>
  lookUp(index, words, 1) ?? lookUp(index, kept, 0.97) ?? lookUpSynonyms(index, kept)

export function lookUp(index: CategoryIndex, words: string[], score: number): Reading | null {
  const sense = index.senses.get(words.join(' ')) ?? index.joined.get(words.join(''))
  return sense ? { sense, score } : null
}

// A "drone service" is probably not a drone store, even if that is the only category with "drone".
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

function readService(index: CategoryIndex, words: string[]): Reading | null {
  const sense = tradeOfThings(index, words)
  return sense ? { sense, score: 0.93 } : null
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
    const corrections = isFiller(word) ? [{ word, certainty: 1 }] : nearestWords(index.wordsByLength, word)
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
  const [best, ...rest] = readings.flatMap(({ words: corrected, certainty }) => {
    const reading = certainty < 1 ? readExactly(index, corrected) : null
    return reading === null ? [] : [{ ...reading, score: Math.min(reading.score, certainty) }]
  })
  if (best === undefined) return null
  const others = rest
    .filter(({ sense, score }) => sense !== best.sense && score >= best.score)
    .map(({ sense }) => sense)
  // "Tailers" may be tailors or tilers.
  if (others.length > 0) return { ...best, score: Math.min(best.score, UNDECIDED), others }
  return kept.length > 1 ? { ...best, score: Math.max(best.score, SURE) } : best
}

/** Replaces a known word by one with a similar spelling: "hair saloon" means a hair salon, not a saloon. */
function readWrongWord(index: CategoryIndex, words: string[]): Reading | null {
  const kept = withoutFillers(words)
  if (kept.length < 2) return null
  for (const [position, word] of kept.entries()) {
    if (word.length < MIN_WRONG_WORD_LENGTH) continue
    for (const other of wordsLike(index.wordsByLength, word)) {
      const reading = lookUp(index, kept.with(position, other), 0.91)
      if (reading) return reading
    }
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
      if (reading) return withModifiers(index, reading.sense, candidate.slice(0, start), head.join(' '))
    }
  return null
}

/** Before these words, the other word says more: "karate" in "karate school", "forklift" in "forklift rental". */
const broadHeads = new Set(
  'restaurant school class lesson studio salon shop store rental tour farm camp repair removal cleaning bar'.split(' '),
)

/** Before a trade, these words only narrow it. Elsewhere they are the kind of business, as in "nursing home". */
const homes = new Set(['home', 'house'])

function withModifiers(index: CategoryIndex, head: Sense, modifiers: string[], headWord: string): Reading {
  if (modifiers.every(word => isQualifier(word) || homes.has(word))) return { sense: head, score: SURE }
  const modifier = readExactly(index, modifiers)?.sense
  if (modifier === undefined) return { sense: head, score: modifiers.every(word => isKnown(index, word)) ? 0.8 : 0.7 }
  // A breakfast restaurant is a kind of restaurant.
  const isKindOfHead = modifier.categories.some(category => head.categories.includes(category))
  if (isKindOfHead) return { sense: modifier, score: SURE, others: [head] }
  const [first, second] = broadHeads.has(headWord) ? [modifier, head] : [head, modifier]
  return { sense: first, score: 0.8, others: [second] }
}

/** Finds phrases that contain all the words: "injection molding" is part of "plastic injection molding workshop". */
function readContaining(index: CategoryIndex, words: string[]): Reading | null {
  const kept = withoutRoles(withoutFillers(words))
  const [first, ...others] = kept.map(word => index.phrasesByWord().get(word) ?? [])
  if (first === undefined) return null
  const phrases = first.filter(phrase => others.every(phrasesOfWord => phrasesOfWord.includes(phrase)))
  const senses = [...new Set(phrases.flatMap(phrase => index.senses.get(phrase) ?? []))]
  const [sense, ...more] = [...new Map(senses.map(each => [each.categories.map(({ id }) => id).join(), each])).values()]
  if (sense === undefined) return null
  return { sense, score: more.length === 0 && kept.length > 1 ? SURE : 0.8, others: more.slice(0, MAX_OTHERS) }
}

// "Whole Foods" and "Sunset Travel" are names, not kinds of business.
const vagueHeads = new Set(['food', 'home', 'travel', 'business', 'retail', 'shopping', 'education', 'art'])

const isDistinctive = (word: string) =>
  word.length >= MIN_HEAD_LENGTH && (word === 'clinic' || !isRole(word)) && !vagueHeads.has(word)

function readSimilar(index: CategoryIndex, words: string[]): Reading | null {
  const [best] = mostSimilar(index.trigrams(), withoutFillers(words).join(' '), MIN_SIMILARITY)
  const sense = best && index.senses.get(best.phrase)
  return sense ? { sense, score: Math.min(best.score, SURE - 0.02) } : null
}
