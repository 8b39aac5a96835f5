import { aliasSets } from './category-aliases.ts'
import { isFiller, isQualifier, isRole, wordsOf } from './category-words.ts'

/** Words with the same first letters, this many, count as the same word. */
export const STEM_LENGTH = 5
const SHORT = 3
/** Words that many trades use, so they do not support any of them. */
const shared = new Set(
  'home house repair rental equipment supply product material school class lesson group club food general public building'.split(
    ' ',
  ),
)

const phrasesByKey = new Map<string, string[]>()
for (const { label, phrases, keys } of aliasSets)
  for (const key of keys.filter(selector => /^[a-z]/.test(selector)).map(selector => selector.replace('!', '')))
    phrasesByKey.set(key, [...(phrasesByKey.get(key) ?? []), label, ...phrases])

/** Whether many trades use this word, so that it names none of them. */
export const isSharedWord = (word: string): boolean => shared.has(word)

const patterns = new Map<string, RegExp>()

/**
 * Whether a name or a domain in lower case contains a word for the category. "velo photography" does for photographers.
 */
export function isNamedIn(text: string, key: string): boolean {
  const pattern = patterns.get(key) ?? patternOf(key)
  patterns.set(key, pattern)
  return pattern.test(text)
}

/** The distinctive words for a category, from its key and from the phrases that people type for it. */
export function supportingWordsOf(key: string): string[] {
  const words = [key, ...(phrasesByKey.get(key) ?? [])].flatMap(phrase => wordsOf(phrase.replaceAll('_', ' ')))
  return words.filter(
    word => word.length >= SHORT && !isFiller(word) && !isRole(word) && !isQualifier(word) && !shared.has(word),
  )
}

function patternOf(key: string): RegExp {
  // Short words also occur within other words: "spa" in "space".
  const stems = supportingWordsOf(key).map(word =>
    word.length === SHORT ? `\\b${word}s?\\b` : word.slice(0, STEM_LENGTH),
  )
  return stems.length === 0 ? /$^/ : new RegExp([...new Set(stems)].join('|'))
}
