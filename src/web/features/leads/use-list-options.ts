import { setAddressValue, useAddressValue } from '../../shared/address.ts'
import { type LeadSort, leadSorts } from './lead-list.rules.ts'

export type LeadView = 'grid' | 'table'

const setView = (view: LeadView) => setAddressValue('view', view === 'grid' ? '' : view)
const setSort = (sort: LeadSort) => setAddressValue('sort', sort === 'name' ? '' : sort)

/** View and sorting of the leads. Stored in the URL, so they survive a reload and can be shared. */
export function useListOptions() {
  const view: LeadView = useAddressValue('view') === 'table' ? 'table' : 'grid'
  const asked = useAddressValue('sort')
  const sort: LeadSort = leadSorts.find(({ value }) => value === asked)?.value ?? 'name'
  return { view, sort, setView, setSort }
}
