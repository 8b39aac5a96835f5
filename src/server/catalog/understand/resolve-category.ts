import { businessNames } from './business-names.ts'
import { type CategoryIndex, joinSenses, type Sense } from './category-index.ts'
import {
  areOwnersOfThings,
  isFiller,
  isPerson,
  isQualifier,
  isRole,
  isShop,
  withoutFillers,
  withoutRoles,
  normalizedPhrase,
  wordsOf,
} from './category-words.ts'
import { lookUp, lookUpSynonyms, lookUpWhole, readExactly, type Reading } from './exact-readings.ts'
import { isKnown, isNameLike, isQuoted } from './name-like.ts'
import { nearestWords, wordsLike } from './nearest-words.ts'
import { wordingsOfRequest } from './request-words.ts'
import { tradeOfThings } from './service-words.ts'
import { mostSimilar } from './trigrams.ts'

/** The meaning of a search's words. The likeliest choice comes first. A search for a choice's label is `certain`. */
export type CategoryResolution = {
  /** The user's words. */
  words: string
  /** 0 to 1; certain from 0.9. */
  score: number
  /** The words after the category that name a place ("boulder" in "plumber boulder"), or null. */
  place: string | null
} & (
  | { kind: 'certain'; sense: Sense }
  /** The user must choose. There is at least one choice. */
  | { kind: 'unsure'; choices: Sense[] }
  /** The words are a business name or in quotation marks, so the search looks for names. */
  | { kind: 'name' }
  /** A kind of business that the catalog does not have. The choices are similar kinds. */
  | { kind: 'unavailable'; label: string; choices: Sense[] }
)

const SURE = 0.9
const LIKELY = 0.6
/** The highest score of words with several equally likely meanings. */
const UNDECIDED = 0.8
const MIN_SIMILARITY = 0.8
const MIN_SIMILARITY_OF_ALTERNATIVE = 0.4
const MAX_CHOICES = 4
const MAX_PARTS = 5
const MIN_HEAD_LENGTH = 3

/** Tells whether words name a place, such as "boulder" or "austin tx". */
export type IsPlace = (words: string) => boolean

/** Finds the catalog's categories for the words. Never throws. */
export function resolveCategory(
  index: CategoryIndex,
  words: string,
  isPlace: IsPlace = () => false,
): CategoryResolution {
  const whole = wordsOf(words)
  if (isQuoted(words) || businessNames.has(whole.join(' '))) return { words, score: 0, place: null, kind: 'name' }
  const split = splitPlace(index, words, isPlace)
  const kind = split?.kind ?? words
  const reading = split?.reading ?? read(index, kind)
  const common = { words, score: reading?.score ?? 0, place: split?.place ?? null }
  if (reading !== null && reading.score >= SURE) return { ...common, kind: 'certain', sense: reading.sense }
  const missing = missingKind(index, wordsOf(kind))
  if (missing !== undefined) return { ...common, kind: 'unavailable', ...missing }
  if (reading === null || reading.score < LIKELY || isNameLike(index, kind)) return { ...common, kind: 'name' }
  const senses = [reading.sense, ...(reading.others ?? []), ...sensesLike(index, kind)]
  // A choice must mean the same as a search for its label.
  const choices = new Set(senses.map(sense => index.senses.get(normalizedPhrase(sense.label)) ?? sense))
  return { ...common, kind: 'unsure', choices: [...choices].slice(0, MAX_CHOICES) }
}

function missingKind(index: CategoryIndex, words: string[]): { label: string; choices: Sense[] } | undefined {
  const kept = withoutFillers(words)
  const phrases = [words, kept, withoutRoles(kept)].map(phrase => phrase.join(' '))
  const missing = phrases.map(phrase => index.missing.get(phrase)).find(found => found !== undefined)
  if (missing === undefined) return undefined
  const nearest = missing.nearest.flatMap(label => index.senses.get(normalizedPhrase(label)) ?? [])
  return { label: missing.label, choices: nearest.length > 0 ? nearest : sensesLike(index, missing.label) }
}

type Split = { kind: string; place: string; reading: Reading }

const MAX_PLACE_WORDS = 4

/** Separates the kind of business from the place after it: "plumber boulder", "dentist 80302", "gyms in Austin, TX". */
function splitPlace(index: CategoryIndex, words: string, isPlace: IsPlace): Split | null {
  const text = words.slice(0, 200).trim()
  if (lookUp(index, wordsOf(text), 1) !== null) return null
  for (const [kind, place] of waysToSplit(text)) {
    const reading = readExactly(index, wordsOf(kind))
    if (reading !== null && reading.score >= SURE && (isZip(place) || (!isTrade(index, place) && isPlace(place))))
      return { kind, place, reading }
  }
  return null
}

const isTrade = (index: CategoryIndex, words: string) => wordsOf(words).every(word => isKnown(index, word))

const isZip = (words: string) => /^\d{5}(?:-\d{4})?$/.test(words)

function* waysToSplit(text: string): Generator<[kind: string, place: string]> {
  const [, kind, place] = /^(.*?\S)\s+(?:in|near|around)\s+(\S.*)$/i.exec(text) ?? []
  if (kind !== undefined && place !== undefined) yield [kind, place]
  const parts = text.split(/\s+/)
  for (let count = Math.min(MAX_PLACE_WORDS, parts.length - 1); count > 0; count--)
    yield [parts.slice(0, -count).join(' ').replace(/,$/, ''), parts.slice(-count).join(' ')]
}

function read(index: CategoryIndex, words: string): Reading | null {
  const plain = wordsOf(words)
  if (plain.length === 0) return null
  // "Services", "small companies", and "women owned businesses" do not name a kind of business.
  const kept = withoutFillers(plain)
  if (areOwnersOfThings(kept)) return null
  if (kept.every(isRole)) return lookUp(index, plain, 1)
  if (kept.every(word => isRole(word) || isQualifier(word))) return lookUpWhole(index, plain, kept)
  return (
    readExactly(index, plain) ??
    readService(index, plain) ??
    readRequest(index, words) ??
    readSeveral(index, words) ??
    readMisspelled(index, plain) ??
    readWrongWord(index, plain) ??
    readHead(index, plain) ??
    readContaining(index, plain) ??
    readSimilar(index, plain)
  )
}

function readService(index: CategoryIndex, words: string[]): Reading | null {
  const sense = tradeOfThings(index, words)
  return sense ? { sense, score: 0.93 } : null
}

function readRequest(index: CategoryIndex, words: string): Reading | null {
  const isPurchase = /\b(?:sell|buy|carr|stock|get|tienda|venta)/i.test(words)
  for (const wording of wordingsOfRequest(words)) {
    const plain = wordsOf(wording)
    const reading = readExactly(index, plain) ?? readService(index, plain)
    if (reading === null || reading.score < SURE) continue
    // "Contractors who do kitchens" sell no kitchen supplies.
    const isOfShops = wordsOf(reading.sense.label).some(word => isShop(word) || word === 'supply')
    if (isPurchase || !isOfShops) return { ...reading, score: 0.91 }
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
    const corrections =
      isFiller(word) || isPerson(word) ? [{ word, certainty: 1 }] : nearestWords(index.wordsByLength, word)
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
  // A second word makes a short typo certain: "cofee shop", but not "Mike's Place".
  const isSupported = kept.some((word, position) => position > 0 && !saysNothing.has(word))
  return isSupported ? { ...best, score: Math.max(best.score, SURE) } : best
}

const saysNothing = new Set(['place', 'location', 'team', 'crew', 'owner', 'contact', 'lead', 'email'])

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
const MIN_WRONG_WORD_LENGTH = 6

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
  return { sense, score: more.length === 0 && kept.length > 1 ? SURE : 0.8, others: more.slice(0, MAX_CHOICES) }
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

function sensesLike(index: CategoryIndex, words: string): Sense[] {
  const phrase = withoutFillers(wordsOf(words)).join(' ')
  const alike = mostSimilar(index.trigrams(), phrase, MIN_SIMILARITY_OF_ALTERNATIVE)
  return alike.flatMap(({ phrase: other }) => index.senses.get(other) ?? []).slice(0, MAX_CHOICES)
}
