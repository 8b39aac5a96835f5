import { isGenericCategory } from '#server/catalog/place/category.rules.ts'
import { renamedKeys } from './category-renames.ts'
import { normalizedPhrase } from './category-words.ts'

/** A row of the catalog's `category` table. */
export type CatalogCategory = { id: number; key: string; name: string; parentKey: string | null }

export type KeyGroups = {
  /** The key as words. A renamed key has the same phrase as its new name (`dermatologist`, `dermatology`). */
  phraseOf: (key: string) => string
  byPhrase: ReadonlyMap<string, readonly CatalogCategory[]>
  withKindsBelow: (categories: Iterable<CatalogCategory>) => Set<CatalogCategory>
  /**
   * The generic categories, and all categories below the same parent, ordered by id. Categories with the same parent
   * get the same array.
   */
  relativesOf: (category: CatalogCategory) => readonly CatalogCategory[]
  /** Categories such as "professional services", which do not say what a business does. */
  generic: readonly CatalogCategory[]
  /** The categories that selectors select (see `AliasSet`). */
  select: (keys: readonly string[]) => Set<CatalogCategory>
}

// Several old keys can have the same new name (two old kinds of tire shop). The phrase comes from the first of them.
const canonicalPhrases = new Map<string, string>()
for (const names of renamedKeys) {
  const phrases = names.map(normalizedPhrase)
  const canonical = phrases.map(phrase => canonicalPhrases.get(phrase)).find(known => known !== undefined) ?? phrases[0]
  if (canonical !== undefined) for (const phrase of phrases) canonicalPhrases.set(phrase, canonical)
}

export function groupKeys(categories: readonly CatalogCategory[]): KeyGroups {
  const phrases = new Map(categories.map(({ key }) => [key, normalizedPhrase(key)]))
  const phraseOf = (key: string) => {
    const phrase = phrases.get(key) ?? normalizedPhrase(key)
    return canonicalPhrases.get(phrase) ?? phrase
  }
  const byCanonical = Map.groupBy(categories, category => phraseOf(category.key))
  const byPhrase = new Map(byCanonical)
  for (const [phrase, canonical] of canonicalPhrases) {
    const group = byCanonical.get(canonical)
    if (group) byPhrase.set(phrase, group)
  }
  const children = Map.groupBy(categories, category => category.parentKey)
  const withKindsBelow = (from: Iterable<CatalogCategory>) => {
    // A Set iterates over entries added during the loop. This visits every generation and also ends if parents form a
    // circle.
    const kinds = new Set(from)
    for (const { key } of kinds) for (const child of children.get(key) ?? []) kinds.add(child)
    return kinds
  }
  const selectOne = (selector: string): Iterable<CatalogCategory> => {
    if (selector.startsWith('*')) return categories.filter(({ key }) => endsWith(key, selector.slice(1)))
    const isAlone = selector.endsWith('!')
    const group = byPhrase.get(normalizedPhrase(selector)) ?? []
    return isAlone ? group : withKindsBelow(group)
  }
  const select = (keys: readonly string[]) => {
    const selected = new Set<CatalogCategory>()
    for (const key of keys) {
      if (key.startsWith('-')) for (const category of selectOne(key.slice(1))) selected.delete(category)
      else for (const category of selectOne(key)) selected.add(category)
    }
    return selected
  }
  const generic = categories.filter(({ key }) => isGenericCategory(key))
  const relatives = new Map<string | CatalogCategory, readonly CatalogCategory[]>()
  const relativesOf = (category: CatalogCategory) => {
    const family = category.parentKey ?? category
    const siblings = category.parentKey === null ? [category] : (children.get(category.parentKey) ?? [])
    const known =
      relatives.get(family) ?? [...new Set([...generic, ...withKindsBelow(siblings)])].toSorted((a, b) => a.id - b.id)
    relatives.set(family, known)
    return known
  }
  return { phraseOf, byPhrase, withKindsBelow, relativesOf, generic, select }
}

const endsWith = (key: string, ending: string) => key.endsWith(ending) || key.endsWith(`${ending}s`)
