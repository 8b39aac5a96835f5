import { zstdDecompressSync } from 'node:zlib'
import {
  type AsyncBuffer,
  type DecodedArray,
  type FileMetaData,
  parquetSchema,
  type RowGroup,
  type SchemaTree,
} from 'hyparquet'
import { compressors as packaged } from 'hyparquet-compressors'
import { parseJson } from '#json/index.ts'
import {
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

/** Node's own Zstandard is faster than the package's. */
const compressors = {
  ...packaged,
  ZSTD: (page: Uint8Array, bytes: number) => zstdDecompressSync(page, { maxOutputLength: Math.max(1, bytes) }),
}

const utf8 = new TextDecoder()
const parsers: typeof DEFAULT_PARSERS = {
  ...DEFAULT_PARSERS,
  jsonFromBytes: bytes => bytes && parseJson(utf8.decode(bytes)),
}

// hyparquet's public API builds all rows of a row group in memory. That takes a hundred times the space of the
// compressed pages, and a row group may have a million places. It also builds an array for each optional column around
// a value. This code reads the values from the pages on demand.

export type GroupRead = {
  buffer: AsyncBuffer
  metadata: FileMetaData
  rowGroup: RowGroup
  names: readonly string[]
  /** Columns of this row group that were already read, by path. Reading adds the others. */
  kept?: Map<string, ArrayBuffer> | undefined
  /** Only rows for which this returns true are built. */
  isWanted?: ((row: Position) => boolean) | undefined
  /** The columns whose values `isWanted` gets. */
  position?: { lat: string; lon: string } | undefined
}
export type Position = { lat: unknown; lon: unknown }

/**
 * The leaf columns of a file as `[path in the file, path without the levels of lists]`, for example
 * `['sources.list.element.dataset', 'sources.dataset']`.
 */
export const columnPaths = (metadata: FileMetaData): [inFile: string, path: string][] =>
  leavesOf(parquetSchema(metadata), [])

function leavesOf(tree: SchemaTree, path: readonly string[]): [string, string][] {
  if (tree.children.length === 0) return [[tree.path.join('.'), path.join('.')]]
  const [repeated] = tree.children
  const isList = tree.element.converted_type === 'LIST' || tree.element.logical_type?.type === 'LIST'
  if (isList && tree.children.length === 1 && repeated?.element.repetition_type === 'REPEATED')
    return leavesOf(repeated.children.length === 1 ? (repeated.children[0] ?? repeated) : repeated, path)
  return tree.children.flatMap(child => leavesOf(child, [...path, child.element.name]))
}

/** The leaf columns with these names or inside them: from the path in the file to the path without list levels. */
export const pathsOf = (metadata: FileMetaData, names: readonly string[]): ReadonlyMap<string, string> =>
  new Map(columnPaths(metadata).filter(([, path]) => names.some(name => path === name || path.startsWith(`${name}.`))))

const BATCH_ROWS = 200

/** Yields the rows of a row group in batches; null for those not wanted. Holds one decoded page of each column. */
export async function* rowsOfGroup(read: GroupRead): AsyncGenerator<(ParquetRow | null)[]> {
  const rowCount = Number(read.rowGroup.num_rows)
  if (rowCount === 0) return
  const leaves = await openLeaves(read)
  for (let left = rowCount; left > 0; left -= BATCH_ROWS) {
    const count = Math.min(left, BATCH_ROWS)
    const columns = leaves.map(leaf => [leaf.path, leaf.take(count)] as const)
    const valuesOf = (path: string | undefined) => columns.find(([name]) => name === path)?.[1]
    const [lat, lon] = [valuesOf(read.position?.lat), valuesOf(read.position?.lon)]
    const isWanted = lat === undefined || lon === undefined ? undefined : read.isWanted
    yield Array.from({ length: count }, (_, row) => {
      if (isWanted?.({ lat: lat?.[row], lon: lon?.[row] }) === false) return null
      const values: Record<string, unknown> = {}
      for (const [path, column] of columns) values[path] = column[row]
      return values
    })
  }
}

type ColumnDecoder = Parameters<typeof readPage>[2]

async function openLeaves(read: GroupRead): Promise<Leaf[]> {
  const paths = pathsOf(read.metadata, read.names)
  const kept = read.kept ?? new Map<string, ArrayBuffer>()
  await fetchColumns(read, paths, kept)
  const schema = parquetSchema(read.metadata)
  return read.rowGroup.columns.flatMap(({ meta_data: column }) => {
    const inFile = column?.path_in_schema.join('.') ?? ''
    const [path, bytes] = [paths.get(inFile), kept.get(inFile)]
    if (column === undefined || path === undefined || bytes === undefined) return []
    const schemaPath = getTreePath(schema, column.path_in_schema)
    const element = schemaPath.at(-1)?.element
    if (element === undefined) throw new Error('a column is not in the schema')
    // With utf8 on, plain WKB would be decoded as text.
    const rest = { compressors, utf8: false, parsers }
    return new Leaf(path, bytes, { ...column, pathInSchema: column.path_in_schema, element, schemaPath, ...rest })
  })
}

async function fetchColumns(
  read: GroupRead,
  paths: ReadonlyMap<string, string>,
  kept: Map<string, ArrayBuffer>,
): Promise<void> {
  const { buffer, rowGroup } = read
  const rowCount = Number(rowGroup.num_rows)
  const columns = rowGroup.columns.filter(({ meta_data: column }) => {
    const inFile = column?.path_in_schema.join('.') ?? ''
    return paths.has(inFile) && !kept.has(inFile)
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
  // The library also downloads small gaps between columns. If a row group is read twice, the gaps belong to the other
  // read.
  const file = prefetchAsyncBuffer(buffer, { fetches: read.kept === undefined ? fetches : joinAdjacent(ranges) })
  await Promise.all(
    (groups[0]?.chunks ?? []).map(async ({ columnMetadata, range }) => {
      kept.set(columnMetadata.path_in_schema.join('.'), await file.slice(range.startByte, range.endByte))
    }),
  )
}

type ByteRange = { startByte: number; endByte: number }

function joinAdjacent(ranges: readonly ByteRange[]): ByteRange[] {
  const joined: ByteRange[] = []
  for (const { startByte, endByte } of ranges.toSorted((a, b) => a.startByte - b.startByte)) {
    const last = joined.at(-1)
    if (last?.endByte === startByte) last.endByte = endByte
    else joined.push({ startByte, endByte })
  }
  return joined
}

class Leaf {
  readonly path: string
  #reader: { view: DataView; offset: number }
  #decoder: ColumnDecoder
  #dictionary: DecodedArray | undefined
  #page: Page | undefined

  constructor(path: string, bytes: ArrayBuffer, decoder: ColumnDecoder) {
    this.path = path
    this.#reader = { view: new DataView(bytes), offset: 0 }
    this.#decoder = decoder
  }

  /** Takes exactly `count` rows. The last one may continue on the next page. */
  take(count: number): unknown[] {
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
type Decoded = { definitions: ArrayLike<number>; repetitions: ArrayLike<number>; values: DecodedArray }

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

/**
 * The decoded values of a page. Each entry has two levels. The definition level says how many of the optional columns
 * around the value are set. The repetition level is 0 if the entry starts a new row.
 */
export class Page {
  #decoded: Decoded
  /** The definition level of an entry with a value. */
  #deepest: number
  /** Entries with at least this definition level are items of a list. Null for a column without lists. */
  #listLevel: number | null
  #entries: number
  #entry = 0
  #value = 0

  constructor(decoded: Decoded, schemaPath: SchemaTree[]) {
    this.#decoded = decoded
    this.#deepest = getMaxDefinitionLevel(schemaPath)
    const list = schemaPath.findIndex(({ element }) => element.repetition_type === 'REPEATED')
    this.#listLevel = list < 0 ? null : getMaxDefinitionLevel(schemaPath.slice(0, list + 1))
    this.#entries = decoded.definitions.length || decoded.repetitions.length || decoded.values.length
  }

  get isRead(): boolean {
    return this.#entry >= this.#entries
  }

  /** Appends rows until there are `count`. The last one may be incomplete if it continues on the next page. */
  moveTo(rows: unknown[], count: number): void {
    const { definitions, repetitions, values } = this.#decoded
    for (; !this.isRead; this.#entry++) {
      const isFirst = (repetitions[this.#entry] ?? 0) === 0
      if (isFirst && rows.length === count) return
      const level = definitions[this.#entry] ?? this.#deepest
      const value: unknown = level === this.#deepest ? values[this.#value++] : null
      if (this.#listLevel === null) rows.push(value)
      else {
        if (isFirst) rows.push([])
        if (level >= this.#listLevel) (rows.at(-1) as unknown[]).push(value)
      }
    }
  }
}
