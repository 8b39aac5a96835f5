import { isSpecificCategory, type NameKind } from '#server/catalog/place/category.rules.ts'
import { readBlocks, wordsMarked } from '#server/catalog/words/word-file.ts'
import { normalizedPhrase, wordsOf } from './category-words.ts'
import { keyPattern } from './key-pattern.ts'
import { hintsOfSets } from './set-hints.ts'

const FILE = 'name-kinds.txt'
const MAX_WORDS = 4
const MAX_LENGTH = 200
const MIN_DOMAIN_WORD = 6
/** Words in domains are looked up by this many first letters. */
const LOOKUP_LETTERS = 4
/** The heading for phrases that do not name a kind of business, such as "food bank". */
const NONE = 'none'

const blocks = readBlocks(FILE)
const families = new Map(
  blocks
    .filter(({ heading }) => heading.startsWith('@'))
    .map(({ heading, lines }) => [heading, wordsMarked('+ ', lines)]),
)

const broad = keyPattern(families.get('@broad') ?? [])
/** Whether the main category is only a broad one: a "contractor" whose name says "plumber" is a plumber. */
const isBroad = (main: string, key: string) => main !== key && (!isSpecificCategory(main) || broad.test(main))

const fanciful = keyPattern(families.get('@fanciful') ?? [])

/** Kinds by phrases at the end of a name, at its beginning, anywhere in it, and within a domain. */
const byEnd = new Map<string, NameKind | null>()
const byStart = new Map<string, NameKind | null>()
const byAny = new Map<string, NameKind | null>()
const byDomain = new Map<string, NameKind>()
for (const { heading, lines } of blocks.filter(block => !block.heading.startsWith('@'))) {
  const kind = heading === NONE ? null : kindOf(heading, lines)
  for (const line of lines.filter(each => !/^[+!] /.test(each))) {
    if (line.startsWith('< ')) addPhrases(byStart, line.slice(2), kind)
    else if (line.startsWith('* ')) addHints(line.slice(2), kind)
    else if (line.startsWith('~ ') && kind !== null) addToDomains(line.slice(2).split(', '), kind)
    else addPhrases(byEnd, line, kind)
  }
}

function kindOf(key: string, lines: readonly string[]): NameKind {
  const agreeing = keyPattern([key, ...wordsMarked('+ ', lines).flatMap(expanded)])
  const only = wordsMarked('! ', lines).flatMap(expanded)
  const corrected = only.length === 0 ? null : keyPattern(only)
  return {
    key,
    isNarrow: corrected !== null,
    corrects: main => {
      if (corrected !== null) return main !== undefined && corrected.test(main)
      return main === undefined || isBroad(main, key) || !agreeing.test(main)
    },
  }
}

for (const [phrase, kind] of hintsOfSets) {
  if (!byAny.has(phrase)) byAny.set(phrase, hintOf(kind))
  addLongToDomains([phrase], kind)
}

function addHints(line: string, kind: NameKind | null): void {
  addPhrases(byAny, line, kind === null ? null : hintOf(kind))
  if (kind !== null) addLongToDomains(line.replace(/,$/, '').split(', '), kind)
}

// Short words also occur within other words: "vape" in "vapensiero".
function addLongToDomains(words: readonly string[], kind: NameKind): void {
  addToDomains(
    words.filter(word => lettersOf(word).length >= MIN_DOMAIN_WORD),
    kind,
  )
}

function addToDomains(words: readonly string[], kind: NameKind): void {
  for (const word of words.map(lettersOf)) if (!byDomain.has(word)) byDomain.set(word, kind)
}

/** The kind that a hint suggests. Hints mean nothing in trades with fanciful names, such as restaurants. */
function hintOf(kind: NameKind): NameKind {
  return {
    key: kind.key,
    corrects: main => kind.corrects(main) && (main === undefined || !fanciful.test(main)),
  }
}

function addPhrases(kinds: Map<string, NameKind | null>, line: string, kind: NameKind | null): void {
  for (const words of line.replace(/,$/, '').split(', ')) {
    const phrase = normalizedPhrase(words)
    if (kinds.has(phrase)) throw new Error(`${FILE}: "${words}" appears twice`)
    kinds.set(phrase, kind)
  }
}

const legalForms = /(?:[\s,]+(?:inc|llc|l\.l\.c|ltd|co|corp|corporation|company|pllc|pc|p\.c|llp|lp)\.?)+$/i
// The text after a dash or in parentheses is often a place, a branch, or a slogan.
const addition = /\s[-–—|(].*$/
const beforePlace = new Set(['of', 'at', 'in', 'near'])

/**
 * The kind of business according to the end of its name ("Ace Plumbing", "Oak Street Pharmacy LLC") or the beginning
 * ("Law Offices of Ann Lee"); null if they say nothing. Another word must come before the end, but not "of" or "for": a
 * "School of Dentistry" is not a dentist. The business's town at the end ("Ace Plumbing of Boulder") and words after a
 * comma are ignored.
 */
export function kindOfName(name: string, town: string | null = null): NameKind | null {
  const whole = name.slice(0, MAX_LENGTH)
  const own = whole.replace(addition, '').replace(legalForms, '')
  const kind = (own.length === whole.length ? undefined : kindOfPart(whole)) ?? kindOfWords(own, town)
  if (kind !== undefined) return kind
  const comma = own.indexOf(', ')
  return (comma === -1 ? undefined : kindOfWords(own.slice(0, comma), town)) ?? null
}

/** The kind that words anywhere in a name suggest; null if there are none. */
export const hintIn = (name: string): NameKind | null => hintInWords(wordsOf(name.slice(0, MAX_LENGTH)))

const commonEnding = /\.(?!gov$|edu$|mil$)[a-z]+$/
const domainWords = Map.groupBy(
  [...byDomain.keys()].toSorted((a, b) => b.length - a.length),
  word => word.slice(0, LOOKUP_LETTERS),
)

/**
 * The kind that a word within a domain suggests: trendzsalon.com is a salon. Null if there is none. Words that are also
 * in the name do not count, because they add nothing to it.
 */
export function hintInDomain(domain: string, name: string): NameKind | null {
  const text = lettersOf(domain.replace(commonEnding, ''))
  const own = lettersOf(name)
  for (let start = 0; start + LOOKUP_LETTERS <= text.length; start++) {
    const word = domainWords
      .get(text.slice(start, start + LOOKUP_LETTERS))
      ?.find(each => text.startsWith(each, start) && !own.includes(each))
    if (word !== undefined) return byDomain.get(word) ?? null
  }
  return null
}

/** The kind if a part after a dash only names it: "Ann Lee, MD - Ophthalmology". */
function kindOfPart(name: string): NameKind | undefined {
  const parts = name.split(/\s[-–—|]\s/).slice(1)
  return parts.map(part => byEnd.get(normalizedPhrase(part))).find(kind => kind !== undefined && kind !== null)
}

// Most names have none of these words, and checking that first is faster than looking up each ending and beginning.
const wordsAtEnd = new Set([...byEnd.keys()].map(phrase => phrase.slice(phrase.lastIndexOf(' ') + 1)))
const firstWordsOf = (phrases: Iterable<string>) => new Set([...phrases].map(phrase => phrase.split(' ', 1)[0]))
const wordsAtStart = firstWordsOf(byStart.keys())
const firstOfHints = firstWordsOf(byAny.keys())

/** Undefined if the words say nothing. Null if they say that the name belongs to no kind. */
function kindOfWords(name: string, town: string | null): NameKind | null | undefined {
  const all = wordsOf(name)
  const words = withoutTown(all, town)
  if (!wordsAtEnd.has(words.at(-1) ?? '')) return startOf(words)
  for (let count = Math.min(MAX_WORDS, words.length); count > 0; count--) {
    const kind = byEnd.get(words.slice(-count).join(' '))
    if (kind === undefined) continue
    if (hasOwnName(words.slice(0, -count), all.length > words.length)) return kind
    return startOf(words) ?? null
  }
  return startOf(words)
}

function startOf(all: readonly string[]): NameKind | null | undefined {
  const words = all[0] === 'the' ? all.slice(1) : all
  if (!wordsAtStart.has(words[0])) return undefined
  for (let count = Math.min(MAX_WORDS, words.length); count > 0; count--) {
    const kind = byStart.get(words.slice(0, count).join(' '))
    if (kind !== undefined) return kind
  }
  return undefined
}

/** The hint of the longest phrase that is one. */
function hintInWords(words: readonly string[]): NameKind | null {
  const starts = words.flatMap((word, start) => (firstOfHints.has(word) ? start : []))
  for (let count = Math.min(MAX_WORDS, words.length); count > 0 && starts.length > 0; count--)
    for (const start of starts.filter(position => position + count <= words.length)) {
      const hint = byAny.get(words.slice(start, start + count).join(' '))
      if (hint !== undefined) return hint
    }
  return null
}

/** The words without the town at the end. At least one word remains. */
function withoutTown(words: readonly string[], town: string | null): readonly string[] {
  if (town === null) return words
  const place = wordsOf(town)
  const start = words.length - place.length
  if (place.length === 0 || start < 1 || place.some((word, index) => words[start + index] !== word)) return words
  const kept = words.slice(0, start)
  return kept.length > 1 && beforePlace.has(kept.at(-1) ?? '') ? kept.slice(0, -1) : kept
}

/**
 * After these words, "for" and "of" do not matter: a "Center for Dermatology" is a dermatologist, but a "School of
 * Dentistry" is not a dentist.
 */
const beforeFor = new Set(['center', 'centre', 'clinic', 'institute', 'associate', 'office', 'department', 'dept'])

function hasOwnName(words: readonly string[], hasTown: boolean): boolean {
  const last = words.at(-1)
  if (last === undefined) return hasTown
  if (last === 'for' || last === 'of') return beforeFor.has(words.at(-2) ?? '')
  return last !== 'the'
}

/** The text without spaces and punctuation, except the dot before the endings "gov", "edu", and "mil". */
function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/\.(?!(?:gov|edu|mil)$)|[^a-z.]/g, '')
}

function expanded(glob: string): readonly string[] {
  if (!glob.startsWith('@')) return [glob]
  const family = families.get(glob)
  if (family === undefined) throw new Error(`${FILE}: there is no family "${glob}"`)
  return family
}
