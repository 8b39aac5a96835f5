import type { KnownField } from '#contract/leads/known-businesses.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { messagesOf, startThread } from '#server/platform/basics/thread.ts'
import type { ContactRow, FileMessage, FileOptions, FileRow } from './file-worker.ts'

/** Enough for the texts of the largest workbook: its sheet is not kept in memory. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 }
/** Without the time that storing the rows takes. */
const LONGEST_READING_MS = 120_000

export type FileHead = Pick<Extract<FileMessage, { kind: 'header' }>, 'header' | 'samples'>

/** Files are read one at a time, because each thread may need a lot of memory. */
let last: Promise<unknown> = Promise.resolve()

/** Reads the header of a file and its first rows. */
export function readHead(bytes: Uint8Array): Promise<FileHead> {
  return inTurn(async () => {
    for await (const message of readInThread({ bytes, fields: null })) if (message.kind === 'header') return message
    throw unreadable()
  })
}

/** Passes on the rows of a file in batches. A worker thread reads them, so that other requests do not wait. */
export function readRows(
  { bytes, fields }: { bytes: Uint8Array; fields: readonly (KnownField | null)[] },
  take: (rows: readonly FileRow[]) => Promise<void>,
): Promise<void> {
  return inTurn(async () => {
    for await (const message of readInThread({ bytes, fields })) if (message.kind === 'rows') await take(message.rows)
  })
}

/**
 * Reads the phones, emails, and domains in each row, also in a worker thread. In a text file, each line is a row. If a
 * file has too many rows, only the rows up to the limit are read.
 */
export function readContactRows(
  bytes: Uint8Array,
  take: (rows: readonly ContactRow[]) => Promise<void>,
): Promise<{ hasMore: boolean }> {
  return inTurn(async () => {
    let hasMore = false
    for await (const message of readInThread({ bytes, fields: 'contacts' }))
      if (message.kind === 'contacts') await take(message.rows)
      else if (message.kind === 'end') ({ hasMore } = message)
    return { hasMore }
  })
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work)
  last = mine.catch(() => {})
  return mine
}

/** Yields the messages of the thread. Ends after the header if there are no fields to read. */
async function* readInThread(workerData: FileOptions): AsyncGenerator<FileMessage> {
  const worker = startThread(new URL('file-worker.ts', import.meta.url), { workerData, resourceLimits })
  const { signal, pause, resume } = timeLimit(LONGEST_READING_MS)
  try {
    for await (const [message] of messagesOf<FileMessage>(worker, signal)) {
      pause()
      if (message.kind === 'fault')
        throw message.isInputFault ? unreadable(message.message) : new Error(message.message)
      yield message
      if (message.kind === 'end' || workerData.fields === null) return
      worker.postMessage('more', [])
      resume()
    }
    throw new Error('The thread that reads files has stopped')
  } catch (error) {
    if (signal.aborted || isOutOfMemory(error))
      throw unreadable('The file is too large to be read. Split it, or save it as CSV.')
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

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

function unreadable(message = 'The file cannot be read. Save it as CSV or XLSX.'): Refusal {
  return new Refusal('INVALID_REQUEST', { message, issues: [{ path: 'file', message }] })
}
