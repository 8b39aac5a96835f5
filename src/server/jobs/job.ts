import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { WorkQueue } from './job-queue.ts'

/** One run of a job: the same id at each attempt. */
export type Attempt = { id: string; isFirst: boolean; isLast: boolean }

/** Work that a request leaves to be done after its transaction, once, by any process. */
export type Job<Payload extends object = object> = {
  name: string
  queue: WorkQueue
  /** What it needs to know. It is stored for a while: no secrets. */
  payload: z.ZodType<Payload>
  /** May be run again after a failure, or after its process died: it must bear that. */
  run(deps: Deps, payload: Payload, attempt: Attempt): Promise<void>
}

/** Work that comes round by itself, at one process only. */
export type Chore = {
  name: string
  every: 'minute' | 'hour' | 'day'
  run: (deps: Deps) => Promise<void>
}

/** Thrown by a job that no later attempt can bring to an end. The message goes to the log: no personal data. */
export class HopelessJob extends Error {}

/** Queues a job inside the caller's transaction: it is run only if, and after, that commits. */
export const queueJob = <Payload extends object>(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Parameters<Deps['jobs']['add']>[0],
  job: Job<Payload>,
  payload: Payload,
): Promise<void> => jobs.add(tx, job, payload)
