import type { ParquetLayout, ParquetRow } from './parquet-layout.ts'
import { statusOfWords } from './place-status.ts'
import type { RawPlace } from './raw-place.ts'
import { dateOf, listOf, numberOf, textOf, textsOf } from './source-values.ts'

/** The paths of the columns that we read. Others within the same structures would double the size. */
export const overtureColumns = [
  'id',
  'names.primary',
  'categories.primary',
  'categories.alternate',
  'taxonomy.primary',
  'taxonomy.hierarchy',
  'taxonomy.alternate',
  'taxonomy.alternates',
  'basic_category',
  'confidence',
  'websites',
  'emails',
  'socials',
  'phones',
  ...['freeform', 'locality', 'region', 'postcode', 'country'].map(part => `addresses.${part}`),
  ...['dataset', 'license', 'update_time'].map(part => `sources.${part}`),
  'operating_status',
  'open',
  'brand.names.primary',
]

/** Overture places, in the schema of 2026 (taxonomy) or the older one (categories). */
export const overtureLayout: ParquetLayout = {
  source: 'overture',
  name: 'Overture places',
  matches: columns => columns.has('names'),
  needed: [['id'], ['names.primary'], ['bbox', 'geometry']],
  position: { lat: 'bbox.ymin', lon: 'bbox.xmin' },
  wanted: overtureColumns,
  extent: { south: 'bbox.ymin', north: 'bbox.ymax', west: 'bbox.xmin', east: 'bbox.xmax' },
  dateColumn: 'sources.update_time',
  dateOf: newestEvidence,
  readRow: readOvertureRow,
}

/** Reads a row of Overture places, in the schema of 2026 (taxonomy) or the older one (categories). */
export function readOvertureRow(row: ParquetRow, number: number): RawPlace {
  return {
    row: number,
    sourceId: textOf(row.id),
    name: textOf(row['names.primary']),
    phones: textsOf(row.phones),
    websites: textsOf(row.websites),
    emails: textsOf(row.emails),
    socials: textsOf(row.socials),
    street: textOf(listOf(row['addresses.freeform'])[0]),
    city: textOf(listOf(row['addresses.locality'])[0]),
    region: textOf(listOf(row['addresses.region'])[0]),
    postcode: textOf(listOf(row['addresses.postcode'])[0]),
    country: textOf(listOf(row['addresses.country'])[0]),
    ...pointOf(row),
    ...categoriesOf(row),
    confidence: numberOf(row.confidence),
    ...evidenceOf(row),
    status: statusOf(row),
    rating: null,
    reviewCount: null,
    brand: textOf(row['brand.names.primary']),
  }
}

function pointOf(row: ParquetRow): { lat: number | null; lon: number | null } {
  const [west, east] = [numberOf(row['bbox.xmin']), numberOf(row['bbox.xmax'])]
  const [south, north] = [numberOf(row['bbox.ymin']), numberOf(row['bbox.ymax'])]
  if (west === null || east === null || south === null || north === null) return pointOfWkb(row.geometry)
  return { lat: rounded((south + north) / 2), lon: rounded((west + east) / 2) }
}

// The box has single precision, so decimals after the sixth (4 inches) are noise.
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
  const main = textOf(row['taxonomy.primary']) ?? textOf(row['categories.primary'])
  const alternates = [...textsOf(row['taxonomy.alternates']), ...textsOf(row['taxonomy.alternate'])]
  // Files from the time of the transition have both schemas, but the alternates only in the older one.
  const others = alternates.length > 0 ? alternates : textsOf(row['categories.alternate'])
  const listed = main === null ? others : [main, ...others]
  // This category is too broad to add to others, but better than none.
  const basic = textOf(row.basic_category)
  return {
    categories: listed.length === 0 && basic !== null ? [basic] : listed,
    hierarchy: textsOf(row['taxonomy.hierarchy']),
  }
}

function statusOf(row: ParquetRow): RawPlace['status'] {
  // A sample that was published in 2025 has the column `open`, with manual labels.
  return numberOf(row.open) === 0 ? 'closed' : statusOfWords(textOf(row.operating_status))
}

type Evidence = Pick<RawPlace, 'license' | 'origin' | 'sourceCount' | 'confirmedOn'>

// Overture's own entry is left out, because its date is the date of a calculation, not of an observation.
function evidenceOf(row: ParquetRow): Evidence {
  const [licenses, times] = [listOf(row['sources.license']), listOf(row['sources.update_time'])]
  const lines = listOf(row['sources.dataset']).flatMap((dataset, index) =>
    textOf(dataset) === 'Overture' ? [] : [{ dataset: textOf(dataset), license: licenses[index], time: times[index] }],
  )
  return {
    license: textOf(lines[0]?.license),
    origin: originName(lines[0]?.dataset ?? null),
    sourceCount: new Set(lines.map(({ dataset }) => datasetName(dataset ?? ''))).size,
    confirmedOn: newestOf(lines.map(({ time }) => time)),
  }
}

// The names of the original publishers. Their spelling varies between releases.
const originNames: ReadonlyMap<string, string> = new Map([
  ['meta', 'Meta'],
  ['msft', 'Microsoft'],
])
const originName = (dataset: string | null) => (dataset === null ? null : (originNames.get(dataset) ?? dataset))

const datasetName = (dataset: string) => dataset.toLowerCase().replace(/^msft$/, 'microsoft')

/** The newest date (YYYY-MM-DD) among a row's sources, including that of Overture's own entry. */
function newestEvidence(times: unknown): string | null {
  return newestOf(listOf(times))
}

const newestOf = (times: readonly unknown[]): string | null =>
  times.flatMap(time => dateOf(time) ?? []).reduce<string | null>((a, b) => (a !== null && a > b ? a : b), null)
