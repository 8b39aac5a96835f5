import type { CategoryIndex, Sense } from './category-index.ts'
import {
  isDealer,
  isFiller,
  isRole,
  isShop,
  stemOf,
  withFewerRoles,
  withoutFillers,
  withoutPlace,
  withoutRoles,
  withSynonyms,
  wordsOf,
} from './category-words.ts'

/** An interpretation of the words. `others` are alternatives, likeliest first. */
export type Reading = { sense: Sense; score: number; others?: Sense[] }

/** The highest score of words with several equally likely meanings. */
export const UNDECIDED = 0.8

/**
 * What the words mean without guessing. They are looked up as they are, without fillers and roles, with synonyms, and
 * by their stem.
 */
export function readExactly(index: CategoryIndex, words: string[]): Reading | null {
  const kept = withoutFillers(words)
  const core = withoutRoles(kept)
  return (
    lookUpWhole(index, words, kept) ??
    (kept.length < words.length ? lookUpWithFewerRoles(index, withoutPlace(words)) : null) ??
    lookUpWithFewerRoles(index, kept) ??
    lookUpCore(index, core, kept.slice(core.length)) ??
    lookUpSynonyms(index, core) ??
    lookUpStem(index, kept) ??
    lookUpStem(index, core)
  )
}

/** The words as a phrase that people type for a category, word for word, apart from fillers. */
export function readVerbatim({ phrases }: CategoryIndex, words: string[]): Reading | null {
  const sense = phrases.get(words.join(' ')) ?? phrases.get(withoutFillers(words).join(' '))
  return sense === undefined ? null : { sense, score: 1 }
}

/** The words as a phrase that people type for a category: also without fillers, and without roles at the end. */
export function readPhrase({ phrases, asked }: CategoryIndex, words: string[]): Reading | null {
  const kept = withoutFillers(words)
  for (const variant of [words, kept, ...withFewerRoles(kept)]) {
    const phrase = variant.join(' ')
    const sense = phrases.get(phrase)
    if (sense !== undefined) return { sense, score: variant === words ? 1 : 0.95 }
    const [first, ...others] = asked.get(phrase) ?? []
    if (first !== undefined) return { sense: first, score: UNDECIDED, others }
  }
  return null
}

function lookUpWithFewerRoles(index: CategoryIndex, words: string[]): Reading | null {
  for (const fewer of withFewerRoles(words)) {
    const reading = lookUp(index, fewer, 0.95)
    // A "plumbing dealer" sells parts and is not a plumber.
    if (reading) return isDealerOfTrade(words, reading.sense) ? { ...reading, score: 0.8 } : reading
  }
  return null
}

const isDealerOfTrade = (words: string[], { label }: Sense) =>
  words.some(isDealer) && !wordsOf(label).some(word => isShop(word))

/**
 * The longest known phrase that is left when words such as "local" are removed from the start, and words such as
 * "company" from the end, one at a time. "Small" and "good" are such words, but they belong to "small engine repair"
 * and "home goods".
 */
function lookUpTrimmed(index: CategoryIndex, words: string[]): Reading | null {
  const phrase = withoutPlace(words)
  const first = phrase.findIndex(word => !isFiller(word))
  const lastOfTrade = phrase.findLastIndex(word => !isFiller(word) && !isRole(word))
  const lastOfAll = phrase.findLastIndex(word => !isFiller(word))
  for (let start = 0; start <= first; start++)
    for (let end = phrase.length; end > first && end > (start < first ? lastOfTrade : lastOfAll); end--) {
      const reading = lookUp(index, phrase.slice(start, end), 0.97)
      if (reading) return reading
    }
  return null
}

export const lookUpWhole = (index: CategoryIndex, words: string[], kept: string[]): Reading | null =>
  lookUp(index, words, 1) ?? lookUpTrimmed(index, words) ?? lookUp(index, kept, 0.97) ?? lookUpSynonyms(index, kept)

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

export function lookUpSynonyms(index: CategoryIndex, words: string[]): Reading | null {
  for (const variant of withSynonyms(words)) {
    const reading = lookUp(index, variant, 0.93)
    if (reading) return reading
  }
  return null
}
