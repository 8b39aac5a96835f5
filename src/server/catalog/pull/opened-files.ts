import pLimit from 'p-limit'
import { type Box, boxesMeet, cellBox } from '#geography/index.ts'
import {
  ImportError,
  type FileIndex,
  FOOTER_BYTES,
  openIndexedPlaces,
  openParquetPlaces,
  isKnown,
  mayContainPlaceIn,
  type ParquetPlaces,
  type PlaceGroup,
} from '#place-files/index.ts'
import { ForbiddenAddress } from '#server/platform/basics/outbound-fetch.ts'
import {
  FileChanged,
  type FileVersion,
  openKnownFile,
  openRemoteFile,
  type RemoteFile,
  type RemoteOptions,
  Unreachable,
} from './remote-file.ts'
import type { Spool } from './spool.ts'

export type IndexedFile = FileVersion & { url: string; file: number; byteLength: number; index: FileIndex }
/** The row groups of a release, so that later pulls need not read the footers of its files. */
export type ReleaseIndex = { source: ParquetPlaces['source']; files: IndexedFile[] }
/** A file of a release, with the row groups of the area. */
export type OpenedFile = {
  url: string
  file: number
  /** The spool's folder for this version of the file. */
  versionFolder: string
  remote: RemoteFile
  places: ParquetPlaces
  groups: readonly PlaceGroup[]
}

const FILES_AT_ONCE = 8

type Opening = { spool: Spool; remote: RemoteOptions; boxes: readonly Box[] }

export async function openIndexed({ files }: ReleaseIndex, { spool, remote, boxes }: Opening): Promise<OpenedFile[]> {
  const opened: OpenedFile[] = []
  for (const { url, file, index, ...known } of files) {
    const remoteFile = openKnownFile(url, known, remote)
    const places = openIndexedPlaces(remoteFile, index)
    const versionFolder = await spool.openVersion(file, `${url} ${known.version}`)
    opened.push({ url, file, versionFolder, remote: remoteFile, places, groups: groupsIn(places, boxes) })
  }
  return opened
}

/** Opens the files, several at a time, because opening a file is mostly waiting. */
export async function openAll(urls: readonly string[], opening: Opening): Promise<OpenedFile[]> {
  const opened: OpenedFile[] = []
  await inSlots([...urls.entries()], FILES_AT_ONCE, async ([file, url]) => {
    opened[file] = await openFile(url, file, opening)
  })
  return opened
}

/** Works on several items at a time. After a failure, begins no more, and throws when the running ones have ended. */
export async function inSlots<T>(items: readonly T[], count: number, work: (item: T) => Promise<void>): Promise<void> {
  const limit = pLimit(count)
  const failures: unknown[] = []
  const one = (item: T) =>
    limit(async () => {
      if (failures.length > 0) return
      await work(item).catch((error: unknown) => failures.push(error))
    })
  await Promise.all(items.map(one))
  if (failures.length > 0) throw failures[0]
}

async function openFile(url: string, file: number, { spool, remote, boxes }: Opening): Promise<OpenedFile> {
  const remoteFile = await openRemoteFile(url, FOOTER_BYTES, remote)
  const places = await openParquetPlaces(remoteFile).catch((error: unknown) => {
    throw unreadable(url, error)
  })
  const versionFolder = await spool.openVersion(file, `${url} ${remoteFile.version}`)
  return { url, file, versionFolder, remote: remoteFile, places, groups: groupsIn(places, boxes) }
}

/** Explains an error of the decoder, which fails in many ways if the content is damaged or from another byte range. */
export function unreadable(url: string, error: unknown): Error {
  if (error instanceof ImportError || error instanceof FileChanged || error instanceof ForbiddenAddress) return error
  return new Unreachable(`${url} is damaged, or its server sends wrong bytes (${(error as Error).message})`)
}

/** Whether the files cover all cells. A partial release, or one of other regions, has no row groups in some of them. */
export function coverAllCells(cells: readonly number[], opened: readonly OpenedFile[]): boolean {
  const extents = opened.flatMap(({ places }) => places.groups.map(({ extent }) => extent)).filter(isKnown)
  return cells.map(cellBox).every(box => extents.some(extent => boxesMeet(extent, box)))
}

/** The row groups that may have a place in one of the boxes. */
export const groupsIn = ({ groups }: ParquetPlaces, boxes: readonly Box[]): readonly PlaceGroup[] =>
  groups.filter(({ extent }) => boxes.some(box => mayContainPlaceIn(extent, box)))
