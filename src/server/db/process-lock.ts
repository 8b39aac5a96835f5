import { chmodSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type ProcessLock = { release: () => void }

/** Of the locks that are held: one that nobody refers to would be closed, and freed, when memory is tidied up. */
const held = new Set<DatabaseSync>()

/** Creates the data folder, closed to other users of the machine, where it is missing. */
export function createDataDir(dataDir: string): void {
  if (mkdirSync(dataDir, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(dataDir, 0o700)
}

/**
 * Makes this process the only one that may open the embedded database in `dataDir`, or answers null where another one is.
 * PGlite has no lock of its own, and two processes corrupt it. The system itself frees this one when the process dies,
 * however it dies: asking whether the holder of a pid file still lives would take a zombie for a living process.
 */
export function acquireProcessLock(dataDir: string): ProcessLock | null {
  createDataDir(dataDir)
  return acquireFileLock(path.join(dataDir, 'lock.sqlite'))
}

/** The lock of a file, which is made where it is missing; null while another process, or this one, holds it. */
export function acquireFileLock(file: string): ProcessLock | null {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (isBusy(error)) return null
    throw error
  }
  held.add(database)
  return {
    release: () => {
      held.delete(database)
      if (database.isOpen) database.close()
    },
  }
}

const SQLITE_BUSY = 5
const isBusy = (error: unknown): boolean => (error as { errcode?: number }).errcode === SQLITE_BUSY
