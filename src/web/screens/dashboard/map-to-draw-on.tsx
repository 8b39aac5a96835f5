import { useEffect, useEffectEvent, useRef } from 'react'
import type { Outline } from '#contract/searches/search-areas.ts'
import type { Position, StreetMap } from '../../features/leads/base-map.ts'
import { WithStreets } from '../../features/leads/with-streets.tsx'
import { type DrawingMode, drawOutlineMap, type OutlineMap } from './draw-outline.ts'

type MapToDrawOnProps = {
  around: readonly Position[]
  outline: Outline | null
  mode: DrawingMode
  onDrawn: (outline: Outline) => void
}

/** This module loads the map library and the one for drawing, so import it only with `lazy`. */
const MapToDrawOn = (props: MapToDrawOnProps) => (
  <WithStreets instead="You can enter the corners below.">{streets => <Drawing {...streets} {...props} />}</WithStreets>
)
export default MapToDrawOn

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
