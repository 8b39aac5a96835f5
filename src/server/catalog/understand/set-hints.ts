import type { NameKind } from '#server/catalog/place/category.rules.ts'
import { aliasSets } from './category-aliases.ts'
import { renamedKeys } from './category-renames.ts'
import { isFiller, isQualifier, isRole, wordsOf } from './category-words.ts'
import { keyPattern } from './key-pattern.ts'

const MIN_TELLING_WORDS = 2

const isTelling = (word: string) => !isRole(word) && !isFiller(word) && !isQualifier(word)

/**
 * What people type for a kind of business tells the kind in a name, too ("Precision Shower Doors"), if it has two words
 * that say something. A main category of the same set, or one that may stand beside it, agrees.
 */
export const hintsOfSets: ReadonlyMap<string, NameKind> = new Map(
  aliasSets
    .flatMap(({ label, phrases, keys, sideWith }) => {
      const key = keys.find(selector => /^[a-z\d]/.test(selector))?.replace('!', '')
      if (key === undefined) return []
      const agreeing = keyPattern([...keys, ...sideWith].filter(selector => !selector.startsWith('-')).flatMap(namesOf))
      const kind = { key, corrects: (main: string | undefined) => main === undefined || !agreeing.test(main) }
      return [label, ...phrases]
        .map(wordsOf)
        .filter(words => words.filter(isTelling).length >= MIN_TELLING_WORDS)
        .map(words => [words.join(' '), kind] as const)
    })
    // Of several sets, the first one counts.
    .toReversed(),
)

/** All names of a selected category, in the singular and the plural. */
function namesOf(selector: string): string[] {
  const key = selector.replace('!', '')
  const names = new Set([key, ...renamedKeys.filter(pair => pair.includes(key)).flat()])
  return [...names].flatMap(name => [name, `${name}s`, name.replace(/s$/, '')])
}
