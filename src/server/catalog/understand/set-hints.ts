import type { NameKind } from '#server/catalog/place/category.rules.ts'
import { aliasSets } from './category-aliases.ts'
import { renamedKeys } from './category-renames.ts'
import { isFiller, isQualifier, isRole, wordsOf } from './category-words.ts'
import { keyPattern } from './key-pattern.ts'

const MIN_DISTINCTIVE_WORDS = 2

const isDistinctive = (word: string) => !isRole(word) && !isFiller(word) && !isQualifier(word)

/**
 * Kinds by the phrases of the alias sets. A phrase with two distinctive words also reveals the kind in a name
 * ("Precision Shower Doors"). It does not correct a main category from the set's `keys` or `relatedMains`.
 */
export const hintsOfSets: ReadonlyMap<string, NameKind> = new Map(
  aliasSets
    .flatMap(({ label, phrases, keys, relatedMains }) => {
      const key = keys.find(selector => /^[a-z\d]/.test(selector))?.replace('!', '')
      if (key === undefined) return []
      const agreeing = keyPattern(
        [...keys, ...relatedMains].filter(selector => !selector.startsWith('-')).flatMap(namesOf),
      )
      const kind = { key, corrects: (main: string | undefined) => main === undefined || !agreeing.test(main) }
      return [label, ...phrases]
        .map(wordsOf)
        .filter(words => words.filter(isDistinctive).length >= MIN_DISTINCTIVE_WORDS)
        .map(words => [words.join(' '), kind] as const)
    })
    // If several sets have the phrase, the first one counts.
    .toReversed(),
)

/** The selected key and its renamed keys, in the singular and the plural. */
function namesOf(selector: string): string[] {
  const key = selector.replace('!', '')
  const names = new Set([key, ...renamedKeys.filter(pair => pair.includes(key)).flat()])
  return [...names].flatMap(name => [name, `${name}s`, name.replace(/s$/, '')])
}
