import { LayoutGrid, Map, TableProperties } from 'lucide-react'
import { setAddressValue, useAddressValue } from '../../shared/address.ts'
import { useAfterPaint } from '../../shared/after-paint.ts'
import { lazyPart } from '../../shared/api/lazy-part.tsx'
import { Segments } from '../../shared/ui/segments.tsx'
import { type LeadSort, leadSorts } from './lead-list.rules.ts'

const ColumnsMenu = lazyPart(() => import('./columns-menu.tsx'))

export type LeadView = 'grid' | 'table' | 'map'

const views = [
  { value: 'grid', label: 'Grid', Icon: LayoutGrid },
  { value: 'table', label: 'Table', Icon: TableProperties },
  { value: 'map', label: 'Map', Icon: Map },
] as const

export const setSort = (sort: LeadSort) => setAddressValue('sort', sort === 'name' ? '' : sort)
export const setText = (text: string) => setAddressValue('filter', text)

/** The view, the order, and the text filter of loaded leads. In the URL, they survive a reload and can be shared. */
export function useListOptions(): { view: LeadView; sort: LeadSort; text: string } {
  const chosen = useAddressValue('view')
  const view = views.find(({ value }) => value === chosen)?.value ?? 'grid'
  const named = useAddressValue('sort')
  const sort = leadSorts.find(({ value }) => value === named)?.value ?? 'name'
  return { view, sort, text: useAddressValue('filter') }
}

/** A map shows only the loaded leads, so it is not offered for a list that loads leads as the user scrolls. */
export function ViewSwitch({ hasMap = false }: { hasMap?: boolean }) {
  const { view } = useListOptions()
  // The menu follows the list, after the next paint.
  const shownView = useAfterPaint(view)
  return (
    <>
      <Segments
        legend="View"
        options={views.filter(({ value }) => hasMap || value !== 'map')}
        value={hasMap || view !== 'map' ? view : 'grid'}
        onChange={value => setAddressValue('view', value === 'grid' ? '' : value)}
      />
      {shownView === 'table' && (
        <div className="max-md:hidden">
          <ColumnsMenu />
        </div>
      )}
    </>
  )
}
