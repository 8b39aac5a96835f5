import { Worker } from 'node:worker_threads'
import type { CopyInput, Db, Session } from './client.ts'
import { Turns } from '../shared/turns.ts'
import type { WorkerOptions, WorkerReply, WorkerRequest } from './embedded-worker.ts'
import { runInTransaction } from './transaction.ts'

type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never
const COPY_CHUNK_CHARACTERS = 1_000_000

/**
 * The embedded database: PGlite in a worker thread, so that a long statement does not stop the event loop. It is one
 * session, which is used in turn.
 */
export async function openEmbedded(options: WorkerOptions): Promise<Db & { dump: () => Promise<Blob> }> {
  const worker = new EmbeddedWorker(options)
  await worker.ready
  const turns = new Turns()
  const connect = async (): Promise<Session> => {
    const endTurn = await turns.take()
    return { query: worker.query, queryPrepared: worker.queryPrepared, copyIn: worker.copyIn, release: endTurn }
  }
  return {
    kind: 'embedded',
    query: (text, values) => turns.run(() => worker.query(text, values)),
    queryPrepared: (text, values) => turns.run(() => worker.queryPrepared(text, values)),
    copyIn: input => turns.run(() => worker.copyIn(input)),
    connect,
    transaction: async story => runInTransaction(await connect(), story),
    runScript: text => turns.run(() => worker.runScript(text)),
    dump: () => turns.run(worker.dump),
    pools: () => [
      { pool: 'embedded', total: 1, idle: turns.taken === 0 ? 1 : 0, waiting: Math.max(0, turns.taken - 1) },
    ],
    close: () => turns.run(worker.close),
  }
}

class EmbeddedWorker {
  readonly ready: Promise<unknown>
  #worker: Worker
  #waiting = new Map<number, PromiseWithResolvers<WorkerReply>>()
  #nextId = 0
  #stopped: Error | undefined

  constructor(options: WorkerOptions) {
    this.#worker = new Worker(new URL('embedded-worker.ts', import.meta.url), { workerData: options })
    this.ready = this.#expect(this.#nextId)
    this.#worker.on('message', (reply: WorkerReply) => this.#settle(reply))
    this.#worker.on('error', error => this.#stop(error as Error))
    this.#worker.on('exit', () => this.#stop(new Error('The embedded database has stopped')))
  }

  query = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const reply = await this.#ask({ kind: 'query', text, values })
    return (reply.rows ?? []) as Row[]
  }

  queryPrepared = async <Row>(text: string, values: readonly unknown[]): Promise<Row[]> => {
    const reply = await this.#ask({ kind: 'prepared', text, values })
    return (reply.rows ?? []) as Row[]
  }

  runScript = async <Row>(text: string): Promise<Row[]> => {
    const reply = await this.#ask({ kind: 'script', text })
    return (reply.rows ?? []) as Row[]
  }

  copyIn = async ({ table, columns, lines }: CopyInput): Promise<void> => {
    const text = `COPY ${table} (${columns.join(', ')}) FROM '/dev/blob'`
    let chunk = ''
    for await (const line of lines) {
      chunk += line
      if (chunk.length < COPY_CHUNK_CHARACTERS) continue
      await this.#ask({ kind: 'copy', text, chunk })
      chunk = ''
    }
    if (chunk !== '') await this.#ask({ kind: 'copy', text, chunk })
  }

  dump = async (): Promise<Blob> => {
    const { dump } = await this.#ask({ kind: 'dump' })
    if (dump === undefined) throw new Error('The embedded database gave no dump')
    return dump
  }

  close = async (): Promise<void> => {
    if (this.#stopped !== undefined) return
    await this.#ask({ kind: 'close' })
    await this.#worker.terminate()
  }

  async #ask(request: Unnumbered<WorkerRequest>): Promise<WorkerReply> {
    if (this.#stopped !== undefined) throw this.#stopped
    const id = ++this.#nextId
    const reply = this.#expect(id)
    this.#worker.postMessage({ ...request, id }, [])
    return reply
  }

  async #expect(id: number): Promise<WorkerReply> {
    const waiting = Promise.withResolvers<WorkerReply>()
    this.#waiting.set(id, waiting)
    return waiting.promise
  }

  #settle(reply: WorkerReply): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    // The error is made here, so that its trace names the caller's process and not the worker's.
    if (reply.fault) waiting?.reject(Object.assign(new Error(reply.fault.message), reply.fault))
    else waiting?.resolve(reply)
  }

  #stop(error: Error): void {
    this.#stopped ??= error
    for (const waiting of this.#waiting.values()) waiting.reject(this.#stopped)
    this.#waiting.clear()
  }
}
