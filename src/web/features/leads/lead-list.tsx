import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { LeadGrid } from './lead-grid.tsx'
import { LeadTable } from './lead-table.tsx'
import type { LeadListProps } from './lead-list-props.ts'
import type { LeadView } from './use-list-options.ts'

/**
 * Leads as cards or as a table. Measures its place once for both: cards are never drawn in the wrong number of columns,
 * and whichever comes draws no more rows than the window shows.
 */
export function LeadList({ view, ...list }: LeadListProps & { view: LeadView }) {
  const place = useRef<HTMLDivElement>(null)
  const { columns, top } = usePlacement(place)
  return (
    <div ref={place}>
      {columns !== undefined &&
        (view === 'table' ? <LeadTable {...list} top={top} /> : <LeadGrid {...list} top={top} columns={columns} />)}
    </div>
  )
}

const columnsFor = (width: number): number => (width >= 880 ? 3 : width >= 560 ? 2 : 1)

/** One, two or three columns, by the width there is; and the top, which moves with every notice above the list. */
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
