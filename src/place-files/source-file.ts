import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { parseJson } from '#json/index.ts'
import { type ColumnMapping, readCsv } from './csv-reader.ts'
import { ImportError } from './import-error.ts'
import { readJsonList } from './json-list.ts'
import type { JsonShape } from './json-objects.ts'
import { dateIn, licenseIn, readOsm } from './osm-reader.ts'
import { readOvertureGeojson } from './overture-geojson.ts'
import { newestEvidenceOfPath, readParquetPath, sourceOfParquet } from './parquet-file.ts'
import type { RawRows } from './raw-place.ts'
import { unicodeIn } from './text-encoding.ts'
import { unusableKind } from './unusable-files.ts'

/** Where the rows of a file come from; `csv` is a list of the operator's own, in any format. */
export type FileSource = 'overture' | 'foursquare' | 'osm' | 'alltheplaces' | 'csv'

export type SourceFile = {
  /** File name without its folder. */
  name: string
  source: FileSource
  /** The newest date in the file (YYYY-MM-DD); null if there is none. */
  newestEvidence: () => Promise<string | null>
  read: () => Promise<RawRows>
  /** Removes files that were unpacked for reading. */
  close: () => Promise<void>
}

export type OpenOptions = {
  /** The source that the operator has named. */
  claimed?: string | undefined
  /** The columns of fields that the header names in another way. */
  mapping?: ColumnMapping | undefined
  /** The encoding of a CSV list, if it cannot be recognized. */
  encoding?: string | undefined
}

/** Opens a file to import. Detects its source by the content. Throws if the operator has named another source. */
export async function openSourceFile(path: string, options: OpenOptions = {}): Promise<SourceFile> {
  const { claimed } = options
  const name = basename(path)
  const content = await contentOf(path)
  const file = await openers[content.format]({ path, name, isGzip: content.isGzip, head: content.head, options })
  if (claimed === undefined || claimed === file.source) return file
  await file.close()
  throw wrongSource(name, file.source, claimed)
}

type Opening = { path: string; name: string; isGzip: boolean; head: Buffer; options: OpenOptions }
type Format = 'parquet' | 'json' | 'csv'
const nothingToClose = () => Promise.resolve()

const openers: Record<Format, (opening: Opening) => Promise<SourceFile>> = {
  parquet: async ({ path, name, isGzip }) => {
    const unpacked = isGzip ? await unpack(path) : { path, remove: nothingToClose }
    const source = await sourceOfParquet(unpacked.path).catch(error =>
      unpacked.remove().then(() => Promise.reject(error)),
    )
    return {
      name,
      source,
      read: () => readParquetPath(unpacked.path, name),
      newestEvidence: () => newestEvidenceOfPath(unpacked.path),
      close: unpacked.remove,
    }
  },
  json: ({ path, name, isGzip, head, options: { mapping } }) => {
    const text = textOf(head)
    const shape = shapeOf(text)
    const source = sourceOfJson(text, shape)
    const file = { path, name, isGzip }
    if (source === 'osm' || source === 'alltheplaces')
      return Promise.resolve({
        name,
        source,
        read: () => Promise.resolve(readOsm(() => bytesOf(file), { file: name, shape, license: licenseIn(text) })),
        newestEvidence: () => Promise.resolve(dateIn(text)),
        close: nothingToClose,
      })
    const read = () =>
      source === 'overture'
        ? Promise.resolve(readOvertureGeojson(bytesOf(file), { file: name, shape }))
        : readJsonList(bytesOf(file), { file: name, shape, mapping })
    return Promise.resolve(textSource(name, source, read))
  },
  csv: ({ path, name, isGzip, head, options: { mapping, encoding } }) => {
    const source = head.toString('latin1').split('\n', 1)[0]?.includes('fsq_place_id') ? 'foursquare' : 'csv'
    const read = () => readCsv(bytesOf({ path, name, isGzip }), { file: name, source, mapping, encoding })
    return Promise.resolve(textSource(name, source, read))
  },
}

const textSource = (name: string, source: FileSource, read: () => Promise<RawRows>): SourceFile => ({
  name,
  source,
  read,
  newestEvidence: async () => (source === 'csv' ? null : newestDateOf(await read())),
  close: nothingToClose,
})

/** A text is a sequence if it starts with a feature, or if its first line is a whole object that is not a collection. */
function shapeOf(head: string): JsonShape {
  if (/^\uFEFF?\s*\[/.test(head)) return 'array'
  if (/^\uFEFF?\s*\{\s*"type"\s*:\s*"Feature"/.test(head)) return 'sequence'
  const isSequence = /\}\s*\n\s*\{/.test(head) || !/"(?:features|elements)"|\[\s*\{/.test(head)
  return isSequence && typeof parseJson(head.split('\n', 1)[0] ?? '') === 'object' ? 'sequence' : 'collection'
}

function sourceOfJson(head: string, shape: JsonShape): FileSource {
  if (/"names"\s*:\s*(?:\{|"\{)/.test(head)) return 'overture'
  if (/"@spider"\s*:/.test(head)) return 'alltheplaces'
  return shape === 'collection' || /"type"\s*:\s*"Feature"/.test(head) ? 'osm' : 'csv'
}

async function newestDateOf(rows: RawRows): Promise<string | null> {
  let newest: string | null = null
  for await (const batch of rows.batches)
    for (const { confirmedOn } of batch) if (confirmedOn !== null && confirmedOn > (newest ?? '')) newest = confirmedOn
  return newest
}

const names: Record<FileSource, string> = {
  overture: 'a file of Overture places',
  foursquare: 'a file of Foursquare OS Places',
  osm: 'an Overpass or GeoJSON file of OpenStreetMap',
  alltheplaces: 'a file of AllThePlaces',
  csv: 'a list of your own',
}

function wrongSource(name: string, found: FileSource, claimed: string): ImportError {
  const known = Object.keys(names).join(', ')
  if (!(claimed in names)) return new ImportError(`Unknown source "${claimed}". Files can be imported from: ${known}`)
  return new ImportError(`${name} was called "${claimed}", but it looks like ${names[found]}`)
}

const HEAD_BYTES = 4096

/** Without the separators between the features of a sequence (RFC 8142). */
const textOf = (head: Buffer): string => head.toString('utf8').replaceAll('\u001E', '')

async function contentOf(path: string): Promise<{ isGzip: boolean; format: Format; head: Buffer }> {
  const isGzip = (await headOf(path, false)).subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]))
  const head = await headOf(path, isGzip)
  if (head.length === 0) throw new ImportError(`${basename(path)} is empty`)
  const unusable = unusableKind(head)
  if (unusable !== undefined) throw new ImportError(`${basename(path)} is ${unusable}`)
  const format = formatOf(head)
  if (format === null) throw new ImportError(`${basename(path)} is neither Parquet nor CSV nor JSON with objects`)
  return { isGzip, format, head }
}

function formatOf(head: Buffer): Format | null {
  if (head.subarray(0, 4).toString('latin1') === 'PAR1') return 'parquet'
  if (/^\uFEFF?\s*(?:\{|\[\s*\{)/.test(textOf(head))) return 'json'
  const text = new TextDecoder(unicodeIn(head) ?? 'latin1').decode(head)
  return text.includes('\0') || /^\s*[[{<]/.test(text) ? null : 'csv'
}

async function headOf(path: string, isGzip: boolean): Promise<Buffer> {
  try {
    for await (const piece of bytesOf({ path, name: basename(path), isGzip })) return piece.subarray(0, HEAD_BYTES)
    return Buffer.alloc(0)
  } catch (error) {
    if (error instanceof ImportError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    throw new ImportError(code === 'ENOENT' ? `There is no file ${path}` : `${path} cannot be read: ${message}`)
  }
}

type Packed = { path: string; name: string; isGzip: boolean }

async function* bytesOf({ path, name, isGzip }: Packed): AsyncGenerator<Buffer> {
  const file = createReadStream(path)
  const bytes = isGzip ? createGunzip() : file
  // If the consumer stops early, this also closes the file. Errors surface on the stream being read.
  if (bytes !== file) pipeline(file, bytes as NodeJS.WritableStream).catch(() => {})
  try {
    yield* bytes as AsyncIterable<Buffer>
  } catch (error) {
    throw asImportError(error, name)
  }
}

/** Explains why a gzip file cannot be unpacked. Returns other errors unchanged. */
function asImportError(error: unknown, name: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new ImportError(
      `${name} cannot be unpacked: the disk that holds ${tmpdir()} is full. Free some space, or set another TMPDIR`,
    )
  if (code === 'Z_BUF_ERROR') return new ImportError(`${name} ends too early: it is incomplete`)
  return code?.startsWith('Z_') === true ? new ImportError(`${name} is damaged: it cannot be unpacked`) : error
}

// Parquet files are read from the end, so the whole file must be unpacked. It has no name while it is open, so that
// nothing is left of it if the process is killed.
async function unpack(path: string): Promise<{ path: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'places-import-'))
  const target = await open(join(folder, 'places.parquet'), 'wx+')
  await rm(folder, { recursive: true })
  try {
    await pipeline(createReadStream(path), createGunzip(), bytes => target.writeFile(bytes))
  } catch (error) {
    await target.close()
    throw asImportError(error, basename(path))
  }
  return { path: `/dev/fd/${target.fd}`, remove: () => target.close() }
}
