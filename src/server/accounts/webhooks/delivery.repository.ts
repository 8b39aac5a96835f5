import type { WebhookFault } from '#contract/accounts/webhooks.ts'
import { accountColumns, type AccountRow } from '#server/accounts/identity/account.rules.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { countRows, firstValue, readValues } from '#server/platform/database/rows.ts'
import type { Answer, Outcome } from './delivery.rules.ts'
import type { StoredEvent } from './webhook-body.rules.ts'

export type DueMessage = {
  id: number
  key: string
  endpointId: number
  userId: number
  type: StoredEvent['type']
  content: object
  triesLeft: number
  createdAt: Date
  url: string
  secret: Uint8Array
  formerSecret: Uint8Array | null
  formerUntil: Date | null
  /** The secrets before the former one, in hex, each with the time until which messages are signed with it. */
  earlierSecrets: { secret: string; until: string }[]
}

type Claim = {
  now: Date
  /** If there is no result by then, another attempt is made: the process that took the message has died. */
  lostAt: Date
  areFailing: boolean
  atMost: number
  perEndpoint: number
  /** The calls of this process that have no answer yet. */
  busy: ReadonlyMap<number, number>
}

/**
 * Takes due messages, and of each endpoint only as many as it has room for: neither an endpoint that hangs nor one with a
 * long backlog keeps others waiting. Users take turns, those with the fewest running calls first, and each may have as
 * many as there are free ones, so that nobody's slow receivers use up the calls of all. Of one user, the oldest message is
 * first. Reads one index entry for each endpoint with waiting messages.
 */
export const takeDue = (
  db: Queryable,
  { now, lostAt, areFailing, atMost, perEndpoint, busy }: Claim,
): Promise<DueMessage[]> =>
  db.queryPrepared(
    `WITH RECURSIVE waiting (endpoint_id) AS (
       (SELECT endpoint_id FROM webhook_message WHERE next_at IS NOT NULL ORDER BY endpoint_id LIMIT 1)
       UNION ALL
       SELECT (SELECT m.endpoint_id FROM webhook_message m WHERE m.next_at IS NOT NULL AND m.endpoint_id > w.endpoint_id
         ORDER BY m.endpoint_id LIMIT 1)
       FROM waiting w WHERE w.endpoint_id IS NOT NULL
     ), busy AS (
       SELECT e.id, e.user_id, b.calls FROM unnest($6::bigint[], $7::int[]) AS b (endpoint_id, calls)
       JOIN webhook_endpoint e ON e.id = b.endpoint_id
     ), ranked AS (
       SELECT due.id, due.next_at, row_number() OVER (PARTITION BY e.user_id ORDER BY due.next_at, due.id)
         + coalesce((SELECT sum(calls) FROM busy WHERE busy.user_id = e.user_id), 0) AS turn
       FROM waiting w
       JOIN webhook_endpoint e ON e.id = w.endpoint_id
       LEFT JOIN busy ON busy.id = e.id
       CROSS JOIN LATERAL (
         SELECT id, next_at FROM webhook_message WHERE endpoint_id = e.id AND next_at <= $1
         ORDER BY next_at, id LIMIT greatest(0, $5::int - coalesce(busy.calls, 0)) FOR UPDATE SKIP LOCKED) due
       WHERE (e.failing_since IS NOT NULL) = $3 AND e.state <> 'held' AND (e.paused_until IS NULL OR e.paused_until <= $1)
     ), placed AS (SELECT id, turn, row_number() OVER (ORDER BY turn, next_at, id) AS place FROM ranked
     ), taken AS (SELECT id FROM placed WHERE turn - 1 < $4 - (place - 1))
     UPDATE webhook_message m SET next_at = $2, is_taken = true FROM taken, webhook_endpoint e
     WHERE m.id = taken.id AND e.id = m.endpoint_id
     RETURNING m.id, m.key, m.endpoint_id AS "endpointId", m.user_id AS "userId", m.type, m.content,
       m.tries_left AS "triesLeft", m.created_at AS "createdAt", e.url, e.secret, e.former_secret AS "formerSecret",
       e.former_until AS "formerUntil", e.earlier_secrets AS "earlierSecrets"`,
    [now, lostAt, areFailing, atMost, perEndpoint, [...busy.keys()], [...busy.values()]],
  )

/** Without deleted accounts. */
export const findOwners = (db: Queryable, userIds: readonly number[]): Promise<AccountRow[]> =>
  db.queryPrepared(
    `SELECT ${accountColumns} FROM user_account WHERE id = ANY ($1::int[]) AND deleted_at IS NULL ORDER BY id`,
    [userIds],
  )

export type LockedEndpoint = {
  id: number
  userId: number
  url: string
  state: string
  failingSince: Date | null
  lastFailedAt: Date | null
}

/** Locks these endpoints before their messages, as deleting one does. */
export const lockEndpoints = (tx: Queryable, ids: readonly number[]): Promise<LockedEndpoint[]> =>
  tx.queryPrepared(
    `SELECT id, user_id AS "userId", url, state, failing_since AS "failingSince", last_failed_at AS "lastFailedAt"
     FROM webhook_endpoint WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
    [ids],
  )

export type Result = Omit<Answer, 'retryAfter'> & Pick<Outcome, 'state' | 'nextAt'> & { messageId: number; at: Date }

/** Records attempts. Messages that were deleted meanwhile, or ended because their endpoint is off, stay so. */
export async function saveResults(tx: Queryable, results: readonly Result[]): Promise<void> {
  await tx.queryPrepared(
    `WITH results AS (
       SELECT * FROM jsonb_to_recordset($1::jsonb) AS r ("messageId" bigint, at timestamptz, status smallint, ms int,
         fault text, state text, "nextAt" timestamptz)
     ), held AS (
       SELECT m.id, m.user_id FROM webhook_message m JOIN results r ON r."messageId" = m.id ORDER BY m.id FOR UPDATE OF m
     ), noted AS (
       INSERT INTO webhook_attempt (message_id, user_id, at, status, ms, fault)
       SELECT held.id, held.user_id, r.at, r.status, r.ms, r.fault FROM results r JOIN held ON held.id = r."messageId"
       ORDER BY r.at, held.id)
     UPDATE webhook_message m SET
       state = CASE WHEN m.state = 'waiting' OR r.state = 'delivered' THEN r.state ELSE m.state END,
       next_at = CASE WHEN m.state = 'waiting' AND r.state = 'waiting' THEN r."nextAt" END,
       tries_left = greatest(0, m.tries_left - 1), is_taken = false
     FROM results r JOIN held ON held.id = r."messageId" WHERE m.id = held.id`,
    [JSON.stringify(results)],
  )
}

export type EndpointResult = Omit<LockedEndpoint, 'userId' | 'url'> & { pausedUntil: Date | null }

export async function saveEndpoints(tx: Queryable, endpoints: readonly EndpointResult[]): Promise<void> {
  await tx.queryPrepared(
    `UPDATE webhook_endpoint e SET failing_since = r."failingSince", last_failed_at = r."lastFailedAt",
       paused_until = greatest(e.paused_until, r."pausedUntil"), state = r.state
     FROM jsonb_to_recordset($1::jsonb) AS r (id bigint, "failingSince" timestamptz, "lastFailedAt" timestamptz,
       "pausedUntil" timestamptz, state text) WHERE e.id = r.id`,
    [JSON.stringify(endpoints)],
  )
}

/** Ends everything that waits for an endpoint. Each message notes why. */
export async function endMessages(
  tx: Queryable,
  { endpointId, fault, now }: { endpointId: number; fault: WebhookFault; now: Date },
): Promise<void> {
  await tx.query(
    `WITH ended AS (
       UPDATE webhook_message SET state = 'failed', next_at = NULL WHERE endpoint_id = $1 AND next_at IS NOT NULL
       RETURNING id, user_id)
     INSERT INTO webhook_attempt (message_id, user_id, at, ms, fault) SELECT id, user_id, $3, 0, $2 FROM ended ORDER BY id`,
    [endpointId, fault, now],
  )
}

export const overfullEndpoints = (db: Queryable, most: number): Promise<number[]> =>
  readValues(
    db,
    `SELECT endpoint_id AS id FROM webhook_message WHERE next_at IS NOT NULL
     GROUP BY endpoint_id HAVING count(*) > $1 ORDER BY endpoint_id`,
    [most],
  )

/**
 * Looks at the next messages by id that are this old, and deletes those that do not wait, with their attempts. Returns the
 * last id it has looked at; null at the end.
 */
export const deleteOldMessages = async (
  db: Queryable,
  { before, after, atMost }: { before: Date; after: number; atMost: number },
): Promise<number | null> =>
  (await firstValue<number | null>(
    db,
    `WITH old AS (
       SELECT id FROM (SELECT id, created_at FROM webhook_message WHERE id > $2 ORDER BY id LIMIT $3) oldest
       WHERE created_at < $1),
     deleted AS (DELETE FROM webhook_message WHERE id IN (SELECT id FROM old) AND next_at IS NULL)
     SELECT max(id) AS last FROM old`,
    [before, after, atMost],
  )) ?? null

/** Deletes finished messages of endpoints beyond their newest ones. Returns how many were deleted. */
export const deleteSurplusMessages = (
  db: Queryable,
  { kept, atMost }: { kept: number; atMost: number },
): Promise<number> =>
  countRows(
    db,
    `DELETE FROM webhook_message WHERE id IN (
       SELECT old.id FROM webhook_endpoint e
       CROSS JOIN LATERAL (SELECT id FROM webhook_message WHERE endpoint_id = e.id ORDER BY id DESC OFFSET $1 LIMIT 1) newest
       CROSS JOIN LATERAL (SELECT id FROM webhook_message WHERE endpoint_id = e.id AND id <= newest.id AND next_at IS NULL
         ORDER BY id DESC LIMIT $2) old
       LIMIT $2) RETURNING 1`,
    [kept, atMost],
  )
