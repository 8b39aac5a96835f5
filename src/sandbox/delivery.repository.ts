import type { Queryable } from './host.ts'

export type Delivery = { id: number; event: string; attempts: number; dueAt: Date | null; lastStatus: string | null }
/** After this time, a claim ends and another process may send the event. */
const CLAIM = '60 seconds'
const columns = `id, event, attempts, due_at AS "dueAt", last_status AS "lastStatus"`

/** Adds a delivery. If `delaySeconds` is null, the event is only sent on request. */
export async function addDelivery(db: Queryable, event: string, delaySeconds: number | null): Promise<void> {
  await db.query(
    `INSERT INTO sandbox.delivery (event, due_at) VALUES ($1, now() + make_interval(secs => $2::float8))`,
    [event, delaySeconds],
  )
}

/** Claims the deliveries that are due, oldest first. */
export function claimDeliveries(db: Queryable, limit: number): Promise<Delivery[]> {
  return db.query<Delivery>(
    `WITH due AS (
       SELECT id FROM sandbox.delivery WHERE due_at <= now() ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
     , claimed AS (
       UPDATE sandbox.delivery d SET due_at = now() + interval '${CLAIM}', attempts = attempts + 1
       FROM due WHERE d.id = due.id RETURNING d.*)
     SELECT ${columns} FROM claimed ORDER BY id`,
    [limit],
  )
}

export async function finishDelivery(
  db: Queryable,
  delivery: { id: number; status: string; retrySeconds: number | null },
): Promise<void> {
  await db.query(
    `UPDATE sandbox.delivery SET last_status = $2, due_at = now() + make_interval(secs => $3::float8) WHERE id = $1`,
    [delivery.id, delivery.status, delivery.retrySeconds],
  )
}

/** Makes all waiting deliveries due now. */
export async function makeAllDue(db: Queryable): Promise<void> {
  await db.query('UPDATE sandbox.delivery SET due_at = now() WHERE due_at > now()')
}

/** All deliveries, oldest first. */
export const readDeliveries = (db: Queryable): Promise<Delivery[]> =>
  db.query<Delivery>(`SELECT ${columns} FROM sandbox.delivery ORDER BY id`)
