import type { z } from 'zod'
import type { Queryable } from '#server/platform/database/db.ts'
import type { JobQueue, WorkQueue } from './job-queue.ts'

/** One attempt to run a job. The id is the same for every attempt. */
export type Attempt = { id: string; isFirst: boolean; isLast: boolean }

/** What is needed to queue a job. A lower layer that only queues a job declares its kind. */
export type JobKind<Payload extends object = object> = {
  name: string
  queue: WorkQueue
  /** The input of the job. It is stored in the database, so it must not contain secrets. */
  payload: z.ZodType<Payload>
}

/** Work that a request hands off to run once after its transaction, in any process. */
export type Job<Payload extends object, Deps> = JobKind<Payload> & {
  /** Repeated after a failure or crash, so it must be safe to run more than once. */
  run(deps: Deps, payload: Payload, attempt: Attempt): Promise<void>
}

/** Recurring work. Only one process at a time runs it. */
export type Chore<Deps> = {
  name: string
  every: 'minute' | 'hour' | 'day'
  run: (deps: Deps) => Promise<void>
}

/** Thrown by a job that no retry can save. The message is logged, so it must not contain personal data. */
export class NonRetryableError extends Error {}

/**
 * Queues a job in the caller's transaction. It runs only if that transaction commits. Of the jobs that wait in a queue,
 * those with the highest priority run first; it is 0 unless stated.
 */
export const queueJob = <Payload extends object>(
  { jobs }: { jobs: JobQueue },
  tx: Queryable,
  job: JobKind<Payload>,
  payload: Payload,
  priority?: number,
): Promise<void> => jobs.add(tx, job, payload, priority)

/** Does the same as `queueJob` for many jobs of one kind, with one statement. */
export const queueJobs = <Payload extends object>(
  { jobs }: { jobs: JobQueue },
  tx: Queryable,
  job: JobKind<Payload>,
  payloads: readonly Payload[],
): Promise<void> => jobs.addAll(tx, job, payloads)
