import { cellBox } from '#server/catalog/place/cell.ts'
import { type Box, boxesMeet } from '#server/catalog/place/great-circle.ts'
import { ImportError } from '#server/catalog/place/import-error.ts'
import {
  type FileIndex,
  FOOTER_BYTES,
  openIndexedPlaces,
  openParquetPlaces,
  type ParquetPlaces,
} from '#server/catalog/readers/parquet-reader.ts'
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
  /** Where the spool keeps this version of the file. */
  begun: string
  remote: RemoteFile
  places: ParquetPlaces
  groups: number[]
}

const FILES_AT_ONCE = 8

type Opening = { spool: Spool; remote: RemoteOptions; boxes: readonly Box[] }

export async function openIndexed({ files }: ReleaseIndex, { spool, remote, boxes }: Opening): Promise<OpenedFile[]> {
  const opened: OpenedFile[] = []
  for (const { url, file, index, ...known } of files) {
    const remoteFile = openKnownFile(url, known, remote)
    const places = openIndexedPlaces(remoteFile, index)
    const groups = places.groupsIn(boxes)
    const begun = await spool.begin(file, `${url} ${known.version}`)
    opened.push({ url, file, begun, remote: remoteFile, places, groups })
  }
  return opened
}

/** Opens the files, a few at a time, because opening one is mostly waiting. */
export async function openAll(urls: readonly string[], opening: Opening): Promise<OpenedFile[]> {
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
  const begun = await spool.begin(file, `${url} ${remoteFile.version}`)
  return { url, file, begun, remote: remoteFile, places, groups: places.groupsIn(boxes) }
}

/** Damaged content, such as the bytes of another range, makes the decoder fail in many ways. */
export function unreadable(url: string, error: unknown): Error {
  if (error instanceof ImportError || error instanceof FileChanged || error instanceof ForbiddenAddress) return error
  return new Unreachable(`${url} is damaged, or its server sends wrong bytes (${(error as Error).message})`)
}

// A partial release, or one of other regions, has no row groups in an area that it does not cover.
export function coverAllCells(cells: readonly number[], opened: readonly OpenedFile[]): boolean {
  const extents = opened.flatMap(({ places }) => places.extents())
  return cells.map(cellBox).every(box => extents.some(extent => boxesMeet(extent, box)))
}

export const bytesOf = ({ places, groups }: OpenedFile): number[] => groups.map(places.bytesInGroup)
