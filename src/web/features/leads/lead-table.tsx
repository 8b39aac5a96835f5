import { memo } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Cell, HeaderCell, Row, Table } from '../../shared/ui/table.tsx'
import { CallButton } from './call-button.tsx'
import type { LeadItemProps } from './lead-card.tsx'
import { cityAndState, PhoneLink } from './lead-contact.tsx'
import type { PlacedListProps } from './lead-list-props.ts'
import { LeadMarks } from './lead-marks.tsx'
import { Rating, ScoreBadge } from './score-and-rating.tsx'
import { LeadCheckbox } from './selection.tsx'
import { useRowWindow } from './use-row-window.ts'

const ROW_PIXELS = 45

export const LeadTable = memo(function LeadTable({ leads, selection, onDetails, onRange, top }: PlacedListProps) {
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
          <HeaderCell>Business Name</HeaderCell>
          <HeaderCell>Phone Number</HeaderCell>
          <HeaderCell>Address</HeaderCell>
          <HeaderCell className="text-right">Rating</HeaderCell>
          <HeaderCell className="text-right print:hidden">Actions</HeaderCell>
        </tr>
      </thead>
      <tbody>
        <Gap height={window.above} />
        {window.rows.map(row => {
          const lead = leads[row.index]
          if (!lead) return <WaitingRow key={`waiting ${row.key}`} index={row.index} measure={window.measure} />
          return (
            <LeadRow
              key={lead.id}
              index={row.index}
              measure={window.measure}
              lead={lead}
              selection={selection}
              onDetails={onDetails}
            />
          )
        })}
        <Gap height={window.below} />
      </tbody>
    </Table>
  )
})

const Gap = ({ height }: { height: number }) => height > 0 && <tr aria-hidden="true" style={{ height }} />

const NoRating = () => (
  <span className="text-ink-3">
    <span aria-hidden="true">–</span>
    <span className="sr-only">No rating</span>
  </span>
)

type Measured = { index: number; measure: ((row: Element | null) => void) | undefined }
type LeadRowProps = LeadItemProps & Measured

/** A placeholder for a lead that is being loaded again. */
const WaitingRow = ({ index, measure }: Measured) => (
  <Row ref={measure} data-index={index} style={{ height: ROW_PIXELS }}>
    <Cell colSpan={6}>
      <Skeleton className="h-4 w-1/2" />
    </Cell>
  </Row>
)

const LeadRow = memo(function LeadRow({ index, measure, lead, selection, onDetails }: LeadRowProps) {
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
      <Cell isNumber className="whitespace-nowrap">
        {lead.rating === null ? <NoRating /> : <Rating rating={lead.rating} />}
      </Cell>
      <Cell className="print:hidden">
        <span className="flex justify-end gap-2">
          <CallButton lead={lead} label="Call" isIcon />
          <Button size="sm" onClick={() => onDetails(lead)}>
            Details
            <span className="sr-only"> of {lead.businessName}</span>
          </Button>
        </span>
      </Cell>
    </Row>
  )
})
