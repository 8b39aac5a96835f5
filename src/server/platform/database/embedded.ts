import path from 'node:path'
import type { Worker } from 'node:worker_threads'
import { startThread } from '#threads/index.ts'
import { inBatches } from './copy-line.ts'
import { assertWritable, prepareDatabaseFolder } from './data-folder.ts'
import type { CopyInput, Db, Queryable, Session, TimedBackground } from './db.ts'
import type { WorkerFault, WorkerOptions, WorkerReply, WorkerRequest } from './embedded-worker.ts'
import { runInTransaction } from './transaction.ts'
import { Turns } from './turns.ts'
import { embeddedError, statementError } from './unusable-database.ts'

type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never
const COPY_CHUNK_CHARACTERS = 1_000_000
const REOPEN_AFTER_MS = 5000

/**
 * The embedded database: PGlite in a worker thread, so that long statements do not block the event loop. It has one
 * session, which callers use in turn; see `turns.ts`.
 * @throws UnusableDatabaseError if the folder is damaged, read-only, full, or from another version.
 */
export async function openEmbedded(
  options: WorkerOptions,
  now = () => performance.now(),
): Promise<Db & { dump: () => Promise<Blob> }> {
  const { dataDir } = options
  const worker = new RestartingWorker(options, now)
  const turns = new Turns({ isOneSession: true })
  const inTurn = <T>(
    work: (open: EmbeddedWorker) => Promise<T>,
    isBackground = false,
    onEnd?: (ms: number) => void,
  ): Promise<T> => turns.run(async () => work(await worker.open()), isBackground, onEnd)
  const connect = async (isBackground: boolean, onEnd?: (ms: number) => void): Promise<Session> => {
    const release = await turns.take(isBackground, onEnd)
    try {
      const { query, queryPrepared, copyIn } = await worker.open()
      return { query, queryPrepared, copyIn, release }
    } catch (error) {
      release()
      throw error
    }
  }
  const callsOf = (isBackground: boolean, onEnd?: (ms: number) => void): Queryable & Pick<Db, 'transaction'> => ({
    query: (text, values) => inTurn(open => open.query(text, values), isBackground, onEnd),
    queryPrepared: (text, values) => inTurn(open => open.queryPrepared(text, values), isBackground, onEnd),
    copyIn: input => inTurn(open => open.copyIn(input), isBackground, onEnd),
    transaction: async (work, how) => runInTransaction(await connect(isBackground, onEnd), work, how),
  })
  const backgroundCalls = (): TimedBackground => {
    let busyMs = 0
    return { ...callsOf(true, ms => (busyMs += ms)), busyMs: () => busyMs, another: backgroundCalls }
  }
  const db: Db & { dump: () => Promise<Blob> } = {
    kind: 'embedded',
    ...callsOf(false),
    background: backgroundCalls(),
    connect: () => connect(false),
    runScript: text => inTurn(open => open.runScript(text)),
    dump: () => inTurn(open => open.dump()),
    pools: () => [
      { pool: 'embedded', total: 1, idle: turns.users === 0 ? 1 : 0, waiting: Math.max(0, turns.users - 1) },
    ],
    assertWritable: async () => (dataDir === undefined ? undefined : assertWritable(path.dirname(dataDir))),
    close: () => turns.run(() => worker.close(), false),
  }
  const onceOpen = dataDir === undefined ? undefined : prepareDatabaseFolder(dataDir)
  await worker.open()
  onceOpen?.()
  if (dataDir !== undefined) await probeOrClose(db, dataDir)
  return db
}

async function probeOrClose(db: Db, dataDir: string): Promise<void> {
  try {
    await probeTables(db)
  } catch (error) {
    await db.close()
    throw statementError(error, dataDir) ?? error
  }
}

/**
 * Replaces the worker after PostgreSQL crashed, for example because its write-ahead log could not be written. It is
 * only replaced between turns, so that the rest of a transaction never runs on the new worker.
 */
class RestartingWorker {
  #options: WorkerOptions
  #now: () => number
  #worker: EmbeddedWorker | undefined
  #openedAt = -Infinity
  #isClosed = false

  constructor(options: WorkerOptions, now: () => number) {
    this.#options = options
    this.#now = now
  }

  async open(): Promise<EmbeddedWorker> {
    if (this.#worker !== undefined && (!this.#worker.hasStopped || !this.#mayRevive())) return this.#worker
    await this.#worker?.close()
    this.#openedAt = this.#now()
    const worker = new EmbeddedWorker(this.#options)
    this.#worker = worker
    try {
      await worker.ready
    } catch (error) {
      await worker.close()
      throw error
    }
    // The snapshot is only loaded once. An in-memory database is lost with its worker.
    this.#options = { dataDir: this.#options.dataDir }
    return worker
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#worker?.close()
  }

  #mayRevive(): boolean {
    const { dataDir } = this.#options
    return dataDir !== undefined && !this.#isClosed && this.#now() - this.#openedAt >= REOPEN_AFTER_MS
  }
}

class EmbeddedWorker {
  readonly ready: Promise<unknown>
  #worker: Worker
  #waiting = new Map<number, PromiseWithResolvers<WorkerReply>>()
  #nextId = 0
  #stopped: Error | undefined
  #folder: string

  constructor(options: WorkerOptions) {
    this.#folder = options.dataDir ?? 'memory'
    this.#worker = startThread(new URL('embedded-worker.ts', import.meta.url), { workerData: options })
    this.ready = this.#expect(this.#nextId)
    this.#worker.on('message', (reply: WorkerReply) => this.#settle(reply))
    this.#worker.on('error', error => this.#stop(error as Error))
    this.#worker.on('exit', () => this.#stop(new Error('The embedded database has stopped')))
  }

  get hasStopped(): boolean {
    return this.#stopped !== undefined
  }

  query = <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    this.#rowsOf({ kind: 'query', text, values })

  queryPrepared = <Row>(text: string, values: readonly unknown[]): Promise<Row[]> =>
    this.#rowsOf({ kind: 'prepared', text, values })

  runScript = <Row>(text: string): Promise<Row[]> => this.#rowsOf({ kind: 'script', text })

  copyIn = async ({ table, columns, lines }: CopyInput): Promise<void> => {
    const text = `COPY ${table} (${columns.join(', ')}) FROM '/dev/blob'`
    for await (const chunk of inBatches(lines, COPY_CHUNK_CHARACTERS)) await this.#ask({ kind: 'copy', text, chunk })
  }

  dump = async (): Promise<Blob> => {
    const { dump } = await this.#ask({ kind: 'dump' })
    if (dump === undefined) throw new Error('The embedded database returned no dump')
    return dump
  }

  close = async (): Promise<void> => {
    try {
      if (this.#stopped === undefined) await this.#ask({ kind: 'close' })
    } finally {
      await this.#worker.terminate()
    }
  }

  async #rowsOf<Row>(request: Unnumbered<WorkerRequest>): Promise<Row[]> {
    return ((await this.#ask(request)).rows ?? []) as Row[]
  }

  async #ask(request: Unnumbered<WorkerRequest>): Promise<WorkerReply> {
    if (this.#stopped !== undefined) throw copyOf(this.#stopped)
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
    if (reply.fault === undefined) return waiting?.resolve(reply)
    const error = this.#errorOf(reply.fault)
    waiting?.reject(copyOf(error))
    if (reply.fault.log !== undefined) this.#stop(error)
  }

  // Created here, so that the stack shows the caller and not the worker.
  #errorOf({ log, ...fault }: WorkerFault): Error {
    if (log !== undefined) return embeddedError(this.#folder, log)
    return Object.assign(new Error(fault.message), fault)
  }

  #stop(error: Error): void {
    this.#stopped ??= error
    for (const waiting of this.#waiting.values()) waiting.reject(copyOf(this.#stopped))
    this.#waiting.clear()
  }
}

/** For one caller: pg-boss adds the names of its queues to the message of an error that it gets. */
const copyOf = (error: Error): Error => Object.create(error) as Error

/**
 * Reads the first and last row of every table by its primary key. Missing, truncated, or overwritten files fail here,
 * before anything is written. Otherwise an unreadable table could look empty and be filled again.
 */
async function probeTables(db: Queryable & { runScript: (text: string) => Promise<unknown[]> }): Promise<void> {
  const tables = await db.query<{ name: string; up: string; down: string }>(
    `SELECT c.oid::regclass::text AS name,
       string_agg(quote_ident(a.attname), ', ' ORDER BY k.place) AS up,
       string_agg(quote_ident(a.attname) || ' DESC', ', ' ORDER BY k.place) AS down
     FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
       CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k(column_number, place)
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.column_number
     WHERE i.indisprimary AND c.relkind = 'r' AND c.oid >= 16384
     GROUP BY c.oid ORDER BY 1`,
  )
  const reads = tables.flatMap(({ name, up, down }) =>
    [up, down].map(order => `SELECT ctid FROM ${name} ORDER BY ${order} LIMIT 1;`),
  )
  // Forces an index scan even on small tables: a sequential scan does not notice missing rows.
  await db.runScript(`BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; ${reads.join('\n')} COMMIT;`)
}
