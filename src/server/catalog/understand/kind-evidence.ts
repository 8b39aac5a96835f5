import { stateNames } from '#server/catalog/gazetteer/states.ts'
import type { NamedPlace } from '#server/catalog/place/category.rules.ts'
import { aliasSets } from './category-aliases.ts'
import { STEM_LENGTH, supportingWordsOf } from './category-support.ts'
import { isFiller, isRole, wordsOf } from './category-words.ts'
import { hintIn, kindOfName } from './name-kind.ts'

/** A word that more trades than this use only counts at the end of a name: "auto", "medical", "design". */
const FEW_TRADES = 2

/** Words at the end of a name that say nothing about its kind: "Group" in "Adler Construction Group". */
const general = new Set(
  `inc llc ltd co corp corporation pllc pc llp lp md dds dmd do group solution team associate partner network enterprise
  concept consultant system management international global plus express work works studio lounge house hub resource
  unlimited depot world nyc us america ii iii`.split(/\s+/),
)
const isGeneral = (word: string): boolean =>
  general.has(word) || isFiller(word) || isRole(word) || word.toUpperCase() in stateNames || /^\d+$/.test(word)

/** What confirms the main category of a place, apart from its source; null if nothing does. */
export function kindEvidenceOf({ name, town, domain }: NamedPlace, main: string): 'name' | 'website' | null {
  if (isConfirmedByName(name, town, main)) return 'name'
  return domain !== null && endsWithRareWord(domain, main) ? 'website' : null
}

function isConfirmedByName(name: string, town: string | null, main: string): boolean {
  const { all, rare } = wordsFor(main)
  if (wordsOf(name).some(word => isOneOf(word, rare)) || headsOf(name).some(head => endsWithOneOf(head, all)))
    return true
  const kind = kindOfName(name, town)
  if (kind === null) return hintIn(name)?.key === main
  return kind.key === main || (kind.isNarrow !== true && !kind.corrects(main))
}

/** Short words must be equal. Longer words only need the same beginning, as in "plumber" and "plumbing". */
type WordSet = { short: ReadonlySet<string>; beginnings: ReadonlySet<string> }
type Words = { all: WordSet; rare: WordSet; rareEndings: readonly string[] }
const known = new Map<string, Words>()

function wordsFor(key: string): Words {
  const words = known.get(key) ?? sorted(supportingWordsOf(key))
  known.set(key, words)
  return words
}

function sorted(all: readonly string[]): Words {
  const rare = all.filter(word => (tradesOf.get(beginningOf(word)) ?? 0) <= FEW_TRADES)
  const long = rare.filter(word => word.length >= STEM_LENGTH)
  return { all: wordSetOf(all), rare: wordSetOf(rare), rareEndings: long.flatMap(word => [word, `${word}s`]) }
}

const wordSetOf = (words: readonly string[]): WordSet => ({
  short: new Set(words.filter(word => word.length < STEM_LENGTH)),
  beginnings: new Set(words.filter(word => word.length >= STEM_LENGTH).map(beginningOf)),
})

const beginningOf = (word: string): string => word.slice(0, STEM_LENGTH)

/** By the beginning of a word: how many trades have such a word in their phrases. */
const tradesOf = new Map<string, number>()
for (const { label, phrases } of aliasSets)
  for (const beginning of new Set([label, ...phrases].flatMap(wordsOf).map(beginningOf)))
    tradesOf.set(beginning, (tradesOf.get(beginning) ?? 0) + 1)

const isOneOf = (word: string, { short, beginnings }: WordSet): boolean =>
  word.length < STEM_LENGTH ? short.has(word) : beginnings.has(beginningOf(word))

const afterHead = /\s(?:of|at|in|by|from|with|near|for|@)\s|\s[-–—|]\s|[,(:;]/i
const betweenHeads = /[&+/]|\band\b/i

/**
 * The parts of a name that say what the business is: "Ace Plumbing" and "Heating" for "Ace Plumbing & Heating of
 * Boulder". They come from the first part of the name that is more than a general word, such as "Center" or "School".
 */
function headsOf(name: string): string[][] {
  const parts = name.split(afterHead)
  const own = parts.find(part => !wordsOf(part).every(isGeneral)) ?? name
  return own.split(betweenHeads).map(wordsOf)
}

function endsWithOneOf(words: readonly string[], set: WordSet): boolean {
  const last = words.findLast(word => isOneOf(word, set) || !isGeneral(word))
  return last !== undefined && isOneOf(last, set)
}

function endsWithRareWord(domain: string, main: string): boolean {
  const text = domain.replace(/\.[a-z]+$/, '')
  return wordsFor(main).rareEndings.some(ending => text.endsWith(ending))
}
