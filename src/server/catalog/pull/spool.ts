import { hash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { cellOf } from '#geography/index.ts'
import type { RawPlace } from '#place-files/index.ts'
import { acquireFileLock, createDataDir, type ProcessLock } from '#server/platform/database/process-lock.ts'
import { Unreachable } from './remote-file.ts'

const POLL_MS = 500
/** The version of the file format. Files in an older format are downloaded again. */
const FORMAT = 4

/**
 * Runs `work` with a spool for `wanted`, which may already have files from an interrupted run. Pulls of the same area
 * wait for each other, even in different processes, because they would delete each other's files.
 */
export async function withSpool<T>(
  parent: string,
  wanted: unknown,
  work: (spool: Spool) => Promise<T>,
  onWait: () => void = () => {},
): Promise<T> {
  const name = hash('sha256', JSON.stringify(wanted), 'hex').slice(0, 16)
  const folder = path.join(parent, name)
  createDataDir(parent)
  let lock = acquireSpool(folder)
  if (lock === null) onWait()
  while (lock === null) {
    await pause(POLL_MS)
    lock = acquireSpool(folder)
  }
  try {
    await mkdir(folder, { recursive: true })
    await utimes(folder, new Date(), new Date())
    return await work(new Spool(folder))
  } finally {
    lock.release()
  }
}

const lockFileOf = (folder: string) => `${folder}.lock`

// The previous owner may have deleted the lock file. Locking a deleted file has no effect, so compare the inodes.
function acquireSpool(folder: string): ProcessLock | null {
  const file = lockFileOf(folder)
  const before = inodeOf(file)
  const lock = acquireFileLock(file)
  if (lock === null || (before !== undefined && inodeOf(file) === before)) return lock
  lock.release()
  return before === undefined ? acquireSpool(folder) : null
}

const inodeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino

/** Deletes the spool's files. Requires the lock of the spool. */
export async function removeSpool({ folder }: Spool): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await rm(lockFileOf(folder), { force: true })
}

const NAME = /^([0-9a-f]{16})(?:\.lock)?$/

/** Deletes spools that were last used before this date, except those of running pulls. */
export async function removeSpoolsBefore(parent: string, before: Date): Promise<void> {
  const found = await readdir(parent).catch(() => [])
  for (const name of new Set(found.flatMap(entry => NAME.exec(entry)?.[1] ?? []))) {
    const folder = path.join(parent, name)
    const lastUsed = (await stat(folder).catch(() => null))?.mtime
    if (lastUsed !== undefined && lastUsed >= before) continue
    const lock = acquireSpool(folder)
    if (lock === null) continue
    await removeSpool(new Spool(folder)).finally(() => lock.release())
  }
}

/** The rows on disk that a pull has downloaded so far. An interrupted pull continues with them. */
export class Spool {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  /**
   * Creates the folder for a version of a file, and deletes the folders of its other versions. A reader that still uses
   * one of those fails, and never gets rows of this version.
   */
  async openVersion(file: number, version: string): Promise<string> {
    const versionFolder = `${file}-${hash('sha256', `${FORMAT} ${version}`, 'hex').slice(0, 16)}`
    await mkdir(path.join(this.folder, versionFolder), { recursive: true })
    for (const other of await readdir(this.folder))
      if (other.startsWith(`${file}-`) && other !== versionFolder)
        await rm(path.join(this.folder, other), { recursive: true, force: true })
    return versionFolder
  }

  has(versionFolder: string, group: number): boolean {
    return existsSync(this.#pathOf(versionFolder, group))
  }

  /** Writes a file atomically, even if the power fails. */
  async write(versionFolder: string, group: number, batches: AsyncIterable<readonly RawPlace[]>): Promise<void> {
    const target = this.#pathOf(versionFolder, group)
    const written = createWriteStream(`${target}.part`, { flush: true })
    await pipeline(
      linesOf(batches),
      createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
      written,
    ).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOSPC' ? new Unreachable(`The disk is full: cannot write to ${this.folder}`) : error
    })
    await rename(`${target}.part`, target)
  }

  /** Yields the rows of a row group. With `cells`, only rows in these cells. */
  async *read(versionFolder: string, group: number, cells?: ReadonlySet<number>): AsyncGenerator<RawPlace[]> {
    const unpacked = createZstdDecompress()
    const unpacking = pipeline(createReadStream(this.#pathOf(versionFolder, group)), unpacked)
    // Reading the lines reports the same error.
    unpacking.catch(() => {})
    for await (const line of createInterface({ input: unpacked })) {
      const start = line.indexOf('[')
      if (cells?.has(Number(line.slice(0, start))) !== false) yield JSON.parse(line.slice(start)) as RawPlace[]
    }
    await unpacking
  }

  #pathOf(versionFolder: string, group: number): string {
    return path.join(this.folder, versionFolder, `${group}.jsonl.zst`)
  }
}

/** Each line has the number of a cell, and rows in it as JSON. Lines of other cells need not be parsed. */
async function* linesOf(batches: AsyncIterable<readonly RawPlace[]>): AsyncGenerator<string> {
  for await (const rows of batches)
    for (const [cell, ofCell] of Map.groupBy(rows, cellOfRow)) yield `${cell}${JSON.stringify(ofCell)}\n`
}

export const cellOfRow = ({ lat, lon }: RawPlace): number => cellOf(lat ?? 0, lon ?? 0)
