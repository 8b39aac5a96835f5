import type { FastifyBaseLogger } from 'fastify'
import { type ConstructorOptions, PgBoss, type Queue } from 'pg-boss'
import type { z } from 'zod'
import { newFaultLog } from '#server/platform/basics/fault.ts'
import type { Db, Listen, Queryable } from '#server/platform/database/db.ts'

/** Urgent mail has its own queue, so that nothing delays a mail that somebody is waiting for. */
export const queues = {
  urgentMail: 'urgent-mail',
  mail: 'mail',
  jobs: 'jobs',
  catalog: 'catalog',
  loads: 'loads',
  areaLoads: 'town-loads',
  sites: 'sites',
  chores: 'chores',
} as const
/**
 * A queue for work that requests cause: urgent mail, other mail, short jobs, work after a catalog change, imports of
 * real places, those that a search waits for, and visits of websites.
 */
export type WorkQueue = Exclude<keyof typeof queues, 'chores'>
/** What is needed to queue a job. A lower layer that only queues a job declares its kind. */
export type JobKind<Payload extends object = object> = {
  name: string
  queue: WorkQueue
  /** The input of the job. It is stored in the database, so it must not contain secrets. */
  payload: z.ZodType<Payload>
}
export type QueuedJob = { name: string; payload: object }

const HOUR_SECONDS = 3600
/** After 30 seconds, 1 minute, 2 minutes, up to an hour, or somewhat later: a mail server may be down for ten hours. */
const retries = { retryLimit: 16, retryDelay: 30, retryBackoff: true, retryDelayMax: HOUR_SECONDS }
/** Completed jobs are deleted soon, because payloads contain personal data. */
const deleteAfterSeconds = HOUR_SECONDS
/** If a process dies, this is noticed within half a minute. */
const noticed = { heartbeatSeconds: 20 }
/** For up to a day. */
const long = { ...noticed, expireInSeconds: 24 * HOUR_SECONDS }
/** One at a time in the whole cluster. */
const alone = { ...long, policy: 'singleton' }
/** Somebody waits for a load, so it continues soon after its process died. */
const soon = { ...retries, retryDelay: 5 }
/** Wakes the workers when a job is committed. */
const notify = true
/** Sending a mail takes seconds. If it takes longer, its process has died. */
const mail = { ...retries, notify, deleteAfterSeconds, expireInSeconds: 60 }
/** Failures have their own date for another visit, so only visits that were killed are repeated. */
const visit = { retryLimit: 3, retryDelay: 5, notify, deleteAfterSeconds, expireInSeconds: 180 }
const optionsOf: Record<keyof typeof queues, Omit<Queue, 'name'>> = {
  urgentMail: mail,
  mail,
  // Each is short, or takes turns of ten seconds. If one takes minutes, its process has died.
  jobs: { ...retries, notify, deleteAfterSeconds, expireInSeconds: 180 },
  catalog: { ...retries, ...alone, notify, deleteAfterSeconds },
  loads: { ...soon, ...alone, notify, deleteAfterSeconds },
  areaLoads: { ...soon, ...long, notify, deleteAfterSeconds },
  sites: visit,
  // A failed chore waits for its next scheduled run. A chore that is still running is not started again.
  chores: { ...noticed, policy: 'stately', retryLimit: 0, deleteAfterSeconds },
}
const NO_JOB = '00000000-0000-0000-0000-000000000000'

/** Of the jobs that wait in a queue, those with the highest priority run first; it is 0 unless stated. */
type NewJob = { payload: object; priority?: number; group?: string }
export type JobQueue = {
  add: (tx: Queryable, job: { name: string; queue: WorkQueue }, payload: object) => Promise<void>
  /** Adds many jobs of one kind with one statement. */
  addAll: (tx: Queryable, job: { name: string; queue: WorkQueue }, added: readonly NewJob[]) => Promise<void>
  /** Notifies about each queue to which any process added a job, and about all queues after a reconnect. */
  listen: Listen
  close: () => Promise<void>
}

/** Opens the queue for adding jobs, in every process. Creates its tables if they are missing. */
export async function openJobQueue(db: Db, log: FastifyBaseLogger): Promise<JobQueue> {
  const boss = newBoss(db, log, { supervise: false, schedule: false })
  await boss.start()
  const known = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const [key, name] of Object.entries(queues) as [keyof typeof queues, string][]) {
    const { policy, ...changeable } = optionsOf[key]
    if (known.has(name)) await boss.updateQueue(name, changeable)
    else await boss.createQueue(name, { ...changeable, ...(policy === undefined ? {} : { policy }) })
    // pg-boss caches a queue's settings on first use. Fill the cache now: inside a caller's transaction it would read
    // them in another session, which on the embedded database would wait for that transaction.
    await boss.getJobById(name, NO_JOB)
  }
  const listeners = new Set<(queue: string) => void>()
  const listenHere: Listen = async (_channel, onNotification) => {
    listeners.add(onNotification)
    return { close: async () => void listeners.delete(onNotification) }
  }
  // The embedded database has one session, so a worker that is woken now only gets its turn after the commit.
  const wake = (queue: WorkQueue) => {
    for (const listener of listeners) listener(queues[queue])
  }
  return {
    add: async (tx, { name, queue }, payload) => {
      await boss.send(queues[queue], { name, payload } satisfies QueuedJob, { db: sqlOf(tx) })
      wake(queue)
    },
    addAll: async (tx, { name, queue }, added) => {
      if (added.length === 0) return
      const jobs = added.map(({ payload, priority = 0, group }) => ({
        data: { name, payload } satisfies QueuedJob,
        priority,
        ...(group === undefined ? {} : { group: { id: group } }),
      }))
      await boss.insert(queues[queue], jobs, { db: sqlOf(tx) })
      wake(queue)
    },
    listen: db.listen ?? listenHere,
    close: () => boss.stop({ graceful: false, close: false }),
  }
}

export function newBoss(db: Db, log: FastifyBaseLogger, options: ConstructorOptions & { listen?: Listen }): PgBoss {
  const backend = db.kind === 'embedded' ? 'pglite' : 'postgres'
  const { listen, ...others } = options
  const boss = new PgBoss({
    ...others,
    db: {
      executeSql: (text, values) => executeSql(db, text, values),
      ...(listen === undefined ? {} : { listen }),
    },
    useListenNotify: listen !== undefined,
    backend,
    clock: idleClock,
    // The embedded database has no autovacuum to monitor.
    monitorVacuum: backend === 'postgres',
    reindex: backend === 'postgres',
  })
  boss.on('error', newFaultLog(log, 'job queue error'))
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'job queue warning'))
  return boss
}

async function executeSql(db: Db, text: string, values: unknown[] = []): Promise<{ rows: object[] }> {
  return { rows: values.length > 0 ? await db.query(text, values) : await db.runScript(text) }
}

/** What pg-boss takes as its database for one call. */
export const sqlOf = (tx: Queryable) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({ rows: await tx.query(text, values) }),
})

/** Timers that do not keep an idle process alive. */
const idleClock: ConstructorOptions['clock'] = {
  now: () => Date.now(),
  setTimeout: (work, ms) => setTimeout(work, ms).unref(),
  clearTimeout: timer => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work, ms) => setInterval(work, ms).unref(),
  clearInterval: timer => clearInterval(timer as NodeJS.Timeout),
}
