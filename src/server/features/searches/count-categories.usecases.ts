import type { SearchCategories } from '#contract/searches/search-categories.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { leftOutFor } from '#server/leads/owned-places.usecases.ts'
import { criteriaOf } from './own-searches.usecases.ts'
import { planSearch } from './plan-search.usecases.ts'

/** The number of places that a search would find now in each category that its words mean. */
export async function countCategories(deps: Deps, account: Account, searchId: number): Promise<SearchCategories> {
  const criteria = await criteriaOf(deps.db, account.id, searchId)
  const { plan, understood, snapshot } = await planSearch(deps, await deps.catalog.refresh(), {
    ...criteria,
    categories: [],
    withoutCategories: [],
  })
  const { what } = plan
  if (!('categoryIds' in what)) return { categories: [] }
  const leftOut = await leftOutFor(deps, account, snapshot, criteria)
  const counts = await deps.catalog.places.countByCategory(plan, leftOut)
  return {
    // The plan has all categories that were understood, in the same order.
    categories: understood.category.contains.map(({ category }, index) => ({
      category,
      matches: counts.get(what.categoryIds[index] ?? 0) ?? 0,
    })),
  }
}
