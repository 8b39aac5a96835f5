import { memo, useRef } from 'react'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Cell, HeaderCell, Row, Table } from '../ui/table.tsx'
import { CallButton } from './call-button.tsx'
import type { LeadItemProps } from './lead-card.tsx'
import { cityAndState, PhoneLink } from './lead-contact.tsx'
import type { LeadListProps } from './lead-grid.tsx'
import { Rating } from './rating.tsx'
import { ScoreBadge } from './score-badge.tsx'
import { useRowWindow } from './use-row-window.ts'

export function LeadTable({ leads, ticked, onTick, onDetails }: LeadListProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const window = useRowWindow({ list: body, count: leads.length, estimateHeight: 45 })
  return (
    <Table label="Leads" className="min-w-180">
      <thead>
        <tr>
          <HeaderCell className="w-10">
            <span className="sr-only">Selected</span>
          </HeaderCell>
          <HeaderCell>Business Name</HeaderCell>
          <HeaderCell>Phone Number</HeaderCell>
          <HeaderCell>Address</HeaderCell>
          <HeaderCell className="text-right">Rating</HeaderCell>
          <HeaderCell className="text-right">Actions</HeaderCell>
        </tr>
      </thead>
      <tbody ref={body}>
        <Gap height={window.above} />
        {window.rows.map(row => {
          const lead = leads[row.index]
          if (!lead) return null
          return (
            <LeadRow
              key={lead.id}
              index={row.index}
              measure={window.measure}
              lead={lead}
              isTicked={ticked.has(lead.id)}
              onTick={onTick}
              onDetails={onDetails}
            />
          )
        })}
        <Gap height={window.below} />
      </tbody>
    </Table>
  )
}

const Gap = ({ height }: { height: number }) => height > 0 && <tr aria-hidden="true" style={{ height }} />

type LeadRowProps = LeadItemProps & { index: number; measure: ((row: Element | null) => void) | undefined }

const LeadRow = memo(function LeadRow({ index, measure, lead, isTicked, onTick, onDetails }: LeadRowProps) {
  return (
    <Row ref={measure} data-index={index} className="has-checked:bg-accent-soft/50">
      <Cell className="pr-0">
        <Checkbox
          label={`Select ${lead.businessName}`}
          isLabelHidden
          checked={isTicked}
          onChange={() => onTick(lead.id)}
        />
      </Cell>
      <Cell className="max-w-64">
        <span className="flex items-center gap-2">
          <ScoreBadge score={lead.qualityScore} />
          <span className="truncate font-medium" title={lead.businessName}>
            {lead.businessName}
          </span>
          {lead.isSample && <Badge tone="amber">Sample</Badge>}
        </span>
      </Cell>
      <Cell className="whitespace-nowrap">
        <PhoneLink lead={lead} />
      </Cell>
      <Cell className="max-w-60 truncate text-ink-2">
        {[lead.address, cityAndState(lead), lead.zipCode].filter(Boolean).join(', ') || 'No address'}
      </Cell>
      <Cell isNumber className="whitespace-nowrap">
        <Rating rating={lead.rating} />
      </Cell>
      <Cell>
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
