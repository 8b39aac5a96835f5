import { cellBox, cellOf } from '#server/catalog/place/cell.ts'
import type { Box } from '#server/catalog/place/great-circle.ts'
import { ImportError } from '#server/catalog/place/import-error.ts'
import { FOOTER_BYTES, openParquetPlaces, type ParquetPlaces } from '#server/catalog/readers/parquet-reader.ts'
import type { RawPlace } from '#server/catalog/readers/raw-place.ts'
import { createOutboundFetch, ForbiddenAddress } from '#server/platform/basics/outbound-fetch.ts'
import { boxOfCells } from './pull-area.ts'
import { findReleaseFiles } from './release-files.ts'
import { FileChanged, openRemoteFile, type RemoteFile, type RemoteOptions, Unreachable } from './remote-file.ts'
import { Spool } from './spool.ts'

export type PullOptions = {
  /** The cells to load completely. */
  cells: readonly number[]
  /**
   * A file's URL or the root of a release, given by the operator, so it may be on a private host. By default,
   * Overture's newest release.
   */
  from?: string | undefined
  /** The folder for this pull until it is imported. */
  spoolFolder: string
  timeoutMs?: number
  firstWaitMs?: number
  /** Attempts of each request. */
  tries?: number
}
export type PullProgress = {
  bytesDone: number
  bytesWanted: number
  rows: number
}
export type PulledFile = { url: string; file: number; groups: number[]; rows: number }
export type Pulled = {
  source: 'overture' | 'foursquare'
  /** From the URL, or else the newest evidence of the rows. */
  release: string
  files: PulledFile[]
  /** True if these are all files of the release. */
  isWhole: boolean
  rows: number
  /** True if the files cover every cell but have no rows there, which proves that there are no places. */
  isKnownEmpty: boolean
  /** Bytes downloaded in this run, and the total size of the files. */
  bytesRead: number
  bytesInFiles: number
}

const CHANGED_TRIES = 3
/** A row group of 20 MB at 300 kbit/s. */
const DEADLINE_MS = 600_000
const FILES_AT_ONCE = 8

/** Reads the places of some cells from a release's files by HTTP ranges: only the required row groups and columns. */
export async function pullFiles(options: PullOptions, onProgress: (progress: PullProgress) => void): Promise<Pulled> {
  const { cells, from, spoolFolder, timeoutMs = 30_000, firstWaitMs = 500, tries } = options
  const fetch = createOutboundFetch({
    timeoutMs,
    deadlineMs: DEADLINE_MS,
    ...(from === undefined ? {} : { trustedUrl: from }),
  })
  const remote: RemoteOptions = { fetch, firstWaitMs, ...(tries === undefined ? {} : { tries }) }
  const { isWhole, ...found } = await findReleaseFiles(from, remote)
  const spool = new Spool(spoolFolder)
  for (let round = 1; ; round++) {
    try {
      const pulled = await readAll({ ...found, cells, spool, remote, onProgress })
      return { ...pulled, isWhole, isKnownEmpty: isWhole && pulled.isKnownEmpty }
    } catch (error) {
      if (!(error instanceof FileChanged)) throw error
      if (round === CHANGED_TRIES) throw new ImportError(`${error.message}, again and again`)
    }
  }
}

type Reading = {
  urls: readonly string[]
  release: string | null
  cells: readonly number[]
  spool: Spool
  remote: RemoteOptions
  onProgress: (progress: PullProgress) => void
}
type OpenedFile = { url: string; file: number; remote: RemoteFile; places: ParquetPlaces; groups: number[] }

async function readAll({ urls, release, cells, spool, remote, onProgress }: Reading): Promise<Omit<Pulled, 'isWhole'>> {
  const box = boxOfCells(cells)
  const wanted = new Set(cells)
  const opened = await openAll(urls, { spool, remote, box })
  const [first] = opened
  if (first === undefined) throw new ImportError('The release has no files')
  const progress = { bytesDone: 0, bytesWanted: sum(opened.flatMap(bytesOf)), rows: 0 }
  let newest = ''
  const files: PulledFile[] = []
  for (const { url, file, places, groups } of opened) {
    let rowsOfFile = 0
    for (const group of groups) {
      if (!spool.has(file, group)) await spool.write(file, group, wantedRows(url, places.readGroup(group, box), wanted))
      for await (const rows of spool.read(file, group)) {
        for (const { confirmedOn } of rows) if (confirmedOn !== null && confirmedOn > newest) newest = confirmedOn
        rowsOfFile += rows.length
        progress.rows += rows.length
      }
      progress.bytesDone += places.bytesInGroup(group)
      onProgress({ ...progress })
    }
    files.push({ url, file, groups, rows: rowsOfFile })
  }
  return {
    source: first.places.source,
    release: release ?? newest,
    files,
    rows: progress.rows,
    isKnownEmpty: progress.rows === 0 && coverAllCells(cells, opened),
    bytesRead: sum(opened.map(({ remote: { bytesRead } }) => bytesRead())),
    bytesInFiles: sum(opened.map(({ remote: { byteLength } }) => byteLength)),
  }
}

type Opening = Pick<Reading, 'spool' | 'remote'> & { box: Box }

/** Opens the files, a few at a time, because opening one is mostly waiting. */
async function openAll(urls: readonly string[], opening: Opening): Promise<OpenedFile[]> {
  const opened: OpenedFile[] = []
  for (let first = 0; first < urls.length; first += FILES_AT_ONCE) {
    const some = urls.slice(first, first + FILES_AT_ONCE)
    const results = await Promise.allSettled(some.map((url, index) => openFile(url, first + index, opening)))
    for (const result of results) {
      if (result.status === 'rejected') throw result.reason
      opened.push(result.value)
    }
  }
  return opened
}

async function openFile(url: string, file: number, { spool, remote, box }: Opening): Promise<OpenedFile> {
  const remoteFile = await openRemoteFile(url, FOOTER_BYTES, remote)
  const places = await openParquetPlaces(remoteFile).catch((error: unknown) => {
    throw unreadable(url, error)
  })
  await spool.begin(file, `${url} ${remoteFile.version}`)
  return { url, file, remote: remoteFile, places, groups: places.groupsIn(box) }
}

/** Damaged content, such as the bytes of another range, makes the decoder fail in many ways. */
function unreadable(url: string, error: unknown): Error {
  if (error instanceof ImportError || error instanceof FileChanged || error instanceof ForbiddenAddress) return error
  return new Unreachable(`${url} is damaged, or its server sends wrong bytes (${(error as Error).message})`)
}

// A partial release, or one of other regions, has no row groups in an area that it does not cover.
function coverAllCells(cells: readonly number[], opened: readonly OpenedFile[]): boolean {
  const extents = opened.flatMap(({ places }) => places.extents())
  return cells.map(cellBox).every(box => extents.some(extent => meets(extent, box)))
}

const meets = (a: Box, b: Box): boolean =>
  a.west <= b.east && a.east >= b.west && a.south <= b.north && a.north >= b.south

const bytesOf = ({ places, groups }: OpenedFile): number[] => groups.map(places.bytesInGroup)

async function* wantedRows(
  url: string,
  batches: AsyncIterable<readonly RawPlace[]>,
  cells: ReadonlySet<number>,
): AsyncGenerator<RawPlace[]> {
  try {
    for await (const rows of batches) yield rows.filter(row => isWanted(row, cells))
  } catch (error) {
    throw unreadable(url, error)
  }
}

const isWanted = ({ lat, lon }: RawPlace, cells: ReadonlySet<number>): boolean =>
  lat !== null && lon !== null && cells.has(cellOf(lat, lon))

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
