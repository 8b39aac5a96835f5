import type { SecurityEvent } from '#contract/admin/admin.ts'
import type { Dated } from '#server/platform/basics/clock.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { isOlderThan, readNumber } from '#server/platform/database/rows.ts'

export type StoredEvent = Dated<SecurityEvent, 'at'>

export async function insertEvent(
  db: Queryable,
  event: Pick<StoredEvent, 'userId' | 'actorId' | 'kind' | 'device' | 'at'>,
): Promise<void> {
  await db.query('INSERT INTO security_event (user_id, actor_id, kind, device, at) VALUES ($1, $2, $3, $4, $5)', [
    event.userId,
    event.actorId,
    event.kind,
    event.device,
    event.at,
  ])
}

/** Does nothing if the account has an event of this kind and detail since then. */
export async function insertEventOnce(
  db: Queryable,
  { userId, kind, device, at, since }: Pick<StoredEvent, 'userId' | 'kind' | 'device' | 'at'> & { since: Date },
): Promise<void> {
  await db.query(
    `INSERT INTO security_event (user_id, actor_id, kind, device, at) SELECT $1, $1, $2, $3, $4
     WHERE NOT EXISTS (SELECT FROM security_event WHERE user_id = $1 AND kind = $2 AND device = $3 AND at > $5)`,
    [userId, kind, device, at, since],
  )
}

/** The only allowed way to delete rows. The table itself always keeps the last year. */
export async function deleteEventsBefore(tx: Queryable, before: Date): Promise<void> {
  await tx.query(`SELECT set_config('leadline.sweep', 'security_event', true)`)
  await tx.query('DELETE FROM security_event WHERE at < $1', [before])
}

/** Newest first; only events older than the id `before` and of one account, if set. */
export const findEvents = (
  db: Queryable,
  { limit, before, userId }: { limit: number; before: number | null; userId: number | null },
): Promise<StoredEvent[]> =>
  db.query(
    `SELECT e.id, e.user_id AS "userId", u.username, e.actor_id AS "actorId", a.username AS "actorName",
       e.kind, e.device, e.at
     FROM security_event e LEFT JOIN user_account u ON u.id = e.user_id LEFT JOIN user_account a ON a.id = e.actor_id
     WHERE ${isOlderThan('$2', 'e.id')} AND ($3::int IS NULL OR e.user_id = $3)
     ORDER BY e.id DESC LIMIT $1`,
    [limit, before, userId],
  )

export const countEvents = (db: Queryable, userId: number | null): Promise<number> =>
  readNumber(db, 'SELECT count(*)::int AS count FROM security_event WHERE $1::int IS NULL OR user_id = $1', [userId])
