import clsx from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import { formatMiles } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Cell, HeaderCell, Row, staysInView, Table } from '../../shared/ui/table.tsx'
import { CallButton } from './call-button.tsx'
import { GradeBadge } from './grade-badge.tsx'
import { type ExtraColumn, extraColumns, useChosenColumns } from './lead-columns.ts'
import { cityAndState, EmailLink, PhoneLink, WebsiteLink } from './lead-contact.tsx'
import type { PlacedListProps } from './lead-list-props.ts'
import { highestFirst, type LeadSort } from './lead-list.rules.ts'
import { LeadMarks } from './lead-marks.tsx'
import { Rating, ScoreBadge } from './score-and-rating.tsx'
import { LeadCheckbox, showDetails, useIsOpen } from './selection.tsx'
import { useRowWindow } from './use-row-window.ts'

const ROW_PIXELS = 45
const DENSE_ROW_PIXELS = 61
/** The number of columns that users cannot hide. */
const COLUMNS = 6
const DENSE_COLUMNS = 3
const none: readonly ExtraColumn[] = []

type LeadTableProps = PlacedListProps & {
  /** True on a narrow screen: only the checkbox, the name with the phone number below it, and the details button. */
  isDense: boolean
}

export const LeadTable = memo(function LeadTable(props: LeadTableProps) {
  const { leads, onRange, order, top, isDense } = props
  const chosen = useChosenColumns()
  const columns = isDense ? none : chosen
  const window = useRowWindow({
    top,
    leadCount: leads.length,
    columns: 1,
    estimateHeight: isDense ? DENSE_ROW_PIXELS : ROW_PIXELS,
    overscan: 6,
    onRange,
  })
  return (
    <Table
      label="Leads"
      hasStickyHeader
      className={clsx(!isDense && 'min-w-180 print:min-w-0 [&_td]:px-2 [&_th]:px-2')}
    >
      <thead>
        <tr>
          <HeaderCell className="w-10 print:hidden">
            <span className="sr-only">Selected</span>
          </HeaderCell>
          <SortHeader by="name" order={order} className={clsx(isDense && 'pl-1')}>
            Business Name
          </SortHeader>
          {!isDense && (
            <>
              <HeaderCell>Phone Number</HeaderCell>
              <HeaderCell>Address</HeaderCell>
              {columns.map(name => (
                <SortHeader key={name} by={name} order={order} className={clsx(isNumeric(name) && 'text-right')}>
                  {extraColumns[name]}
                </SortHeader>
              ))}
              <SortHeader by="rating" order={order} className="w-px text-right">
                Rating
              </SortHeader>
            </>
          )}
          <HeaderCell className={clsx(staysInView, 'text-right print:hidden')}>Actions</HeaderCell>
        </tr>
      </thead>
      <tbody>
        <Gap height={window.above} />
        {window.rows.map(row => {
          const lead = leads[row.index]
          const shown = { index: row.index, measure: window.measure, columns, isDense }
          if (!lead) return <WaitingRow key={`waiting ${row.key}`} {...shown} />
          // A row whose lead changes becomes a new element, so leads that arrive meanwhile do not move the visible ones.
          const key = `${row.key} ${lead.id}`
          return <LeadRow key={key} lead={lead} {...shown} />
        })}
        <Gap height={window.below} />
      </tbody>
    </Table>
  )
})

const isNumeric = (name: ExtraColumn): boolean => name === 'distance'
/** Whether the text of the cells can be cut off. It is then also a tooltip. */
const isText = (name: ExtraColumn) => name === 'category' || name === 'website' || name === 'email'

const cellOf: Record<ExtraColumn, (lead: Lead) => ReactNode> = {
  quality: ({ qualityScore }) => <ScoreBadge score={qualityScore} />,
  grade: lead => <GradeBadge lead={lead} />,
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

/** A column's header. A click sorts by the column, unless the list has a fixed order. */
function SortHeader({ by, order, className, children }: SortHeaderProps) {
  if (order === undefined) return <HeaderCell className={className}>{children}</HeaderCell>
  const isSorted = order.sort === by
  const isFalling = highestFirst.includes(by)
  const Arrow = isFalling ? ArrowDown : ArrowUp
  return (
    <HeaderCell className={className} aria-sort={isSorted ? (isFalling ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        onClick={() => order.onSort(by)}
        className="inline-flex min-h-6 items-center gap-1 hover:text-ink"
      >
        {children}
        <Arrow className={clsx('size-3', !isSorted && 'invisible')} />
      </button>
    </HeaderCell>
  )
}

/** When a Details button has the focus, the arrow keys go to the next or previous row, and x selects the lead. */
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

/** On one line: the ZIP code is left out first, then the street is cut off. */
function AddressCell({ lead }: { lead: Lead }) {
  const street = lead.address ?? ''
  const city = [street, cityAndState(lead)].filter(Boolean).join(', ').slice(street.length)
  const zip = lead.zipCode === null ? '' : ` ${lead.zipCode}`
  return (
    <Cell title={street + city + zip} className="max-w-72 text-ink-2">
      <span className="flex whitespace-pre">
        <span className="truncate">{street}</span>
        <span>{city}</span>
        <span className="max-[1400px]:not-print:hidden">{zip}</span>
        {street + city + zip === '' && 'No address'}
      </span>
    </Cell>
  )
}

type Measured = {
  index: number
  measure: ((row: Element | null) => void) | undefined
  columns: readonly ExtraColumn[]
  isDense: boolean
}
type LeadRowProps = Measured & { lead: Lead }

const WaitingRow = ({ index, measure, columns, isDense }: Measured) => (
  <Row ref={measure} data-index={index} style={{ height: isDense ? DENSE_ROW_PIXELS : ROW_PIXELS }}>
    <Cell colSpan={isDense ? DENSE_COLUMNS : COLUMNS + columns.length}>
      <Skeleton className="h-4 w-1/2" />
    </Cell>
  </Row>
)

const LeadRow = memo(function LeadRow({ index, measure, lead, columns, isDense }: LeadRowProps) {
  const isOpen = useIsOpen(lead.id)
  const marks = (
    <span className="ml-auto flex max-w-full shrink-0 flex-wrap justify-end gap-1.5 select-none">
      <LeadMarks lead={lead} isShort />
      {!columns.includes('quality') && <ScoreBadge score={lead.qualityScore} isShort />}
    </span>
  )
  return (
    <Row
      ref={measure}
      data-index={index}
      data-lead={lead.id}
      aria-current={isOpen || undefined}
      className="bg-(--row) has-checked:[--row:var(--color-selected)] aria-[current=true]:[--row:var(--color-accent-soft)]"
    >
      <Cell className="pr-0 print:hidden">
        <LeadCheckbox lead={lead} />
      </Cell>
      {isDense ? (
        <Cell isHeader className="w-full max-w-0 pr-0 pl-1">
          <span className="block truncate font-medium" title={lead.businessName}>
            {lead.businessName}
          </span>
          <span className="flex flex-wrap items-center gap-x-2">
            <PhoneLink lead={lead} />
            {marks}
          </span>
        </Cell>
      ) : (
        <>
          <Cell isHeader className="max-w-52 min-[1400px]:max-w-60">
            <span className="flex flex-wrap items-center gap-x-2">
              <span className="min-w-22 flex-1 truncate font-medium" title={lead.businessName}>
                {lead.businessName}
              </span>
              {marks}
            </span>
          </Cell>
          <Cell className="whitespace-nowrap">
            <PhoneLink lead={lead} />
          </Cell>
          <AddressCell lead={lead} />
          {columns.map(name => (
            <Cell
              key={name}
              isNumber={isNumeric(name)}
              title={isText(name) ? (lead[name] ?? undefined) : undefined}
              className="max-w-46 truncate *:whitespace-nowrap *:wrap-normal"
            >
              {cellOf[name](lead)}
            </Cell>
          ))}
          <Cell isNumber className="whitespace-nowrap">
            {lead.rating === null ? <NoRating /> : <Rating rating={lead.rating} />}
          </Cell>
        </>
      )}
      <Cell className={clsx(staysInView, 'print:hidden')}>
        <span className="flex justify-end gap-2">
          {!isDense && <CallButton lead={lead} label="Call" isIcon />}
          <Button size="sm" data-details onKeyDown={moveByKey} onClick={() => showDetails(lead)}>
            Details
            <span className="sr-only"> of {lead.businessName}</span>
          </Button>
        </span>
      </Cell>
    </Row>
  )
})
