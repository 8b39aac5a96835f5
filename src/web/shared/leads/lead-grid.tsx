import { useLayoutEffect, useRef, useState } from 'react'
import type { Lead } from '#contract/leads.ts'
import { LeadCard } from './lead-card.tsx'
import { useRowWindow } from './use-row-window.ts'

export type LeadListProps = {
  leads: readonly Lead[]
  ticked: ReadonlySet<number>
  onTick: (id: number) => void
  onDetails: (lead: Lead) => void
}

const columnsFor = (width: number): number => (width >= 880 ? 3 : width >= 560 ? 2 : 1)
const columnClass = ['', 'grid-cols-1', 'grid-cols-2', 'grid-cols-3']

export function LeadGrid({ leads, ticked, onTick, onDetails }: LeadListProps) {
  const list = useRef<HTMLDivElement>(null)
  const columns = useColumns(list)
  const window = useRowWindow({ list, count: Math.ceil(leads.length / columns), estimateHeight: 290 })
  return (
    <div ref={list} style={{ paddingTop: window.above, paddingBottom: window.below }}>
      {window.rows.map(row => (
        <div
          key={row.key}
          data-index={row.index}
          ref={window.measure}
          className={`grid gap-3 pb-3 *:min-w-0 ${columnClass[columns] ?? ''}`}
        >
          {leads.slice(row.index * columns, (row.index + 1) * columns).map(lead => (
            <LeadCard key={lead.id} lead={lead} isTicked={ticked.has(lead.id)} onTick={onTick} onDetails={onDetails} />
          ))}
        </div>
      ))}
    </div>
  )
}

/** One, two or three columns, by the width there is. */
function useColumns(list: { current: HTMLElement | null }): number {
  const [columns, setColumns] = useState(1)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return undefined
    const measure = () => setColumns(columnsFor(element.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [list])
  return columns
}
