import { Worker } from 'node:worker_threads'
import { ImportError } from '#server/catalog/place/import-error.ts'
import type { Pulled, PullListener, PullOptions } from './pull-files.ts'
import type { PullMessage } from './pull-worker.ts'
import { Unreachable } from './remote-file.ts'

const faults = { input: ImportError, line: Unreachable, ours: Error }

/** `pullFiles` in a thread of its own: decoding a row group takes seconds, which would block the server. */
export async function pullInThread(options: PullOptions, listener: PullListener): Promise<Pulled> {
  const worker = new Worker(new URL('pull-worker.ts', import.meta.url), { workerData: options })
  const result = Promise.withResolvers<Pulled>()
  worker.on('message', (message: PullMessage) => {
    if (message.kind === 'progress') listener.onProgress(message.progress)
    else if (message.kind === 'middle') listener.onMiddle?.(message.pulled)
    else if (message.kind === 'fault') result.reject(new faults[message.of](message.message))
    else result.resolve(message.pulled)
  })
  worker.on('error', error => result.reject(error as Error))
  worker.on('exit', () => result.reject(new Error('The reader has stopped')))
  try {
    return await result.promise
  } finally {
    await worker.terminate()
  }
}
