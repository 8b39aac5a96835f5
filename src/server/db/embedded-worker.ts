import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

export type WorkerRequest =
  | { id: number; kind: 'query'; text: string; values: readonly unknown[] }
  | { id: number; kind: 'copy'; text: string; chunk: string }
  | { id: number; kind: 'dump' }
  | { id: number; kind: 'close' }
export type WorkerFault = { message: string; code?: string; constraint?: string; detail?: string }
export type WorkerReply = { id: number; rows?: unknown[]; affectedRows?: number; dump?: Blob; fault?: WorkerFault }
export type WorkerOptions = { dataDir?: string | undefined; snapshot?: Blob | undefined }

const DATE = 1082
const { dataDir, snapshot } = workerData as WorkerOptions
const database = await PGlite.create({
  ...(dataDir === undefined ? {} : { dataDir }),
  ...(snapshot === undefined ? {} : { loadDataDir: snapshot }),
  parsers: { [DATE]: (text: string) => text },
})

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  const { id } = request
  switch (request.kind) {
    case 'query': {
      const { rows, affectedRows } = await database.query(request.text, [...request.values])
      return { id, rows, ...(affectedRows === undefined ? {} : { affectedRows }) }
    }
    case 'copy':
      await database.query(request.text, [], { blob: new Blob([request.chunk]) })
      return { id }
    case 'dump':
      return { id, dump: await database.dumpDataDir('none') }
    case 'close':
      await database.close()
      return { id }
  }
}

function faultOf(error: unknown): WorkerFault {
  const { message, code, constraint, detail } = error as WorkerFault
  return {
    message,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(detail === undefined ? {} : { detail }),
  }
}

parentPort?.on('message', (request: WorkerRequest) => {
  answer(request).then(
    reply => parentPort?.postMessage(reply),
    (error: unknown) => parentPort?.postMessage({ id: request.id, fault: faultOf(error) } satisfies WorkerReply),
  )
})
parentPort?.postMessage({ id: 0 } satisfies WorkerReply)
