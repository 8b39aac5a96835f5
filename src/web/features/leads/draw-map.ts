import type { GeoJSONSource, LayerSpecification } from 'maplibre-gl'
import type { Lead } from '#contract/leads/leads.ts'
import { scoreBand, scoreBands } from '#contract/leads/score-bands.ts'
import type { Outline } from '#contract/searches/search-areas.ts'
import { type Box, boxOf, drawBaseMap, type LabelLayout, type Position, type StreetMap } from './base-map.ts'
import { readColors } from './map-colors.ts'

export type DrawnMap = {
  setLeads: (leads: readonly Lead[]) => void
  /** Shows a larger pin for a lead, also if it is in a cluster. */
  highlight: (id: number | undefined) => void
  /** Shows all leads again, after the user has moved the map. */
  showAll: () => void
  remove: () => void
}

type MapOptions = StreetMap & {
  leads: readonly Lead[]
  /** The areas that were searched. */
  outlines: readonly Outline[]
  /** Called when the pointer moves onto the pin of a lead, or off it. */
  onHover: (id: number | undefined) => void
  onChoose: (id: number) => void
  /** Called when the user has moved the map. */
  onView: (view: Box) => void
}

const UNCLUSTERED_FROM_ZOOM = 14
// Without streets, a map shows the towns around its leads.
const [TOWNS_ZOOM, STREETS_ZOOM] = [13, 14]

export function drawMap(container: HTMLElement, options: MapOptions): DrawnMap {
  const { outlines, onHover, onChoose, onView } = options
  let leads = options.leads
  const positions = (): Position[] => [
    ...leads.map(({ longitude, latitude }): Position => [longitude, latitude]),
    ...(leads.length === 0 ? outlines.flat() : []),
  ]
  const { map, signal, show, fit, remove } = drawBaseMap(container, {
    ...options,
    title: 'Map of the leads',
    sources: {
      outlines: { data: outlineFeatures(outlines) },
      leads: {
        data: pinsOf(leads),
        promoteId: 'id',
        cluster: true,
        clusterMaxZoom: UNCLUSTERED_FROM_ZOOM - 1,
        clusterRadius: 36,
      },
      active: {},
    },
    layersFor: labels => layersFor(container, labels),
    around: positions(),
    closestZoom: options.style === null ? TOWNS_ZOOM : STREETS_ZOOM,
    isInPage: true,
  })

  // The map shows all leads until the user moves it.
  let isMoved = false
  map.on('movestart', event => {
    if (event.originalEvent) isMoved = true
  })
  map.on('resize', () => {
    if (!isMoved) showAll()
  })
  map.on('moveend', () => {
    if (isMoved) onView(boxOf(map))
  })
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
  map.on('click', 'clusters', ({ features, lngLat, originalEvent }) => {
    const cluster: unknown = features?.[0]?.properties.cluster_id
    if (typeof cluster !== 'number') return
    void map
      .getSource<GeoJSONSource>('leads')
      ?.getClusterExpansionZoom(cluster)
      .then(zoom => map.easeTo({ center: lngLat, zoom }, { originalEvent }))
  })

  const showAll = () => {
    isMoved = false
    if (positions().length > 0) fit(positions())
  }
  const setLeads = async (changed: readonly Lead[]): Promise<void> => {
    if (changed === leads) return
    leads = changed
    await show('leads', pinsOf(leads))
    if (!isMoved && !signal.aborted) showAll()
  }
  const highlight = (id: number | undefined) => show('active', pinsOf(leads.filter(lead => lead.id === id)))
  return { setLeads: changed => void setLeads(changed), highlight: id => void highlight(id), showAll, remove }
}

/** The lead of the topmost pin under the pointer. */
function idOf(features: readonly { properties: Record<string, unknown> }[] | undefined): number | undefined {
  const id = features?.[0]?.properties.id
  return typeof id === 'number' ? id : undefined
}

const pinsOf = (leads: readonly Lead[]): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: leads.map(({ id, longitude, latitude, qualityScore }) => ({
    type: 'Feature',
    properties: { id, band: scoreBand(qualityScore).color },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  })),
})

const outlineFeatures = (outlines: readonly Outline[]): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: outlines.map(corners => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'Polygon', coordinates: [[...corners, ...corners.slice(0, 1)]] },
  })),
})

/** Pins have the color of their score. */
function layersFor(element: HTMLElement, labels: LabelLayout): LayerSpecification[] {
  const colors = readColors(element, [
    'surface',
    'ink-2',
    'accent',
    'on-accent',
    ...scoreBands.map(({ color }) => `${color}-ink` as const),
  ])
  const bands = scoreBands.flatMap(({ color }) => [color, colors[`${color}-ink`]])
  const color = ['match', ['get', 'band'], ...bands, colors['ink-2']] as never
  return [
    {
      id: 'outlines',
      type: 'fill',
      source: 'outlines',
      paint: { 'fill-color': colors.accent, 'fill-opacity': 0.05 },
    },
    {
      id: 'outline borders',
      type: 'line',
      source: 'outlines',
      paint: { 'line-color': colors.accent, 'line-width': 2 },
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
        ...labels,
        'text-field': ['get', 'point_count_abbreviated'],
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
        'circle-color': color,
        'circle-radius': 7,
        'circle-stroke-color': colors.surface,
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'active lead',
      type: 'circle',
      source: 'active',
      paint: {
        'circle-color': color,
        'circle-radius': 10,
        'circle-stroke-color': colors['ink-2'],
        'circle-stroke-width': 3,
      },
    },
  ]
}
