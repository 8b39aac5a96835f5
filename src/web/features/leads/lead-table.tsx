import clsx from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode } from 'react'
import type { Lead } from '#contract/leads.ts'
import { formatMiles } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Cell, HeaderCell, Row, Table } from '../../shared/ui/table.tsx'
import { CallButton } from './call-button.tsx'
import type { LeadItemProps } from './lead-card.tsx'
import { type ExtraColumn, extraColumns, useChosenColumns } from './lead-columns.ts'
import { cityAndState, EmailLink, PhoneLink, WebsiteLink } from './lead-contact.tsx'
import type { PlacedListProps } from './lead-list-props.ts'
import type { LeadSort } from './lead-list.rules.ts'
import { LeadMarks } from './lead-marks.tsx'
import { Rating, ScoreBadge } from './score-and-rating.tsx'
import { LeadCheckbox } from './selection.tsx'
import { useRowWindow } from './use-row-window.ts'

const ROW_PIXELS = 45
/** Without those that users add. */
const COLUMNS = 6

export const LeadTable = memo(function LeadTable(props: PlacedListProps) {
  const { leads, selection, onDetails, onRange, order, top } = props
  const columns = useChosenColumns()
  const window = useRowWindow({
    top,
    leadCount: leads.length,
    columns: 1,
    estimateHeight: ROW_PIXELS,
    overscan: 6,
    onRange,
  })
  return (
    <Table label="Leads" className="min-w-180 print:min-w-0">
      <thead>
        <tr>
          <HeaderCell className="w-10 print:hidden">
            <span className="sr-only">Selected</span>
          </HeaderCell>
          <SortHeader by="name" order={order}>
            Business Name
          </SortHeader>
          <HeaderCell>Phone Number</HeaderCell>
          <HeaderCell>Address</HeaderCell>
          {columns.map(name =>
            name === 'distance' ? (
              <SortHeader key={name} by="distance" order={order} className="text-right">
                Distance
              </SortHeader>
            ) : (
              <HeaderCell key={name}>{labelOf[name]}</HeaderCell>
            ),
          )}
          <SortHeader by="rating" order={order} className="text-right">
            Rating
          </SortHeader>
          <HeaderCell className="text-right print:hidden">Actions</HeaderCell>
        </tr>
      </thead>
      <tbody>
        <Gap height={window.above} />
        {window.rows.map(row => {
          const lead = leads[row.index]
          if (!lead)
            return (
              <WaitingRow key={`waiting ${row.key}`} index={row.index} measure={window.measure} columns={columns} />
            )
          return (
            <LeadRow
              key={lead.id}
              index={row.index}
              measure={window.measure}
              lead={lead}
              selection={selection}
              onDetails={onDetails}
              columns={columns}
            />
          )
        })}
        <Gap height={window.below} />
      </tbody>
    </Table>
  )
})

const labelOf = Object.fromEntries(extraColumns.map(({ name, label }) => [name, label])) as Record<ExtraColumn, string>

const cellOf: Record<ExtraColumn, (lead: Lead) => ReactNode> = {
  category: ({ category }) => category ?? <span className="text-ink-3">No category</span>,
  website: lead => <WebsiteLink lead={lead} />,
  email: lead => <EmailLink lead={lead} />,
  distance: ({ distanceMiles }) => (distanceMiles === null ? '' : formatMiles(distanceMiles)),
}

type SortHeaderProps = {
  by: LeadSort
  order: PlacedListProps['order']
  className?: string
  children: string
}

/** A header that sorts by its column, where the order can be changed. */
function SortHeader({ by, order, className, children }: SortHeaderProps) {
  if (order === undefined) return <HeaderCell className={className}>{children}</HeaderCell>
  const isSorted = order.sort === by
  const direction = by === 'rating' ? 'descending' : 'ascending'
  const Arrow = by === 'rating' ? ArrowDown : ArrowUp
  return (
    <HeaderCell className={className} aria-sort={isSorted ? direction : undefined}>
      <button
        type="button"
        onClick={() => order.onSort(by)}
        className="inline-flex min-h-6 items-center gap-1 hover:text-ink"
      >
        {children}
        <Arrow className={clsx('size-3', !isSorted && 'invisible')} aria-hidden="true" />
      </button>
    </HeaderCell>
  )
}

/** On the button for details, the arrow keys go to the previous and next row, and x selects. */
function moveByKey(event: KeyboardEvent<HTMLButtonElement>): void {
  const row = event.currentTarget.closest('tr')
  if (row === null || event.altKey || event.ctrlKey || event.metaKey) return
  if (event.key === 'x') row.querySelector<HTMLInputElement>('[type="checkbox"]')?.click()
  const other =
    event.key === 'ArrowDown' ? row.nextElementSibling : event.key === 'ArrowUp' ? row.previousElementSibling : null
  const details = other?.querySelector<HTMLElement>('[data-details]')
  if (!details) return
  event.preventDefault()
  details.focus()
}

const Gap = ({ height }: { height: number }) => height > 0 && <tr aria-hidden="true" style={{ height }} />

const NoRating = () => (
  <span className="text-ink-3">
    <span aria-hidden="true">–</span>
    <span className="sr-only">No rating</span>
  </span>
)

type Measured = {
  index: number
  measure: ((row: Element | null) => void) | undefined
  columns: readonly ExtraColumn[]
}
type LeadRowProps = LeadItemProps & Measured

/** A placeholder for a lead that is being loaded again. */
const WaitingRow = ({ index, measure, columns }: Measured) => (
  <Row ref={measure} data-index={index} style={{ height: ROW_PIXELS }}>
    <Cell colSpan={COLUMNS + columns.length}>
      <Skeleton className="h-4 w-1/2" />
    </Cell>
  </Row>
)

const LeadRow = memo(function LeadRow({ index, measure, lead, selection, onDetails, columns }: LeadRowProps) {
  return (
    <Row ref={measure} data-index={index} className="has-checked:bg-accent-soft/50">
      <Cell className="pr-0 print:hidden">
        <LeadCheckbox lead={lead} selection={selection} />
      </Cell>
      <Cell className="max-w-64">
        <span className="flex items-center gap-2">
          <ScoreBadge score={lead.qualityScore} />
          <span className="truncate font-medium" title={lead.businessName}>
            {lead.businessName}
          </span>
          <LeadMarks lead={lead} isShort />
        </span>
      </Cell>
      <Cell className="whitespace-nowrap">
        <PhoneLink lead={lead} />
      </Cell>
      <Cell className="max-w-60 truncate text-ink-2">
        {[lead.address, cityAndState(lead), lead.zipCode].filter(Boolean).join(', ') || 'No address'}
      </Cell>
      {columns.map(name => (
        <Cell key={name} isNumber={name === 'distance'} className="max-w-60 truncate">
          {cellOf[name](lead)}
        </Cell>
      ))}
      <Cell isNumber className="whitespace-nowrap">
        {lead.rating === null ? <NoRating /> : <Rating rating={lead.rating} />}
      </Cell>
      <Cell className="print:hidden">
        <span className="flex justify-end gap-2">
          <CallButton lead={lead} label="Call" isIcon />
          <Button size="sm" data-details onKeyDown={moveByKey} onClick={() => onDetails(lead)}>
            Details
            <span className="sr-only"> of {lead.businessName}</span>
          </Button>
        </span>
      </Cell>
    </Row>
  )
})
