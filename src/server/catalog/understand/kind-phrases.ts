import { aliasSets } from './category-aliases.ts'
import { categoryPhrases } from './category-phrases.ts'
import { otherNamesOf } from './category-renames.ts'
import { isSharedWord } from './category-support.ts'
import { normalizedPhrase } from './category-words.ts'
import { keyPattern } from './key-pattern.ts'

const MAX_WORDS = 5

type KindPhrases = { own: ReadonlySet<string>; isKind: (key: string) => boolean }

/** The categories of each phrase. Made when it is first needed, because only processes that read websites need it. */
let keysOf: Map<string, Set<string>> | null = null

function keysByPhrase(): Map<string, Set<string>> {
  if (keysOf !== null) return keysOf
  const keys = new Map<string, Set<string>>()
  const add = (key: string, phrase: string) => {
    const known = keys.get(phrase)
    if (known === undefined) keys.set(phrase, new Set([key]))
    else known.add(key)
  }
  for (const { key, phrases } of categoryPhrases)
    for (const phrase of [normalizedPhrase(key), ...phrases]) add(key, phrase)
  for (const { label, phrases, keys: selectors } of aliasSets) {
    const [first = ''] = selectors
    // The first category of a set is the one that its phrases name. The others are kinds of it, or related ones.
    if (/^[a-z]/.test(first)) for (const phrase of [label, ...phrases]) add(plainKey(first), normalizedPhrase(phrase))
  }
  keysOf = keys
  return keys
}

const plainKey = (selector: string): string => selector.replace('!', '')

const law = / law$/
/** "Divorce law" is also what divorce lawyers and attorneys are. */
const lawyersOf = (phrase: string): string[] =>
  law.test(phrase)
    ? [phrase, ...['lawyer', 'attorney', 'law firm'].map(who => phrase.replace(law, ` ${who}`))]
    : [phrase]

const made = new Map<string, KindPhrases>()

function phrasesOf(key: string): KindPhrases {
  const known = made.get(key)
  if (known !== undefined) return known
  const names = new Set([key, ...otherNamesOf(key)])
  const sets = aliasSets.filter(({ keys: [first = ''] }) => names.has(plainKey(first)))
  const selectors = sets.flatMap(({ keys }) => keys.map(plainKey))
  const kinds = keyPattern(selectors.filter(selector => !selector.startsWith('-')))
  const others = keyPattern(selectors.flatMap(selector => (selector.startsWith('-') ? selector.slice(1) : [])))
  const phrases: KindPhrases = {
    own: new Set([...names].map(normalizedPhrase).flatMap(lawyersOf)),
    isKind: other => names.has(other) || (kinds.test(other) && !others.test(other)),
  }
  made.set(key, phrases)
  return phrases
}

/**
 * Whether the last words name a business of this category, or a kind of it: "cosmetic dentist" is a dentist. The longest
 * phrase decides, so "pet insurance company" is no insurance agency. Of the words, those from `from` on may be left out.
 */
export function endWithKind(words: readonly string[], from: number, key: string): boolean {
  for (let start = Math.max(0, from - MAX_WORDS); start < words.length; start++) {
    const found = areKind(words.slice(start), from - start, key)
    if (found !== null) return found
  }
  return false
}

/** The same for all words. Null if they are no phrase of any category. */
export function areKind(words: readonly string[], from: number, key: string): boolean | null {
  const { own, isKind } = phrasesOf(key)
  for (let end = words.length; end >= Math.max(from, 1); end--) {
    const phrase = words.slice(0, end).join(' ')
    if (isSharedWord(phrase)) continue
    if (own.has(phrase)) return true
    const keys = keysByPhrase().get(phrase)
    if (keys !== undefined) return [...keys].some(isKind)
  }
  return null
}
