import { type AsyncBuffer, type FileMetaData, type RowGroup, parquetMetadataAsync } from 'hyparquet'
import { type Box, isInBox, widenedBox } from '#geography/index.ts'
import { foursquareLayout } from './foursquare-row.ts'
import { ImportError } from './import-error.ts'
import { overtureLayout } from './overture-row.ts'
import { columnPaths, type GroupRead, pathsOf, type Position, rowsOfGroup } from './parquet-columns.ts'
import type { ParquetColumns, ParquetLayout } from './parquet-layout.ts'
import type { RawPlace } from './raw-place.ts'

/** The parts of a file's footer that we need: row groups, with the columns that we read. */
export type FileIndex = {
  schema: FileMetaData['schema']
  rowCount: number
  groups: GroupIndex[]
}
export type GroupIndex = {
  number: number
  firstRow: number
  extent: Extent
  rowGroup: RowGroup
}
/** In degrees. Null where the file has no statistics. */
export type Extent = { [Side in keyof Box]: number | null }

export type ParquetPlaces = {
  index: FileIndex
  source: ParquetLayout['source']
  groups: readonly PlaceGroup[]
  /** The rows of all row groups in batches. */
  readRows: () => AsyncGenerator<RawPlace[]>
  /** The newest date of any evidence, YYYY-MM-DD. Reads one column. */
  newestEvidence: () => Promise<string | null>
}

/** How much is read from the end of a file at first. The footer is there, and usually fits. */
export const FOOTER_BYTES = 65_536
const layouts: readonly ParquetLayout[] = [foursquareLayout, overtureLayout]

/** Opens a Parquet file of places from a publisher whose layout we know. */
export async function openParquetPlaces(buffer: AsyncBuffer): Promise<ParquetPlaces> {
  const metadata = await parquetMetadataAsync(buffer, { geoparquet: false, initialFetchSize: FOOTER_BYTES })
  return openIndexedPlaces(buffer, indexOf(metadata))
}

/** Opens a file without reading its footer, because its index is stored. */
export function openIndexedPlaces(buffer: AsyncBuffer, index: FileIndex): ParquetPlaces {
  const { schema, rowCount, groups } = index
  const metadata: FileMetaData = { version: 1, schema, num_rows: BigInt(rowCount), row_groups: [], metadata_length: 0 }
  const columns = columnsOf(metadata)
  const { layout, wanted } = layoutOf(columns)
  const file = { buffer, metadata, layout, wanted, paths: pathsOf(metadata, wanted) }
  const placeGroups = groups.map(group => new PlaceGroup(file, group))
  return {
    index,
    source: layout.source,
    groups: placeGroups,
    async *readRows() {
      for (const group of placeGroups) yield* group.read()
    },
    newestEvidence: async () => {
      let newest: string | null = null
      if (!columns.has(layout.dateColumn)) return newest
      for (const group of placeGroups)
        for await (const rows of group.columns([layout.dateColumn]))
          for (const row of rows) newest = later(newest, layout.dateOf(row?.[layout.dateColumn]))
      return newest
    },
  }
}

type OpenFile = Pick<GroupRead, 'buffer' | 'metadata'> & {
  layout: ParquetLayout
  wanted: readonly string[]
  paths: ReadonlyMap<string, string>
}

/** A row group of a file, which can be read by itself. */
export class PlaceGroup {
  readonly number: number
  readonly extent: Extent
  readonly rowCount: number
  /** The size of the columns that `read` needs. */
  readonly bytes: number
  readonly #file: OpenFile
  readonly #index: GroupIndex
  /** Columns that `hasRowIn` has downloaded, by path. */
  #kept: Map<string, ArrayBuffer> | undefined

  constructor(file: OpenFile, index: GroupIndex) {
    const needed = index.rowGroup.columns.filter(({ meta_data }) =>
      file.paths.has(meta_data?.path_in_schema.join('.') ?? ''),
    )
    this.number = index.number
    this.extent = index.extent
    this.rowCount = Number(index.rowGroup.num_rows)
    this.bytes = needed.reduce((sum, { meta_data }) => sum + Number(meta_data?.total_compressed_size ?? 0), 0)
    this.#file = file
    this.#index = index
  }

  /**
   * Whether it may have a row in one of the boxes, which must not overlap. If the boxes cover only a small part of a
   * large row group's area, this reads the positions of its rows, and keeps them for `read`.
   */
  async hasRowIn(boxes: readonly Box[]): Promise<boolean> {
    if (this.bytes < MIN_BYTES_TO_CHECK) return true
    if (!isKnown(this.extent) || coveredShare(this.extent, boxes) > MAX_SHARE_TO_CHECK) return true
    this.#kept = new Map()
    const { lat, lon } = this.#file.layout.position
    const around = boxes.map(withMargin)
    for await (const rows of this.columns([lat, lon]))
      if (rows.some(row => isAt(row?.[lat], row?.[lon], around))) return true
    this.#kept = undefined
    return false
  }

  /** The rows in batches. With a box, only the rows inside it. */
  async *read(box?: Box): AsyncGenerator<RawPlace[]> {
    const { layout, wanted } = this.#file
    let number = this.#index.firstRow
    const near = box === undefined ? undefined : [withMargin(box)]
    const isNear = near === undefined ? undefined : ({ lat, lon }: Position) => isAt(lat, lon, near)
    const batches = this.columns(wanted, { isWanted: isNear, position: layout.position })
    this.#kept = undefined
    for await (const rows of batches) {
      const places = rows.flatMap(row => {
        number += 1
        return row === null ? [] : layout.readRow(row, number)
      })
      yield box === undefined ? places : places.filter(place => isWithin(place, box))
    }
  }

  /** Some columns of its rows; null for rows that are not wanted. */
  columns(
    names: readonly string[],
    wish: Pick<GroupRead, 'isWanted' | 'position'> = {},
  ): ReturnType<typeof rowsOfGroup> {
    const { buffer, metadata } = this.#file
    return rowsOfGroup({ buffer, metadata, rowGroup: this.#index.rowGroup, names, kept: this.#kept, ...wish })
  }
}

function layoutOf(columns: ParquetColumns): { layout: ParquetLayout; wanted: string[] } {
  const layout = layouts.find(({ matches }) => matches(columns)) ?? overtureLayout
  const needed = layout.needed.map(names => names.find(name => columns.has(name)) ?? missing(layout, names))
  return { layout, wanted: [...new Set([...layout.wanted.filter(name => columns.has(name)), ...needed])] }
}

/** The footer without statistics and without columns that we do not read, which are most of it. */
function indexOf(metadata: FileMetaData): FileIndex {
  const { layout, wanted } = layoutOf(columnsOf(metadata))
  const indexedPaths = pathsOf(metadata, [...wanted, layout.dateColumn])
  let firstRow = 0
  const groups = metadata.row_groups.map((rowGroup, number): GroupIndex => {
    const columns = rowGroup.columns.flatMap(({ meta_data: known }) =>
      known !== undefined && indexedPaths.has(known.path_in_schema.join('.'))
        ? [{ file_offset: 0n, meta_data: withoutStatistics(known) }]
        : [],
    )
    const { num_rows, total_byte_size } = rowGroup
    const group = {
      number,
      firstRow,
      extent: extentOf(rowGroup, layout),
      rowGroup: { columns, num_rows, total_byte_size },
    }
    firstRow += Number(num_rows)
    return group
  })
  return { schema: metadata.schema, rowCount: Number(metadata.num_rows), groups }
}

type ColumnMetaData = NonNullable<RowGroup['columns'][number]['meta_data']>

function withoutStatistics(whole: ColumnMetaData): ColumnMetaData {
  const { type, encodings, path_in_schema, codec, num_values, data_page_offset, dictionary_page_offset } = whole
  const { total_compressed_size, total_uncompressed_size } = whole
  return {
    type,
    encodings,
    path_in_schema,
    codec,
    num_values,
    data_page_offset,
    total_compressed_size,
    total_uncompressed_size,
    ...(dictionary_page_offset === undefined ? {} : { dictionary_page_offset }),
  }
}

function missing(layout: ParquetLayout, names: readonly string[]): never {
  throw new ImportError(`Not a file of ${layout.name}: it has no column "${names.join('" or "')}"`)
}

const columnsOf = (metadata: FileMetaData): ParquetColumns =>
  new Set(columnPaths(metadata).flatMap(([, path]) => withParents(path)))

/** "a", "a.b", and "a.b.c" for "a.b.c". */
const withParents = (path: string): string[] =>
  path.split('.').map((_, end, names) => names.slice(0, end + 1).join('.'))

const isWithin = ({ lat, lon }: RawPlace, box: Box): boolean =>
  lat !== null && lon !== null && isInBox({ lat, lon }, box)

const isAt = (lat: unknown, lon: unknown, boxes: readonly Box[]): boolean =>
  typeof lat === 'number' && typeof lon === 'number' && boxes.some(box => isInBox({ lat, lon }, box))

/** About ten meters, in degrees. This is more than enough, because positions are rounded to less than a meter. */
const POSITION_MARGIN = 1e-4

const withMargin = (box: Box): Box => widenedBox(box, POSITION_MARGIN)

/** A smaller row group is read at once, because checking the positions first would not be faster. */
const MIN_BYTES_TO_CHECK = 500_000
/** If the boxes cover more of a row group's area than this, they nearly always contain a row, so nothing is checked. */
const MAX_SHARE_TO_CHECK = 0.25

function coveredShare({ south, north, west, east }: Box, boxes: readonly Box[]): number {
  const shared = boxes.map(box => {
    const [width, height] = [
      Math.min(east, box.east) - Math.max(west, box.west),
      Math.min(north, box.north) - Math.max(south, box.south),
    ]
    return width > 0 && height > 0 ? width * height : 0
  })
  const area = (east - west) * (north - south)
  return area === 0 ? 1 : shared.reduce((sum, part) => sum + part, 0) / area
}

/** False if the row group's statistics prove that it has no place in the box. */
export const mayContainPlaceIn = ({ south, north, west, east }: Extent, box: Box): boolean =>
  !isBeside(west, east, box.west, box.east) && !isBeside(south, north, box.south, box.north)

const extentOf = (group: RowGroup, { extent }: ParquetLayout): Extent => ({
  south: statistic(group, extent.south, 'min_value'),
  north: statistic(group, extent.north, 'max_value'),
  west: statistic(group, extent.west, 'min_value'),
  east: statistic(group, extent.east, 'max_value'),
})

export const isKnown = (extent: Extent): extent is Box => Object.values(extent).every(side => side !== null)

const isBeside = (min: number | null, max: number | null, from: number, to: number): boolean =>
  (min !== null && min > to) || (max !== null && max < from)

function statistic(group: RowGroup, path: string, end: 'min_value' | 'max_value'): number | null {
  const column = group.columns.find(({ meta_data }) => meta_data?.path_in_schema.join('.') === path)
  const value = column?.meta_data?.statistics?.[end]
  return typeof value === 'number' ? value : null
}

const later = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a)
