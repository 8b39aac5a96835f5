import pLimit, { type LimitFunction } from 'p-limit'
import { type Box, cellBox } from '#geography/index.ts'
import { ImportError, type PlaceGroup, type RawPlace } from '#place-files/index.ts'
import { isAroundUsBox } from '#server/catalog/normalize/us-area.rules.ts'
import { createOutboundFetch } from '#server/platform/basics/outbound-fetch.ts'
import { sum } from '#server/platform/basics/sums.ts'
import {
  coverAllCells,
  type IndexedFile,
  inSlots,
  openAll,
  type OpenedFile,
  openIndexed,
  type ReleaseIndex,
  unreadable,
} from './opened-files.ts'
import { boxOfCells } from './pull-area.ts'
import { inReadingOrder, readMiddle } from './reading-order.ts'
import { findReleaseFiles, type ReleaseFiles } from './release-files.ts'
import { FileChanged, type RemoteOptions } from './remote-file.ts'
import { cellOfRow, Spool } from './spool.ts'

export type PullOptions = {
  cells: readonly number[]
  /** The URL of a file or of a release's root, also on a private host; unset: Overture's newest release. */
  from?: string | undefined
  /** The files of the release. By default, they are looked up. */
  release?: ReleaseFiles | undefined
  /** The row groups of these cells, if an earlier pull has stored them. */
  index?: ReleaseIndex | undefined
  spoolFolder: string
  /** Hands over the middle of the area before the rest is read, as soon as it has this many rows. */
  middleFromRows?: number | undefined
  timeoutMs?: number
  firstWaitMs?: number
  tries?: number
}
export type PullProgress = {
  bytesDone: number
  bytesWanted: number
  rows: number
}
export type PulledGroup = { number: number; rowsByCell: ReadonlyMap<number, number> }
/** A file with the row groups that were read, and the spool's folder for them. */
export type PulledFile = { url: string; versionFolder: string; groups: PulledGroup[] }
export type Pulled = {
  source: 'overture' | 'foursquare'
  /** From the URL; without one, the newest evidence in the rows. */
  release: string
  files: PulledFile[]
  rows: number
  /** The cells that were handed over before the rest was read. */
  middle: readonly number[]
  /** True if the files cover every cell but have no rows there, which proves that there are no places. */
  isKnownEmpty: boolean
  bytesRead: number
  bytesInFiles: number
  found: ReleaseFiles
  /** The row groups of the release, if this run has read them from its files. */
  indexed: ReleaseIndex | null
}

const CHANGED_TRIES = 3
/** Enough for a row group of 20 MB at 300 kbit/s. */
const DEADLINE_MS = 600_000
/** Some row groups are downloaded while another is decoded. */
const GROUPS_AT_ONCE = 4
/** The most compressed bytes in memory. */
const BYTES_AT_ONCE = 64_000_000

export function pullFetch({
  from,
  timeoutMs = 10_000,
  firstWaitMs = 500,
  tries,
}: Omit<PullOptions, 'cells' | 'spoolFolder'>): RemoteOptions {
  const fetch = createOutboundFetch({ timeoutMs, deadlineMs: DEADLINE_MS, trustedUrl: from })
  return { fetch, firstWaitMs, tries }
}

export type PullListener = {
  onProgress: (progress: PullProgress) => void
  /** Called when the middle of the area is read. It is called again if the files change after that. */
  onMiddle?: (pulled: Pulled) => void
}

/** Reads the places of some cells from a release's files by HTTP ranges: only the required row groups and columns. */
export async function pullFiles(options: PullOptions, listener: PullListener): Promise<Pulled> {
  const { from, spoolFolder } = options
  const remote = pullFetch(options)
  const spool = new Spool(spoolFolder)
  let { index, release: found } = options
  for (let round = 1; ; round++) {
    try {
      found ??= await findReleaseFiles(from, remote)
      return await readAll({ ...options, ...listener, found, index, spool, remote })
    } catch (error) {
      if (!(error instanceof FileChanged)) throw error
      if (round === CHANGED_TRIES) throw new ImportError(`${error.message}, again and again`)
      // The files have changed, so look everything up again.
      index = undefined
      found = undefined
    }
  }
}

type Reading = Pick<PullOptions, 'cells' | 'index' | 'middleFromRows'> &
  PullListener & { found: ReleaseFiles; spool: Spool; remote: RemoteOptions }

async function readAll(reading: Reading): Promise<Pulled> {
  const { found, index, cells, spool, remote, onProgress, onMiddle, middleFromRows } = reading
  const boxes = cells.map(cellBox)
  const opened = await (index === undefined
    ? openAll(found.urls, { spool, remote, boxes })
    : openIndexed(index, { spool, remote, boxes }))
  const source = index?.source ?? opened[0]?.places.source
  if (source === undefined) throw new ImportError('The release has no files')
  const all = opened.flatMap((openedFile, position) =>
    openedFile.groups.map(group => ({ openedFile, position, group, extent: group.extent })),
  )
  const progress = { bytesDone: 0, bytesWanted: sum(all.map(({ group }) => group.bytes)), rows: 0 }
  onProgress({ ...progress })
  const read = { box: boxOfCells(cells), cells: new Set(cells), boxes, spool, decoding: pLimit(1) }
  let newest = ''
  let middle: readonly number[] = []
  const rowsByCell = new Map<number, number>()
  const files = opened.map(({ url, versionFolder }): PulledFile => ({ url, versionFolder, groups: [] }))
  const pulledSoFar = (): Pulled => ({
    source,
    release: found.release ?? newest,
    files,
    rows: progress.rows,
    middle,
    isKnownEmpty: found.isWhole && progress.rows === 0 && coverAllCells(cells, opened),
    bytesRead: sum(opened.map(({ remote: { bytesRead } }) => bytesRead())),
    bytesInFiles: sum((index?.files ?? opened.map(({ remote: file }) => file)).map(({ byteLength }) => byteLength)),
    found,
    indexed: index === undefined ? { source, files: opened.map(indexed) } : null,
  })
  const left = new Set(all)
  const largest = Math.max(1, ...all.map(({ group }) => group.bytes))
  const atOnce = Math.max(1, Math.min(GROUPS_AT_ONCE, Math.floor(BYTES_AT_ONCE / largest)))
  await inSlots(inReadingOrder(all, cells), atOnce, async one => {
    const { openedFile, position, group } = one
    const known = await readGroup(openedFile, group, read)
    left.delete(one)
    if (known.newest > newest) newest = known.newest
    files[position]?.groups.push({ number: group.number, rowsByCell: known.rowsByCell })
    for (const [cell, rows] of known.rowsByCell) {
      rowsByCell.set(cell, (rowsByCell.get(cell) ?? 0) + rows)
      progress.rows += rows
    }
    progress.bytesDone += group.bytes
    onProgress({ ...progress })
    // If the URL does not name the release, it is only known after all rows.
    if (middleFromRows === undefined || middle.length > 0 || found.release === null) return
    middle = readMiddle({ cells, rowsByCell, left: [...left].map(({ extent }) => extent) }, middleFromRows) ?? []
    if (middle.length > 0) onMiddle?.(pulledSoFar())
  })
  return pulledSoFar()
}

/** Leaves out the row groups of other countries, which are most of a release. */
const indexed = ({ url, file, remote: { byteLength, tag, version }, places: { index } }: OpenedFile): IndexedFile => ({
  url,
  file,
  byteLength,
  tag,
  version,
  index: { ...index, groups: index.groups.filter(({ extent }) => isAroundUsBox(extent)) },
})

type Wanted = { box: Box; cells: ReadonlySet<number>; boxes: readonly Box[] }
type GroupRead = Wanted & { spool: Spool; decoding: LimitFunction }
type GroupRows = { rowsByCell: Map<number, number>; newest: string }

/** Reads a row group, or takes it from the spool, and counts its rows. Only one is decoded at a time. */
async function readGroup(
  { url, versionFolder }: OpenedFile,
  group: PlaceGroup,
  { spool, decoding, ...wanted }: GroupRead,
): Promise<GroupRows> {
  const counted: GroupRows = { rowsByCell: new Map(), newest: '' }
  if (spool.has(versionFolder, group.number)) {
    for await (const rows of spool.read(versionFolder, group.number)) addRows(counted, rows)
    return counted
  }
  const batches = wantedRows(url, group, wanted)
  // Wait for the download here, because the first rows come after it.
  const first = await batches.next()
  const counting = async function* () {
    for (let next = first; next.done !== true; next = await batches.next()) {
      addRows(counted, next.value)
      yield next.value
    }
  }
  await decoding(() => spool.write(versionFolder, group.number, counting()))
  return counted
}

function addRows(counted: GroupRows, rows: readonly RawPlace[]): void {
  for (const row of rows) {
    if (row.confirmedOn !== null && row.confirmedOn > counted.newest) counted.newest = row.confirmedOn
    const cell = cellOfRow(row)
    counted.rowsByCell.set(cell, (counted.rowsByCell.get(cell) ?? 0) + 1)
  }
}

async function* wantedRows(url: string, group: PlaceGroup, { box, cells, boxes }: Wanted): AsyncGenerator<RawPlace[]> {
  try {
    // A row group may overlap the cells by its bounding box without having a row in them.
    if (!(await group.hasRowIn(boxes))) return
    for await (const rows of group.read(box)) yield rows.filter(row => isWanted(row, cells))
  } catch (error) {
    throw unreadable(url, error)
  }
}

const isWanted = (row: RawPlace, cells: ReadonlySet<number>): boolean =>
  row.lat !== null && row.lon !== null && cells.has(cellOfRow(row))
