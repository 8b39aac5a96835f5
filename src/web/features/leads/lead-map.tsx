import clsx from 'clsx'
import { memo, type ReactNode, useMemo, useRef, useState } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import type { Outline } from '#contract/searches/search-areas.ts'
import { count, formatNumber } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import type { Box } from './base-map.ts'
import type { DrawnMap } from './draw-map.ts'
import { PhoneLink } from './lead-contact.tsx'
import { LeadMarks } from './lead-marks.tsx'
import MapOfLeads from './map-of-leads.tsx'
import { ScoreBadge } from './score-and-rating.tsx'
import { LeadCheckbox, showDetails, useOpenLead } from './selection.tsx'

type LeadMapProps = { leads: readonly Lead[]; map: MapSearch }

export type MapSearch = {
  outlines: readonly Outline[]
  onView?: (view: Box) => void
  /** Shown above the map after the user has moved it. */
  action?: ReactNode
}

/** Leads on a map, and those in view in a list beside it. The lead under the pointer stands out in both. */
export default function LeadMap({ leads, map }: LeadMapProps) {
  const rows = useRef<HTMLUListElement>(null)
  const drawn = useRef<Pick<DrawnMap, 'showAll'>>(null)
  const [active, setActive] = useState<number>()
  const opened = useOpenLead()?.id
  // Unset until the user moves the map.
  const [view, setView] = useState<Box>()
  const inView = useMemo(() => (view === undefined ? leads : leads.filter(lead => isIn(view, lead))), [leads, view])
  const showAll = () => {
    setView(undefined)
    drawn.current?.showAll()
  }
  const hover = (id: number | undefined) => {
    setActive(id)
    rows.current?.querySelector(`[data-lead="${id ?? ''}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div className="grid grid-cols-1 gap-3 lg:grid-cols-[20rem_minmax(0,1fr)] print:block">
      <div className="relative lg:order-2">
        <MapOfLeads
          ref={drawn}
          leads={leads}
          outlines={map.outlines}
          active={active ?? opened}
          onHover={hover}
          onChoose={showDetails}
          onView={box => {
            setView(box)
            map.onView?.(box)
          }}
          instead="The list has the same leads."
          className="h-80 lg:h-[clamp(22rem,calc(100dvh-22rem),44rem)] print:hidden"
        />
        {view && map.action !== undefined && (
          <div className="pointer-events-none absolute inset-x-12 top-3 flex justify-center *:pointer-events-auto">
            {map.action}
          </div>
        )}
      </div>
      <div className="flex flex-col rounded-lg border border-line bg-surface lg:h-[clamp(22rem,calc(100dvh-22rem),44rem)]">
        <div className="flex min-h-10 items-center justify-between gap-2 border-b border-line px-3 text-sm text-ink-2 touch:min-h-11 print:hidden">
          <output className="tabular-nums">
            {view === undefined
              ? count(leads.length, 'lead')
              : `${formatNumber(inView.length)} of ${count(leads.length, 'lead')} in view`}
          </output>
          {view && (
            <Button variant="link" size="inline" onClick={showAll}>
              Show all
            </Button>
          )}
        </div>
        <ul ref={rows} aria-label="Leads on the map" className="min-h-0 flex-1 divide-y divide-line overflow-y-auto">
          {inView.map(lead => (
            <MapRow
              key={lead.id}
              lead={lead}
              isActive={lead.id === active}
              isOpen={lead.id === opened}
              onActive={setActive}
            />
          ))}
        </ul>
      </div>
    </div>
  )
}

const isIn = ({ south, north, west, east }: Box, { latitude, longitude }: Lead): boolean =>
  latitude >= south && latitude <= north && longitude >= west && longitude <= east

type MapRowProps = {
  lead: Lead
  isActive: boolean
  isOpen: boolean
  onActive: (id: number | undefined) => void
}

// Memoized, because moving the pointer over the list changes only two of its rows.
const MapRow = memo(({ lead, isActive, isOpen, onActive }: MapRowProps) => (
  <li
    data-lead={lead.id}
    aria-current={isOpen || undefined}
    className={clsx(
      'flex items-start gap-3 px-3 py-2.5 text-sm [contain-intrinsic-height:auto_4rem] [content-visibility:auto]',
      isOpen ? 'bg-accent-soft' : isActive && 'bg-sunken',
    )}
  >
    <LeadCheckbox lead={lead} />
    <div className="min-w-0 flex-1 space-y-0.5">
      <button
        type="button"
        onClick={() => showDetails(lead)}
        onMouseEnter={() => onActive(lead.id)}
        onMouseLeave={() => onActive(undefined)}
        onFocus={() => onActive(lead.id)}
        className="block w-full truncate py-0.5 text-left font-medium hover:text-accent-ink touch:min-h-11"
      >
        <span className="sr-only">Details of </span>
        {lead.businessName}
      </button>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <PhoneLink lead={lead} />
        <LeadMarks lead={lead} isShort />
      </div>
    </div>
    <ScoreBadge score={lead.qualityScore} />
  </li>
))
