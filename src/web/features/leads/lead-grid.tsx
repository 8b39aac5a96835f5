import { memo } from 'react'
import { LeadCard } from './lead-card.tsx'
import type { PlacedListProps } from './lead-list-props.ts'
import { WaitingCard } from './lead-list-states.tsx'
import { useRowWindow } from './use-row-window.ts'

const ROW_PIXELS = 210
const columnClass = ['', 'grid-cols-1', 'grid-cols-2', 'grid-cols-3']

export const LeadGrid = memo(function LeadGrid({
  leads,
  onRange,
  top,
  columns,
}: PlacedListProps & { columns: number }) {
  const window = useRowWindow({
    top,
    leadCount: leads.length,
    columns,
    estimateHeight: ROW_PIXELS,
    overscan: 1,
    onRange,
  })
  return (
    <div style={{ paddingTop: window.above, paddingBottom: window.below }}>
      {window.rows.map(row => (
        // A row that starts with another lead becomes a new element, so leads that arrive meanwhile do not move the
        // visible ones.
        <div
          key={`${row.key.toString()} ${leads[row.index * columns]?.id.toString() ?? 'waiting'}`}
          data-index={row.index}
          ref={window.measure}
          className={`grid contain-layout contain-style gap-3 pb-3 *:min-w-0 ${columnClass[columns] ?? ''}`}
        >
          {leads
            .slice(row.index * columns, (row.index + 1) * columns)
            .map((lead, column) =>
              lead ? (
                <LeadCard key={`${column.toString()} ${lead.id.toString()}`} lead={lead} />
              ) : (
                <WaitingCard key={`waiting ${column.toString()}`} />
              ),
            )}
        </div>
      ))}
    </div>
  )
})
