import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs'
import { mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { cellOf } from '#server/catalog/place/cell.ts'
import type { RawPlace } from '#server/catalog/readers/raw-place.ts'
import { acquireFileLock, createDataDir, type ProcessLock } from '#server/platform/database/process-lock.ts'
import { Unreachable } from './remote-file.ts'

const POLL_MS = 500
/** Of the files. What an earlier version of the product has read is read again. */
const FORMAT = 2

/**
 * Runs a pull of `wanted` in its folder below `parent`, with what an earlier run has already read. Pulls of the same
 * area run one after the other, in all processes, because they would delete each other's files.
 */
export async function withSpool<T>(
  parent: string,
  wanted: unknown,
  work: (spool: Spool) => Promise<T>,
  onWait: () => void = () => {},
): Promise<T> {
  const name = createHash('sha256').update(JSON.stringify(wanted)).digest('hex').slice(0, 16)
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

// The owner of the lock may have deleted its file. A lock on a deleted file excludes nobody, so compare inodes.
function acquireSpool(folder: string): ProcessLock | null {
  const file = lockFileOf(folder)
  const before = inodeOf(file)
  const lock = acquireFileLock(file)
  if (lock === null || (before !== undefined && inodeOf(file) === before)) return lock
  lock.release()
  return before === undefined ? acquireSpool(folder) : null
}

const inodeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino

/** Deletes what was read. Requires the lock of the spool. */
export async function removeSpool({ folder }: Spool): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await rm(lockFileOf(folder), { force: true })
}

const NAME = /^([0-9a-f]{16})(?:\.lock)?$/

/** Deletes pulls that were last started before this date, except those that are running. */
export async function removeSpoolsBefore(parent: string, before: Date): Promise<void> {
  const found = await readdir(parent).catch(() => [])
  for (const name of new Set(found.flatMap(entry => NAME.exec(entry)?.[1] ?? []))) {
    const folder = path.join(parent, name)
    const begun = (await stat(folder).catch(() => null))?.mtime
    if (begun !== undefined && begun >= before) continue
    const lock = acquireSpool(folder)
    if (lock === null) continue
    await removeSpool(new Spool(folder)).finally(() => lock.release())
  }
}

/** What a pull has read so far, on disk. An interrupted pull continues from here. */
export class Spool {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  /** Starts again if the file has a new version. */
  async begin(file: number, version: string): Promise<void> {
    const wanted = `${FORMAT} ${version}`
    const folder = this.#folderOf(file)
    const versionFile = path.join(folder, 'version')
    const known = await readFile(versionFile, 'utf8').catch(() => null)
    if (known === wanted) return
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    await writeFile(versionFile, wanted)
  }

  has(file: number, group: number): boolean {
    return existsSync(this.#pathOf(file, group))
  }

  /** Writes a file atomically, even if the power fails. */
  async write(file: number, group: number, batches: AsyncIterable<readonly RawPlace[]>): Promise<void> {
    const target = this.#pathOf(file, group)
    const written = createWriteStream(`${target}.part`, { flush: true })
    await pipeline(linesOf(batches), createGzip({ level: 1 }), written).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOSPC' ? new Unreachable(`The disk is full: cannot write to ${this.folder}`) : error
    })
    await rename(`${target}.part`, target)
  }

  /** The rows, or only those in some cells. */
  async *read(file: number, group: number, cells?: ReadonlySet<number>): AsyncGenerator<RawPlace[]> {
    const unpacked = createGunzip()
    const unpacking = pipeline(createReadStream(this.#pathOf(file, group)), unpacked)
    // Reading the lines reports the same error.
    unpacking.catch(() => {})
    for await (const line of createInterface({ input: unpacked })) {
      const start = line.indexOf('[')
      if (cells?.has(Number(line.slice(0, start))) !== false) yield JSON.parse(line.slice(start)) as RawPlace[]
    }
    await unpacking
  }

  #folderOf(file: number): string {
    return path.join(this.folder, String(file))
  }

  #pathOf(file: number, group: number): string {
    return path.join(this.#folderOf(file), `${group}.jsonl.gz`)
  }
}

/** Each line has the number of a cell, and some of its rows. So those of other cells need not be parsed. */
async function* linesOf(batches: AsyncIterable<readonly RawPlace[]>): AsyncGenerator<string> {
  for await (const rows of batches)
    for (const [cell, ofCell] of Map.groupBy(rows, cellOfRow)) yield `${cell}${JSON.stringify(ofCell)}\n`
}

export const cellOfRow = ({ lat, lon }: RawPlace): number => cellOf(lat ?? 0, lon ?? 0)
