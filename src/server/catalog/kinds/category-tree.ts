import { isGenericCategory } from '#words/index.ts'

export type CatalogCategory = { id: number; key: string; name: string; parentKey: string | null }

export type CategoryTree = {
  /** Categories such as "professional services", which do not say what a business does. */
  generic: readonly CatalogCategory[]
  select: (selectors: readonly string[]) => Set<CatalogCategory>
  /** The generic categories, and all below the same parent, or below a category without a parent; ordered by id. */
  relativesOf: (category: CatalogCategory) => readonly CatalogCategory[]
}

export function categoryTree(categories: readonly CatalogCategory[]): CategoryTree {
  const byKey = new Map(categories.map(category => [category.key, category]))
  const children = Map.groupBy(categories, category => category.parentKey)
  const withKindsBelow = (from: Iterable<CatalogCategory>): Set<CatalogCategory> => {
    // A Set iterates over entries added during the loop. This visits every generation and also ends if parents form a
    // circle.
    const kinds = new Set(from)
    for (const { key } of kinds) for (const child of children.get(key) ?? []) kinds.add(child)
    return kinds
  }
  const selectOne = (selector: string): Iterable<CatalogCategory> => {
    if (selector.startsWith('*')) return categories.filter(({ key }) => endsWith(key, selector.slice(1)))
    const category = byKey.get(selector.replace('!', ''))
    if (category === undefined) return []
    return selector.endsWith('!') ? [category] : withKindsBelow([category])
  }
  const generic = categories.filter(({ key }) => isGenericCategory(key))
  const relatives = new Map<string, readonly CatalogCategory[]>()
  return {
    generic,
    select: selectors => {
      const selected = new Set<CatalogCategory>()
      for (const selector of selectors) {
        if (selector.startsWith('-')) for (const category of selectOne(selector.slice(1))) selected.delete(category)
        else for (const category of selectOne(selector)) selected.add(category)
      }
      return selected
    },
    relativesOf: category => {
      const { parentKey } = category
      if (parentKey === null) return byId([...generic, ...withKindsBelow([category])])
      return relatives.getOrInsertComputed(parentKey, () =>
        byId([...generic, ...withKindsBelow(children.get(parentKey) ?? [])]),
      )
    },
  }
}

const endsWith = (key: string, ending: string) => key.endsWith(ending) || key.endsWith(`${ending}s`)

export const byId = (categories: Iterable<CatalogCategory>): CatalogCategory[] =>
  [...new Set(categories)].toSorted((a, b) => a.id - b.id)
