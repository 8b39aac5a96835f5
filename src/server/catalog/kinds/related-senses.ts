import type { CategoryIndex, Sense } from './category-index.ts'

/**
 * Kinds of business that are related to the searched one. First the broader kinds that contain it ("Dentists" for
 * orthodontists), then the kinds whose categories are mostly in `relatedMains` ("HVAC" for plumbers).
 */
export function relatedSenses(
  { described }: CategoryIndex,
  { categoryIds, relatedMains = [] }: { categoryIds: readonly number[]; relatedMains?: readonly number[] | undefined },
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
