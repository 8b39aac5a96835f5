import { Worker } from 'node:worker_threads'
import { asyncBufferFromFile } from 'hyparquet'
import { ImportError } from '#server/catalog/place/import-error.ts'
import { openParquetPlaces } from './parquet-reader.ts'
import type { ReaderMessage, ReaderOptions } from './parquet-worker.ts'
import type { RawRows } from './raw-place.ts'

/**
 * Rows of a local Parquet file, decoded in a worker thread. A row group takes seconds, which would block the server.
 */
export async function readParquetPath(path: string, file: string): Promise<RawRows> {
  const reader = new ReaderThread({ path, wants: 'rows' })
  const opened = await reader.next()
  if (opened.kind !== 'opened') throw new Error(`the reader began with "${opened.kind}"`)
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

/** The newest date of any evidence in a local Parquet file, YYYY-MM-DD. */
export async function newestEvidenceOfPath(path: string): Promise<string | null> {
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
  try {
    return (await openParquetPlaces(await asyncBufferFromFile(path))).source
  } catch (error) {
    throw error instanceof ImportError ? error : unreadable(error instanceof Error ? error.message : String(error))
  }
}

class ReaderThread {
  #worker: Worker
  #arrived: ReaderMessage[] = []
  #fault: Error | undefined
  #news = Promise.withResolvers<void>()

  constructor(options: ReaderOptions) {
    this.#worker = new Worker(new URL('parquet-worker.ts', import.meta.url), { workerData: options })
    this.#worker.on('message', (message: ReaderMessage) => {
      this.#arrived.push(message)
      this.#news.resolve()
    })
    this.#worker.on('error', error => this.#fail(error as Error))
    this.#worker.on('exit', () => this.#fail(new Error('the reader has stopped')))
  }

  ask(): void {
    this.#worker.postMessage({ kind: 'next' }, [])
  }

  async next(): Promise<ReaderMessage> {
    while (this.#arrived.length === 0 && this.#fault === undefined) {
      await this.#news.promise
      this.#news = Promise.withResolvers()
    }
    const message = this.#arrived.shift()
    if (message === undefined) throw this.#fault ?? new Error('the reader has stopped')
    if (message.kind !== 'fault') return message
    await this.stop()
    throw message.isInputFault ? new ImportError(message.message) : unreadable(message.message)
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  #fail(error: Error): void {
    this.#fault ??= error
    this.#news.resolve()
  }
}

const unreadable = (message: string) => new ImportError(`The Parquet file cannot be read: ${message}`)
