import { on } from 'node:events'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** Starts a thread. Its error may come after its last message, when nobody waits for it, and must not end the process. */
export function startThread(file: URL, options: WorkerOptions = {}): Worker {
  const worker = new Worker(file, options)
  worker.on('error', () => {})
  return worker
}

/** The messages of a thread, each in an array, until the thread ends. Throws its error. */
export const messagesOf = <Message>(worker: Worker, signal?: AbortSignal): AsyncIterable<[Message]> =>
  on(worker, 'message', { close: ['exit'], ...(signal && { signal }) }) as AsyncIterable<[Message]>
