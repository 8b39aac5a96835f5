import type { z } from 'zod'
import type { Queryable } from '#server/platform/database/db.ts'
import type { JobQueue, WorkQueue } from './job-queue.ts'

/** One run of a job: the same id at each attempt. */
export type Attempt = { id: string; isFirst: boolean; isLast: boolean }

/** What it takes to queue a job. Code below the layer that does the work declares the kind alone. */
export type JobKind<Payload extends object = object> = {
  name: string
  queue: WorkQueue
  /** What the job needs to know. It is stored for a while, so it holds no secrets. */
  payload: z.ZodType<Payload>
}

/** Work that a request leaves to be done after its transaction, once, by any process. */
export type Job<Payload extends object, Deps> = JobKind<Payload> & {
  /** Runs again after a failure or a crash, so it must be safe to repeat. */
  run(deps: Deps, payload: Payload, attempt: Attempt): Promise<void>
}

/** Recurring work. One process at a time runs it. */
export type Chore<Deps> = {
  name: string
  every: 'minute' | 'hour' | 'day'
  run: (deps: Deps) => Promise<void>
}

/** Thrown by a job that cannot succeed on any later attempt. The message is logged, so it holds no personal data. */
export class HopelessJob extends Error {}

/** Queues a job inside the caller's transaction. The job runs after the commit, or never. */
export const queueJob = <Payload extends object>(
  { jobs }: { jobs: JobQueue },
  tx: Queryable,
  job: JobKind<Payload>,
  payload: Payload,
): Promise<void> => jobs.add(tx, job, payload)
