import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Lead } from '#contract/leads.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { useTheme } from '../../shared/use-theme.ts'
import { canDrawMap, type DrawnMap, drawMap } from './draw-map.ts'

type MapOfLeadsProps = {
  leads: readonly Lead[]
  /** The lead whose pin is larger. */
  active?: number | undefined
  /** The pointer is on the pin of a lead, or on none. */
  onHover?: (id: number | undefined) => void
  onChoose?: (lead: Lead) => void
  /** Its height and its position. */
  className: string
  /** If the browser cannot draw the map: a further sentence. */
  instead?: string
}

/** Loads the map library. Load it with `lazy` only. */
export default function MapOfLeads({ className, instead = '', ...map }: MapOfLeadsProps) {
  const [hasMap] = useState(canDrawMap)
  const theme = useTheme()
  return (
    <div className={className}>
      {hasMap ? (
        // Its colors are those of the theme.
        <Drawing key={theme} {...map} />
      ) : (
        <Alert>The map needs WebGL, which this browser does not offer. {instead}</Alert>
      )}
    </div>
  )
}

function Drawing({ leads, active, onHover, onChoose }: Omit<MapOfLeadsProps, 'className' | 'instead'>) {
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<DrawnMap>(undefined)
  const choose = useEffectEvent((id: number) => {
    const lead = leads.find(one => one.id === id)
    if (lead) onChoose?.(lead)
  })
  const hover = useEffectEvent((id: number | undefined) => onHover?.(id))
  useEffect(() => {
    if (place.current === null) return undefined
    const map = drawMap(place.current, { onHover: id => hover(id), onChoose: id => choose(id) })
    drawn.current = map
    return () => map.remove()
  }, [])
  useEffect(() => drawn.current?.setLeads(leads), [leads])
  useEffect(() => drawn.current?.highlight(active), [active])
  return <div ref={place} className="h-full overflow-hidden rounded-lg border border-line" />
}
