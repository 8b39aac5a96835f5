import { useSearchParams } from 'wouter'
import { type LeadSort, leadSorts } from './lead-list.rules.ts'

export type LeadView = 'grid' | 'table'

/** How the leads are shown; kept in the address, so that it survives a reload and can be shared. */
export function useListOptions() {
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string, byDefault: string) =>
    setParams(
      before => {
        const after = new URLSearchParams(before)
        if (value === byDefault) after.delete(name)
        else after.set(name, value)
        return after
      },
      { replace: true },
    )
  const view: LeadView = params.get('view') === 'table' ? 'table' : 'grid'
  const sort: LeadSort = leadSorts.find(({ value }) => value === params.get('sort'))?.value ?? 'name'
  return {
    view,
    sort,
    setView: (value: LeadView) => set('view', value, 'grid'),
    setSort: (value: LeadSort) => set('sort', value, 'name'),
  }
}
