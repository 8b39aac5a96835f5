import { chmodSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { UnusableDatabaseError, folderError, fullDisk, unwritable } from './unusable-database.ts'

export type ProcessLock = { release: () => void }

/** References to the locks that are held: without one, garbage collection would close the file and free the lock. */
const held = new Set<DatabaseSync>()

/** Creates a folder if it is missing, accessible only to the current user. `isOurs`: also if others could enter it. */
export function createDataDir(dataDir: string, isOurs = false): void {
  try {
    const isNew = mkdirSync(dataDir, { recursive: true, mode: 0o700 }) !== undefined
    if (isNew || (isOurs && statSync(dataDir).uid === process.getuid?.())) chmodSync(dataDir, 0o700)
  } catch (error) {
    throw folderError(error, dataDir) ?? error
  }
}

/**
 * Makes this process the only one that may open the embedded database in `dataDir`. Returns null if another process
 * already is. PGlite has no lock of its own, and two processes would corrupt it. The operating system frees this lock
 * when the process dies. A pid file would not work, because a zombie still counts as alive.
 */
export function acquireProcessLock(dataDir: string): ProcessLock | null {
  createDataDir(dataDir)
  return acquireFileLock(path.join(dataDir, 'lock.sqlite'))
}

/** Locks a file, and creates it if it is missing. Null if another process, or this one, already has the lock. */
export function acquireFileLock(file: string): ProcessLock | null {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: 0 })
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database?.close()
    if (sqliteCode(error) === SQLITE_BUSY) return null
    throw lockError(error, file) ?? error
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
const SQLITE_READONLY = 8
const SQLITE_FULL = 13
const SQLITE_CANTOPEN = 14
const damagedCodes = new Set([11, 26])

const sqliteCode = (error: unknown): number => ((error as { errcode?: number }).errcode ?? 0) & 0xff

function lockError(error: unknown, file: string): UnusableDatabaseError | null {
  const code = sqliteCode(error)
  if (code === SQLITE_FULL) return fullDisk(path.dirname(file))
  if (code === SQLITE_READONLY || code === SQLITE_CANTOPEN) return unwritable(file)
  if (!damagedCodes.has(code)) return null
  return new UnusableDatabaseError(`The lock file ${file} is damaged: delete it, it holds no data.`)
}
