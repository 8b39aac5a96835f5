import type { FastifyBaseLogger } from 'fastify'
import { type ConstructorOptions, PgBoss } from 'pg-boss'
import type { Db, Queryable } from '../db/client.ts'
import { faultOf } from '../http/request-log.ts'

/** Jobs that requests leave behind, and chores: apart, so that no long chore keeps a mail waiting. */
export const queues = { jobs: 'jobs', chores: 'chores' } as const
export type QueuedJob = { name: string; payload: object }

const HOUR_SECONDS = 3600
/** Waits of half a minute, one, two … up to an hour: a mail server may be away for the better part of a day. */
const retries = { retryLimit: 16, retryDelay: 30, retryBackoff: true, retryDelayMax: HOUR_SECONDS }
/** What is done is forgotten soon: payloads name people. */
const deleteAfterSeconds = HOUR_SECONDS
const NO_JOB = '00000000-0000-0000-0000-000000000000'

export type JobQueue = {
  add: (tx: Queryable, name: string, payload: object) => Promise<void>
  close: () => Promise<void>
}

/** The way into the queue, for every process. Makes the queue's tables where there are none. */
export async function openJobQueue(db: Db, log: FastifyBaseLogger): Promise<JobQueue> {
  const boss = newBoss(db, log, { supervise: false, schedule: false })
  await boss.start()
  const known = new Set((await boss.getQueues()).map(({ name }) => name))
  if (!known.has(queues.jobs)) await boss.createQueue(queues.jobs, { ...retries, deleteAfterSeconds })
  // A chore that fails comes round again by itself, and one that is still running is not begun a second time.
  if (!known.has(queues.chores))
    await boss.createQueue(queues.chores, { policy: 'stately', retryLimit: 0, deleteAfterSeconds })
  // pg-boss keeps in memory what it knows of a queue from its first use on. That has to be now: inside a caller's
  // transaction it would ask for it in another session, which on the embedded database waits for that transaction.
  await boss.getJobById(queues.jobs, NO_JOB)
  return {
    add: async (tx, name, payload) => {
      await boss.send(queues.jobs, { name, payload } satisfies QueuedJob, { db: sqlOf(tx) })
    },
    close: () => boss.stop({ graceful: false, close: false }),
  }
}

export function newBoss(db: Db, log: FastifyBaseLogger, options: ConstructorOptions): PgBoss {
  const backend = db.kind === 'embedded' ? 'pglite' : 'postgres'
  const boss = new PgBoss({
    ...options,
    db: { executeSql: (text, values) => executeSql(db, text, values) },
    backend,
    clock: idleClock,
    // The embedded database has no autovacuum, and nobody to warn about it.
    monitorVacuum: backend === 'postgres',
    reindex: backend === 'postgres',
  })
  boss.on('error', error => log.error({ err: faultOf(error) }, 'the job queue met an error'))
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'the job queue warns'))
  return boss
}

async function executeSql(db: Db, text: string, values: unknown[] = []): Promise<{ rows: object[] }> {
  return { rows: values.length > 0 ? await db.query(text, values) : await db.runScript(text) }
}

const sqlOf = (tx: Queryable) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({ rows: await tx.query(text, values) }),
})

/** Timers that do not keep a process alive that has nothing else to do. */
const idleClock: ConstructorOptions['clock'] = {
  now: () => Date.now(),
  setTimeout: (story, ms) => setTimeout(story, ms).unref(),
  clearTimeout: timer => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (story, ms) => setInterval(story, ms).unref(),
  clearInterval: timer => clearInterval(timer as NodeJS.Timeout),
}
