import clsx from 'clsx'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Lead } from '#contract/leads.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { useTheme } from '../../shared/use-theme.ts'
import { canDrawMap, type DrawnMap, drawMap } from './draw-map.ts'
import { PhoneLink } from './lead-contact.tsx'
import { ScoreBadge } from './score-and-rating.tsx'
import { LeadCheckbox, type LeadSelection } from './selection.tsx'

type LeadMapProps = {
  leads: readonly Lead[]
  selection: LeadSelection
  onDetails: (lead: Lead) => void
}

/** Leads on a map, and as a short list beside it. What is pointed at in one is emphasized in the other. */
export default function LeadMap({ leads, selection, onDetails }: LeadMapProps) {
  const rows = useRef<HTMLUListElement>(null)
  const [active, setActive] = useState<number>()
  const [hasMap] = useState(canDrawMap)
  const theme = useTheme()
  return (
    <div className="grid gap-3 lg:grid-cols-[20rem_1fr] print:block">
      {hasMap ? (
        // Its colors are those of the theme.
        <MapOfLeads key={theme} leads={leads} rows={rows} active={active} onActive={setActive} onDetails={onDetails} />
      ) : (
        <div className="lg:order-2">
          <Alert>The map needs WebGL, which this browser does not offer. The list has the same leads.</Alert>
        </div>
      )}
      <ul
        ref={rows}
        aria-label="Leads on the map"
        className="divide-y divide-line overflow-y-auto rounded-lg border border-line bg-surface lg:h-[clamp(22rem,calc(100dvh-22rem),44rem)]"
      >
        {leads.map(lead => (
          <li
            key={lead.id}
            data-lead={lead.id}
            className={clsx(
              'flex items-start gap-3 px-3 py-2.5 text-sm [contain-intrinsic-size:auto_4rem] [content-visibility:auto]',
              lead.id === active && 'bg-sunken',
            )}
          >
            <LeadCheckbox lead={lead} selection={selection} />
            <div className="min-w-0 flex-1">
              <button
                type="button"
                onClick={() => onDetails(lead)}
                onMouseEnter={() => setActive(lead.id)}
                onMouseLeave={() => setActive(undefined)}
                onFocus={() => setActive(lead.id)}
                className="block w-full truncate text-left font-medium hover:text-accent-ink touch:min-h-11"
              >
                <span className="sr-only">Details of </span>
                {lead.businessName}
              </button>
              <PhoneLink lead={lead} />
            </div>
            <ScoreBadge score={lead.qualityScore} />
          </li>
        ))}
      </ul>
    </div>
  )
}

type MapOfLeadsProps = Pick<LeadMapProps, 'leads' | 'onDetails'> & {
  rows: RefObject<HTMLElement | null>
  active: number | undefined
  onActive: (id: number | undefined) => void
}

function MapOfLeads({ leads, rows, active, onActive, onDetails }: MapOfLeadsProps) {
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnMap>(undefined)
  const choose = useEffectEvent((id: number) => {
    const lead = leads.find(one => one.id === id)
    if (lead) onDetails(lead)
  })
  const hover = useEffectEvent((id: number | undefined) => {
    onActive(id)
    const row = rows.current?.querySelector(`[data-lead="${id?.toString() ?? ''}"]`)
    row?.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => {
    if (place.current === null) return undefined
    const map = drawMap(place.current, { onHover: id => hover(id), onChoose: id => choose(id) })
    drawn.current = map
    return () => map.remove()
  }, [])
  useEffect(() => drawn.current?.setLeads(leads), [leads])
  useEffect(() => drawn.current?.highlight(active), [active])
  return (
    <div
      ref={place}
      className="h-80 overflow-hidden rounded-lg border border-line lg:order-2 lg:h-[clamp(22rem,calc(100dvh-22rem),44rem)] print:hidden"
    />
  )
}
