import { isFiller, isPerson, stemOf, wordsOf } from './category-words.ts'
import { isAboutNothing, sentenceWords } from './request-parts.ts'

const MIN_STEM_LENGTH = 3

/** The stems of the words that say what a sentence is about: "lock" and "key" in "I locked my keys". */
export const stemsOf = (text: string): string[] =>
  sentenceWords(text)
    .flatMap(wordsOf)
    .filter(word => !/\d/.test(word) && !isFiller(word) && !isPerson(word) && !isAboutNothing(word))
    .map(stem)

function stem(word: string): string {
  const done = word.replace(/(?:([bdgmnprt])\1)?ed$/, '$1')
  return stemOf([done.length >= MIN_STEM_LENGTH ? done : word])
}

/** The same for the same stems in any order. */
export const keyOfStems = (stems: readonly string[]): string => [...new Set(stems)].toSorted().join(' ')
