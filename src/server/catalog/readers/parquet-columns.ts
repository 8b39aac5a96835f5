import {
  type AsyncBuffer,
  type DecodedArray,
  type FileMetaData,
  parquetSchema,
  type RowGroup,
  type SchemaTree,
} from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import {
  assembleLists,
  assembleNested,
  convert,
  convertWithDictionary,
  decompressPage,
  DEFAULT_PARSERS,
  getMaxDefinitionLevel,
  getTreePath,
  parquetHeader,
  parquetPlanGroup,
  prefetchAsyncBuffer,
  readDataPage,
  readDataPageV2,
  readPage,
} from './parquet-internals.ts'
import type { ParquetRow } from './parquet-layout.ts'

// hyparquet's public API builds all rows of a row group in memory, which takes a hundred times the space of the
// compressed pages, and a group may have a million places. This code builds rows from the pages on demand.

export type GroupRead = {
  buffer: AsyncBuffer
  metadata: FileMetaData
  rowGroup: RowGroup
  /** Top-level columns, or paths of single values inside them ("brand.names.primary"). */
  names: readonly string[]
  /** The columns of this row group that were read before, by path. This call adds those that it reads. */
  kept?: Map<string, ArrayBuffer> | undefined
}

export const isWanted = (names: readonly string[], path: readonly string[]): boolean =>
  names.includes(path[0] ?? '') || names.includes(path.join('.'))

const BATCH_ROWS = 1000

/**
 * Yields the rows of a row group in batches. Memory holds the compressed pages of the columns, and one decoded page of
 * each.
 */
export async function* rowsOfGroup(read: GroupRead): AsyncGenerator<ParquetRow[]> {
  const rowCount = Number(read.rowGroup.num_rows)
  if (rowCount === 0) return
  const leaves = await openLeaves(read)
  const inner = leaves.filter(({ path, top }) => path !== top && read.names.includes(path))
  const tops = parquetSchema(read.metadata).children.filter(({ element }) => read.names.includes(element.name))
  for (let left = rowCount; left > 0; left -= BATCH_ROWS) {
    const count = Math.min(left, BATCH_ROWS)
    const columns = tops.map(top => {
      const name = top.element.name
      const taken = new Map(leaves.filter(leaf => leaf.top === name).map(leaf => [leaf.path, leaf.take(count)]))
      if (top.children.length > 0) assembleNested(taken, top, DEFAULT_PARSERS)
      return [name, taken.get(name)] as const
    })
    for (const leaf of inner) columns.push([leaf.path, Array.from(leaf.take(count), unwrapped)])
    yield Array.from({ length: count }, (_, row) => {
      const values: Record<string, unknown> = {}
      for (const [name, column] of columns) values[name] = column?.[row]
      return values
    })
  }
}

/** The library wraps a value in one array for each optional column around it. */
function unwrapped(value: unknown): unknown {
  let inner = value
  while (Array.isArray(inner)) inner = inner[0]
  return inner
}

type ColumnDecoder = Parameters<typeof readPage>[2]

async function openLeaves(read: GroupRead): Promise<Leaf[]> {
  const columns = read.rowGroup.columns.flatMap(({ meta_data: column }) =>
    column !== undefined && isWanted(read.names, column.path_in_schema) ? [column] : [],
  )
  const kept = read.kept ?? new Map<string, ArrayBuffer>()
  await fetchColumns(read, kept)
  const schema = parquetSchema(read.metadata)
  return columns.flatMap(column => {
    const bytes = kept.get(column.path_in_schema.join('.'))
    if (bytes === undefined) return []
    const schemaPath = getTreePath(schema, column.path_in_schema)
    const element = schemaPath.at(-1)?.element
    if (element === undefined) throw new Error('a column is not in the schema')
    // With utf8 on, plain WKB would be decoded as text.
    const rest = { compressors, utf8: false, parsers: DEFAULT_PARSERS }
    return new Leaf(bytes, { ...column, pathInSchema: column.path_in_schema, element, schemaPath, ...rest })
  })
}

/** Reads the columns that are not kept yet. */
async function fetchColumns(read: GroupRead, kept: Map<string, ArrayBuffer>): Promise<void> {
  const { buffer, rowGroup, names } = read
  const rowCount = Number(rowGroup.num_rows)
  const columns = rowGroup.columns.filter(({ meta_data: column }) => {
    const path = column?.path_in_schema ?? []
    return isWanted(names, path) && !kept.has(path.join('.'))
  })
  const whole = {
    rowGroup: { ...rowGroup, columns },
    // Without this list, the library also downloads the columns between ours.
    columns: columns.flatMap(({ meta_data }) => meta_data?.path_in_schema[0] ?? []),
    groupStart: 0,
    groupRows: rowCount,
    ranges: [[0, rowCount] as [number, number]],
  }
  const { groups, fetches } = parquetPlanGroup(whole)
  const ranges = (groups[0]?.chunks ?? []).map(({ range }) => range)
  // The library also downloads small gaps between columns. If a group is read twice, the other read has those columns.
  const file = prefetchAsyncBuffer(buffer, { fetches: read.kept === undefined ? fetches : adjoined(ranges) })
  await Promise.all(
    (groups[0]?.chunks ?? []).map(async ({ columnMetadata, range }) => {
      kept.set(columnMetadata.path_in_schema.join('.'), await file.slice(range.startByte, range.endByte))
    }),
  )
}

type ByteRange = { startByte: number; endByte: number }

/** Joins ranges that touch. */
function adjoined(ranges: readonly ByteRange[]): ByteRange[] {
  const joined: ByteRange[] = []
  for (const { startByte, endByte } of ranges.toSorted((a, b) => a.startByte - b.startByte)) {
    const last = joined.at(-1)
    if (last?.endByte === startByte) last.endByte = endByte
    else joined.push({ startByte, endByte })
  }
  return joined
}

/** A leaf column. A nested top-level column has several. */
class Leaf {
  readonly path: string
  readonly top: string
  #reader: { view: DataView; offset: number }
  #decoder: ColumnDecoder
  #dictionary: DecodedArray | undefined
  #page: Page | undefined

  constructor(bytes: ArrayBuffer, decoder: ColumnDecoder) {
    this.path = decoder.pathInSchema.join('.')
    this.top = decoder.pathInSchema[0] ?? ''
    this.#reader = { view: new DataView(bytes), offset: 0 }
    this.#decoder = decoder
  }

  /** Takes exactly `count` rows. The last one may continue on the next page. */
  take(count: number): DecodedArray {
    const rows: unknown[] = []
    for (let page = this.#openPage(); page !== undefined; page = this.#openPage()) {
      page.moveTo(rows, count)
      if (!page.isRead) break
    }
    if (rows.length < count) throw new Error(`the column ${this.path} has fewer rows than its row group`)
    return rows
  }

  /** The current page, or the next one if it is finished. */
  #openPage(): Page | undefined {
    while (this.#page === undefined || this.#page.isRead) {
      if (this.#reader.offset >= this.#reader.view.byteLength - 1) return undefined
      this.#readPage()
    }
    return this.#page
  }

  #readPage(): void {
    const header = parquetHeader(this.#reader)
    if (header.type === 'DICTIONARY_PAGE') {
      const { data } = readPage(this.#reader, header, this.#decoder, undefined, undefined, 0)
      this.#dictionary = data === undefined ? undefined : convert(data, this.#decoder)
      return
    }
    const { view, offset } = this.#reader
    const packed = new Uint8Array(view.buffer, view.byteOffset + offset, header.compressed_page_size)
    this.#reader.offset += header.compressed_page_size
    this.#page = new Page(decodePage(packed, header, this.#decoder, this.#dictionary), this.#decoder.schemaPath)
  }
}

type PageHeader = ReturnType<typeof parquetHeader>
type Decoded = { definitions: readonly number[]; repetitions: readonly number[]; values: DecodedArray }

function decodePage(
  packed: Uint8Array,
  header: PageHeader,
  decoder: ColumnDecoder,
  dictionary: DecodedArray | undefined,
): Decoded {
  const first = header.data_page_header
  const encoding = (first ?? header.data_page_header_v2)?.encoding
  if (encoding === undefined) throw new Error(`a page of the type ${header.type} has no header`)
  const { codec, compressors: unpackers } = decoder
  const { definitionLevels, repetitionLevels, dataPage } = first
    ? readDataPage(decompressPage(packed, header.uncompressed_page_size, codec, unpackers), first, decoder)
    : readDataPageV2(packed, header, decoder)
  const values = convertWithDictionary(dataPage, dictionary, encoding, decoder)
  return { definitions: definitionLevels ?? [], repetitions: repetitionLevels, values }
}

/** The decoded values of a page, turned into rows in small batches because rows take many times the memory. */
export class Page {
  #decoded: Decoded
  #schemaPath: SchemaTree[]
  #deepest: number
  #entries: number
  #entry = 0
  #value = 0

  constructor(decoded: Decoded, schemaPath: SchemaTree[]) {
    this.#decoded = decoded
    this.#schemaPath = schemaPath
    this.#deepest = getMaxDefinitionLevel(schemaPath)
    this.#entries = decoded.definitions.length || decoded.repetitions.length || decoded.values.length
  }

  get isRead(): boolean {
    return this.#entry >= this.#entries
  }

  /** Appends rows until there are `count`. The last one may be incomplete if it continues on the next page. */
  moveTo(rows: unknown[], count: number): void {
    const { definitions, repetitions, values } = this.#decoded
    const [fromEntry, fromValue] = [this.#entry, this.#value]
    for (let begun = rows.length; !this.isRead; this.#entry++) {
      if ((repetitions[this.#entry] ?? 0) === 0 && begun++ === count) break
      if ((definitions[this.#entry] ?? this.#deepest) === this.#deepest) this.#value++
    }
    if (this.#entry === fromEntry) return
    const taken = values.slice(fromValue, this.#value)
    const made = assembleLists(
      rows,
      definitions.slice(fromEntry, this.#entry),
      repetitions.slice(fromEntry, this.#entry),
      taken,
      this.#schemaPath,
    )
    // `assembleLists` returns required, non-repeated values unchanged instead of appending them.
    if (made !== rows) for (const value of made) rows.push(value)
  }
}
