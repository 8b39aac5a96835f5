import { isSpecificCategory, type NameKind } from '#server/catalog/place/category.rules.ts'
import { readBlocks } from '#server/catalog/words/word-file.ts'
import { wordsOf } from './category-words.ts'
import { keyPattern } from './key-pattern.ts'

const FILE = 'name-kinds.txt'
const MAX_WORDS = 4
const MAX_LENGTH = 200
/** The heading for words that tell no kind, such as "food bank". */
const NONE = 'none'

const blocks = readBlocks(FILE)
const families = new Map(
  blocks.filter(({ heading }) => heading.startsWith('@')).map(({ heading, lines }) => [heading, globsIn(lines, '+ ')]),
)

const broad = keyPattern(families.get('@broad') ?? [])
/** A plumber among the contractors is a plumber. */
const isBroad = (main: string, key: string) => main !== key && (!isSpecificCategory(main) || broad.test(main))

/** By words at the end of a name, and by words at its beginning. */
const byEnd = new Map<string, NameKind | null>()
const byStart = new Map<string, NameKind | null>()
for (const { heading, lines } of blocks.filter(block => !block.heading.startsWith('@'))) {
  const kind = heading === NONE ? null : kindOf(heading, lines)
  for (const line of lines.filter(each => !/^[+!] /.test(each))) {
    const isStart = line.startsWith('< ')
    addPhrases(isStart ? byStart : byEnd, isStart ? line.slice(2) : line, kind)
  }
}

function kindOf(key: string, lines: readonly string[]): NameKind {
  const agreeing = keyPattern([key, ...globsIn(lines, '+ ').flatMap(expanded)])
  const only = globsIn(lines, '! ')
  const corrected = only.length === 0 ? null : keyPattern(only)
  return {
    key,
    corrects: main => {
      if (corrected !== null) return main !== undefined && corrected.test(main)
      return main === undefined || isBroad(main, key) || !agreeing.test(main)
    },
  }
}

function addPhrases(kinds: Map<string, NameKind | null>, line: string, kind: NameKind | null): void {
  for (const words of line.replace(/,$/, '').split(', ')) {
    const phrase = wordsOf(words).join(' ')
    if (kinds.has(phrase)) throw new Error(`${FILE}: "${words}" appears twice`)
    kinds.set(phrase, kind)
  }
}

const legalForms = /(?:[\s,]+(?:inc|llc|l\.l\.c|ltd|co|corp|corporation|pllc|pc|p\.c|llp|lp)\.?)+$/i
// What follows a dash or stands in parentheses is often a place, a branch, or a slogan.
const addition = /\s[-–—|(].*$/
const beforePlace = new Set(['of', 'at', 'in', 'near'])

/**
 * The kind of business that the words at the end of a name tell ("Ace Plumbing", "Oak Street Pharmacy LLC"), or those at
 * its beginning ("Law Offices of Ann Lee"), or null. The end needs a word before it, other than "of" or "for": a
 * "School of Dentistry" is no dentist. The business's town at the end tells nothing ("Ace Plumbing of Boulder").
 */
export function kindOfName(name: string, town: string | null = null): NameKind | null {
  const all = wordsOf(name.slice(0, MAX_LENGTH).replace(addition, '').replace(legalForms, ''))
  const words = withoutTown(all, town)
  for (let count = Math.min(MAX_WORDS, words.length); count > 0; count--) {
    const kind = byEnd.get(words.slice(-count).join(' '))
    if (kind !== undefined) return hasOwnName(words.slice(0, -count), all.length > words.length) ? kind : null
  }
  for (let count = Math.min(MAX_WORDS, words.length); count > 0; count--) {
    const kind = byStart.get(words.slice(0, count).join(' '))
    if (kind !== undefined) return kind
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

const hasOwnName = (words: readonly string[], hasTown: boolean) =>
  words.length > 0 ? !/^(?:of|for|the)$/.test(words.at(-1) ?? '') : hasTown

function globsIn(lines: readonly string[], mark: string): string[] {
  return lines.filter(line => line.startsWith(mark)).flatMap(line => line.slice(mark.length).split(' '))
}

function expanded(glob: string): readonly string[] {
  if (!glob.startsWith('@')) return [glob]
  const family = families.get(glob)
  if (family === undefined) throw new Error(`${FILE}: there is no family "${glob}"`)
  return family
}
