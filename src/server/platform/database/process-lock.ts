import { chmodSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseTrouble, folderTrouble, fullDisk, unwritable } from './database-trouble.ts'

export type ProcessLock = { release: () => void }

/** Of the locks that are held: one that nobody refers to would be closed, and freed, when memory is tidied up. */
const held = new Set<DatabaseSync>()

/** Creates the data folder, closed to other users of the machine, where it is missing. */
export function createDataDir(dataDir: string): void {
  try {
    if (mkdirSync(dataDir, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(dataDir, 0o700)
  } catch (error) {
    throw folderTrouble(error, dataDir) ?? error
  }
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
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: 0 })
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database?.close()
    if (sqliteCode(error) === SQLITE_BUSY) return null
    throw lockTrouble(error, file) ?? error
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

function lockTrouble(error: unknown, file: string): DatabaseTrouble | null {
  const code = sqliteCode(error)
  if (code === SQLITE_FULL) return fullDisk(path.dirname(file))
  if (code === SQLITE_READONLY || code === SQLITE_CANTOPEN) return unwritable(file)
  if (!damagedCodes.has(code)) return null
  return new DatabaseTrouble(`The lock file ${file} is damaged: delete it, it holds no data.`)
}
