import type { WorkerOptions } from 'node:worker_threads'
import type { KnownField } from '#contract/leads/known-fields.ts'
import { FairSlots, hasRoom } from '#server/platform/basics/fair-slots.ts'
import { invalidInput, Refusal } from '#server/platform/basics/refusal.ts'
import { callerKey, type LimitedCaller, wordsForCaller } from '#server/platform/limits/limited-caller.ts'
import { overLimit } from '#server/platform/limits/over-limit.ts'
import { messagesOf, startThread } from '#threads/index.ts'
import type { ThreadFault } from './file-records.ts'
import type { ContactRow, FileMessage, FileOptions, FileRow } from './file-worker.ts'
import type { FillMessage, FillOptions } from './fill-worker.ts'

/** Enough for the texts of the largest workbook: its sheet is not kept in memory. */
const toRead = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 }
/** All records of the file, and what its rows get. */
const toWrite = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 16 }
/** Without the time that storing the rows takes. */
const LONGEST_TURN_MS = 60_000

export type FileHead = Pick<Extract<FileMessage, { kind: 'header' }>, 'header' | 'samples'>

/** Few, because each thread may need a lot of memory. */
const READ_AT_ONCE = 2
/** Fewer than the calls of one endpoint that may run at once, so that calls wait here, where callers take turns. */
const READ_OR_WAITING = 20
const RETRY_AFTER_SECONDS = 10
const turns = new FairSlots(READ_AT_ONCE)

/** A file, and who has sent it. */
export type SentFile = LimitedCaller & { bytes: Uint8Array }

/** Reads the header of a file and its first rows. */
export function readHead({ bytes, ...caller }: SentFile): Promise<FileHead> {
  return inTurn(caller, async () => {
    for await (const message of readInThread({ bytes, fields: null })) if (message.kind === 'header') return message
    throw unreadable()
  })
}

/** Passes on the rows of a file in batches. A worker thread reads them, so that other requests do not wait. */
export function readRows(
  { bytes, fields, ...caller }: SentFile & { fields: readonly (KnownField | null)[] },
  take: (rows: readonly FileRow[]) => Promise<void>,
): Promise<void> {
  return inTurn(caller, async () => {
    for await (const message of readInThread({ bytes, fields })) if (message.kind === 'rows') await take(message.rows)
  })
}

/**
 * Reads the phones, emails, and domains in each row, also in a worker thread. In a text file, each line is a row. If a
 * file has too many rows, only the rows up to the limit are read.
 */
export function readContactRows(
  { bytes, ...caller }: SentFile,
  take: (rows: readonly ContactRow[]) => Promise<void>,
): Promise<{ hasMore: boolean }> {
  return inTurn(caller, async () => {
    let hasMore = false
    for await (const message of readInThread({ bytes, fields: 'contacts' }))
      if (message.kind === 'contacts') await take(message.rows)
      else if (message.kind === 'end') ({ hasMore } = message)
    return { hasMore }
  })
}

/** Writes a filled file, also in a worker thread. Its rows are read when it has its turn: they need much memory. */
export function writeInThread(caller: LimitedCaller, read: () => Promise<FillOptions>): Promise<Uint8Array> {
  return inTurn(caller, async () => {
    const worker = new URL('fill-worker.ts', import.meta.url)
    const options = { workerData: await read(), resourceLimits: toWrite }
    const tooLarge = 'The file is too large to be filled. Split it.'
    for await (const message of messagesFrom<FillMessage>(worker, options, tooLarge)) return message.bytes
    throw unreadable()
  })
}

async function inTurn<T>(caller: LimitedCaller, work: () => Promise<T>): Promise<T> {
  const holder = callerKey(caller)
  const load = turns.load(holder)
  if (hasRoom({ ...load, places: READ_OR_WAITING })) return turns.run(holder, work)
  if (load.own > 0) throw overLimit(wordsForCaller(caller, 'files at once'), RETRY_AFTER_SECONDS)
  throw new Refusal('UNAVAILABLE', {
    message: 'Many files are being read right now. Please try again in a moment.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

const readInThread = (workerData: FileOptions) =>
  messagesFrom<FileMessage>(
    new URL('file-worker.ts', import.meta.url),
    { workerData, resourceLimits: toRead },
    'The file is too large to be read. Split it, or save it as CSV.',
  )

/** Yields the messages of a thread, which waits until each is taken. */
async function* messagesFrom<Message extends { kind: string }>(
  file: URL,
  options: WorkerOptions,
  tooLarge: string,
): AsyncGenerator<Message> {
  const worker = startThread(file, options)
  const { signal, pause, resume } = timeLimit(LONGEST_TURN_MS)
  try {
    for await (const [message] of messagesOf<Message | ThreadFault>(worker, signal)) {
      pause()
      if (isFault(message)) throw message.isInputFault ? unreadable(message.message) : new Error(message.message)
      yield message
      if (message.kind === 'end') return
      worker.postMessage('more', [])
      resume()
    }
    throw new Error('The thread with a file has stopped')
  } catch (error) {
    if (signal.aborted || isOutOfMemory(error)) throw unreadable(tooLarge)
    throw error
  } finally {
    pause()
    await worker.terminate()
  }
}

/** Aborts the signal after this time, not counting pauses. */
function timeLimit(milliseconds: number): { signal: AbortSignal; pause: () => void; resume: () => void } {
  const controller = new AbortController()
  let left = milliseconds
  let begin = 0
  let timer: NodeJS.Timeout | undefined
  const resume = () => {
    begin = performance.now()
    timer = setTimeout(() => controller.abort(), left)
  }
  const pause = () => {
    clearTimeout(timer)
    left -= performance.now() - begin
  }
  resume()
  return { signal: controller.signal, pause, resume }
}

const isFault = (message: { kind: string }): message is ThreadFault => message.kind === 'fault'

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

const unreadable = (message = 'The file cannot be read. Save it as CSV or XLSX.') => invalidInput('file', message)
