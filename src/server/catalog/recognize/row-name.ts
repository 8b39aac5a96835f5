import { cachedByName } from '#server/catalog/merge/cached-by-name.ts'
import { distinctiveOutside } from '#server/catalog/merge/compare-names.ts'
import { BETWEEN_SEGMENTS, type PlaceWords } from '#server/catalog/merge/name-parts.ts'
import { nameSort } from '#server/catalog/place/name-order.ts'

/** "Adler Holdings LLC dba Adler Plumbing" */
const BEFORE_NAME = /^.*\b(?:dba|d\/b\/a|doing business as)\b[\s:.]*/i
/** "Store #2210", "PC# 343905" */
const STORE_NUMBER = /\b(?:(?:store|shop|unit|location|pc|no)\b\.?\s*)?#\s*\d+\b/gi

const BETWEEN_NAMES = new RegExp(`${BETWEEN_SEGMENTS.source}|\\b(?:c/o|attn)\\b|/`, 'i')
/** Each one is compared with all businesses in the house. */
const MOST_PARTS = 4

/** The names that a row of a customer list may mean: the whole one, and its parts, as in "Ann Lee - Adler Plumbing". */
export const namesIn = cachedByName((name): readonly string[] => {
  const whole = name.replace(BEFORE_NAME, '').replace(STORE_NUMBER, ' ').trim() || name
  const parts = whole.split(BETWEEN_NAMES).filter(part => /\w/.test(part))
  return parts.length > 1 ? [whole, ...parts.slice(0, MOST_PARTS)] : [whole]
})

/** The beginning of a name, with "The" cut off, up to its first word that is not general: "new adler" of "New Adler Café". */
export function startOfName(name: string, placeWords: PlaceWords): string {
  const words = nameSort(name).replace(/^the /, '').split(' ')
  const first = words.findIndex(word => word.length > 1 && distinctiveOutside(placeWords)(word))
  return (first === -1 ? words : words.slice(0, first + 1)).join(' ')
}
