import type { Db, Queryable } from '#server/platform/database/db.ts'
import { countWaiting } from './job-figures.repository.ts'
import type { JobKind, JobQueue } from './job-queue.ts'

export { begunJobs, cancelWaiting, waitingJobs, withoutJob } from './job-figures.repository.ts'
export type { JobKind } from './job-queue.ts'

/** One attempt to run a job. The id is the same for every attempt. `holder`: in whose turn it runs, if in anybody's. */
export type Attempt = { id: string; isFirst: boolean; isLast: boolean; holder?: string | undefined }

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

/** Queues a job in the caller's transaction. It runs only if that transaction commits. */
export const queueJob = <Payload extends object>(
  { jobs }: { jobs: JobQueue },
  tx: Queryable,
  job: JobKind<Payload>,
  payload: Payload,
): Promise<void> => jobs.add(tx, job, payload)

/** For work that nobody waits for. */
const LOWEST_PRIORITY = -1_000_000

/** Queues many jobs of one kind, which run when no other jobs wait in their queue. */
export const queueInBackground = <Payload extends object>(
  { jobs }: { jobs: JobQueue },
  tx: Queryable,
  job: JobKind<Payload>,
  payloads: readonly Payload[],
): Promise<void> =>
  jobs.addAll(
    tx,
    job,
    payloads.map(payload => ({ payload, priority: LOWEST_PRIORITY })),
  )

/** Queues jobs of a holder, such as a user. Holders take turns, so that each waits only for their own. */
export async function queueInTurn<Payload extends object>(
  { jobs }: { jobs: JobQueue },
  tx: Queryable,
  job: JobKind<Payload>,
  { payloads, holder }: { payloads: readonly Payload[]; holder: string },
): Promise<void> {
  const waiting = await countWaiting(tx, job, holder)
  const added = payloads.map((payload, index) => ({ payload, priority: -(waiting + index), group: holder }))
  await jobs.addAll(tx, job, added)
}

const TURN_MS = 10_000

type StepsOf<Payload extends object> = {
  job: JobKind<Payload>
  payload: Payload
  attempt: Pick<Attempt, 'holder'>
  /** Only for tests. */
  turnMs?: number
}

/**
 * Does the steps of a job until there are no more. After ten seconds, the rest is left to another job, so that the jobs
 * of others do not wait long. If the process is killed, the next attempt continues with the next step.
 */
export async function runSteps<Payload extends object>(
  { db, jobs }: { db: Db; jobs: JobQueue },
  { job, payload, attempt, turnMs = TURN_MS }: StepsOf<Payload>,
  step: () => Promise<boolean>,
): Promise<void> {
  const end = performance.now() + turnMs
  while (await step()) {
    if (performance.now() < end) continue
    const { holder } = attempt
    const payloads = [payload]
    return db.transaction(tx =>
      holder === undefined
        ? queueJob({ jobs }, tx, job, payload)
        : queueInTurn({ jobs }, tx, job, { payloads, holder }),
    )
  }
}
