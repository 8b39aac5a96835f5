import 'maplibre-gl/dist/maplibre-gl.css'
import {
  AttributionControl,
  type GeoJSONSource,
  type LayerSpecification,
  LngLatBounds,
  Map as MapLibre,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { feature } from 'topojson-client'
import countiesUrl from 'us-atlas/counties-10m.json?url'
import statesUrl from 'us-atlas/states-10m.json?url'
import { getTowns } from '#contract/places/towns.ts'
import { call } from '../../shared/api/call.ts'
import { readColors } from './map-colors.ts'
import { withLayers } from './map-layers.ts'
import './map.css'

setWorkerUrl(workerUrl)

export type MapStyle = StyleSpecification
export type StreetMap = {
  /** Null for a map without streets. */
  style: MapStyle | null
  /** Called when the streets could not be loaded. Maps are then drawn without them. */
  onNoStreets: () => void
}
/** The edges of an area, in degrees. */
export type Box = { south: number; north: number; west: number; east: number }
/** Longitude and latitude, in degrees. */
export type Position = readonly [longitude: number, latitude: number]

export type BaseMap = {
  map: MapLibre
  /** Resolves when layers can be added. */
  isLoaded: Promise<void>
  /** Aborted when the map is removed. */
  signal: AbortSignal
  /** Replaces the data of a source once the map has loaded. */
  show: (source: string, data: GeoJSON.FeatureCollection) => Promise<void>
  fit: (positions: readonly Position[]) => void
  remove: () => void
}

type BaseMapOptions = StreetMap & {
  title: string
  /** The sources that `show` fills, by name, with any additional options. */
  sources: Record<string, object>
  /**
   * Creates the layers that show these sources. Their shapes are above the shapes of the style and below its names.
   * Their names are above everything. `labels` is the style's font for names.
   */
  layersFor: (labels: LabelLayout) => LayerSpecification[]
  /** The points to show at first. If empty, the map shows the whole country. */
  around: readonly Position[]
  closestZoom: number
  /** True if one finger, or the wheel alone, scrolls the page instead of the map. */
  isInPage: boolean
}
export type LabelLayout = { 'text-font'?: string[] }

const COUNTIES_FROM_ZOOM = 6
const FIT_PADDING_PIXELS = 48
export const nothing: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] }

/** Draws a map. Without streets, it shows our own borders and town names, and needs no other server. */
export function drawBaseMap(container: HTMLElement, options: BaseMapOptions): BaseMap {
  const { title, style, onNoStreets, around, closestZoom, isInPage } = options
  const base = style ?? ownStyle(container)
  const fitting = { padding: FIT_PADDING_PIXELS, maxZoom: closestZoom }
  const map = new MapLibre({
    container,
    style: {
      ...base,
      sources: { ...base.sources, ...sourcesOf(options.sources) },
      layers: withLayers(base.layers, options.layersFor(labelLayoutOf(base))),
    },
    ...(around.length === 0 ? { center: [-98, 39], zoom: 3 } : { bounds: boundsOf(around), fitBoundsOptions: fitting }),
    maxZoom: 18,
    // Labels do not fade, because a label would remain visible after its circle is gone.
    fadeDuration: 0,
    attributionControl: false,
    cooperativeGestures: isInPage,
    locale: { 'Map.Title': title },
  })
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  map.addControl(
    new AttributionControl({
      compact: false,
      ...(style === null && { customAttribution: 'There is no street map. Borders: U.S. Census Bureau' }),
    }),
    'bottom-left',
  )
  map.addControl(new ScaleControl({ unit: 'imperial' }), 'bottom-left')
  if (style !== null) watchStreets(map, onNoStreets)
  const isLoaded = new Promise<void>(resolve => void map.once('style.load', () => resolve()))
  const removal = new AbortController()
  const show = async (name: string, data: GeoJSON.FeatureCollection): Promise<void> => {
    await isLoaded
    if (!removal.signal.aborted) await map.getSource<GeoJSONSource>(name)?.setData(data)
  }
  const made: BaseMap = {
    map,
    isLoaded,
    signal: removal.signal,
    show,
    fit: positions => map.fitBounds(boundsOf(positions), { ...fitting, animate: false }),
    remove: () => {
      removal.abort()
      map.remove()
    },
  }
  if (style === null) showBordersAndTowns(made)
  return made
}

function boundsOf(positions: readonly Position[]): LngLatBounds {
  const bounds = new LngLatBounds()
  for (const [longitude, latitude] of positions) bounds.extend([longitude, latitude])
  return bounds
}

/** Streets that fail before the map is drawn once count as missing. A part that fails later only leaves a gap. */
function watchStreets(map: MapLibre, onNoStreets: () => void): void {
  let isDrawn = false
  map.once('load', () => (isDrawn = true))
  // Without these listeners, the library writes to the console, where the browser has logged a failed request already.
  map.on('error', () => {
    if (!isDrawn) onNoStreets()
  })
  map.on('styleimagemissing', ({ id }) => map.addImage(id, { width: 1, height: 1, data: new Uint8Array(4) }))
}

function showBordersAndTowns({ map, isLoaded, signal, show }: BaseMap): void {
  void showBorders('states', statesUrl)
  void isLoaded.then(labelTowns)
  map.on('moveend', () => void labelTowns())
  const showCountiesOnce = () => {
    if (map.getZoom() < COUNTIES_FROM_ZOOM) return
    map.off('zoom', showCountiesOnce)
    void showBorders('counties', countiesUrl)
  }
  map.on('zoom', showCountiesOnce)
  showCountiesOnce()

  async function showBorders(name: 'states' | 'counties', url: string): Promise<void> {
    // If the borders fail to load, the map is still useful.
    const topology = await readTopology(url, signal).catch(() => null)
    const areas = topology?.objects[name]
    if (topology && areas?.type === 'GeometryCollection') await show(name, feature(topology, areas))
  }

  let labeling = new AbortController()
  async function labelTowns(): Promise<void> {
    // A late reply must not replace a newer one.
    labeling.abort()
    labeling = new AbortController()
    const query = boxOf(map)
    // If the labels fail to load, the map is still useful.
    const asked = { query, signal: AbortSignal.any([labeling.signal, signal]) }
    const found = await call(getTowns, asked).catch(() => null)
    const features = found?.towns.map(({ name, latitude, longitude, population }) => ({
      type: 'Feature' as const,
      properties: { name, population },
      geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
    }))
    if (features) await show('towns', { type: 'FeatureCollection', features })
  }
}

export function boxOf(map: MapLibre): Box {
  const bounds = map.getBounds()
  return {
    south: Math.max(-90, bounds.getSouth()),
    north: Math.min(90, bounds.getNorth()),
    west: Math.max(-180, bounds.getWest()),
    east: Math.min(180, bounds.getEast()),
  }
}

export function canDrawMap(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  // The context is released, because browsers allow only a few at a time.
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}

type Topology = Parameters<typeof feature>[0]
const readTopology = async (url: string, signal: AbortSignal): Promise<Topology> =>
  (await fetch(url, { signal })).json() as Promise<Topology>

const sourcesOf = (sources: Record<string, object>): StyleSpecification['sources'] =>
  Object.fromEntries(
    Object.entries(sources).map(([name, options]) => [name, { type: 'geojson', data: nothing, ...options }]),
  )

/** The browser's own font without a font server. Otherwise, only fonts in the style are known to exist. */
function labelLayoutOf({ glyphs, layers }: StyleSpecification): LabelLayout {
  if (glyphs === undefined) return { 'text-font': ['sans-serif'] }
  const fonts = layers.flatMap(layer => (layer.type === 'symbol' ? [layer.layout?.['text-font']] : []))
  const font = fonts.findLast(names => Array.isArray(names) && names.every(name => typeof name === 'string'))
  return font === undefined ? {} : { 'text-font': font as string[] }
}

function ownStyle(element: HTMLElement): StyleSpecification {
  const colors = readColors(element, ['sunken', 'surface', 'line', 'line-strong', 'ink-3'])
  return {
    version: 8,
    sources: sourcesOf({ states: {}, counties: {}, towns: {} }),
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': colors.sunken } },
      { id: 'land', type: 'fill', source: 'states', paint: { 'fill-color': colors.surface } },
      { id: 'county lines', type: 'line', source: 'counties', paint: { 'line-color': colors.line, 'line-width': 1 } },
      {
        id: 'state lines',
        type: 'line',
        source: 'states',
        paint: { 'line-color': colors['line-strong'], 'line-width': 1 },
      },
      {
        id: 'towns',
        type: 'symbol',
        source: 'towns',
        layout: {
          'text-field': ['get', 'name'],
          'text-font': ['sans-serif'],
          'text-size': ['step', ['get', 'population'], 11, 50_000, 12, 250_000, 14],
          // A town's name goes beside the number of a cluster, not over it.
          'text-variable-anchor': ['center', 'top', 'bottom', 'left', 'right'],
          'text-radial-offset': 1.5,
          'symbol-sort-key': ['-', 0, ['get', 'population']],
        },
        paint: { 'text-color': colors['ink-3'], 'text-halo-color': colors.surface, 'text-halo-width': 1.5 },
      },
    ],
  }
}
