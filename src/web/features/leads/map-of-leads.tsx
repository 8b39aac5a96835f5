import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import type { Outline } from '#contract/searches/search-areas.ts'
import type { Box, StreetMap } from './base-map.ts'
import { type DrawnMap, drawMap } from './draw-map.ts'
import { WithStreets } from './with-streets.tsx'

type MapOfLeadsProps = {
  leads: readonly Lead[]
  outlines?: readonly Outline[]
  /** The lead whose pin is enlarged. */
  active?: number | undefined
  /** Called when the pointer moves onto the pin of a lead, or off it. */
  onHover?: (id: number | undefined) => void
  onChoose?: (lead: Lead) => void
  onView?: (view: Box) => void
  ref?: Ref<Pick<DrawnMap, 'showAll'>>
  className: string
  /** A further sentence to show if the browser cannot draw the map. */
  instead?: string
}

const none: readonly Outline[] = []

/** This module loads the map library, so import it only with `lazy`. */
export default function MapOfLeads({ className, instead = '', ...props }: MapOfLeadsProps) {
  return (
    <div className={className}>
      <WithStreets instead={instead}>{streets => <Drawing {...streets} {...props} />}</WithStreets>
    </div>
  )
}

type DrawingProps = Omit<MapOfLeadsProps, 'className' | 'instead'> & StreetMap

function Drawing({ leads, outlines = none, active, onHover, onChoose, onView, ref, ...streets }: DrawingProps) {
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnMap>(undefined)
  const choose = useEffectEvent((id: number) => {
    const lead = leads.find(one => one.id === id)
    if (lead) onChoose?.(lead)
  })
  const hover = useEffectEvent((id: number | undefined) => onHover?.(id))
  const look = useEffectEvent((view: Box) => onView?.(view))
  const draw = useEffectEvent((container: HTMLElement) =>
    drawMap(container, {
      ...streets,
      leads,
      outlines,
      onHover: id => hover(id),
      onChoose: id => choose(id),
      onView: view => look(view),
    }),
  )
  useEffect(() => {
    if (place.current === null) return undefined
    const map = draw(place.current)
    drawn.current = map
    return () => map.remove()
  }, [])
  useImperativeHandle(ref, () => ({ showAll: () => drawn.current?.showAll() }), [])
  useEffect(() => drawn.current?.setLeads(leads), [leads])
  useEffect(() => drawn.current?.highlight(active), [active])
  return <div ref={place} className="h-full overflow-hidden rounded-lg border border-line" />
}
