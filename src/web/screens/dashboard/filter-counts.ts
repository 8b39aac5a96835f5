import type { FilterName } from '#contract/searches/search-filters.ts'
import type { FilterCount } from '#contract/searches/search-preview.ts'
import { formatNumber } from '../../shared/format.ts'
import { createStore } from '../../shared/store.ts'

/** How many places each choice of the form would leave. The preview, whose code loads later, sets it. */
export const filterCounts = createStore<readonly FilterCount[]>([])

/** " · 64", or nothing while it is unknown. */
export function useCountNote(): (name: FilterName, value: number | true) => string {
  const counts = filterCounts.useValue()
  return (name, value) => {
    const found = counts.find(count => count.name === name && count.value === value)
    return found === undefined ? '' : ` · ${formatNumber(found.matches)}`
  }
}
