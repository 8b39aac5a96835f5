import { codeOf } from '#server/platform/basics/fault.ts'

/** A database that cannot be used. The message is one sentence that says what is wrong and what to do. */
export class UnusableDatabaseError extends Error {}

/** For a data folder, or a file in it, that cannot be created, read, or written. Null for any other error. */
export function folderError(error: unknown, folder: string): UnusableDatabaseError | null {
  if (['ENOSPC', 'EDQUOT'].includes(codeOf(error))) return fullDisk(folder)
  if (['EROFS', 'EACCES', 'EPERM'].includes(codeOf(error))) return unwritable(folder)
  if (['ENOTDIR', 'EEXIST'].includes(codeOf(error)))
    return new UnusableDatabaseError(`${folder} is a file, not a folder: move it away, or set another DATA_DIR.`)
  return null
}

export const fullDisk = (folder: string): UnusableDatabaseError =>
  new UnusableDatabaseError(`The disk that holds ${folder} is full: free some space, then start again.`)

export const unwritable = (folder: string): UnusableDatabaseError =>
  new UnusableDatabaseError(
    `Leadline cannot write to ${folder}: let the user that runs it write there, or set another DATA_DIR.`,
  )

export const otherVersion = (folder: string, found: string, expected: string): UnusableDatabaseError =>
  new UnusableDatabaseError(
    `The database in ${folder} was made by ${found}, and this version of Leadline reads ${expected}: start the version that made it, back up there, and restore here into an empty DATA_DIR.`,
  )

export const damaged = (folder: string, reason: string): UnusableDatabaseError =>
  new UnusableDatabaseError(
    `The database in ${folder} is damaged (${reason}): move that folder away, then restore your newest backup with "npm run leadline -- restore <file>".`,
  )

/**
 * Explains from PostgreSQL's log why an embedded database did not open.
 * `log`: its lines, such as `2026-11-22 17:40:25.340 UTC [42] PANIC:  could not open file "global/pg_control"`.
 */
export function embeddedError(folder: string, log: string): UnusableDatabaseError {
  if (/No space left on device|Disk quota exceeded/.test(log)) return fullDisk(folder)
  if (/Read-only file system|Permission denied|Operation not permitted/.test(log)) return unwritable(folder)
  const format = /with (PG_CONTROL_VERSION \d{3,4}|CATALOG_VERSION_NO \d{9}),.* with (\w+ \d+)\./.exec(log)
  if (format?.[1] !== undefined && format[2] !== undefined) return otherVersion(folder, format[1], format[2])
  const reason = /(?:PANIC|FATAL|ERROR): +(.+)/.exec(log)?.[1] ?? 'it does not open'
  return damaged(folder, reason)
}

/** SQLSTATEs of unreadable data: bad checksums or indexes, I/O errors, missing files. */
const damageCodes = new Set(['XX001', 'XX002', '58030', '58P01'])

/** For a failed statement on the embedded database. Null if the database's files are not the cause. */
export function statementError(error: unknown, folder: string): UnusableDatabaseError | null {
  if (codeOf(error) === '53100') return fullDisk(folder)
  if (damageCodes.has(codeOf(error)) && error instanceof Error) return damaged(folder, error.message)
  return null
}
