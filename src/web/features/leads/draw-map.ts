import 'maplibre-gl/dist/maplibre-gl.css'
import {
  AttributionControl,
  type GeoJSONSource,
  LngLatBounds,
  Map as MapLibre,
  NavigationControl,
  setWorkerUrl,
  type StyleSpecification,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { feature } from 'topojson-client'
import countiesUrl from 'us-atlas/counties-10m.json?url'
import statesUrl from 'us-atlas/states-10m.json?url'
import { type Lead, scoreBand, scoreBands } from '#contract/leads.ts'
import { getTowns } from '#contract/towns.ts'
import { call } from '../../shared/api/call.ts'
import { readColors } from './map-colors.ts'
import './map.css'

setWorkerUrl(workerUrl)

export type DrawnMap = {
  setLeads: (leads: readonly Lead[]) => void
  /** Enlarges the pin of a lead. */
  highlight: (id: number | undefined) => void
  remove: () => void
}

type MapEvents = {
  /** The pointer is on the pin of a lead, or on none. */
  onHover: (id: number | undefined) => void
  onChoose: (id: number) => void
}

const COUNTIES_FROM_ZOOM = 6
const CLOSEST_FIT_ZOOM = 13
/** Shows the towns around. */
const ONE_LEAD_ZOOM = 9
const UNCLUSTERED_FROM_ZOOM = 14
const FIT_PADDING_PIXELS = 48
const nothing: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] }

/** Draws a map of leads without any other server: borders and towns are our own. */
export function drawMap(container: HTMLElement, { onHover, onChoose }: MapEvents): DrawnMap {
  const map = new MapLibre({
    container,
    style: styleFor(container),
    center: [-98, 39],
    zoom: 3,
    maxZoom: 18,
    attributionControl: false,
    // One finger, or the wheel alone, scrolls the page.
    cooperativeGestures: true,
    locale: { 'Map.Title': 'Map of the leads' },
  })
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  map.addControl(new AttributionControl({ compact: false, customAttribution: 'Borders: U.S. Census Bureau' }))
  const isLoaded = new Promise<void>(resolve => void map.once('load', () => resolve()))
  const removal = new AbortController()
  let labeling = new AbortController()
  const source = (name: string) => map.getSource<GeoJSONSource>(name)
  const show = async (name: string, data: GeoJSON.FeatureCollection): Promise<void> => {
    await isLoaded
    if (!removal.signal.aborted) await source(name)?.setData(data)
  }

  void showBorders('states', statesUrl)
  void isLoaded.then(labelTowns)
  map.on('moveend', () => void labelTowns())
  const showCountiesOnce = () => {
    if (map.getZoom() < COUNTIES_FROM_ZOOM) return
    map.off('zoom', showCountiesOnce)
    void showBorders('counties', countiesUrl)
  }
  map.on('zoom', showCountiesOnce)

  async function showBorders(name: 'states' | 'counties', url: string): Promise<void> {
    // A map without borders is still a map.
    const topology = await readTopology(url, removal.signal).catch(() => null)
    const areas = topology?.objects[name]
    if (topology && areas?.type === 'GeometryCollection') await show(name, feature(topology, areas))
  }

  async function labelTowns(): Promise<void> {
    // A late answer never replaces a newer one.
    labeling.abort()
    labeling = new AbortController()
    const signal = AbortSignal.any([labeling.signal, removal.signal])
    const bounds = map.getBounds()
    const query = {
      south: Math.max(-90, bounds.getSouth()),
      north: Math.min(90, bounds.getNorth()),
      west: Math.max(-180, bounds.getWest()),
      east: Math.min(180, bounds.getEast()),
    }
    // A map without labels is still a map.
    const found = await call(getTowns, { query, signal }).catch(() => null)
    const features = found?.towns.map(({ name, latitude, longitude, population }) => ({
      type: 'Feature' as const,
      properties: { name, population },
      geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
    }))
    if (features) await show('towns', { type: 'FeatureCollection', features })
  }

  // The map shows all leads until the user moves it.
  let isMoved = false
  map.on('movestart', event => {
    if (event.originalEvent) isMoved = true
  })
  let highlighted: number | undefined
  map.on('mousemove', 'leads', ({ features }) => {
    map.getCanvas().style.cursor = 'pointer'
    onHover(idOf(features))
  })
  map.on('mouseleave', 'leads', () => {
    map.getCanvas().style.cursor = ''
    onHover(undefined)
  })
  map.on('click', 'leads', ({ features }) => {
    const id = idOf(features)
    if (id !== undefined) onChoose(id)
  })
  map.on('click', 'clusters', ({ features, lngLat }) => {
    const cluster: unknown = features?.[0]?.properties.cluster_id
    if (typeof cluster !== 'number') return
    void source('leads')
      ?.getClusterExpansionZoom(cluster)
      .then(zoom => map.easeTo({ center: lngLat, zoom }))
  })

  const setLeads = async (leads: readonly Lead[]): Promise<void> => {
    await show('leads', { type: 'FeatureCollection', features: leads.map(pinOf) })
    if (isMoved || leads.length === 0 || removal.signal.aborted) return
    const bounds = new LngLatBounds()
    for (const { longitude, latitude } of leads) bounds.extend([longitude, latitude])
    const maxZoom = leads.length === 1 ? ONE_LEAD_ZOOM : CLOSEST_FIT_ZOOM
    map.fitBounds(bounds, { padding: FIT_PADDING_PIXELS, maxZoom, animate: false })
  }
  const highlight = async (id: number | undefined): Promise<void> => {
    await isLoaded
    if (removal.signal.aborted) return
    if (highlighted !== undefined) map.setFeatureState({ source: 'leads', id: highlighted }, { isActive: false })
    if (id !== undefined) map.setFeatureState({ source: 'leads', id }, { isActive: true })
    highlighted = id
  }
  return {
    setLeads: leads => void setLeads(leads),
    highlight: id => void highlight(id),
    remove: () => {
      removal.abort()
      map.remove()
    },
  }
}

/** Whether this browser can draw a map. */
export function canDrawMap(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  // Browsers allow only a few contexts at a time.
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}

type Topology = Parameters<typeof feature>[0]
const readTopology = async (url: string, signal: AbortSignal): Promise<Topology> =>
  (await fetch(url, { signal })).json() as Promise<Topology>

/** The lead of the topmost pin under the pointer. */
function idOf(features: readonly { properties: Record<string, unknown> }[] | undefined): number | undefined {
  const id = features?.[0]?.properties.id
  return typeof id === 'number' ? id : undefined
}

const pinOf = ({ id, longitude, latitude, qualityScore }: Lead): GeoJSON.Feature => ({
  type: 'Feature',
  properties: { id, band: scoreBand(qualityScore).color },
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
})

/** A style in the colors of the page. It names no server for fonts, so the browser draws labels with its own. */
function styleFor(element: HTMLElement): StyleSpecification {
  const colors = readColors(element, [
    'sunken',
    'surface',
    'line',
    'line-strong',
    'ink-2',
    'ink-3',
    'accent',
    'on-accent',
    ...scoreBands.map(({ color }) => `${color}-ink` as const),
  ])
  const bands = scoreBands.flatMap(({ color }) => [color, colors[`${color}-ink`]])
  return {
    version: 8,
    sources: {
      states: { type: 'geojson', data: nothing },
      counties: { type: 'geojson', data: nothing },
      towns: { type: 'geojson', data: nothing },
      leads: {
        type: 'geojson',
        data: nothing,
        promoteId: 'id',
        cluster: true,
        clusterMaxZoom: UNCLUSTERED_FROM_ZOOM - 1,
        clusterRadius: 36,
      },
    },
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
          'symbol-sort-key': ['-', 0, ['get', 'population']],
        },
        paint: { 'text-color': colors['ink-3'], 'text-halo-color': colors.surface, 'text-halo-width': 1.5 },
      },
      {
        id: 'clusters',
        type: 'circle',
        source: 'leads',
        filter: ['has', 'point_count'],
        paint: {
          'circle-color': colors.accent,
          'circle-radius': ['step', ['get', 'point_count'], 13, 10, 16, 100, 20],
          'circle-stroke-color': colors.surface,
          'circle-stroke-width': 2,
        },
      },
      {
        id: 'cluster sizes',
        type: 'symbol',
        source: 'leads',
        filter: ['has', 'point_count'],
        layout: {
          'text-field': ['get', 'point_count_abbreviated'],
          'text-font': ['sans-serif'],
          'text-size': 12,
          'text-allow-overlap': true,
        },
        paint: { 'text-color': colors['on-accent'] },
      },
      {
        id: 'leads',
        type: 'circle',
        source: 'leads',
        filter: ['!', ['has', 'point_count']],
        paint: {
          'circle-color': ['match', ['get', 'band'], ...bands, colors['ink-2']] as never,
          'circle-radius': ['case', ['boolean', ['feature-state', 'isActive'], false], 10, 7],
          'circle-stroke-color': colors.surface,
          'circle-stroke-width': 2,
        },
      },
    ],
  }
}
