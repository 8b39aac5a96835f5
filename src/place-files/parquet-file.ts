import { stat } from 'node:fs/promises'
import type { Worker } from 'node:worker_threads'
import { asyncBufferFromFile } from 'hyparquet'
import { messagesOf, startThread } from '#threads/index.ts'
import { ImportError } from './import-error.ts'
import { openParquetPlaces, type ParquetPlaces } from './parquet-reader.ts'
import type { ReaderMessage, ReaderOptions } from './parquet-worker.ts'
import type { RawRows } from './raw-place.ts'

/** Smaller files are decoded without a thread, because starting one takes longer. */
const threadFromBytes = 200_000

/** Reads the rows of a local Parquet file. A thread decodes a large one, which would block the caller for seconds. */
export async function readParquetPath(path: string, file: string, fromBytes = threadFromBytes): Promise<RawRows> {
  if ((await stat(path)).size < fromBytes) {
    const { index, readRows } = await openHere(path)
    return { file, rowCount: index.rowCount, batches: withImportErrors(readRows()) }
  }
  const reader = new ReaderThread({ path, wants: 'rows' })
  const opened = await reader.next()
  if (opened.kind !== 'opened') throw new Error(`The first message of the reading thread is "${opened.kind}"`)
  return { file, rowCount: opened.rowCount, batches: batchesOf(reader) }
}

async function* batchesOf(reader: ReaderThread): RawRows['batches'] {
  try {
    reader.ask()
    for (;;) {
      const message = await reader.next()
      if (message.kind !== 'rows') return
      // Request the next batch first, so that reading and processing overlap.
      reader.ask()
      yield message.rows
    }
  } finally {
    await reader.stop()
  }
}

async function* withImportErrors(batches: RawRows['batches']): RawRows['batches'] {
  try {
    yield* batches
  } catch (error) {
    throw asImportError(error)
  }
}

/** The newest date of any evidence in a local Parquet file, YYYY-MM-DD. */
export async function newestEvidenceOfPath(path: string, fromBytes = threadFromBytes): Promise<string | null> {
  if ((await stat(path)).size < fromBytes) {
    const { newestEvidence } = await openHere(path)
    return newestEvidence().catch((error: unknown) => Promise.reject(asImportError(error)))
  }
  const reader = new ReaderThread({ path, wants: 'evidence' })
  try {
    const message = await reader.next()
    return message.kind === 'evidence' ? message.newest : null
  } finally {
    await reader.stop()
  }
}

/** The publisher of a local Parquet file. Reads only the end of the file, so it needs no thread. */
export async function sourceOfParquet(path: string): Promise<'overture' | 'foursquare'> {
  return (await openHere(path)).source
}

async function openHere(path: string): Promise<ParquetPlaces> {
  try {
    return await openParquetPlaces(await asyncBufferFromFile(path))
  } catch (error) {
    throw asImportError(error)
  }
}

const asImportError = (error: unknown): ImportError =>
  error instanceof ImportError ? error : unreadable(error instanceof Error ? error.message : String(error))

class ReaderThread {
  #worker: Worker
  #messages: AsyncIterator<[ReaderMessage]>

  constructor(options: ReaderOptions) {
    this.#worker = startThread(new URL('parquet-worker.ts', import.meta.url), { workerData: options })
    this.#messages = messagesOf<ReaderMessage>(this.#worker)[Symbol.asyncIterator]()
  }

  ask(): void {
    this.#worker.postMessage({ kind: 'next' }, [])
  }

  async next(): Promise<ReaderMessage> {
    const arrived = await this.#messages.next()
    if (arrived.done === true) throw new Error('The reading thread has stopped')
    const [message] = arrived.value
    if (message.kind !== 'fault') return message
    await this.stop()
    throw message.isInputFault ? new ImportError(message.message) : unreadable(message.message)
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }
}

const unreadable = (message: string) => new ImportError(`The Parquet file cannot be read: ${message}`)
