import type { FastifyBaseLogger } from 'fastify'
import { faultOf } from '#server/platform/basics/fault.ts'
import type { Db } from '#server/platform/database/db.ts'
import { findQueueFigures, type QueueFigures } from './job-figures.repository.ts'
import type { JobQueue } from './job-queue.ts'
import { type JobKind, queueJob, withoutJob } from './job.ts'

type FigureDeps = { db: Db; log: FastifyBaseLogger }

/** Null if the database does not answer. */
export async function readQueueFigures({ db, log }: FigureDeps): Promise<QueueFigures[] | null> {
  try {
    return await findQueueFigures(db)
  } catch (error) {
    log.warn({ err: faultOf(error) }, 'the queue metrics could not be read')
    return null
  }
}

/** Queues jobs for those of these payloads that have none. A backup has no jobs, so work that waited for one would never end. */
export async function queueMissing<Payload extends object>(
  { db, jobs }: { db: Db; jobs: JobQueue },
  job: JobKind<Payload>,
  payloads: readonly Payload[],
): Promise<void> {
  if (payloads.length === 0) return
  for (const payload of await withoutJob(db, job, payloads))
    await db.transaction(tx => queueJob({ jobs }, tx, job, payload))
}
