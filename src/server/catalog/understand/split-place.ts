import type { CategoryIndex } from './category-index.ts'
import { readCategory, SURE } from './category-reading.ts'
import { withoutFillers, wordsOf } from './category-words.ts'
import { lookUp, readExactly, type Reading, readPhrase } from './exact-readings.ts'
import { isKnown } from './name-like.ts'
import { requestIn } from './request-words.ts'

/** Whether the words name a place, such as "boulder" or "austin tx". */
export type IsPlace = (words: string) => boolean

type Split = { kind: string; place: string; reading: Reading }

const MAX_PLACE_WORDS = 4
const vague = new Set(['place', 'business', 'company', 'location'])

/** Separates the kind of business from the place after it: "plumber boulder", "dentist 80302", "gyms in Austin, TX". */
export function splitPlace(index: CategoryIndex, words: string, isPlace: IsPlace): Split | null {
  const text = words.slice(0, 200).trim()
  if (lookUp(index, wordsOf(text), 1) !== null || index.phrases.has(wordsOf(text).join(' '))) return null
  for (const [kind, place, isLinked] of waysToSplit(text)) {
    // "Nails by Tracy" is a name.
    if (/\bby$/i.test(kind) || /^by\b/i.test(place)) continue
    const plain = wordsOf(kind)
    // "Find me a place in Golden" names no kind of business.
    const isVague = withoutFillers(plain).every(word => vague.has(word))
    const reading =
      (isVague ? lookUp(index, plain, 1) : (readExactly(index, plain) ?? readPhrase(index, plain))) ??
      (isLinked && requestIn(text) !== null ? readCategory(index, kind) : null)
    if (reading !== null && reading.score >= SURE && (isZip(place) || (!isTrade(index, place) && isPlace(place))))
      return { kind, place, reading }
  }
  return null
}

const isTrade = (index: CategoryIndex, words: string) => wordsOf(words).every(word => isKnown(index, word))

const isZip = (words: string) => /^\d{5}(?:-\d{4})?$/.test(words)

function* waysToSplit(text: string): Generator<[kind: string, place: string, isLinked: boolean]> {
  const [, kind, place] = /^(.*?\S)\s+(?:in|near|around)\s+(\S.*)$/i.exec(text) ?? []
  if (kind !== undefined && place !== undefined) yield [kind, place, true]
  const parts = text.split(/\s+/)
  for (let count = Math.min(MAX_PLACE_WORDS, parts.length - 1); count > 0; count--)
    yield [parts.slice(0, -count).join(' ').replace(/,$/, ''), parts.slice(-count).join(' '), false]
}
