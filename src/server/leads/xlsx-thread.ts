import { messagesOf, startThread } from '#threads/index.ts'
import type { XlsxAnswer, XlsxMessage, XlsxOptions } from './xlsx-worker.ts'

/** Enough memory for one page of rows and the state of the file. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }

/**
 * An XLSX file from rows that are JSON arrays of cells. A worker thread writes it, because that takes more CPU time
 * than the rest of an export. The thread asks for rows only as fast as the file is read. Meanwhile, the database reads
 * one page ahead.
 */
export async function* xlsxFile(
  columns: readonly string[],
  pages: AsyncIterable<readonly string[]>,
): AsyncGenerator<Uint8Array> {
  const rows = pages[Symbol.asyncIterator]()
  const readNext = () => {
    const next = rows.next()
    // The page is awaited later. Until then, an error must not count as unhandled.
    next.catch(() => {})
    return next
  }
  const workerData: XlsxOptions = { columns }
  const worker = startThread(new URL('xlsx-worker.ts', import.meta.url), { workerData, resourceLimits })
  const answer = (message: XlsxAnswer) => worker.postMessage(message, [])
  let page = readNext()
  try {
    // Throws if the thread fails.
    for await (const [message] of messagesOf<XlsxMessage>(worker)) {
      if (message.kind === 'end') return
      if (message.kind === 'bytes') {
        yield message.bytes
        answer({ kind: 'more' })
      } else {
        const { done, value } = await page
        if (done !== true) page = readNext()
        answer({ kind: 'page', rows: done === true ? null : value })
      }
    }
    throw new Error('The thread that writes XLSX files has stopped')
  } finally {
    await worker.terminate()
    await rows.return?.()
  }
}
