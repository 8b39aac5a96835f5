import {
  TerraDraw,
  TerraDrawPolygonMode,
  TerraDrawRectangleMode,
  TerraDrawSelectMode,
  ValidateNotSelfIntersecting,
} from 'terra-draw'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'
import type { Outline } from '#contract/searches/search-areas.ts'
import { drawBaseMap, type Position, type StreetMap } from '../../features/leads/base-map.ts'
import { readColors } from '../../features/leads/map-colors.ts'
import { rounded } from './outline.rules.ts'

/** select: move the corners of what was drawn. */
export type DrawingMode = 'polygon' | 'rectangle' | 'select'
export type OutlineMap = {
  setMode: (mode: DrawingMode) => void
  setOutline: (outline: Outline | null) => void
  remove: () => void
}
type OutlineMapOptions = StreetMap & {
  outline: Outline | null
  /** What the map shows if there is no outline. */
  around: readonly Position[]
  mode: DrawingMode
  onDrawn: (outline: Outline) => void
}

type DrawnFeature = ReturnType<TerraDraw['getSnapshot']>[number]

/** A map on which one area can be drawn, with a mouse or a finger. */
export function drawOutlineMap(container: HTMLElement, options: OutlineMapOptions): OutlineMap {
  const { outline, around, onDrawn } = options
  const base = drawBaseMap(container, {
    ...options,
    title: 'Map to draw on',
    sources: {},
    layersFor: () => [],
    around: outline ?? around,
    closestZoom: 10,
    isInPage: false,
  })
  const draw = drawingOn(base.map, readColors(container, ['accent', 'surface']))
  let { mode } = options
  const areas = () => draw.getSnapshot().filter(({ geometry }) => geometry.type === 'Polygon')
  const setMode = async (wanted: DrawingMode): Promise<void> => {
    mode = wanted
    await base.isLoaded
    if (base.signal.aborted) return
    const [drawn] = areas()
    if (mode === 'select' && drawn?.id !== undefined) draw.selectFeature(drawn.id)
    else if (draw.getMode() !== mode) draw.setMode(mode)
  }
  const setOutline = async (corners: Outline | null): Promise<void> => {
    await base.isLoaded
    if (base.signal.aborted) return
    draw.clear()
    if (corners === null) return
    draw.addFeatures([
      {
        type: 'Feature',
        properties: { mode: 'polygon' },
        geometry: { type: 'Polygon', coordinates: [ringOf(corners)] },
      },
    ])
    base.fit(corners)
    if (mode === 'select') await setMode('select')
  }
  draw.on('finish', id => {
    const finished = draw.getSnapshotFeature(id)
    if (finished?.geometry.type !== 'Polygon') return
    // One area at a time: a new one replaces the last one.
    draw.removeFeatures(areas().flatMap(other => (other.id === undefined || other.id === id ? [] : other.id)))
    const [ring = []] = finished.geometry.coordinates
    onDrawn(ring.slice(0, -1).map(([longitude = 0, latitude = 0]) => [rounded(longitude), rounded(latitude)]))
  })
  const start = async (): Promise<void> => {
    await base.isLoaded
    if (base.signal.aborted) return
    draw.start()
    draw.setMode(mode)
    await setOutline(outline)
  }
  void start()
  return {
    setMode: wanted => void setMode(wanted),
    setOutline: corners => void setOutline(corners),
    remove: () => {
      if (draw.enabled) draw.stop()
      base.remove()
    },
  }
}

type Colors = Record<'accent' | 'surface', string>

function drawingOn(map: ReturnType<typeof drawBaseMap>['map'], colors: Colors): TerraDraw {
  const [accent, surface] = [hexOf(colors.accent), hexOf(colors.surface)]
  const area = { fillColor: accent, fillOpacity: 0.12, outlineColor: accent, outlineWidth: 2 } as const
  return new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map }),
    modes: [
      new TerraDrawPolygonMode({ styles: area, validation: validOnceFinished }),
      new TerraDrawRectangleMode({ styles: area, drawInteraction: 'click-move-or-drag' }),
      new TerraDrawSelectMode({
        styles: {
          selectedPolygonColor: accent,
          selectedPolygonFillOpacity: 0.12,
          selectedPolygonOutlineColor: accent,
          selectedPolygonOutlineWidth: 2,
          selectionPointColor: surface,
          selectionPointOutlineColor: accent,
          selectionPointWidth: 6,
          selectionPointOutlineWidth: 2,
          midPointColor: accent,
          midPointWidth: 4,
        },
        flags: Object.fromEntries(
          ['polygon', 'rectangle'].map(mode => [
            mode,
            {
              feature: { draggable: true, validation: validOutline, coordinates: { draggable: true, midpoints: true } },
            },
          ]),
        ),
        keyEvents: null,
      }),
    ],
  })
}

/** Closed, and as precise as the library accepts. */
const ringOf = (corners: Outline): Outline =>
  [...corners, ...corners.slice(0, 1)].map(([longitude, latitude]) => [rounded(longitude), rounded(latitude)])

const validOutline = (feature: DrawnFeature) => ValidateNotSelfIntersecting(feature)
/** While a corner is being placed, the outline may cross itself. */
const validOnceFinished = (feature: DrawnFeature, { updateType }: { updateType: string }) =>
  updateType === 'finish' ? validOutline(feature) : { valid: true }

/** "rgb(255, 0, 0)" as "#ff0000". */
const hexOf = (rgb: string): `#${string}` =>
  `#${Array.from(rgb.matchAll(/\d+/g), ([part]) => Number(part).toString(16).padStart(2, '0')).join('')}`
