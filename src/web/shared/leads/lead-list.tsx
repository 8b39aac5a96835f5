import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Lead } from '#contract/leads.ts'
import { LeadGrid } from './lead-grid.tsx'
import { LeadTable } from './lead-table.tsx'
import type { Ticks } from './ticks.ts'
import type { LeadView } from './use-list-options.ts'
import type { OnRange } from './use-row-window.ts'

export type LeadListProps = {
  /** Undefined: known to be there, but not in memory at the moment. */
  leads: readonly (Lead | undefined)[]
  ticks: Ticks
  onDetails: (lead: Lead) => void
  onRange?: OnRange
}

/** Leads as cards or as a table. Measures its width once for both: cards are never drawn in the wrong number of columns. */
export function LeadList({ view, ...list }: LeadListProps & { view: LeadView }) {
  const place = useRef<HTMLDivElement>(null)
  const columns = useColumns(place)
  return (
    <div ref={place}>
      {columns !== undefined && (view === 'table' ? <LeadTable {...list} /> : <LeadGrid {...list} columns={columns} />)}
    </div>
  )
}

const columnsFor = (width: number): number => (width >= 880 ? 3 : width >= 560 ? 2 : 1)

/** One, two or three columns, by the width there is. */
function useColumns(place: RefObject<HTMLElement | null>): number | undefined {
  const [columns, setColumns] = useState<number>()
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return undefined
    const measure = () => setColumns(columnsFor(element.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  return columns
}
