import type { CategoryIndex } from './category-index.ts'
import { wordsOf } from './category-words.ts'

/**
 * Whether words look like the name of a business: "Joe's Plumbing", "Smith & Sons Roofing", "Dr. Lee". At least one
 * word must not occur in any category.
 */
export function isNameLike(index: CategoryIndex, words: string): boolean {
  const looksLikeName = /^\p{L}+['’]s\s|\b(?:sons|bros|brothers|llc|inc|group)\b|^dr\.?\s/iu.test(words.trim())
  return looksLikeName && wordsOf(words).some(word => !isKnown(index, word))
}

export const isKnown = (index: CategoryIndex, word: string) => index.wordsByLength.get(word.length)?.has(word) === true

export const isQuoted = (words: string) => /^\s*["“].*["”]\s*$/.test(words)
