import type { Deps } from '#server/deps.ts'
import { newBoss, type QueuedJob, queues } from '#server/jobs/job-queue.ts'
import { runJob } from '#server/jobs/job-runner.ts'

const AT_ONCE = 20

/** Does what a running server would do next: each queued job once, in order; those that fail wait for their retry. */
export async function runDueJobs(deps: Deps): Promise<void> {
  const boss = newBoss(deps.db, deps.log, { supervise: false, schedule: false, migrate: false })
  await boss.start()
  try {
    let found
    do {
      found = await boss.fetch<QueuedJob>(queues.jobs, { batchSize: AT_ONCE, includeMetadata: true })
      for (const job of found) {
        const failure = await runJob(deps, job).then(
          () => null,
          (error: unknown) => error as Error,
        )
        if (failure === null) await boss.complete(queues.jobs, job.id)
        else await boss.fail(queues.jobs, job.id, { message: failure.message })
      }
    } while (found.length > 0)
  } finally {
    await boss.stop({ graceful: false, close: false })
  }
}
