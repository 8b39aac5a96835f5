import type { Queryable } from '#server/platform/database/db.ts'

export type QueueFigures = { queue: string; waiting: number; oldestSeconds: number }

/** Jobs that are due and not yet started, by queue. */
export const findQueueFigures = (db: Queryable): Promise<QueueFigures[]> =>
  db.query(
    `SELECT q.name AS queue, count(j.id)::int AS waiting,
       coalesce(extract(epoch FROM now() - min(j.start_after)), 0)::float8 AS "oldestSeconds"
     FROM pgboss.queue q LEFT JOIN pgboss.job j ON j.name = q.name AND j.state < 'active' AND j.start_after <= now()
     GROUP BY q.name ORDER BY q.name`,
  )

/** Jobs of a queue that are running, in any process. */
export async function findBegunJobs(db: Queryable, queue: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM pgboss.job WHERE name = $1 AND state = 'active' ORDER BY id`,
    [queue],
  )
  return rows.map(({ id }) => id)
}

/** Those of these payloads for which no job of that name is queued or runs. */
export async function findWithoutJob<Payload extends object>(
  db: Queryable,
  { queue, name, payloads }: { queue: string; name: string; payloads: readonly Payload[] },
): Promise<Payload[]> {
  const rows = await db.query<{ payload: Payload }>(
    `SELECT payload FROM jsonb_array_elements($3::jsonb) AS wanted (payload)
     WHERE NOT EXISTS (SELECT FROM pgboss.job
       WHERE name = $1 AND state < 'completed' AND data->>'name' = $2 AND data->'payload' = wanted.payload)`,
    [queue, name, JSON.stringify(payloads)],
  )
  return rows.map(({ payload }) => payload)
}
