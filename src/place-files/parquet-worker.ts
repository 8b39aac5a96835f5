import { parentPort, workerData } from 'node:worker_threads'
import { asyncBufferFromFile } from 'hyparquet'
import { ImportError } from './import-error.ts'
import { openParquetPlaces } from './parquet-reader.ts'
import type { RawPlace } from './raw-place.ts'

export type ReaderOptions = { path: string; wants: 'rows' | 'evidence' }
export type ReaderMessage =
  | { kind: 'opened'; rowCount: number }
  | { kind: 'rows'; rows: RawPlace[] }
  | { kind: 'evidence'; newest: string | null }
  | { kind: 'end' }
  | { kind: 'fault'; message: string; isInputFault: boolean }

const port = parentPort
const send = (message: ReaderMessage) => port?.postMessage(message)

// Batches are sent on demand. Reading ahead would fill the memory.
let demand = Promise.withResolvers<void>()
port?.on('message', () => demand.resolve())

async function nextDemand(): Promise<void> {
  await demand.promise
  demand = Promise.withResolvers()
}

async function run({ path, wants }: ReaderOptions): Promise<void> {
  const file = await openParquetPlaces(await asyncBufferFromFile(path))
  if (wants === 'evidence') return send({ kind: 'evidence', newest: await file.newestEvidence() })
  send({ kind: 'opened', rowCount: file.index.rowCount })
  for await (const rows of file.readRows()) {
    await nextDemand()
    send({ kind: 'rows', rows })
  }
  await nextDemand()
  send({ kind: 'end' })
}

try {
  await run(workerData as ReaderOptions)
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  send({ kind: 'fault', message, isInputFault: error instanceof ImportError })
}
