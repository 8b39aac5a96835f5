import type { RawPlace } from './raw-place.ts'

/** A row as the Parquet reader gives it: nothing about its shape is certain. */
export type OvertureRow = Readonly<Record<string, unknown>>

/** What a row of Overture's places says, in the schema of 2026 (taxonomy) or the older one (categories). */
export function readOvertureRow(row: OvertureRow, number: number): RawPlace {
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
  }
}

function pointOf(row: OvertureRow): { lat: number | null; lon: number | null } {
  const box = recordOf(row.bbox)
  const [west, east] = [numberOf(box.xmin), numberOf(box.xmax)]
  const [south, north] = [numberOf(box.ymin), numberOf(box.ymax)]
  if (west === null || east === null || south === null || north === null) return pointOfWkb(row.geometry)
  return { lat: rounded((south + north) / 2), lon: rounded((west + east) / 2) }
}

// The box is in single precision: what lies behind the sixth digit (4 inches) is noise.
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

function categoriesOf(row: OvertureRow): { categories: string[]; hierarchy: string[] } {
  const taxonomy = recordOf(row.taxonomy)
  const older = recordOf(row.categories)
  const main = textOf(taxonomy.primary) ?? textOf(older.primary)
  const alternates = [...textsOf(taxonomy.alternates), ...textsOf(taxonomy.alternate)]
  // Files of the months in between have both, and the alternates in the older place alone.
  const others = alternates.length > 0 ? alternates : textsOf(older.alternate)
  return { categories: main === null ? others : [main, ...others], hierarchy: textsOf(taxonomy.hierarchy) }
}

function statusOf(row: OvertureRow): RawPlace['status'] {
  const status = textOf(row.operating_status)
  // `open` is the label of a published sample of 2025, made by people who looked.
  if (status === 'permanently_closed' || status === 'closed' || numberOf(row.open) === 0) return 'closed'
  return status === 'temporarily_closed' ? 'temporarilyClosed' : 'open'
}

type Evidence = Pick<RawPlace, 'license' | 'sourceCount' | 'confirmedOn'>

// Overture's own line is the date of its calculation, not of anything seen.
function evidenceOf(sources: unknown): Evidence {
  const lines = listOf(sources)
    .map(recordOf)
    .filter(line => textOf(line.dataset) !== 'Overture')
  const datasets = new Set(lines.map(line => datasetName(textOf(line.dataset) ?? '')))
  const dates = lines.flatMap(line => dateOf(line.update_time) ?? [])
  return {
    license: textOf(lines[0]?.license),
    sourceCount: datasets.size,
    confirmedOn: dates.toSorted().at(-1) ?? null,
  }
}

const datasetName = (dataset: string) => dataset.toLowerCase().replace(/^msft$/, 'microsoft')

/** The newest date (YYYY-MM-DD) among a row's sources, Overture's own included: the release it came from. */
export const newestEvidence = (sources: unknown): string | null =>
  listOf(sources)
    .flatMap(line => dateOf(recordOf(line).update_time) ?? [])
    .toSorted()
    .at(-1) ?? null

function dateOf(value: unknown): string | null {
  const text = value instanceof Date ? value.toJSON() : textOf(value)
  return /^(\d{4}-\d{2}-\d{2})(?:[T ]|$)/.exec(text ?? '')?.[1] ?? null
}

const recordOf = (value: unknown): OvertureRow =>
  typeof value === 'object' && value !== null ? (value as OvertureRow) : {}
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null)
const textsOf = (value: unknown): string[] => listOf(value).flatMap(text => textOf(text) ?? [])

function numberOf(value: unknown): number | null {
  const number = typeof value === 'bigint' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}
