import { ImportError } from '#server/catalog/place/import-error.ts'
import { startThread } from '#server/platform/basics/thread.ts'
import type { Pulled, PullListener, PullOptions } from './pull-files.ts'
import type { PullMessage } from './pull-worker.ts'
import { Unreachable } from './remote-file.ts'

const errorClasses = { input: ImportError, network: Unreachable, internal: Error }

/** Runs `pullFiles` in a worker thread, because decoding a row group takes seconds and would block the server. */
export async function pullInThread(options: PullOptions, listener: PullListener): Promise<Pulled> {
  const worker = startThread(new URL('pull-worker.ts', import.meta.url), { workerData: options })
  const result = Promise.withResolvers<Pulled>()
  worker.on('message', (message: PullMessage) => {
    if (message.kind === 'progress') listener.onProgress(message.progress)
    else if (message.kind === 'middle') listener.onMiddle?.(message.pulled)
    else if (message.kind === 'error') result.reject(new errorClasses[message.type](message.message))
    else result.resolve(message.pulled)
  })
  worker.on('error', error => result.reject(error as Error))
  worker.on('exit', () => result.reject(new Error('The reading thread has stopped')))
  try {
    return await result.promise
  } finally {
    await worker.terminate()
  }
}
