import type { FastifyBaseLogger } from 'fastify'
import { faultOf } from '#server/platform/basics/fault.ts'
import type { Db } from '#server/platform/database/db.ts'
import { findBegunJobs, findQueueFigures, findWithoutJob, type QueueFigures } from './job-figures.repository.ts'
import { type JobQueue, queues } from './job-queue.ts'
import { type JobKind, queueJob } from './job.ts'

/** Null if the database does not answer. */
export async function readQueueFigures({
  db,
  log,
}: {
  db: Db
  log: FastifyBaseLogger
}): Promise<QueueFigures[] | null> {
  try {
    return await findQueueFigures(db)
  } catch (error) {
    log.warn({ err: faultOf(error) }, 'the queue metrics could not be read')
    return null
  }
}

/** Jobs of a queue that are running, in any process. */
export const begunJobs = ({ db }: { db: Db }, queue: string): Promise<string[]> => findBegunJobs(db, queue)

/** Queues jobs for those of these payloads that have none. A backup has no jobs, so work that waited for one would never end. */
export async function queueMissing<Payload extends object>(
  { db, jobs }: { db: Db; jobs: JobQueue },
  job: JobKind<Payload>,
  payloads: readonly Payload[],
): Promise<void> {
  if (payloads.length === 0) return
  const missing = await findWithoutJob(db, { queue: queues[job.queue], name: job.name, payloads })
  for (const payload of missing) await db.transaction(tx => queueJob({ jobs }, tx, job, payload))
}
