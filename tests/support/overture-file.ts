import { zstdCompressSync } from 'node:zlib'
import type { SchemaElement } from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'

// Small Parquet files in the shapes of Overture's releases, made up for tests.

/** One place of a release, in the schema of 2026, as far as a test cares. */
export type TestPlace = {
  id?: string
  name: string | null
  lat: number
  lon: number
  category?: string | null
  hierarchy?: string[]
  alternates?: string[]
  confidence?: number
  websites?: (string | null)[] | null
  emails?: (string | null)[] | null
  phones?: string[] | null
  socials?: string[] | null
  street?: string | null
  city?: string | null
  zip?: string | null
  region?: string | null
  country?: string
  status?: string | null
  /** Of the schema of 2025 alone: 0 is closed. */
  open?: number
  updated?: string
  brand?: string
  record?: string
}

type Row = Record<string, unknown>
const text = (name: string): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  repetition_type: 'OPTIONAL',
})
const number = (name: string): SchemaElement => ({ name, type: 'DOUBLE', repetition_type: 'OPTIONAL' })
const integer = (name: string): SchemaElement => ({ name, type: 'INT32', repetition_type: 'OPTIONAL' })
const bytes = (name: string): SchemaElement => ({ name, type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' })
const group = (name: string, ...fields: SchemaElement[][]): SchemaElement[] => [
  { name, repetition_type: 'OPTIONAL', num_children: fields.length },
  ...fields.flat(),
]
const list = (name: string, element: SchemaElement[]): SchemaElement[] => [
  { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  ...element,
]

const box = group('bbox', [number('xmin')], [number('xmax')], [number('ymin')], [number('ymax')])
const isOfBox = ({ name }: SchemaElement): boolean => /^[xy]m(in|ax)$/.test(name)
const address = group('element', ...['freeform', 'locality', 'postcode', 'region', 'country'].map(name => [text(name)]))
const source = group(
  'element',
  ...['property', 'dataset', 'license', 'record_id', 'update_time'].map(name => [text(name)]),
)
const common = [
  [text('id')],
  [bytes('geometry')],
  box,
  group('names', [text('primary')]),
  [number('confidence')],
  list('websites', [text('element')]),
  list('socials', [text('element')]),
  list('phones', [text('element')]),
  group(
    'brand',
    [text('wikidata')],
    group('names', [text('primary')], list('rules', group('element', [text('variant')], [text('value')]))),
  ),
  list('addresses', address),
  list('sources', source),
]
const schemas = {
  2026: [
    ...common,
    list('emails', [text('element')]),
    [text('operating_status')],
    [text('basic_category')],
    group('taxonomy', [text('primary')], list('hierarchy', [text('element')]), list('alternates', [text('element')])),
  ],
  // No email address at all: the column is an integer.
  2025: [
    ...common,
    [integer('emails')],
    group('categories', [text('primary')], list('alternate', [text('element')])),
    [integer('open')],
  ],
}

/** A Parquet file of these places. `withoutBox` leaves the position to the geometry alone. */
export const overtureFile = (
  places: readonly TestPlace[],
  { rowGroupSize = 1000, ...options }: FileOptions & { rowGroupSize?: number } = {},
): ArrayBuffer =>
  overtureFileOf(
    Array.from({ length: Math.ceil(places.length / rowGroupSize) }, (_, index) =>
      places.slice(index * rowGroupSize, (index + 1) * rowGroupSize),
    ),
    options,
  )

/** Writes one row group after the other, so that a large file needs no memory for all of its places. */
export function overtureFileOf(
  groups: Iterable<readonly TestPlace[]>,
  { schema = 2026, withoutBox = false, pageSize, isZstd = false, hasFloatBox = false }: FileOptions = {},
): ArrayBuffer {
  const columns = schemas[schema].filter(([head]) => !(withoutBox && head?.name === 'bbox'))
  const writer = new ByteWriter()
  const file = new ParquetWriter({
    writer,
    schema: [
      { name: 'root', num_children: columns.length },
      ...columns
        .flat()
        .map(element =>
          hasFloatBox && isOfBox(element) ? Object.assign({}, element, { type: 'FLOAT' as const }) : element,
        ),
    ],
    ...(isZstd ? zstd : {}),
  })
  let written = 0
  for (const places of groups) {
    const rows = places.map(place => rowOf(schema === 2026 ? place : { ...place, emails: null }, written++))
    void file.write({
      columnData: columns.map(([head]) => ({
        name: head?.name ?? '',
        data: rows.map(row => row[head?.name ?? ''] ?? null),
      })),
      rowGroupSize: rows.length,
      ...(pageSize === undefined ? {} : { pageSize }),
    })
  }
  void file.finish()
  return writer.getBuffer()
}
const zstd = { codec: 'ZSTD' as const, compressors: { ZSTD: (page: Uint8Array) => zstdCompressSync(page) } }
type FileOptions = {
  schema?: 2025 | 2026
  withoutBox?: boolean
  pageSize?: number
  isZstd?: boolean
  /** The box in single precision, as in Overture's own files. */
  hasFloatBox?: boolean
}

function rowOf(place: TestPlace, index: number): Row {
  const { name, lat, lon, category = 'plumbing', updated = '2026-04-06T00:00:00.000Z' } = place
  const line = { property: '', license: 'CDLA-Permissive-2.0', update_time: updated }
  return {
    id: place.id ?? `place-${index}`,
    geometry: wkbPoint(lat, lon),
    bbox: { xmin: lon, xmax: lon, ymin: lat, ymax: lat },
    names: { primary: name },
    confidence: place.confidence ?? 0.9,
    websites: place.websites,
    emails: place.emails,
    socials: place.socials,
    phones: place.phones,
    brand: { names: { primary: place.brand ?? null } },
    addresses: [
      {
        freeform: place.street ?? null,
        locality: place.city === undefined ? 'Boulder' : place.city,
        postcode: place.zip === undefined ? '80302' : place.zip,
        region: place.region === undefined ? 'CO' : place.region,
        country: place.country ?? 'US',
      },
    ],
    sources: [
      { ...line, dataset: 'meta', record_id: place.record ?? '1' },
      { ...line, dataset: 'Overture', property: '/properties/confidence', record_id: null },
    ],
    operating_status: place.status === undefined ? 'open' : place.status,
    basic_category: 'home_service',
    taxonomy: {
      primary: category,
      hierarchy: place.hierarchy ?? ['services_and_business', 'home_service', 'plumbing'],
      alternates: place.alternates ?? null,
    },
    categories: { primary: category, alternate: place.alternates ?? null },
    open: place.open ?? 1,
  }
}

function wkbPoint(lat: number, lon: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(21))
  view.setUint8(0, 1)
  view.setUint32(1, 1, true)
  view.setFloat64(5, lon, true)
  view.setFloat64(13, lat, true)
  return new Uint8Array(view.buffer)
}
