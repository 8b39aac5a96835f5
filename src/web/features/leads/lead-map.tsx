import clsx from 'clsx'
import { memo, useRef, useState } from 'react'
import type { Lead } from '#contract/leads.ts'
import { PhoneLink } from './lead-contact.tsx'
import MapOfLeads from './map-of-leads.tsx'
import { ScoreBadge } from './score-and-rating.tsx'
import { LeadCheckbox, type LeadSelection } from './selection.tsx'

type LeadMapProps = {
  leads: readonly Lead[]
  selection: LeadSelection
  onDetails: (lead: Lead) => void
}

/** Leads on a map, and as a short list beside it. What the pointer is on in one is highlighted in the other. */
export default function LeadMap({ leads, selection, onDetails }: LeadMapProps) {
  const rows = useRef<HTMLUListElement>(null)
  const [active, setActive] = useState<number>()
  const hover = (id: number | undefined) => {
    setActive(id)
    rows.current?.querySelector(`[data-lead="${id?.toString() ?? ''}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div className="grid gap-3 lg:grid-cols-[20rem_1fr] print:block">
      <MapOfLeads
        leads={leads}
        active={active}
        onHover={hover}
        onChoose={onDetails}
        instead="The list has the same leads."
        className="lg:order-2 h-80 lg:h-[clamp(22rem,calc(100dvh-22rem),44rem)] print:hidden"
      />
      <ul
        ref={rows}
        aria-label="Leads on the map"
        className="divide-y divide-line overflow-y-auto rounded-lg border border-line bg-surface lg:h-[clamp(22rem,calc(100dvh-22rem),44rem)]"
      >
        {leads.map(lead => (
          <MapRow
            key={lead.id}
            lead={lead}
            selection={selection}
            onDetails={onDetails}
            isActive={lead.id === active}
            onActive={setActive}
          />
        ))}
      </ul>
    </div>
  )
}

type MapRowProps = {
  lead: Lead
  selection: LeadSelection
  onDetails: (lead: Lead) => void
  isActive: boolean
  onActive: (id: number | undefined) => void
}

// Moving the pointer over the list changes two rows of it.
const MapRow = memo(({ lead, selection, onDetails, isActive, onActive }: MapRowProps) => (
  <li
    data-lead={lead.id}
    className={clsx(
      'flex items-start gap-3 px-3 py-2.5 text-sm [contain-intrinsic-size:auto_4rem] [content-visibility:auto]',
      isActive && 'bg-sunken',
    )}
  >
    <LeadCheckbox lead={lead} selection={selection} />
    <div className="min-w-0 flex-1">
      <button
        type="button"
        onClick={() => onDetails(lead)}
        onMouseEnter={() => onActive(lead.id)}
        onMouseLeave={() => onActive(undefined)}
        onFocus={() => onActive(lead.id)}
        className="block w-full truncate text-left font-medium hover:text-accent-ink touch:min-h-11"
      >
        <span className="sr-only">Details of </span>
        {lead.businessName}
      </button>
      <PhoneLink lead={lead} />
    </div>
    <ScoreBadge score={lead.qualityScore} />
  </li>
))
