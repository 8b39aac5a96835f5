import { linesOf, entriesOf } from '../list-file.ts'
import { phraseOf, wordsOf } from '../text.ts'
import { kindsLike } from './choices.ts'
import type { Kind } from './kind.ts'
import { lookUp, lookUpPhrase } from './look-up.ts'
import { isFiller, isRole } from './roles.ts'
import { corrected, isWord, respelled } from './spelling.ts'
import type { Meaning } from './vocabulary.ts'

export type CategoryReading =
  /** They are the words for these kinds: one, or each of a list such as "plumbers and electricians". */
  | { is: 'certain'; kinds: readonly [Kind, ...Kind[]] }
  /** The user must choose. The likeliest kind comes first. */
  | { is: 'unsure'; choices: readonly Kind[] }
  /** They are in quotation marks, a name, or similar to no kind, so the search looks for names. */
  | { is: 'name' }

export type CategoryOptions = {
  /** Kinds that only the catalog at hand has, by phrase. */
  ownKinds?: ReadonlyMap<string, Kind>
  /** Whether words after the kind only repeat where the search is: "boulder" in "plumbers boulder". */
  isHere?: ((words: string) => boolean) | undefined
  /** False: the reading has no choices, whose index takes 10 MB. What is not certain is then a name. */
  isAsked?: false
}

const MAX_CHOICES = 40
const MAX_PARTS = 5
const MAX_PLACE_WORDS = 4

const chains: ReadonlySet<string> = new Set(linesOf('business-names.txt').flatMap(entriesOf).map(phraseOf))

/**
 * Reads what a user typed for a category. It is certain if, apart from case, plural, fillers, order, and a clear typo,
 * it is a name, an alias, a listed phrase, or a translation of one kind. Never throws.
 */
export function readCategory(typed: string, options: CategoryOptions = {}): CategoryReading {
  const words = wordsOf(typed)
  if (isQuoted(typed) || chains.has(words.join(' '))) return { is: 'name' }
  const meaning = meaningOf(typed, options)
  const [first, ...others] = meaning?.kinds ?? []
  if (first !== undefined && others.length === 0 && meaning?.isDoubtful === false)
    return { is: 'certain', kinds: [first] }
  const several = kindsOfParts(typed, options)
  if (several !== null) return { is: 'certain', kinds: several }
  if (options.isAsked === false || isNameLike(typed)) return { is: 'name' }
  const spelled = [...corrected(words), ...respelled(words)].flatMap(way => lookUp(way)?.kinds ?? [])
  const choices = new Set([...(meaning?.kinds ?? []), ...spelled, ...kindsLike(words, MAX_CHOICES)])
  return choices.size === 0 || words.every(word => isFiller(word) || isRole(word))
    ? { is: 'name' }
    : { is: 'unsure', choices: [...choices] }
}

const isQuoted = (typed: string): boolean => /^\s*["“].*["”]\s*$/.test(typed)

/** "Salon 21", and with a word of no dictionary also "Nguyen's Plumbing", "Rizzo & Sons Roofing", and "Dr. Rizzo". */
const isNameLike = (typed: string): boolean =>
  wordsOf(typed).some(word => /^\d+$/.test(word) && !isFiller(word)) ||
  (/^\p{L}+['’]s\s|\b(?:sons|bros|brothers|llc|inc|group)\b|^dr\.?\s/iu.test(typed.trim()) &&
    wordsOf(typed).some(word => !isWord(word)))

function meaningOf(typed: string, { ownKinds, isHere }: CategoryOptions): Meaning | null {
  const words = wordsOf(typed)
  const own = ownKinds?.get(words.join(' '))
  const phrase = lookUpPhrase(words) ?? (own === undefined ? null : { kinds: [own], isDoubtful: false })
  if (phrase !== null) return phrase
  const before = isHere === undefined ? null : meaningBeforePlace(typed, isHere)
  if (before !== null) return before
  return words.every(isWord) ? lookUp(words) : meaningOfAll(corrected(words))
}

/** The meaning of misspelled words: certain if each way to correct them means the same kind. */
function meaningOfAll(ways: readonly string[][]): Meaning | null {
  const [first, ...others] = ways.map(lookUp)
  if (first === undefined || first === null) return null
  const kinds = new Set([first, ...others].flatMap(meaning => meaning?.kinds ?? []))
  const isSame = others.every(meaning => meaning?.isDoubtful === false) && kinds.size === 1
  return isSame ? first : { kinds: [...kinds], isDoubtful: true }
}

function meaningBeforePlace(typed: string, isHere: (words: string) => boolean): Meaning | null {
  const parts = typed.trim().split(/\s+/)
  for (let count = 1; count <= Math.min(MAX_PLACE_WORDS, parts.length - 1); count++) {
    const kind = parts
      .slice(0, -count)
      .join(' ')
      .replace(/(?:,|\s(?:in|near|around))$/i, '')
    const meaning = lookUp(wordsOf(kind))
    if (meaning !== null && isHere(parts.slice(-count).join(' '))) return meaning
  }
  return null
}

/** The kinds of "plumbers and electricians" and "bars / restaurants". Each part must be certain. */
function kindsOfParts(typed: string, options: CategoryOptions): [Kind, ...Kind[]] | null {
  const parts = typed.split(/\s+(?:and|or|y|o)\s+|[,;/|+&]/i).filter(part => part.trim() !== '')
  if (parts.length < 2 || parts.length > MAX_PARTS) return null
  const meanings = parts.map(part => meaningOf(part, options))
  if (!meanings.every(meaning => meaning?.kinds.length === 1 && !meaning.isDoubtful)) return null
  const [first, ...others] = new Set(meanings.flatMap(meaning => meaning?.kinds ?? []))
  return first === undefined ? null : [first, ...others]
}
