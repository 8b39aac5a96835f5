import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Outline } from '#contract/searches/search-areas.ts'
import { canDrawMap, type Position, type StreetMap } from '../../features/leads/base-map.ts'
import { useStreetMap } from '../../features/leads/map-style.queries.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { type DrawingMode, drawOutlineMap, type OutlineMap } from './draw-outline.ts'

type MapToDrawOnProps = {
  around: readonly Position[]
  outline: Outline | null
  mode: DrawingMode
  onDrawn: (outline: Outline) => void
}

/** This module loads the map library and the one for drawing, so import it only with `lazy`. */
export default function MapToDrawOn(props: MapToDrawOnProps) {
  const [hasMap] = useState(canDrawMap)
  const map = useStreetMap({ enabled: hasMap })
  if (!hasMap)
    return <Alert>The map needs WebGL, which this browser does not offer. You can enter the corners below.</Alert>
  return map && <Drawing key={map.key} {...map.streets} {...props} />
}

function Drawing({ around, outline, mode, onDrawn, ...streets }: MapToDrawOnProps & StreetMap) {
  const place = useRef<HTMLDivElement>(null)
  const map = useRef<OutlineMap>(undefined)
  // The outline that is on the map, which is not drawn again.
  const shown = useRef(JSON.stringify(outline))
  const finish = useEffectEvent((corners: Outline) => {
    shown.current = JSON.stringify(corners)
    onDrawn(corners)
  })
  const draw = useEffectEvent((container: HTMLElement) =>
    drawOutlineMap(container, { ...streets, outline, around, mode, onDrawn: corners => finish(corners) }),
  )
  useEffect(() => {
    if (place.current === null) return undefined
    const drawn = draw(place.current)
    map.current = drawn
    return () => drawn.remove()
  }, [])
  useEffect(() => {
    const wanted = JSON.stringify(outline)
    if (wanted === shown.current) return
    shown.current = wanted
    map.current?.setOutline(outline)
  }, [outline])
  useEffect(() => map.current?.setMode(mode), [mode])
  return <div ref={place} className="h-full overflow-hidden rounded-lg border border-line" />
}
