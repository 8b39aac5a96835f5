import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { KeptPlace } from './kept-place.tsx'
import { LeadGrid } from './lead-grid.tsx'
import type { LeadListProps } from './lead-list-props.ts'
import { LeadTable } from './lead-table.tsx'

/**
 * Leads as cards or as a table. The available space is measured before the first paint, so that cards never appear in
 * the wrong number of columns and only the rows near the viewport are rendered. `loaded` is the number of loaded leads,
 * if new ones are sorted in among the others.
 */
export function LeadList({ view, loaded = 0, ...list }: LeadListProps & { view: 'grid' | 'table'; loaded?: number }) {
  const place = useRef<HTMLDivElement>(null)
  const { columns, top } = usePlacement(place)
  return (
    <div ref={place}>
      {columns !== undefined && list.leads.length > 0 && (
        <KeptPlace key={view} loaded={loaded} leads={list.leads} columns={view === 'table' ? 1 : columns}>
          {view === 'table' ? (
            <LeadTable {...list} top={top} isDense={columns === 1} />
          ) : (
            <LeadGrid {...list} top={top} columns={columns} />
          )}
        </KeptPlace>
      )}
    </div>
  )
}

const columnsFor = (width: number): number => (width >= 960 ? 3 : width >= 560 ? 2 : 1)

/** The number of columns (one to three, by the width), and the top of the list, which moves with notices above it. */
function usePlacement(place: RefObject<HTMLElement | null>): { columns: number | undefined; top: number } {
  const [columns, setColumns] = useState<number>()
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return undefined
    const measure = () => {
      setColumns(columnsFor(element.clientWidth))
      setTop(Math.round(element.getBoundingClientRect().top + scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [place])
  return { columns, top }
}
