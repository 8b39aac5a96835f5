import type { Queryable } from '#server/platform/database/db.ts'
import { readNumber, readValues } from '#server/platform/database/rows.ts'
import { type JobKind, queues } from './job-queue.ts'

export type QueueFigures = { queue: string; waiting: number; oldestSeconds: number }

/** Jobs that are due and not yet started, by queue. */
export const findQueueFigures = (db: Queryable): Promise<QueueFigures[]> =>
  db.query(
    `SELECT q.name AS queue, count(j.id)::int AS waiting,
       coalesce(extract(epoch FROM now() - min(j.start_after)), 0)::float8 AS "oldestSeconds"
     FROM pgboss.queue q LEFT JOIN pgboss.job j ON j.name = q.name AND j.state < 'active' AND j.start_after <= now()
     GROUP BY q.name ORDER BY q.name`,
  )

export const begunJobs = (db: Queryable, queue: string): Promise<string[]> =>
  readValues(db, `SELECT id FROM pgboss.job WHERE name = $1 AND state = 'active' ORDER BY id`, [queue])

export const countWaiting = (db: Queryable, { queue }: Pick<JobKind, 'queue'>, holder: string): Promise<number> =>
  readNumber(
    db,
    `SELECT count(*)::int AS count FROM pgboss.job WHERE name = $1 AND state < 'active' AND group_id = $2`,
    [queues[queue], holder],
  )

/** The payloads of a holder's waiting jobs of a kind, the next one first. */
export const waitingJobs = <Payload extends object>(
  db: Queryable,
  { queue, name }: JobKind<Payload>,
  holder: string,
): Promise<Payload[]> =>
  readValues(
    db,
    `SELECT data->'payload' AS payload FROM pgboss.job
     WHERE name = $1 AND data->>'name' = $2 AND state < 'active' AND group_id = $3 ORDER BY priority DESC, created_on, id`,
    [queues[queue], name, holder],
  )

/** Those of these payloads for which no job is queued or runs. */
export const withoutJob = <Payload extends object>(
  db: Queryable,
  { queue, name }: JobKind<Payload>,
  payloads: readonly Payload[],
): Promise<Payload[]> =>
  readValues(
    db,
    `SELECT payload FROM jsonb_array_elements($3::jsonb) AS wanted (payload)
     WHERE NOT EXISTS (SELECT FROM pgboss.job
       WHERE name = $1 AND state < 'completed' AND data->>'name' = $2 AND data->'payload' = wanted.payload)`,
    [queues[queue], name, JSON.stringify(payloads)],
  )

/** Removes those of a holder's jobs that wait and have one of these payloads. */
export async function cancelWaiting<Payload extends object>(
  db: Queryable,
  { queue, name }: JobKind<Payload>,
  { payloads, holder }: { payloads: readonly Payload[]; holder: string },
): Promise<void> {
  await db.query(
    `DELETE FROM pgboss.job WHERE name = $1 AND data->>'name' = $2 AND state < 'active' AND group_id = $4
       AND data->'payload' IN (SELECT jsonb_array_elements($3::jsonb))`,
    [queues[queue], name, JSON.stringify(payloads), holder],
  )
}
