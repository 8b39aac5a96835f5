import { cachedByName } from '#server/catalog/merge/cached-by-name.ts'
import { distinctiveOutside } from '#server/catalog/merge/compare-names.ts'
import { BETWEEN_SEGMENTS, namePartsOf, type PlaceWords, wordsUnder } from '#server/catalog/merge/name-parts.ts'
import { nameSort } from '#server/catalog/place/name-order.ts'

/** "Adler Holdings LLC dba Adler Plumbing" */
const BEFORE_NAME = /^.*\b(?:dba|d\/b\/a|doing business as)\b[\s:.]*/i
/** "Store #2210", "PC# 343905" */
const STORE_NUMBER = /\b(?:(?:store|shop|unit|location|pc|no)\b\.?\s*)?#\s*\d+\b/gi

const BETWEEN_NAMES = new RegExp(`${BETWEEN_SEGMENTS.source}|\\b(?:c/o|attn)\\b|/`, 'i')
/** Each one is compared with all businesses in the house. */
const MOST_PARTS = 4

/** "Lee, Dr. Ann" */
const TITLE = /\b(?:dr|mr|mrs|ms)\b\.?/gi
const firstNames = wordsUnder('First names')

/** The names that a row of a customer list may mean: the whole one, and its parts, as in "Ann Lee - Adler Plumbing". */
export const namesIn = cachedByName((name): readonly string[] => {
  const whole = name.replace(BEFORE_NAME, '').replace(STORE_NUMBER, ' ').trim() || name
  const parts = whole.replace(TITLE, ' ').split(BETWEEN_NAMES)
  const named = parts.filter(part => /\w/.test(part) && part !== whole && !firstNames.has(nameSort(part)))
  return [whole, ...named.slice(0, MOST_PARTS)]
})

const MOST_QUERIES = 6
const MOST_WORDS = 8
const LONGEST_WORD = /^.{1,40}/u
/** So much of a long word is usually spelled correctly. */
const START_OF_WORD = /^.{1,5}/u

/** Empty for initials alone, which too many names have. */
const queryOf = (words: readonly string[], start: RegExp): string =>
  words.some(word => word.length > 1) ? words.map(word => `${start.exec(word)?.[0]}:*`).join(' & ') : ''

/** Full-text queries for names with the uncommon words of a name or of one of its parts, or with one of them. */
export function wordQueriesOf(name: string, placeWords: PlaceWords): string[] {
  const all = namesIn(name).map(part => {
    const words = namePartsOf(part).words.filter(word => word !== '')
    const own = words.filter(distinctiveOutside(placeWords))
    return (own.length > 0 ? own : words).slice(0, MOST_WORDS)
  })
  const queries = [
    ...all.map(words => queryOf(words, LONGEST_WORD)),
    ...all.flat().map(word => queryOf([word], START_OF_WORD)),
  ]
  return [...new Set(queries)].filter(query => query !== '').slice(0, MOST_QUERIES)
}
