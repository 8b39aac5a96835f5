import { isAroundUsBox } from '#server/catalog/normalize/us-area.rules.ts'
import { cellBox, cellOf } from '#server/catalog/place/cell.ts'
import type { Box } from '#server/catalog/place/great-circle.ts'
import { ImportError } from '#server/catalog/place/import-error.ts'
import {
  type FileIndex,
  FOOTER_BYTES,
  openIndexedPlaces,
  openParquetPlaces,
  type ParquetPlaces,
} from '#server/catalog/readers/parquet-reader.ts'
import type { RawPlace } from '#server/catalog/readers/raw-place.ts'
import { createOutboundFetch, ForbiddenAddress } from '#server/platform/basics/outbound-fetch.ts'
import { Slots } from '#server/platform/basics/slots.ts'
import { boxOfCells } from './pull-area.ts'
import { findReleaseFiles, type ReleaseFiles } from './release-files.ts'
import {
  FileChanged,
  type FileVersion,
  openKnownFile,
  openRemoteFile,
  type RemoteFile,
  type RemoteOptions,
  Unreachable,
} from './remote-file.ts'
import { Spool } from './spool.ts'

export type PullOptions = {
  /** The cells to load completely. */
  cells: readonly number[]
  /**
   * A file's URL or the root of a release, given by the operator, so it may be on a private host. By default,
   * Overture's newest release.
   */
  from?: string | undefined
  /** The files, if they are known; otherwise they are looked up. */
  release?: ReleaseFiles | undefined
  /** What an earlier pull learned about the files, as far as it concerns these cells. */
  index?: ReleaseIndex | undefined
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
export type IndexedFile = FileVersion & { url: string; file: number; byteLength: number; index: FileIndex }
/** The row groups of a release, so that later pulls need not read the footers of its files. */
export type ReleaseIndex = { source: Pulled['source']; files: IndexedFile[] }
export type PulledFile = { url: string; file: number; groups: number[]; rows: number }
export type Pulled = {
  source: 'overture' | 'foursquare'
  /** From the URL, or else the newest evidence of the rows. */
  release: string
  files: PulledFile[]
  /** True if these are all files of the release. */
  isWhole: boolean
  /** True if it is one of several files of the release, which may have more places in the same cells. */
  isPart: boolean
  rows: number
  rowsByCell: ReadonlyMap<number, number>
  /** True if the files cover every cell but have no rows there, which proves that there are no places. */
  isKnownEmpty: boolean
  /** Bytes downloaded in this run, and the total size of the files. */
  bytesRead: number
  bytesInFiles: number
  /** Size of the columns that were needed. */
  bytesWanted: number
  /** The files of the release, and their row groups if they were read in this run. */
  found: ReleaseFiles
  indexed: ReleaseIndex | null
}

const CHANGED_TRIES = 3
/** A row group of 20 MB at 300 kbit/s. */
const DEADLINE_MS = 600_000
const FILES_AT_ONCE = 8
/** Reading one row group overlaps with decoding others. */
const GROUPS_AT_ONCE = 4
/** Compressed bytes of the row groups in memory. */
const BYTES_AT_ONCE = 64_000_000

export function pullFetch({
  from,
  timeoutMs = 10_000,
  firstWaitMs = 500,
  tries,
}: Omit<PullOptions, 'cells' | 'spoolFolder'>): RemoteOptions {
  const fetch = createOutboundFetch({
    timeoutMs,
    deadlineMs: DEADLINE_MS,
    ...(from === undefined ? {} : { trustedUrl: from }),
  })
  return { fetch, firstWaitMs, ...(tries === undefined ? {} : { tries }) }
}

/** Reads the places of some cells from a release's files by HTTP ranges: only the required row groups and columns. */
export async function pullFiles(options: PullOptions, onProgress: (progress: PullProgress) => void): Promise<Pulled> {
  const { cells, from, spoolFolder } = options
  const remote = pullFetch(options)
  const spool = new Spool(spoolFolder)
  let { index, release: found } = options
  for (let round = 1; ; round++) {
    try {
      found ??= await findReleaseFiles(from, remote)
      return await readAll({ found, index, cells, spool, remote, onProgress })
    } catch (error) {
      if (!(error instanceof FileChanged)) throw error
      if (round === CHANGED_TRIES) throw new ImportError(`${error.message}, again and again`)
      // What is known about the release is outdated.
      index = undefined
      found = undefined
    }
  }
}

type Reading = {
  found: ReleaseFiles
  index: ReleaseIndex | undefined
  cells: readonly number[]
  spool: Spool
  remote: RemoteOptions
  onProgress: (progress: PullProgress) => void
}
type OpenedFile = { url: string; file: number; remote: RemoteFile; places: ParquetPlaces; groups: number[] }

async function readAll({ found, index, cells, spool, remote, onProgress }: Reading): Promise<Pulled> {
  const boxes = cells.map(cellBox)
  const opened = await (index === undefined
    ? openAll(found.urls, { spool, remote, boxes })
    : openIndexed(index, { spool, remote, boxes }))
  const source = index?.source ?? opened[0]?.places.source
  if (source === undefined) throw new ImportError('The release has no files')
  const bytesWanted = sum(opened.flatMap(bytesOf))
  const progress = { bytesDone: 0, bytesWanted, rows: 0 }
  onProgress({ ...progress })
  const read = { box: boxOfCells(cells), cells: new Set(cells), spool }
  let newest = ''
  const rowsByCell = new Map<number, number>()
  const files = opened.map(({ url, file, groups }): PulledFile => ({ url, file, groups, rows: 0 }))
  await inSlots(
    opened.flatMap((openedFile, position) => openedFile.groups.map(group => ({ openedFile, position, group }))),
    atOnce(opened),
    async ({ openedFile, position, group }) => {
      const known = await readGroup(openedFile, group, { ...read, rowsByCell })
      if (known.newest > newest) newest = known.newest
      const ofFile = files[position]
      if (ofFile !== undefined) ofFile.rows += known.rows
      progress.rows += known.rows
      progress.bytesDone += openedFile.places.bytesInGroup(group)
      onProgress({ ...progress })
    },
  )
  return {
    source,
    release: found.release ?? newest,
    files,
    isWhole: found.isWhole,
    isPart: found.isPart,
    rows: progress.rows,
    rowsByCell,
    isKnownEmpty: found.isWhole && progress.rows === 0 && coverAllCells(cells, opened),
    bytesRead: sum(opened.map(({ remote: { bytesRead } }) => bytesRead())),
    bytesInFiles: sum((index?.files ?? opened.map(({ remote: file }) => file)).map(({ byteLength }) => byteLength)),
    bytesWanted,
    found,
    indexed: index === undefined ? { source, files: opened.map(indexed) } : null,
  }
}

/** Without the row groups of other countries, which are most of a release. */
const indexed = ({ url, file, remote: { byteLength, tag, version }, places: { index } }: OpenedFile): IndexedFile => ({
  url,
  file,
  byteLength,
  tag,
  version,
  index: { ...index, groups: index.groups.filter(({ extent }) => isAroundUsBox(extent)) },
})

const atOnce = (opened: readonly OpenedFile[]): number =>
  Math.max(1, Math.min(GROUPS_AT_ONCE, Math.floor(BYTES_AT_ONCE / Math.max(1, ...opened.flatMap(bytesOf)))))

/** Stops at the first failure, after the work that has begun. */
async function inSlots<T>(items: readonly T[], count: number, work: (item: T) => Promise<void>): Promise<void> {
  const slots = new Slots(count)
  const failures: unknown[] = []
  const one = (item: T) =>
    slots.run(async () => {
      if (failures.length > 0) return
      await work(item).catch((error: unknown) => failures.push(error))
    })
  await Promise.all(items.map(one))
  if (failures.length > 0) throw failures[0]
}

type GroupRead = { box: Box; cells: ReadonlySet<number>; spool: Spool; rowsByCell: Map<number, number> }

/** Reads a row group, unless an earlier run did, and counts its rows. */
async function readGroup(
  { url, file, places }: OpenedFile,
  group: number,
  { box, cells, spool, rowsByCell }: GroupRead,
): Promise<{ rows: number; newest: string }> {
  if (!spool.has(file, group)) await spool.write(file, group, wantedRows(url, places.readGroup(group, box), cells))
  let newest = ''
  let count = 0
  for await (const rows of spool.read(file, group)) {
    for (const { confirmedOn, lat, lon } of rows) {
      if (confirmedOn !== null && confirmedOn > newest) newest = confirmedOn
      const cell = cellOf(lat ?? 0, lon ?? 0)
      rowsByCell.set(cell, (rowsByCell.get(cell) ?? 0) + 1)
    }
    count += rows.length
  }
  return { rows: count, newest }
}

type Opening = Pick<Reading, 'spool' | 'remote'> & { boxes: readonly Box[] }

async function openIndexed({ files }: ReleaseIndex, { spool, remote, boxes }: Opening): Promise<OpenedFile[]> {
  const opened: OpenedFile[] = []
  for (const { url, file, index, ...known } of files) {
    const remoteFile = openKnownFile(url, known, remote)
    const places = openIndexedPlaces(remoteFile, index)
    const groups = places.groupsIn(boxes)
    if (groups.length > 0) await spool.begin(file, `${url} ${known.version}`)
    opened.push({ url, file, remote: remoteFile, places, groups })
  }
  return opened
}

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

async function openFile(url: string, file: number, { spool, remote, boxes }: Opening): Promise<OpenedFile> {
  const remoteFile = await openRemoteFile(url, FOOTER_BYTES, remote)
  const places = await openParquetPlaces(remoteFile).catch((error: unknown) => {
    throw unreadable(url, error)
  })
  await spool.begin(file, `${url} ${remoteFile.version}`)
  return { url, file, remote: remoteFile, places, groups: places.groupsIn(boxes) }
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
