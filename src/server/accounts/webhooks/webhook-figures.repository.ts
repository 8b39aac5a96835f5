import type { Queryable } from '#server/platform/database/db.ts'

/**
 * working: messages are sent as soon as they are due. failing: the last attempt failed. paused: the receiver asked for a
 * pause, or the webhook is on hold.
 */
export const receiverStates = ['working', 'failing', 'paused'] as const
type ReceiverState = (typeof receiverStates)[number]

export type Backlog = { receivers: ReceiverState; waiting: number; oldestAt: Date; dueAt: Date }

/** The messages that wait, by the state of their receivers. Reads no others. */
export const readBacklog = (db: Queryable, now: Date): Promise<Backlog[]> =>
  db.query(
    `WITH waiting AS (
       SELECT endpoint_id, count(*)::int AS count, min(created_at) AS oldest_at, min(next_at) AS due_at
       FROM webhook_message WHERE next_at IS NOT NULL GROUP BY endpoint_id),
     each AS (
       SELECT w.*, CASE WHEN e.state = 'held' OR e.paused_until > $1 THEN 'paused'
         WHEN e.failing_since IS NOT NULL THEN 'failing' ELSE 'working' END AS receivers
       FROM waiting w JOIN webhook_endpoint e ON e.id = w.endpoint_id)
     SELECT receivers, sum(count)::int AS waiting, min(oldest_at) AS "oldestAt", min(due_at) AS "dueAt"
     FROM each GROUP BY receivers ORDER BY receivers`,
    [now],
  )
