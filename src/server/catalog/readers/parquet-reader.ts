import { type AsyncBuffer, type FileMetaData, type RowGroup, parquetMetadataAsync, parquetSchema } from 'hyparquet'
import type { Box } from '#server/catalog/place/great-circle.ts'
import { ImportError } from '#server/catalog/place/import-error.ts'
import { foursquareLayout } from './foursquare-row.ts'
import { overtureLayout } from './overture-row.ts'
import { isWanted, rowsOfGroup } from './parquet-columns.ts'
import type { ParquetColumns, ParquetLayout, ParquetRow } from './parquet-layout.ts'
import type { RawPlace } from './raw-place.ts'

export type ParquetPlaces = {
  source: ParquetLayout['source']
  rowCount: number
  /** Indexes of the row groups that may have a place in the box, or of all without a box. */
  groupsIn: (box?: Box) => number[]
  rowsInGroup: (group: number) => number
  /** The areas of the row groups that have position statistics. */
  extents: () => Box[]
  /** Size in bytes of the columns that we read from a row group. */
  bytesInGroup: (group: number) => number
  /** The rows of one row group inside the box, in batches. */
  readGroup: (group: number, box?: Box) => AsyncGenerator<RawPlace[]>
  /** All rows in batches, only those inside the box if there is one. */
  readRows: (box?: Box) => AsyncGenerator<RawPlace[]>
  /** The newest date of any evidence, YYYY-MM-DD. Reads one column. */
  newestEvidence: () => Promise<string | null>
}

const BATCH_ROWS = 200
/** Read first from the end of a file, where the list of its parts is. */
export const FOOTER_BYTES = 65_536
const layouts: readonly ParquetLayout[] = [foursquareLayout, overtureLayout]

/** Opens a Parquet file of places from a publisher whose layout we know. */
export async function openParquetPlaces(buffer: AsyncBuffer): Promise<ParquetPlaces> {
  const metadata = await parquetMetadataAsync(buffer, { geoparquet: false, initialFetchSize: FOOTER_BYTES })
  const columns = columnsOf(metadata)
  const layout = layouts.find(({ isOf }) => isOf(columns)) ?? overtureLayout
  const needed = layout.needed.map(names => names.find(name => columns.has(name)) ?? missing(layout, names))
  const wanted = [...new Set([...layout.wanted.filter(name => columns.has(name)), ...needed])]
  const groups = numberedGroups(metadata)
  const read = ({ rowGroup }: NumberedGroup, names: string[]) => rowsOfGroup({ buffer, metadata, rowGroup, names })
  const rowsOf = async function* (group: NumberedGroup, box?: Box): AsyncGenerator<RawPlace[]> {
    let number = group.firstRow
    for await (const rows of read(group, wanted))
      for (const batch of inBatches(rows)) {
        const places = batch.map(row => layout.readRow(row, ++number))
        yield box === undefined ? places : places.filter(place => isWithin(place, box))
      }
  }
  const groupsIn = (box?: Box) =>
    groups.flatMap(({ rowGroup }, index) => (box && !mayHold(rowGroup, layout, box) ? [] : [index]))
  const groupOf = (index: number) => groups[index] ?? noGroup(index)
  return {
    source: layout.source,
    rowCount: Number(metadata.num_rows),
    groupsIn,
    rowsInGroup: index => Number(groupOf(index).rowGroup.num_rows),
    extents: () => groups.flatMap(({ rowGroup }) => extentOf(rowGroup, layout) ?? []),
    bytesInGroup: index => {
      const columnsRead = groupOf(index).rowGroup.columns.filter(({ meta_data }) =>
        isWanted(wanted, meta_data?.path_in_schema ?? []),
      )
      return columnsRead.reduce((sum, { meta_data }) => sum + Number(meta_data?.total_compressed_size ?? 0), 0)
    },
    readGroup: (index, box) => rowsOf(groupOf(index), box),
    async *readRows(box) {
      for (const index of groupsIn(box)) yield* rowsOf(groupOf(index), box)
    },
    newestEvidence: async () => {
      let newest: string | null = null
      if (!columns.has(layout.dated)) return newest
      for (const group of groups)
        for await (const rows of read(group, [layout.dated]))
          for (const row of rows) newest = later(newest, layout.dateOf(row[layout.dated]))
      return newest
    },
  }
}

function missing(layout: ParquetLayout, names: readonly string[]): never {
  throw new ImportError(`Not a file of ${layout.name}: it has no column "${names.join('" or "')}"`)
}

function noGroup(index: number): never {
  throw new Error(`The file has no row group ${index}`)
}

// If a file has no email addresses, its column may have the type integer.
const columnsOf = (metadata: FileMetaData): ParquetColumns =>
  new Map<string, 'list' | 'value'>([
    ...(metadata.row_groups[0]?.columns ?? []).map(
      ({ meta_data }) => [meta_data?.path_in_schema.join('.') ?? '', 'value'] as const,
    ),
    ...parquetSchema(metadata).children.map(
      child => [child.element.name, child.children.length > 0 ? 'list' : 'value'] as const,
    ),
  ])

type NumberedGroup = { rowGroup: RowGroup; firstRow: number }

function numberedGroups(metadata: FileMetaData): NumberedGroup[] {
  let firstRow = 0
  return metadata.row_groups.map(rowGroup => {
    const group = { rowGroup, firstRow }
    firstRow += Number(rowGroup.num_rows)
    return group
  })
}

function* inBatches(rows: readonly ParquetRow[]): Generator<ParquetRow[]> {
  for (let start = 0; start < rows.length; start += BATCH_ROWS) yield rows.slice(start, start + BATCH_ROWS)
}

const isWithin = ({ lat, lon }: RawPlace, { south, north, west, east }: Box) =>
  lat !== null && lon !== null && lat >= south && lat <= north && lon >= west && lon <= east

/** False if the row group's statistics prove that it has no place in the box. */
function mayHold(group: RowGroup, { extent }: ParquetLayout, box: Box): boolean {
  const [minLon, maxLon] = [statistic(group, extent.west, 'min_value'), statistic(group, extent.east, 'max_value')]
  const [minLat, maxLat] = [statistic(group, extent.south, 'min_value'), statistic(group, extent.north, 'max_value')]
  return !isBeside(minLon, maxLon, box.west, box.east) && !isBeside(minLat, maxLat, box.south, box.north)
}

function extentOf(group: RowGroup, { extent }: ParquetLayout): Box | null {
  const [west, east] = [statistic(group, extent.west, 'min_value'), statistic(group, extent.east, 'max_value')]
  const [south, north] = [statistic(group, extent.south, 'min_value'), statistic(group, extent.north, 'max_value')]
  return west === null || east === null || south === null || north === null ? null : { south, north, west, east }
}

const isBeside = (min: number | null, max: number | null, from: number, to: number): boolean =>
  (min !== null && min > to) || (max !== null && max < from)

function statistic(group: RowGroup, path: string, end: 'min_value' | 'max_value'): number | null {
  const column = group.columns.find(({ meta_data }) => meta_data?.path_in_schema.join('.') === path)
  const value = column?.meta_data?.statistics?.[end]
  return typeof value === 'number' ? value : null
}

const later = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a)
