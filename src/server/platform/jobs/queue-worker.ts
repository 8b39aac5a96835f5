import { setTimeout as pause } from 'node:timers/promises'
import type { ConnectionOptions, JobWithMetadata, PgBoss } from 'pg-boss'
import type { Queryable } from '#server/platform/database/db.ts'
import { type QueuedJob, sqlOf } from './job-queue.ts'

const POLL_MS = 2000

export type WorkOptions = {
  /** Maximum number of concurrent jobs in this process. */
  atOnce: number
  /** Maximum number of concurrent jobs of one holder, such as a user, in all processes; unset: none. */
  atOnceOfHolder?: number
  /** The pause after each fetch, so that several jobs are fetched at once; unset: none. */
  pauseMs?: number
}
type QueueWorkerOptions = WorkOptions & {
  boss: PgBoss
  queue: string
  /** For its own statements; unset: the queue's. */
  db?: Queryable | undefined
  run: (job: JobWithMetadata<QueuedJob>) => Promise<void>
  onFault: (error: unknown) => void
}

/**
 * Runs the jobs of one queue. Unlike a pg-boss worker, it fetches as many jobs as it has slots for in one
 * statement, and a job that hangs only occupies its own slot. It wakes up when a job is committed. It also polls, for
 * retries and for missed notifications.
 */
export class QueueWorker {
  readonly queue: string
  #options: QueueWorkerOptions
  #connection: ConnectionOptions
  /** By attempt and not by job: an attempt that was given up must not end a later one. */
  #running = new Map<JobWithMetadata<QueuedJob>, Promise<void>>()
  #isWoken = false
  #fetching: Promise<void> | undefined
  #stopping = new AbortController()
  #polling: NodeJS.Timeout

  constructor(options: QueueWorkerOptions) {
    this.#options = options
    this.queue = options.queue
    this.#connection = options.db === undefined ? {} : { db: sqlOf(options.db) }
    this.#polling = setInterval(() => this.wake(), POLL_MS).unref()
    this.wake()
  }

  wake(): void {
    this.#isWoken = true
    this.#fetch()
  }

  /** Takes no more jobs and waits for the running ones. Those that take longer get another attempt. */
  async stop(withinMs: number): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#polling)
    const { promise: timeIsUp, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, withinMs)
    // A fetch in progress may still start jobs.
    const done = async () => {
      await this.#fetching
      await Promise.all(this.#running.values())
    }
    await Promise.race([done(), timeIsUp])
    clearTimeout(timer)
    const left = [...this.#running.keys()]
    if (left.length > 0)
      await this.#options.boss.fail(this.queue, left, { message: 'The process was stopped' }, this.#connection)
  }

  get #room(): number {
    return this.#options.atOnce - this.#running.size
  }

  #fetch(): void {
    this.#fetching ??= this.#take().finally(() => (this.#fetching = undefined))
  }

  async #take(): Promise<void> {
    const { boss, onFault, pauseMs = 0, atOnceOfHolder } = this.#options
    const ofHolder = atOnceOfHolder === undefined ? {} : { groupConcurrency: atOnceOfHolder }
    try {
      while (this.#isWoken && !this.#stopping.signal.aborted && this.#room > 0) {
        this.#isWoken = false
        const batchSize = this.#room
        const options = { batchSize, includeMetadata: true as const, ...ofHolder, ...this.#connection }
        const jobs = await boss.fetch<QueuedJob>(this.queue, options)
        // A full batch means that there may be more. With a limit for holders, so does any batch.
        if (jobs.length === batchSize || (atOnceOfHolder !== undefined && jobs.length > 0)) this.#isWoken = true
        for (const job of jobs) this.#running.set(job, this.#run(job))
        if (pauseMs > 0) await this.#pause(pauseMs)
      }
    } catch (error) {
      onFault(error)
    }
  }

  /** Ends early if the worker is stopped. */
  #pause(ms: number): Promise<void> {
    return pause(ms, undefined, { ref: false, signal: this.#stopping.signal }).catch(() => {})
  }

  async #run(job: JobWithMetadata<QueuedJob>): Promise<void> {
    const { boss, run, onFault, atOnceOfHolder } = this.#options
    const showLife = () => void boss.touch(this.queue, job, this.#connection).catch(onFault)
    const beating = job.heartbeatSeconds ? setInterval(showLife, job.heartbeatSeconds * 500).unref() : undefined
    try {
      const failure = await endOf(run(job), job.expireInSeconds)
      if (failure === null) await boss.complete(this.queue, job, null, this.#connection)
      else await boss.fail(this.queue, job, { message: failure.message }, this.#connection)
    } catch (error) {
      // The job stays active until it expires, and then runs again.
      onFault(error)
    } finally {
      clearInterval(beating)
      this.#running.delete(job)
      // A holder's next job may have waited for this one.
      if (this.#isWoken || atOnceOfHolder !== undefined) this.wake()
    }
  }
}

/** Null when the job is done, or why it failed. A job that has not ended when it expires occupies its slot no longer. */
async function endOf(run: Promise<void>, expireInSeconds: number): Promise<Error | null> {
  const { promise: expired, resolve } = Promise.withResolvers<Error>()
  const timer = setTimeout(() => resolve(new Error('The job has expired')), expireInSeconds * 1000).unref()
  const end = run.then(
    () => null,
    (error: unknown) => error as Error,
  )
  try {
    return await Promise.race([end, expired])
  } finally {
    clearTimeout(timer)
  }
}
