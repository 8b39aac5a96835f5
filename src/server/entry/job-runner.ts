import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { WebhookSender } from '#server/accounts/webhooks/webhook-sender.ts'
import { continueLoads } from '#server/catalog/pull/place-load.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { faultOf, newFaultLog } from '#server/platform/basics/fault.ts'
import type { Listen } from '#server/platform/database/db.ts'
import { isOfNewerVersion } from '#server/platform/database/migrate.ts'
import { newBoss, type QueuedJob, queues } from '#server/platform/jobs/job-queue.ts'
import { begunJobs, type Chore, NonRetryableError, type Job } from '#server/platform/jobs/job.ts'
import { QueueWorker, type WorkOptions } from '#server/platform/jobs/queue-worker.ts'
import { otherMailsAtOnce, urgentMailsAtOnce } from '#server/platform/mail/mailer.ts'
import { allChores, allJobs } from './all-jobs.ts'

/** How each queue is worked off in this process. A load takes up to a gigabyte of memory. */
const work: Record<keyof typeof queues, WorkOptions> = {
  urgentMail: { atOnce: urgentMailsAtOnce },
  mail: { atOnce: otherMailsAtOnce },
  jobs: { atOnce: 2 },
  catalog: { atOnce: 1 },
  loads: { atOnce: 1 },
  areaLoads: { atOnce: 2, atOnceOfHolder: 1 },
  // Visits of websites mostly wait: for servers, and between two requests to one. Each takes several seconds.
  sites: { atOnce: 40, pauseMs: 500 },
  chores: { atOnce: 1 },
}
/** How often the queue looks for jobs whose process has died. */
const SUPERVISE_SECONDS = 15
const STOP_MS = 6000

const cronOf: Record<Chore<Deps>['every'], string> = { minute: '* * * * *', hour: '7 * * * *', day: '23 4 * * *' }

export type JobRunner = { stop: () => Promise<void> }

/** Runs jobs and chores, and sends webhooks. Each job, and each run of a chore, runs in one of the processes. */
export async function startJobRunner(deps: Deps): Promise<JobRunner> {
  const workers: QueueWorker[] = []
  const listen: Listen = (channel, onNotification, onReconnect) =>
    deps.jobs.listen(
      channel,
      queue => {
        onNotification(queue)
        for (const worker of workers) if (worker.queue === queue) worker.wake()
      },
      () => {
        onReconnect()
        for (const worker of workers) worker.wake()
      },
    )
  const boss = newBoss(deps.db, deps.log, {
    supervise: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    schedule: true,
    maintenanceIntervalSeconds: 3600,
    listen,
  })
  await boss.start()
  const scheduled = await boss.getSchedules(queues.chores)
  const unknown = scheduled.filter(({ key }) => !allChores.some(({ name }) => name === key))
  // A newer version may have scheduled them, and does so only when one of its processes starts.
  if (unknown.length > 0 && !(await isOfNewerVersion(deps.db)))
    for (const { key } of unknown) await boss.unschedule(queues.chores, key)
  for (const { name, every } of allChores) {
    const cron = cronOf[every]
    if (scheduled.some(known => known.key === name && known.cron === cron)) continue
    await boss.schedule(queues.chores, cron, { name }, { key: name, singletonKey: name })
  }
  const onFault = newFaultLog(deps.log, 'job queue error')
  if (deps.db.kind === 'embedded') await takeUpWork(deps, boss)
  for (const [key, queue] of Object.entries(queues) as [keyof typeof queues, string][])
    workers.push(
      new QueueWorker({
        ...work[key],
        boss,
        queue,
        db: key === 'sites' ? deps.db.background : undefined,
        run: job => (key === 'chores' ? runChore(deps, job.data.name) : runJob(deps, job)),
        onFault,
      }),
    )
  const sender = new WebhookSender(deps).start()
  return {
    stop: async () => {
      const workersEnd = Promise.all([...workers, sender].map(worker => worker.stop(STOP_MS)))
      await Promise.all([workersEnd, boss.stop({ close: false, timeout: STOP_MS })])
    },
  }
}

/** The embedded database belongs to one process, so work that has begun when it starts is of one that was killed. */
async function takeUpWork(deps: Deps, boss: PgBoss): Promise<void> {
  await continueLoads(deps.db)
  for (const queue of Object.values(queues)) {
    const begun = await begunJobs(deps.db, queue)
    if (begun.length > 0) await boss.fail(queue, begun, { message: 'The process was killed' })
  }
}

/** Runs one job; throws if it must be retried. A job that is given up is logged, without its payload. */
export async function runJob(deps: Deps, queued: JobWithMetadata<QueuedJob>): Promise<void> {
  const { name, payload } = queued.data
  const attempt = {
    id: queued.id,
    isFirst: queued.retryCount === 0,
    isLast: queued.retryCount >= queued.retryLimit,
    holder: queued.groupId ?? undefined,
  }
  try {
    const job = jobOf(name)
    await job.run(deps, job.payload.parse(payload), attempt)
  } catch (error) {
    const isNonRetryable = error instanceof NonRetryableError
    const line = { err: faultOf(error), job: name, id: queued.id, attempt: queued.retryCount + 1 }
    if (isNonRetryable || attempt.isLast) deps.log.error(line, 'a job was given up')
    else deps.log.warn(line, 'a job failed and will be tried again')
    if (!isNonRetryable) throw error
  }
}

// During an upgrade, a job may come from a newer version, whose processes run it on a later attempt.
function jobOf(name: string): Job<object, Deps> {
  const job = allJobs.find(known => known.name === name)
  if (job === undefined) throw new Error(`There is no job "${name}"`)
  return job
}

export async function runChore(deps: Deps, name: string): Promise<void> {
  try {
    await allChores.find(known => known.name === name)?.run(deps)
  } catch (error) {
    deps.log.error({ err: faultOf(error), chore: name }, 'a chore failed and waits for its next turn')
    throw error
  }
}
