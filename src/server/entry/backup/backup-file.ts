import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip, constants } from 'node:zlib'
import { z } from 'zod'
import { codeOf } from '#server/platform/basics/fault.ts'
import { inBatches } from '#server/platform/database/copy-line.ts'

export class BackupError extends Error {}

export const Head = z.object({
  format: z.literal('leadline-backup-1'),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.string()),
})
/** The first line of a backup in a format that this version does not know. */
export const AnyHead = z.object({ format: z.string().regex(/^leadline-backup-\d+$/) })
/** The lines between rows: the head of a table, followed by its rows, or the end, which is the last line. */
export const Mark = z.union([
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({
    end: z.literal(true),
    rows: z.record(z.string(), z.number().int()),
    sequences: z.array(z.object({ table: z.string(), column: z.string(), last: z.number().int() })),
  }),
])
/** Ends the rows of a table. No row in COPY's text format can look like this. */
export const endOfRows = String.raw`\.`

/** Rows are far shorter. The limit protects memory when reading a file that is not a backup. */
const LONGEST_LINE_CHARACTERS = 64 * 1024 * 1024
const OWNER_ONLY = 0o600

/** Writes the lines, compressed. The file gets its name only once it is complete and on disk. */
export async function writeBackup(file: string, lines: AsyncIterable<string>): Promise<void> {
  const unfinished = `${file}.unfinished`
  try {
    const target = createWriteStream(unfinished, { mode: OWNER_ONLY, flags: 'wx', flush: true })
    await pipeline(Readable.from(inBatches(lines)), createGzip({ level: constants.Z_BEST_SPEED }), target)
    await rename(unfinished, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') await rm(unfinished, { force: true })
    throw explainedError(error, file)
  }
}

/** The lines of a backup, without line ends. */
export async function* readBackup(file: string): AsyncGenerator<string> {
  await (await open(file).catch((error: unknown) => Promise.reject(explainedError(error, file)))).close()
  const source = createReadStream(file)
  const unpacked = source.pipe(createGunzip())
  source.on('error', error => unpacked.destroy(error))
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  try {
    for await (const chunk of unpacked) {
      // Not with readline, which also splits at other characters.
      const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > LONGEST_LINE_CHARACTERS) throw new BackupError(notABackup(file))
      yield* lines
    }
  } catch (error) {
    throw explainedError(error, file)
  }
  if (rest !== '') throw new BackupError(`${file} ends in the middle of a line.`)
}

const told: Record<string, (file: string) => string> = {
  EEXIST: file =>
    `${file}.unfinished already exists. Another backup may be writing it. If none is running, delete the file: it was left by a backup that was killed.`,
  ENOENT: file => `The file or its folder does not exist: ${file}.`,
  ENOTDIR: file => `The file or its folder does not exist: ${file}.`,
  EISDIR: file => `${file} is a folder, not a backup.`,
  EACCES: file => `${file} cannot be opened: check its permissions.`,
  EPERM: file => `${file} cannot be opened: check its permissions.`,
  EROFS: file => `${file} cannot be written: its file system is read-only.`,
  EIO: file => `${file} cannot be read or written: its disk reports an error.`,
  ENOSPC: file => `The disk is full: ${file} was not written. Free some space, or choose another disk.`,
  EDQUOT: file => `The disk quota is used up: ${file} was not written. Free some space, or choose another disk.`,
  EFBIG: file => `The file system does not support a file of that size: ${file} was not written. Choose another disk.`,
  Z_DATA_ERROR: notABackup,
  Z_BUF_ERROR: notABackup,
  ERR_ENCODING_INVALID_ENCODED_DATA: notABackup,
}

export function notABackup(file: string): string {
  return `${file} is not a backup, or it is damaged: try an older one.`
}

function explainedError(error: unknown, file: string): unknown {
  const words = told[codeOf(error)]
  return words === undefined ? error : new BackupError(words(file), { cause: error })
}
