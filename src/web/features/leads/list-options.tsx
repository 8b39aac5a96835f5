import { LayoutGrid, Map, TableProperties } from 'lucide-react'
import { setAddressValue, useAddressValue } from '../../shared/address.ts'
import { useAfterPaint } from '../../shared/after-paint.ts'
import { lazyPart } from '../../shared/api/lazy-part.tsx'
import { type LeadSort, leadSorts } from './lead-list.rules.ts'

const ColumnsMenu = lazyPart(() => import('./columns-menu.tsx'))

export type LeadView = 'grid' | 'table' | 'map'

const views = [
  { value: 'grid', label: 'Grid', Icon: LayoutGrid },
  { value: 'table', label: 'Table', Icon: TableProperties },
  { value: 'map', label: 'Map', Icon: Map },
] as const

export const setSort = (sort: LeadSort) => setAddressValue('sort', sort === 'name' ? '' : sort)

/** The view and the sort order of the leads. They are stored in the URL, so they survive a reload and can be shared. */
export function useListOptions(): { view: LeadView; sort: LeadSort } {
  const chosen = useAddressValue('view')
  const view = views.find(({ value }) => value === chosen)?.value ?? 'grid'
  const named = useAddressValue('sort')
  return { view, sort: leadSorts.find(({ value }) => value === named)?.value ?? 'name' }
}

/** A map shows only the loaded leads, so it is not offered for a list that loads leads as the user scrolls. */
export function ViewSwitch({ hasMap = false }: { hasMap?: boolean }) {
  const { view } = useListOptions()
  // The menu follows the list, after the next paint.
  const shownView = useAfterPaint(view)
  const offered = views.filter(({ value }) => hasMap || value !== 'map')
  return (
    <>
      <fieldset className="inline-flex shrink-0 rounded-md border border-line bg-sunken p-0.5">
        <legend className="sr-only">View</legend>
        {offered.map(({ value, label, Icon }) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === (hasMap || view !== 'map' ? view : 'grid')}
            onClick={() => setAddressValue('view', value === 'grid' ? '' : value)}
            className="inline-flex h-7.5 items-center justify-center gap-1.5 rounded-sm px-2.5 text-sm font-medium text-ink-2 xl:px-2 hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card touch:h-10 touch:min-w-11 [&_svg]:size-4"
          >
            <Icon aria-hidden="true" />
            <span className="max-lg:sr-only">{label}</span>
          </button>
        ))}
      </fieldset>
      {shownView === 'table' && (
        <div className="max-md:hidden">
          <ColumnsMenu />
        </div>
      )}
    </>
  )
}
