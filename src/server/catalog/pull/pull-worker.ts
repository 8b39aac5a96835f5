import { parentPort, workerData } from 'node:worker_threads'
import { ImportError } from '#place-files/index.ts'
import { ForbiddenAddress } from '#server/platform/basics/outbound-fetch.ts'
import { type Pulled, pullFiles, type PullOptions, type PullProgress } from './pull-files.ts'
import { Unreachable } from './remote-file.ts'

export type PullMessage =
  | { kind: 'progress'; progress: PullProgress }
  | { kind: 'middle' | 'pulled'; pulled: Pulled }
  | { kind: 'error'; message: string; type: ErrorType }
type ErrorType = 'input' | 'network' | 'internal'

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
  send({ kind: 'error', message, type: typeOf(error) })
}

function typeOf(error: unknown): ErrorType {
  if (error instanceof Unreachable) return 'network'
  return error instanceof ImportError || error instanceof ForbiddenAddress ? 'input' : 'internal'
}
