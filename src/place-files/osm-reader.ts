import { type JsonShape, objectsOf } from './json-objects.ts'
import { middleOf, readOsmObject } from './osm-row.ts'
import { inBatches, type RawPlace, type RawRows } from './raw-place.ts'
import { listOf, numberOf, recordOf } from './source-values.ts'

type OsmFile = {
  file: string
  shape: JsonShape
  /** The license that the file states for all of its rows. */
  license: string | null
}
type Open = () => AsyncIterable<Uint8Array>

/** Reads the rows of an Overpass answer, of a GeoJSON file of OpenStreetMap, or of AllThePlaces, which uses its tags. */
export function readOsm(open: Open, { file, shape, license }: OsmFile): RawRows {
  const elements = () => objectsOf(open(), { file, shape })
  const read = (place: RawPlace): RawPlace => (license === null ? place : { ...place, license })
  return { file, rowCount: null, batches: inBatches(placesOf(elements), read) }
}

type Element = Record<string, unknown>
type Elements = () => AsyncIterable<object>
/** A way or a relation without a position of its own, and the elements that it consists of. */
type Outline = { place: RawPlace; parts: string[] }

async function* placesOf(elements: Elements): AsyncGenerator<RawPlace> {
  const outlines: Outline[] = []
  let row = 0
  for await (const object of elements()) {
    const element = object as Element
    row += 1
    if (isOnlyShape(element)) continue
    const place = readOsmObject(element, row)
    const parts = place.lat === null && place.name !== null && place.isBusiness !== false ? partsOf(element) : []
    if (parts.length === 0) yield place
    else outlines.push({ place, parts })
  }
  if (outlines.length > 0) yield* located(outlines, elements)
}

/** Whether an element only gives the shape of others, as after `out skel`. */
function isOnlyShape({ type, tags }: Element): boolean {
  return type !== 'Feature' && (tags === undefined || Object.keys(recordOf(tags)).length === 0)
}

const keyOf = (type: unknown, id: unknown): string => `${String(type)}/${String(id)}`

const partsOf = ({ nodes, members }: Element): string[] => [
  ...listOf(nodes).map(id => keyOf('node', id)),
  ...listOf(members).map(member => keyOf(recordOf(member).type, recordOf(member).ref)),
]

/** Places outlines by their nodes. A file may have the nodes before or after the ways, so it is read again. */
async function* located(outlines: readonly Outline[], elements: Elements): AsyncGenerator<RawPlace> {
  const parts = new Set(outlines.flatMap(outline => outline.parts))
  const ways = await findAmong(elements, [...parts].filter(isWay), partsOf)
  const nodesOf = (part: string): string[] => (isWay(part) ? (ways.get(part) ?? []) : [part])
  const points = await findAmong(elements, [...parts].flatMap(nodesOf), pointOf)
  for (const { place, parts: own } of outlines) {
    const known = own.flatMap(nodesOf).map(node => points.get(node)?.[0])
    yield { ...place, ...middleOf(known.filter(point => point !== undefined)) }
  }
}

const isWay = (key: string): boolean => key.startsWith('way/')

const pointOf = ({ lat, lon }: Element): [lon: number, lat: number][] =>
  numberOf(lon) === null || numberOf(lat) === null ? [] : [[Number(lon), Number(lat)]]

async function findAmong<Found>(
  elements: Elements,
  keys: readonly string[],
  read: (element: Element) => Found,
): Promise<Map<string, Found>> {
  const [wanted, found] = [new Set(keys), new Map<string, Found>()]
  if (wanted.size === 0) return found
  for await (const object of elements()) {
    const element = object as Element
    const key = keyOf(element.type, element.id)
    if (wanted.has(key)) found.set(key, read(element))
  }
  return found
}

// The part of a file before its rows.
const headOf = (text: string): string => text.split(/"(?:features|elements)"/)[0] ?? ''

/** The date of the data (YYYY-MM-DD). Null if the file does not state it. */
export const dateIn = (text: string): string | null =>
  /"(?:timestamp(?:_osm_base)?|spider:collection_time)"\s*:\s*"(\d{4}-\d{2}-\d{2})/.exec(headOf(text))?.[1] ?? null

/** The license of a file of AllThePlaces, if the chain has published its stores under one. */
export const licenseIn = (text: string): string | null =>
  /"dataset_attributes"\s*:\s*\{[^}]*"license"\s*:\s*"([^"]{1,100})"/.exec(text)?.[1] ?? null
