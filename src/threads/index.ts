import { on } from 'node:events'
import { Worker, type WorkerOptions } from 'node:worker_threads'

export { stepAside } from './step-aside.ts'

/** Starts a thread. An error of the thread does not end the process, even if nobody waits for its messages. */
export function startThread(file: URL, options: WorkerOptions = {}): Worker {
  const worker = new Worker(file, options)
  worker.on('error', () => {})
  return worker
}

/** The messages of a thread, each in an array, until the thread ends. Throws its error. */
export const messagesOf = <Message>(worker: Worker, signal?: AbortSignal): AsyncIterable<[Message]> =>
  on(worker, 'message', { close: ['exit'], ...(signal && { signal }) }) as AsyncIterable<[Message]>
