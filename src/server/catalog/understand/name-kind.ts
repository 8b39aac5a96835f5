import { isSpecificCategory, type NameKind } from '#server/catalog/place/category.rules.ts'
import { readBlocks } from '#server/catalog/words/word-file.ts'
import { wordsOf } from './category-words.ts'
import { keyPattern } from './key-pattern.ts'
import { hintsOfSets } from './set-hints.ts'

const FILE = 'name-kinds.txt'
const MAX_WORDS = 4
const MAX_LENGTH = 200
const MIN_DOMAIN_WORD = 6
/** Domain words are looked up by their first letters. */
const MIN_KEY = 4
/** The heading for words that are not a kind, such as "food bank". */
const NONE = 'none'

const blocks = readBlocks(FILE)
const families = new Map(
  blocks.filter(({ heading }) => heading.startsWith('@')).map(({ heading, lines }) => [heading, globsIn(lines, '+ ')]),
)

const broad = keyPattern(families.get('@broad') ?? [])
/** A plumber among the contractors is a plumber. */
const isBroad = (main: string, key: string) => main !== key && (!isSpecificCategory(main) || broad.test(main))

const fanciful = keyPattern(families.get('@fanciful') ?? [])

/** By words at the end of a name, at its beginning, anywhere in it, and within a domain. */
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
  const agreeing = keyPattern([key, ...globsIn(lines, '+ ').flatMap(expanded)])
  const only = globsIn(lines, '! ').flatMap(expanded)
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

// A short word also occurs within others: "vape" in "vapensiero".
function addLongToDomains(words: readonly string[], kind: NameKind): void {
  addToDomains(
    words.filter(word => lettersOf(word).length >= MIN_DOMAIN_WORD),
    kind,
  )
}

function addToDomains(words: readonly string[], kind: NameKind): void {
  for (const word of words.map(lettersOf)) if (!byDomain.has(word)) byDomain.set(word, kind)
}

/** The kind that a hint suggests. In trades with fanciful names, such as restaurants, hints say nothing. */
function hintOf(kind: NameKind): NameKind {
  return {
    key: kind.key,
    corrects: main => kind.corrects(main) && (main === undefined || !fanciful.test(main)),
  }
}

function addPhrases(kinds: Map<string, NameKind | null>, line: string, kind: NameKind | null): void {
  for (const words of line.replace(/,$/, '').split(', ')) {
    const phrase = wordsOf(words).join(' ')
    if (kinds.has(phrase)) throw new Error(`${FILE}: "${words}" appears twice`)
    kinds.set(phrase, kind)
  }
}

const legalForms = /(?:[\s,]+(?:inc|llc|l\.l\.c|ltd|co|corp|corporation|company|pllc|pc|p\.c|llp|lp)\.?)+$/i
// What follows a dash or stands in parentheses is often a place, a branch, or a slogan.
const addition = /\s[-–—|(].*$/
const beforePlace = new Set(['of', 'at', 'in', 'near'])

/**
 * The kind of business that the words at the end of a name tell ("Ace Plumbing", "Oak Street Pharmacy LLC"), or those at
 * its beginning ("Law Offices of Ann Lee"), or null. The end needs a word before it, other than "of" or "for": a
 * "School of Dentistry" is not a dentist. The business's town at the end ("Ace Plumbing of Boulder") and words after a comma
 * are ignored.
 */
export function kindOfName(name: string, town: string | null = null): NameKind | null {
  const whole = name.slice(0, MAX_LENGTH)
  const own = whole.replace(addition, '').replace(legalForms, '')
  const kind = (own.length === whole.length ? undefined : kindOfPart(whole)) ?? kindOfWords(own, town)
  if (kind !== undefined) return kind
  const comma = own.indexOf(', ')
  return (comma === -1 ? undefined : kindOfWords(own.slice(0, comma), town)) ?? null
}

/** The kind that words within a name suggest, or null. */
export const hintIn = (name: string): NameKind | null => hintInWords(wordsOf(name.slice(0, MAX_LENGTH)))

const commonEnding = /\.(?!gov$|edu$|mil$)[a-z]+$/
const domainWords = Map.groupBy(
  [...byDomain.keys()].toSorted((a, b) => b.length - a.length),
  word => word.slice(0, MIN_KEY),
)

/**
 * The kind that a word within a domain suggests, or null: trendzsalon.com is a salon. Words that the name has, too, say
 * nothing more than the name does.
 */
export function hintInDomain(domain: string, name: string): NameKind | null {
  const text = lettersOf(domain.replace(commonEnding, ''))
  const own = lettersOf(name)
  for (let start = 0; start + MIN_KEY <= text.length; start++) {
    const word = domainWords
      .get(text.slice(start, start + MIN_KEY))
      ?.find(each => text.startsWith(each, start) && !own.includes(each))
    if (word !== undefined) return byDomain.get(word) ?? null
  }
  return null
}

/** "Ann Lee, MD - Ophthalmology": a part of the name with only the words for a kind. */
function kindOfPart(name: string): NameKind | undefined {
  const parts = name.split(/\s[-–—|]\s/).slice(1)
  return parts.map(part => byEnd.get(wordsOf(part).join(' '))).find(kind => kind !== undefined && kind !== null)
}

// Most names have none of these words, which is quicker to find out than for each ending and beginning.
const wordsAtEnd = new Set([...byEnd.keys()].map(phrase => phrase.slice(phrase.lastIndexOf(' ') + 1)))
const firstWordsOf = (phrases: Iterable<string>) => new Set([...phrases].map(phrase => phrase.split(' ', 1)[0]))
const wordsAtStart = firstWordsOf(byStart.keys())
const firstOfHints = firstWordsOf(byAny.keys())

/** Undefined if the words tell nothing, null if they tell that the name is of no kind. */
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

/** The longest words that are a hint. */
function hintInWords(words: readonly string[]): NameKind | null {
  const starts = words.flatMap((word, start) => (firstOfHints.has(word) ? start : []))
  for (let count = Math.min(MAX_WORDS, words.length); count > 0 && starts.length > 0; count--)
    for (const start of starts.filter(position => position + count <= words.length)) {
      const hint = byAny.get(words.slice(start, start + count).join(' '))
      if (hint !== undefined) return hint
    }
  return null
}

/** Leaves at least one word. */
function withoutTown(words: readonly string[], town: string | null): readonly string[] {
  if (town === null) return words
  const place = wordsOf(town)
  const start = words.length - place.length
  if (place.length === 0 || start < 1 || place.some((word, index) => words[start + index] !== word)) return words
  const kept = words.slice(0, start)
  return kept.length > 1 && beforePlace.has(kept.at(-1) ?? '') ? kept.slice(0, -1) : kept
}

/** A "Center for Dermatology" is of the kind that follows, a "School of Dentistry" is not. */
const beforeFor = new Set(['center', 'centre', 'clinic', 'institute', 'associate', 'office', 'department', 'dept'])

function hasOwnName(words: readonly string[], hasTown: boolean): boolean {
  const last = words.at(-1)
  if (last === undefined) return hasTown
  if (last === 'for' || last === 'of') return beforeFor.has(words.at(-2) ?? '')
  return last !== 'the'
}

/** Without spaces and punctuation, except the dot before the endings "gov", "edu", and "mil". */
function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/\.(?!(?:gov|edu|mil)$)|[^a-z.]/g, '')
}

function globsIn(lines: readonly string[], mark: string): string[] {
  return lines.filter(line => line.startsWith(mark)).flatMap(line => line.slice(mark.length).split(' '))
}

function expanded(glob: string): readonly string[] {
  if (!glob.startsWith('@')) return [glob]
  const family = families.get(glob)
  if (family === undefined) throw new Error(`${FILE}: there is no family "${glob}"`)
  return family
}
