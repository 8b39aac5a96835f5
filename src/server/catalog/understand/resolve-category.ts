import { businessNames } from './business-names.ts'
import { type CategoryIndex, type Sense } from './category-index.ts'
import { readCategory, SURE } from './category-reading.ts'
import { normalizedPhrase, withoutFillers, withoutRoles, wordsOf } from './category-words.ts'
import { isNameLike, isQuoted } from './name-like.ts'
import { type IsPlace, splitPlace } from './split-place.ts'
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

const LIKELY = 0.6
const MIN_SIMILARITY_OF_ALTERNATIVE = 0.4
const MAX_CHOICES = 4

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
  const reading = split?.reading ?? readCategory(index, kind)
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
  const missing = phrases.map(phrase => index.missingOf(phrase)).find(found => found !== undefined)
  if (missing === undefined) return undefined
  const nearest = missing.nearest.flatMap(label => index.senses.get(normalizedPhrase(label)) ?? [])
  return { label: missing.label, choices: [...new Set(nearest)].slice(0, MAX_CHOICES) }
}

function sensesLike(index: CategoryIndex, words: string): Sense[] {
  const phrase = withoutFillers(wordsOf(words)).join(' ')
  const alike = mostSimilar(index.trigrams(), phrase, MIN_SIMILARITY_OF_ALTERNATIVE)
  return alike.flatMap(({ phrase: other }) => index.senses.get(other) ?? []).slice(0, MAX_CHOICES)
}
