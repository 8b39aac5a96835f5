import { LayoutGrid, TableProperties } from 'lucide-react'
import { setAddressValue, useAddressValue } from '../../shared/address.ts'
import { type LeadSort, leadSorts } from './lead-list.rules.ts'

export type LeadView = 'grid' | 'table'

const views = [
  { value: 'grid', label: 'Grid', Icon: LayoutGrid },
  { value: 'table', label: 'Table', Icon: TableProperties },
] as const

export const setSort = (sort: LeadSort) => setAddressValue('sort', sort === 'name' ? '' : sort)

/** View and sorting of the leads. Stored in the URL, so they survive a reload and can be shared. */
export function useListOptions(): { view: LeadView; sort: LeadSort } {
  const view = useAddressValue('view') === 'table' ? 'table' : 'grid'
  const named = useAddressValue('sort')
  return { view, sort: leadSorts.find(({ value }) => value === named)?.value ?? 'name' }
}

export function ViewSwitch() {
  const { view } = useListOptions()
  return (
    <fieldset className="inline-flex shrink-0 rounded-md border border-line bg-sunken p-0.5">
      <legend className="sr-only">View</legend>
      {views.map(({ value, label, Icon }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === view}
          onClick={() => setAddressValue('view', value === 'grid' ? '' : value)}
          className="inline-flex h-7.5 items-center justify-center gap-1.5 rounded-sm px-2.5 text-sm font-medium text-ink-2 hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card touch:h-10 touch:min-w-11 [&_svg]:size-4"
        >
          <Icon aria-hidden="true" />
          {label}
        </button>
      ))}
    </fieldset>
  )
}
