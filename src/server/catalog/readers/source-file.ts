import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { SourceKey } from '#server/catalog/place/sources.ts'
import { type ColumnMapping, readCsv } from './csv-reader.ts'
import { ImportError } from '#server/catalog/place/import-error.ts'
import { osmDateOf, readOsm } from './osm-reader.ts'
import { newestEvidenceOfPath, readParquetPath, sourceOfParquet } from './parquet-thread.ts'
import type { RawRows } from './raw-place.ts'

export type FileSource = Exclude<SourceKey, 'demo'>

export type SourceFile = {
  /** File name without its folder. */
  name: string
  source: FileSource
  /** Newest date of any evidence, YYYY-MM-DD; null if the file has none. */
  newestEvidence: () => Promise<string | null>
  read: () => Promise<RawRows>
  /** Removes files that were unpacked for reading. */
  close: () => Promise<void>
}

export type OpenOptions = {
  /** The source that the operator named. */
  claimed?: string | undefined
  /** Which column contains which field, if the header does not say so. */
  mapping?: ColumnMapping | undefined
}

/**
 * Opens a file to import. Detects its kind by its content, and checks it against the source that the operator named.
 */
export async function openSourceFile(path: string, { claimed, mapping }: OpenOptions = {}): Promise<SourceFile> {
  const name = basename(path)
  const content = await contentOf(path)
  const file = await openers[content.format]({ path, name, isGzip: content.isGzip, head: content.head, mapping })
  if (claimed === undefined || claimed === file.source) return file
  await file.close()
  throw wrongSource(name, file.source, claimed)
}

type Opening = { path: string; name: string; isGzip: boolean; head: Buffer; mapping: ColumnMapping | undefined }
type Format = 'parquet' | 'json' | 'csv'
const nothingToClose = () => Promise.resolve()

const openers: Record<Format, (opening: Opening) => Promise<SourceFile>> = {
  parquet: async ({ path, name, isGzip }) => {
    const unpacked = isGzip ? await unpack(path) : { path, remove: nothingToClose }
    return {
      name,
      source: await sourceOfParquet(unpacked.path),
      read: () => readParquetPath(unpacked.path, name),
      newestEvidence: () => newestEvidenceOfPath(unpacked.path),
      close: unpacked.remove,
    }
  },
  json: ({ path, name, isGzip }) =>
    Promise.resolve({
      name,
      source: 'osm',
      read: () => Promise.resolve(readOsm(bytesOf(path, isGzip), name)),
      newestEvidence: () => osmDateOf(bytesOf(path, isGzip)),
      close: nothingToClose,
    }),
  csv: ({ path, name, isGzip, head, mapping }) => {
    const source = head.toString('latin1').split('\n', 1)[0]?.includes('fsq_place_id') ? 'foursquare' : 'csv'
    const read = () => readCsv(bytesOf(path, isGzip), { file: name, source, mapping })
    return Promise.resolve({
      name,
      source,
      read,
      newestEvidence: async () => (source === 'csv' ? null : newestDateOf(await read())),
      close: nothingToClose,
    })
  },
}

async function newestDateOf(rows: RawRows): Promise<string | null> {
  let newest: string | null = null
  for await (const batch of rows.batches)
    for (const { confirmedOn } of batch) if (confirmedOn !== null && confirmedOn > (newest ?? '')) newest = confirmedOn
  return newest
}

const names: Record<FileSource, string> = {
  overture: 'a Parquet file of Overture places',
  foursquare: 'a file of Foursquare OS Places',
  osm: 'an Overpass or GeoJSON file of OpenStreetMap',
  csv: 'a CSV file',
}

function wrongSource(name: string, found: FileSource, claimed: string): ImportError {
  const known = Object.keys(names).join(', ')
  if (!(claimed in names)) return new ImportError(`Unknown source "${claimed}". Files can be imported from: ${known}`)
  return new ImportError(`${name} was called "${claimed}", but it looks like ${names[found]}`)
}

const HEAD_BYTES = 4096

async function contentOf(path: string): Promise<{ isGzip: boolean; format: Format; head: Buffer }> {
  const isGzip = (await headOf(path, false)).subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]))
  const head = await headOf(path, isGzip)
  if (head.length === 0) throw new ImportError(`${basename(path)} is empty`)
  const format = formatOf(head)
  if (format === null) throw new ImportError(`${basename(path)} is neither Parquet nor JSON nor CSV`)
  return { isGzip, format, head }
}

function formatOf(head: Buffer): Format | null {
  if (head.subarray(0, 4).toString('latin1') === 'PAR1') return 'parquet'
  if (/^\uFEFF?\s*\{/.test(head.toString('utf8'))) return 'json'
  return isText(head) ? 'csv' : null
}

async function headOf(path: string, isGzip: boolean): Promise<Buffer> {
  try {
    for await (const piece of bytesOf(path, isGzip)) return piece.subarray(0, HEAD_BYTES)
    return Buffer.alloc(0)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new ImportError(code === 'ENOENT' ? `There is no file ${path}` : `${path} cannot be read: ${message}`)
  }
}

function isText(head: Buffer): boolean {
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  const start = head.toString('utf8').trimStart().charAt(0)
  return isUtf16 || (!head.includes(0) && start !== '[' && start !== '<')
}

function bytesOf(path: string, isGzip: boolean): AsyncIterable<Buffer> {
  const file = createReadStream(path)
  if (!isGzip) return file
  const unpacked = createGunzip()
  // If the consumer stops early, this also closes the file. Errors surface on the stream being read.
  pipeline(file, unpacked).catch(() => {})
  return unpacked
}

// Parquet files are read from the end, so the whole file must be unpacked.
async function unpack(path: string): Promise<{ path: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'places-import-'))
  const target = join(folder, 'places.parquet')
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await pipeline(createReadStream(path), createGunzip(), createWriteStream(target))
  } catch (error) {
    await remove()
    throw error
  }
  return { path: target, remove }
}
