import type { ParquetLayout, ParquetRow } from './parquet-layout.ts'
import { dateOf, listOf, numberOf, recordOf, textOf, textsOf } from './parquet-values.ts'
import type { RawPlace } from './raw-place.ts'
import { perTextFact, textFactNames, textFacts } from './text-facts.ts'

/** Columns by their paths. */
export const overtureColumns = [
  'id',
  'names',
  'categories',
  'taxonomy',
  'confidence',
  'websites',
  'emails',
  'socials',
  'phones',
  'addresses',
  'sources',
  'operating_status',
  'open',
  ...textFactNames.flatMap(name => textFacts[name].overture),
]

/** Overture places, in the schema of 2026 (taxonomy) or the older one (categories). */
export const overtureLayout: ParquetLayout = {
  source: 'overture',
  name: 'Overture places',
  isOf: columns => columns.has('names'),
  needed: [['id'], ['names'], ['bbox', 'geometry']],
  position: { lat: 'bbox.ymin', lon: 'bbox.xmin' },
  wanted: overtureColumns,
  extent: { south: 'bbox.ymin', north: 'bbox.ymax', west: 'bbox.xmin', east: 'bbox.xmax' },
  dated: 'sources',
  dateOf: newestEvidence,
  readRow: readOvertureRow,
}

/** Reads a row of Overture places, in the schema of 2026 (taxonomy) or the older one (categories). */
export function readOvertureRow(row: ParquetRow, number: number): RawPlace {
  const address = recordOf(listOf(row.addresses)[0])
  const evidence = evidenceOf(row.sources)
  return {
    row: number,
    sourceId: textOf(row.id),
    name: textOf(recordOf(row.names).primary),
    phones: textsOf(row.phones),
    websites: textsOf(row.websites),
    emails: textsOf(row.emails),
    socials: textsOf(row.socials),
    street: textOf(address.freeform),
    city: textOf(address.locality),
    region: textOf(address.region),
    postcode: textOf(address.postcode),
    country: textOf(address.country),
    ...pointOf(row),
    ...categoriesOf(row),
    confidence: numberOf(row.confidence),
    ...evidence,
    status: statusOf(row),
    rating: null,
    reviewCount: null,
    texts: perTextFact(name => firstText(row, textFacts[name].overture)),
  }
}

const firstText = (row: ParquetRow, columns: readonly string[]): string | null =>
  columns.map(column => textOf(row[column])).find(text => text !== null) ?? null

function pointOf(row: ParquetRow): { lat: number | null; lon: number | null } {
  const box = recordOf(row.bbox)
  const [west, east] = [numberOf(box.xmin), numberOf(box.xmax)]
  const [south, north] = [numberOf(box.ymin), numberOf(box.ymax)]
  if (west === null || east === null || south === null || north === null) return pointOfWkb(row.geometry)
  return { lat: rounded((south + north) / 2), lon: rounded((west + east) / 2) }
}

// The box is in single precision, so digits after the sixth (4 inches) are noise.
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6

const WKB_POINT = 1
const WKB_POINT_BYTES = 21

function pointOfWkb(geometry: unknown): { lat: number | null; lon: number | null } {
  const none = { lat: null, lon: null }
  if (!(geometry instanceof Uint8Array) || geometry.byteLength < WKB_POINT_BYTES) return none
  const view = new DataView(geometry.buffer, geometry.byteOffset, geometry.byteLength)
  const isLittleEndian = view.getUint8(0) === 1
  if (view.getUint32(1, isLittleEndian) !== WKB_POINT) return none
  return { lon: view.getFloat64(5, isLittleEndian), lat: view.getFloat64(13, isLittleEndian) }
}

function categoriesOf(row: ParquetRow): { categories: string[]; hierarchy: string[] } {
  const taxonomy = recordOf(row.taxonomy)
  const older = recordOf(row.categories)
  const main = textOf(taxonomy.primary) ?? textOf(older.primary)
  const alternates = [...textsOf(taxonomy.alternates), ...textsOf(taxonomy.alternate)]
  // Files from the transition have both, with the alternates only in the older column.
  const others = alternates.length > 0 ? alternates : textsOf(older.alternate)
  return { categories: main === null ? others : [main, ...others], hierarchy: textsOf(taxonomy.hierarchy) }
}

function statusOf(row: ParquetRow): RawPlace['status'] {
  const status = textOf(row.operating_status)
  // `open` is a manual label in a published sample of 2025.
  if (status === 'permanently_closed' || status === 'closed' || numberOf(row.open) === 0) return 'closed'
  return status === 'temporarily_closed' ? 'temporarilyClosed' : 'open'
}

type Evidence = Pick<RawPlace, 'license' | 'origin' | 'sourceCount' | 'confirmedOn'>

// The entry of Overture itself has the date of its calculation, not of an observation.
function evidenceOf(sources: unknown): Evidence {
  const lines = listOf(sources)
    .map(recordOf)
    .filter(line => textOf(line.dataset) !== 'Overture')
  const datasets = new Set(lines.map(line => datasetName(textOf(line.dataset) ?? '')))
  const dates = lines.flatMap(line => dateOf(line.update_time) ?? [])
  return {
    license: textOf(lines[0]?.license),
    origin: originName(textOf(lines[0]?.dataset)),
    sourceCount: datasets.size,
    confirmedOn: dates.toSorted().at(-1) ?? null,
  }
}

// The original publisher, whose spelling varies between releases.
const originNames: ReadonlyMap<string, string> = new Map([
  ['meta', 'Meta'],
  ['msft', 'Microsoft'],
])
const originName = (dataset: string | null) => (dataset === null ? null : (originNames.get(dataset) ?? dataset))

const datasetName = (dataset: string) => dataset.toLowerCase().replace(/^msft$/, 'microsoft')

/** The newest date (YYYY-MM-DD) among a row's sources, including Overture's own, which is the release date. */
function newestEvidence(sources: unknown): string | null {
  const dates = listOf(sources).flatMap(line => dateOf(recordOf(line).update_time) ?? [])
  return dates.toSorted().at(-1) ?? null
}
