import { parentPort, workerData } from 'node:worker_threads'
import { ImportError } from '#server/catalog/place/import-error.ts'
import { ForbiddenAddress } from '#server/platform/basics/outbound-fetch.ts'
import { type Pulled, pullFiles, type PullOptions, type PullProgress } from './pull-files.ts'
import { Unreachable } from './remote-file.ts'

export type PullMessage =
  | { kind: 'progress'; progress: PullProgress }
  | { kind: 'middle' | 'pulled'; pulled: Pulled }
  | { kind: 'fault'; message: string; of: 'input' | 'line' | 'ours' }

const port = parentPort
const send = (message: PullMessage) => port?.postMessage(message)

try {
  const pulled = await pullFiles(workerData as PullOptions, {
    onProgress: progress => send({ kind: 'progress', progress }),
    onMiddle: middle => send({ kind: 'middle', pulled: middle }),
  })
  send({ kind: 'pulled', pulled })
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  send({ kind: 'fault', message, of: originOf(error) })
}

function originOf(error: unknown): 'input' | 'line' | 'ours' {
  if (error instanceof Unreachable) return 'line'
  return error instanceof ImportError || error instanceof ForbiddenAddress ? 'input' : 'ours'
}
