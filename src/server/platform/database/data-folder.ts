import { existsSync, readdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createDataDir } from './process-lock.ts'
import { damaged, UnusableDatabaseError, folderError, fullDisk, otherVersion } from './unusable-database.ts'

/** The version of PostgreSQL in PGlite. Data folders of other major versions are incompatible. */
const POSTGRES_MAJOR = 18
/** Two segments of the write-ahead log: with less, PostgreSQL stops in the middle of its work. */
const LEAST_FREE_BYTES = 32 * 1024 * 1024

/**
 * Checks the embedded database's folder before opening it, so that nothing is written to a folder that is damaged,
 * read-only, full, or from another version. Returns a function to call once the database is open.
 */
export function prepareDatabaseFolder(folder: string): () => void {
  assertWritable(path.dirname(folder))
  // This marker exists while a new database is created. If it is left from a killed process, the folder is still
  // without data.
  const unfinished = `${folder}.unfinished`
  if (existsSync(unfinished)) rmSync(folder, { recursive: true, force: true })
  if (!holdsFiles(folder)) writeFileSync(unfinished, '')
  else assertVersion(folder)
  createDataDir(folder, true)
  return () => rmSync(unfinished, { force: true })
}

/** @throws UnusableDatabaseError if the folder is not writable or the disk is nearly full. */
export function assertWritable(folder: string): void {
  try {
    const { bavail, bsize } = statfsSync(folder)
    if (bavail * bsize < LEAST_FREE_BYTES) throw fullDisk(folder)
    const trial = path.join(folder, `.writable-${process.pid}`)
    writeFileSync(trial, 'x')
    rmSync(trial)
  } catch (error) {
    throw folderError(error, folder) ?? error
  }
}

function holdsFiles(folder: string): boolean {
  if (!existsSync(folder)) return false
  if (!statSync(folder).isDirectory())
    throw new UnusableDatabaseError(
      `${folder} is a file, not the folder of a database: move it away, then start again.`,
    )
  return readdirSync(folder).length > 0
}

function assertVersion(folder: string): void {
  const file = path.join(folder, 'PG_VERSION')
  if (!existsSync(file)) throw damaged(folder, 'PG_VERSION is missing')
  const version = readFileSync(file, 'utf8').trim()
  if (!/^\d{1,3}$/.test(version)) throw damaged(folder, 'PG_VERSION holds no version')
  if (Number(version) !== POSTGRES_MAJOR)
    throw otherVersion(folder, `PostgreSQL ${version}`, `those of PostgreSQL ${POSTGRES_MAJOR}`)
}
