import { demoCategories } from '#server/catalog/demo/categories.ts'
import type { CategoryIndex, Sense } from '#server/catalog/kinds/category-index.ts'
import { type Kind, suggestKinds } from '#words/index.ts'

/** How common a category is, relative to the others. */
const shares = new Map(demoCategories.map(({ key, weight }) => [key, weight]))

/** Suggests kinds of business while the user types, likeliest first. A search understands each label as certain. */
export function suggestCategories({ senseOf }: CategoryIndex, typed: string, limit: number): Sense[] {
  const weightOf = (kind: Kind): number => {
    const share = (senseOf(kind)?.categories ?? []).reduce((sum, { key }) => sum + (shares.get(key) ?? 0), 0)
    return Math.log10(1 + share)
  }
  const found = new Set<Sense>()
  for (const kind of suggestKinds(typed, { weightOf })) {
    const sense = found.size === limit ? null : senseOf(kind)
    if (sense !== null) found.add(sense)
  }
  return [...found]
}
