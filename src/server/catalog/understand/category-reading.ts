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
  wordsOf,
} from './category-words.ts'
import {
  lookUp,
  lookUpSynonyms,
  lookUpWhole,
  readExactly,
  type Reading,
  readPhrase,
  readVerbatim,
  UNDECIDED,
} from './exact-readings.ts'
import { isKnownWord } from './known-words.ts'
import { isKnown } from './name-like.ts'
import { nearestWords, wordsLike } from './nearest-words.ts'
import { inUsualWords, withThingFirst } from './other-words.ts'
import { type Request, requestIn } from './request-words.ts'
import { tradeOfSameName } from './same-name.ts'
import { tradeOfThings } from './service-words.ts'
import { senseOfSameWords, sensesSharingWords } from './shared-words.ts'
import { tradeOfSituation } from './situations.ts'
import { mostSimilar } from './trigrams.ts'

/** A reading with at least this score is certain. */
export const SURE = 0.9
const MIN_SIMILARITY = 0.8
const MAX_OTHERS = 4
const MAX_PARTS = 5
const MIN_HEAD_LENGTH = 3
/** The wordings of a sentence that are looked up in every way. */
const MAX_LOOSE = 12
const MIN_WRONG_WORD_LENGTH = 6

/** The likeliest kind of business that the words mean. The most certain way to read them is tried first. */
export function readCategory(index: CategoryIndex, words: string): Reading | null {
  const plain = wordsOf(words)
  if (plain.length === 0) return null
  // "Services", "small companies", and "women owned businesses" do not name a kind of business.
  const kept = withoutFillers(plain)
  if (areOwnersOfThings(kept)) return null
  if (kept.every(isRole)) return lookUp(index, plain, 1)
  if (kept.every(word => isRole(word) || isQualifier(word))) return lookUpWhole(index, plain, kept)
  const usual = inUsualWords(plain)
  const wordings = usual === null ? [plain] : [plain, usual]
  const verbatim =
    lookUp(index, plain, 1) ?? (usual === null ? null : lookUp(index, usual, 0.95)) ?? readVerbatim(index, plain)
  // A kind that the catalog lacks is likelier than anything that only looks alike.
  if (verbatim !== null || index.isLacking(plain.join(' ')) || index.isLacking(kept.join(' '))) return verbatim
  const reading =
    readOtherWords(index, [usual, withThingFirst(plain)]) ??
    readFirst(index, wordings, readExactly) ??
    readFirst(index, wordings, readPhrase) ??
    readService(index, plain) ??
    readSameName(index, usual ?? plain)
  if (reading !== null && reading.score >= SURE) return reading
  const request = requestIn(words)
  return (
    (request === null ? null : readRequest(index, words, request)) ??
    reading ??
    readSeveral(index, words) ??
    (request === null ? null : readSentence(index, words, request)) ??
    readMisspelled(index, plain) ??
    readWrongWord(index, plain) ??
    readHead(index, plain) ??
    readEnd(index, plain) ??
    readContaining(index, plain) ??
    readSimilar(index, plain)
  )
}

function readFirst(
  index: CategoryIndex,
  wordings: readonly string[][],
  read: (index: CategoryIndex, words: string[]) => Reading | null,
): Reading | null {
  for (const words of wordings) {
    const reading = read(index, words)
    if (reading !== null) return reading
  }
  return null
}

/** Other words for what was typed, if they stand in a list. */
function readOtherWords(index: CategoryIndex, wordings: (string[] | null)[]): Reading | null {
  for (const words of wordings) {
    if (words === null) continue
    const reading = lookUp(index, words, 0.95) ?? readVerbatim(index, words)
    if (reading !== null) return { ...reading, score: 0.95 }
  }
  return null
}

function readSameName(index: CategoryIndex, words: string[]): Reading | null {
  const sense = tradeOfSameName(index, words)
  return sense === null ? null : { sense, score: SURE }
}

function readService(index: CategoryIndex, words: string[]): Reading | null {
  const sense = tradeOfThings(index, words)
  return sense ? { sense, score: 0.93 } : null
}

/** What a sentence certainly asks for. Words that stand in a list go before what words only suggest. */
function readRequest(index: CategoryIndex, words: string, request: Request): Reading | null {
  const situation = readSituation(index, words)
  if (situation !== null) return situation
  const wordings = request.wordings.map(wordsOf).filter(wording => wording.length > 0)
  const ways = [
    ...wordings.map(wording => () => lookUp(index, wording, 1) ?? readVerbatim(index, wording)),
    ...request.wordings.map(wording => () => readSituation(index, wording)),
    () => readSameWords(index, words),
    ...wordings
      .slice(0, MAX_LOOSE)
      .map(wording => () => readExactly(index, wording) ?? readPhrase(index, wording) ?? readService(index, wording)),
  ]
  // "Contractors who do kitchens" do not sell kitchen supplies, and a room to rent comes from no rental service.
  const isMeant = ({ sense }: Reading) =>
    sense.label !== 'Rental Service' &&
    (request.isPurchase || !wordsOf(sense.label).some(word => isShop(word) || word === 'supply'))
  for (const read of ways) {
    const reading = read()
    if (reading !== null && reading.score >= SURE && isMeant(reading)) return { ...reading, score: 0.91 }
  }
  return null
}

function readSituation(index: CategoryIndex, words: string): Reading | null {
  const sense = tradeOfSituation(index, words)
  return sense === null ? null : { sense, score: 0.91 }
}

function readSameWords(index: CategoryIndex, words: string): Reading | null {
  const sense = senseOfSameWords(index, words)
  return sense === null ? null : { sense, score: 0.91 }
}

// A sentence is no name of a business, so it is worth a question.
function readSentence(index: CategoryIndex, words: string, request: Request): Reading | null {
  for (const wording of [...request.wordings, ...request.guesses]) {
    const plain = wordsOf(wording)
    const reading = readPhrase(index, plain) ?? (request.guesses.includes(wording) ? readExactly(index, plain) : null)
    if (reading !== null) return { ...reading, score: UNDECIDED }
  }
  const [sense, ...others] = sensesSharingWords(index, words, MAX_OTHERS)
  return sense === undefined ? null : { sense, score: UNDECIDED, others }
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
      isFiller(word) || isPerson(word) || isKnownWord(word)
        ? [{ word, certainty: 1 }]
        : nearestWords(index.wordsByLength, word)
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

/**
 * The word before one of these words says more about the business: "karate" in "karate school", "forklift" in "forklift
 * rental".
 */
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

// "Vintage neon sign makers" may be a kind of "neon sign maker".
function readEnd(index: CategoryIndex, words: string[]): Reading | null {
  const kept = withoutFillers(words)
  for (let start = 1; start < kept.length - 1; start++) {
    const reading = readPhrase(index, kept.slice(start))
    if (reading !== null) return { ...reading, score: UNDECIDED }
  }
  return null
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
