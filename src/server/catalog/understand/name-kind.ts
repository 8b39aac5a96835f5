import type { NameKind } from '#server/catalog/place/category.rules.ts'
import { readBlocks } from '#server/catalog/words/word-file.ts'
import { wordsOf } from './category-words.ts'

const FILE = 'name-kinds.txt'
const MAX_WORDS = 4
const MAX_LENGTH = 200
/** The heading for words that tell no kind, such as "food bank". */
const NONE = 'none'

const blocks = readBlocks(FILE)
const families = new Map(
  blocks.filter(({ heading }) => heading.startsWith('@')).map(({ heading, lines }) => [heading, globsIn(lines)]),
)

const kinds = new Map<string, NameKind | null>()
for (const { heading, lines } of blocks.filter(block => !block.heading.startsWith('@'))) {
  const pattern = new RegExp(`^(?:${[heading, ...globsIn(lines).flatMap(expanded)].map(toPattern).join('|')})$`)
  const kind = heading === NONE ? null : { key: heading, agrees: (main: string) => pattern.test(main) }
  for (const words of lines
    .filter(line => !line.startsWith('+ '))
    .flatMap(line => line.replace(/,$/, '').split(', '))) {
    const phrase = wordsOf(words).join(' ')
    if (kinds.has(phrase)) throw new Error(`${FILE}: "${words}" appears twice`)
    kinds.set(phrase, kind)
  }
}

const legalForms = /(?:[\s,]+(?:inc|llc|l\.l\.c|ltd|co|corp|corporation|pllc|pc|p\.c|llp|lp)\.?)+$/i
// What follows a dash or stands in parentheses is often a place, a branch, or a slogan.
const addition = /\s[-–—|(].*$/

/**
 * The kind of business that the last words of a name tell ("Ace Plumbing", "Oak Street Pharmacy LLC"), or null. A name
 * needs a word before those, other than "of" or "for": a "School of Dentistry" is no dentist.
 */
export function kindOfName(name: string): NameKind | null {
  const words = wordsOf(name.slice(0, MAX_LENGTH).replace(addition, '').replace(legalForms, ''))
  for (let count = Math.min(MAX_WORDS, words.length); count > 0; count--) {
    const kind = kinds.get(words.slice(-count).join(' '))
    if (kind !== undefined) return hasOwnName(words.slice(0, -count)) ? kind : null
  }
  return null
}

const hasOwnName = (words: readonly string[]) => words.length > 0 && !/^(?:of|for|the)$/.test(words.at(-1) ?? '')

function globsIn(lines: readonly string[]): string[] {
  return lines.filter(line => line.startsWith('+ ')).flatMap(line => line.slice(2).split(' '))
}

function expanded(glob: string): readonly string[] {
  if (!glob.startsWith('@')) return [glob]
  const family = families.get(glob)
  if (family === undefined) throw new Error(`${FILE}: there is no family "${glob}"`)
  return family
}

function toPattern(glob: string): string {
  return glob.replaceAll('*', '[a-z0-9_]*')
}
