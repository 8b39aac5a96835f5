import { describedKinds, type Kind, kindOfKey, phraseOf, readCategory } from '#words/index.ts'
import { byId, type CatalogCategory, categoryTree, type CategoryTree } from './category-tree.ts'

/** A kind of business in this catalog. A search for the label has the same meaning. */
export type Sense = {
  label: string
  categories: readonly CatalogCategory[]
  /**
   * A business that has one of `categories` only as a further category also belongs here if its main category is one of
   * these. A realtor with "physical therapy" as a further category is not a physical therapist.
   */
  relatedMains: readonly CatalogCategory[]
}

/** Which categories of the catalog each kind of business has. Made once for each version of the catalog. */
export type CategoryIndex = {
  /** Null if the catalog has none of the kind's categories. */
  senseOf: (kind: Kind) => Sense | null
  /** Kinds that only this catalog has, such as the categories of an operator's own list, by phrase. */
  ownKinds: ReadonlyMap<string, Kind>
  described: () => readonly Sense[]
}

export function buildCategoryIndex(categories: readonly CatalogCategory[]): CategoryIndex {
  const tree = categoryTree(categories)
  const { ownKinds, alsoOf } = ownKindsOf(categories)
  const senses = new Map<Kind, Sense | null>()
  let listing: ReadonlyMap<CatalogCategory, readonly Kind[]> | undefined
  const relatedMainsOf = (kind: Kind): readonly CatalogCategory[] => {
    if (kind.isDescribed) return byId([...tree.generic, ...tree.select(kind.relatedMains)])
    listing ??= kindsListing(tree)
    return mainsOfListing(tree, kind, listing)
  }
  const senseOf = (kind: Kind): Sense | null =>
    senses.getOrInsertComputed(kind, () => {
      const selected = byId([...tree.select(kind.keys), ...(alsoOf.get(kind) ?? [])])
      if (selected.length === 0) return null
      return { label: kind.label, categories: selected, relatedMains: relatedMainsOf(kind) }
    })
  return { senseOf, ownKinds, described: () => describedKinds().flatMap(kind => senseOf(kind) ?? []) }
}

/** By category: the described kinds that list it. */
function kindsListing(tree: CategoryTree): ReadonlyMap<CatalogCategory, readonly Kind[]> {
  const listing = new Map<CatalogCategory, Kind[]>()
  for (const kind of describedKinds())
    for (const category of tree.select(kind.keys)) listing.getOrInsertComputed(category, () => []).push(kind)
  return listing
}

/** The related mains of a category are those of all described kinds that list it, or else its relatives. */
function mainsOfListing(
  tree: CategoryTree,
  { keys }: Kind,
  listing: ReadonlyMap<CatalogCategory, readonly Kind[]>,
): readonly CatalogCategory[] {
  const mains = new Set<CatalogCategory>()
  for (const category of tree.select(keys.map(key => `${key}!`))) {
    const kinds = listing.get(category)
    const related =
      kinds === undefined
        ? tree.relativesOf(category)
        : [...tree.generic, ...tree.select(kinds.flatMap(({ relatedMains }) => relatedMains))]
    for (const main of related) mains.add(main)
  }
  return byId(mains)
}

/** Categories that no list has. One whose key names a kind belongs to it: a list may say "law firm". */
function ownKindsOf(categories: readonly CatalogCategory[]): {
  ownKinds: ReadonlyMap<string, Kind>
  alsoOf: ReadonlyMap<Kind, readonly CatalogCategory[]>
} {
  const ownKinds = new Map<string, Kind>()
  const alsoOf = new Map<Kind, CatalogCategory[]>()
  for (const category of categories.filter(({ key }) => kindOfKey(key) === undefined)) {
    const named = readCategory(category.name, { isAsked: false })
    if (named.is === 'certain' && named.kinds.length === 1) {
      const [kind] = named.kinds
      alsoOf.set(kind, [...(alsoOf.get(kind) ?? []), category])
      continue
    }
    const kind = { label: category.name, keys: [category.key], relatedMains: [], nearest: [], isDescribed: false }
    for (const phrase of [category.key, category.name].map(phraseOf)) ownKinds.set(phrase, kind)
  }
  return { ownKinds, alsoOf }
}

/**
 * Kinds of business that are related to the searched one. First the broader kinds that contain it ("Dentists" for
 * orthodontists), then the kinds whose categories are mostly in `relatedMains` ("HVAC" for plumbers).
 */
export function relatedSenses(
  { described }: CategoryIndex,
  { categoryIds, relatedMains }: { categoryIds: readonly number[]; relatedMains: readonly number[] },
): Sense[] {
  const searched = new Set(categoryIds)
  const related = new Set(relatedMains)
  const isBroader = (sense: Sense) =>
    shared(sense, searched) === searched.size && sense.categories.length > searched.size
  const isRelated = (sense: Sense) =>
    shared(sense, searched) === 0 && shared(sense, related) * 2 > sense.categories.length
  const own = described()
  return [...own.filter(isBroader), ...own.filter(isRelated)]
}

const shared = ({ categories }: Sense, ids: ReadonlySet<number>): number =>
  categories.filter(({ id }) => ids.has(id)).length
