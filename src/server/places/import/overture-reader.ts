import {
  type AsyncBuffer,
  type FileMetaData,
  type RowGroup,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { type ScoreTopic, scoreTopics } from '../score.rules.ts'
import { ImportError } from './import-error.ts'
import { type OvertureRow, newestEvidence, readOvertureRow } from './overture-row.ts'
import type { RawPlace } from './raw-place.ts'

/** Degrees, WGS 84. */
export type Box = { south: number; north: number; west: number; east: number }

export type OvertureFile = {
  rowCount: number
  knows: readonly ScoreTopic[]
  /** Rows batch by batch, within the box where there is one; a row group at a time is in memory. */
  readRows: (box?: Box) => AsyncGenerator<RawPlace[]>
  /** Newest date of any evidence, YYYY-MM-DD. Reads one column. */
  newestEvidence: () => Promise<string | null>
}

const BATCH_ROWS = 200
const wantedColumns = [
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
]

/** Opens a Parquet file of Overture's places, of the schema of 2026 or the older one. */
export async function openOvertureFile(buffer: AsyncBuffer): Promise<OvertureFile> {
  const metadata = await parquetMetadataAsync(buffer, { geoparquet: false })
  const columns = columnsOf(metadata)
  const position = columns.has('bbox') ? 'bbox' : 'geometry'
  for (const needed of ['id', 'names', position])
    if (!columns.has(needed)) throw new ImportError(`Not a file of Overture places: it has no column "${needed}"`)
  const wanted = [...wantedColumns.filter(name => columns.has(name)), position]
  const read = (group: NumberedGroup, names: string[]) => readGroup({ buffer, metadata, group, names })
  return {
    rowCount: Number(metadata.num_rows),
    knows: columns.get('emails') === 'list' ? scoreTopics : scoreTopics.filter(topic => topic !== 'email'),
    async *readRows(box) {
      for (const group of numberedGroups(metadata)) {
        if (box && !mayHold(group.rowGroup, box)) continue
        yield* inBatches(await read(group, wanted), group.firstRow, box)
      }
    },
    newestEvidence: async () => {
      let newest: string | null = null
      if (!columns.has('sources')) return newest
      for (const group of numberedGroups(metadata))
        for (const row of await read(group, ['sources'])) newest = later(newest, newestEvidence(row.sources))
      return newest
    },
  }
}

// Where a file holds no e-mail address at all, its column may be typed as integer.
const columnsOf = (metadata: FileMetaData) =>
  new Map(
    parquetSchema(metadata).children.map(child => [child.element.name, child.children.length > 0 ? 'list' : 'value']),
  )

type NumberedGroup = { rowGroup: RowGroup; firstRow: number; endRow: number }

function numberedGroups(metadata: FileMetaData): NumberedGroup[] {
  let firstRow = 0
  return metadata.row_groups.map(rowGroup => {
    const group = { rowGroup, firstRow, endRow: firstRow + Number(rowGroup.num_rows) }
    firstRow = group.endRow
    return group
  })
}

type GroupRead = { buffer: AsyncBuffer; metadata: FileMetaData; group: NumberedGroup; names: string[] }

// utf8 and geoparquet off: plain WKB would be read as broken text.
const readGroup = async ({ buffer, metadata, group, names }: GroupRead): Promise<OvertureRow[]> =>
  await parquetReadObjects({
    file: buffer,
    metadata,
    columns: names,
    rowStart: group.firstRow,
    rowEnd: group.endRow,
    compressors,
    utf8: false,
    geoparquet: false,
  })

function* inBatches(rows: readonly OvertureRow[], firstRow: number, box?: Box): Generator<RawPlace[]> {
  for (let start = 0; start < rows.length; start += BATCH_ROWS) {
    const batch = rows.slice(start, start + BATCH_ROWS).map((row, i) => readOvertureRow(row, firstRow + start + i + 1))
    yield box === undefined ? batch : batch.filter(place => isWithin(place, box))
  }
}

const isWithin = ({ lat, lon }: RawPlace, { south, north, west, east }: Box) =>
  lat !== null && lon !== null && lat >= south && lat <= north && lon >= west && lon <= east

/** False where a row group's statistics rule out that it has a place in the box. */
function mayHold(group: RowGroup, box: Box): boolean {
  const [minLon, maxLon] = [statistic(group, 'xmin', 'min_value'), statistic(group, 'xmax', 'max_value')]
  const [minLat, maxLat] = [statistic(group, 'ymin', 'min_value'), statistic(group, 'ymax', 'max_value')]
  return !isBeside(minLon, maxLon, box.west, box.east) && !isBeside(minLat, maxLat, box.south, box.north)
}

const isBeside = (min: number | null, max: number | null, from: number, to: number): boolean =>
  (min !== null && min > to) || (max !== null && max < from)

function statistic(group: RowGroup, field: string, end: 'min_value' | 'max_value'): number | null {
  const column = group.columns.find(({ meta_data }) => meta_data?.path_in_schema.join('.') === `bbox.${field}`)
  const value = column?.meta_data?.statistics?.[end]
  return typeof value === 'number' ? value : null
}

const later = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a)
