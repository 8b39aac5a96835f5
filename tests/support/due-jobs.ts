import type { FastifyInstance } from 'fastify'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { runJob } from '#server/entry/job-runner.ts'
import type { Deps } from '#server/features/deps.ts'
import { newBoss, type QueuedJob, queues, type WorkQueue } from '#server/platform/jobs/job-queue.ts'
import { productOf } from './app.ts'

const AT_ONCE = 20

export const mailQueues: WorkQueue[] = ['urgentMail', 'mail']
const allQueues: WorkQueue[] = [...mailQueues, 'jobs', 'catalog', 'loads', 'areaLoads', 'sites']

/** Does what a running server would do next: runs each queued job once, in order. Failed jobs wait for their retry. */
export async function runDueJobs(deps: Deps, from: readonly WorkQueue[] = allQueues): Promise<void> {
  const boss = newBoss(deps.db, deps.log, { supervise: false, schedule: false, migrate: false })
  await boss.start()
  try {
    let found
    do {
      found = await fetchFromAll(boss, from)
      for (const job of found) {
        const failure = await runJob(deps, job).then(
          () => null,
          (error: unknown) => error as Error,
        )
        if (failure === null) await boss.complete(job.name, job.id)
        else await boss.fail(job.name, job.id, { message: failure.message })
      }
    } while (found.length > 0)
  } finally {
    await boss.stop({ graceful: false, close: false })
  }
}

async function fetchFromAll(boss: PgBoss, from: readonly WorkQueue[]): Promise<JobWithMetadata<QueuedJob>[]> {
  const found: JobWithMetadata<QueuedJob>[] = []
  for (const queue of from)
    found.push(...(await boss.fetch<QueuedJob>(queues[queue], { batchSize: AT_ONCE, includeMetadata: true })))
  return found
}

/** Sends queued mail, and returns the token in the newest link of this kind to an address. */
export async function tokenMailedTo(app: FastifyInstance, address: string, link: string): Promise<string> {
  const { deps, mails } = productOf(app)
  // Not other tests' jobs: a load of places would look for its source on the web.
  await runDueJobs(deps, mailQueues)
  const found = mails.findLast(({ to, text }) => to === address && text.includes(link))
  if (found === undefined) throw new Error(`No mail to ${address} contains ${link}`)
  return /^[\w-]+/.exec(found.text.split(link)[1] ?? '')?.[0] ?? ''
}
