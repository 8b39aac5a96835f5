import type { WebhookAttempt, WebhookEvent, WebhookMessage } from '#contract/accounts/webhooks.ts'
import type { Tier } from '#contract/plans.ts'
import type { Dated } from '#server/platform/basics/clock.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { hasRow, isOlderThan, prepared } from '#server/platform/database/rows.ts'

type Subscribed = { userId: number; type: WebhookEvent; tiers: readonly Tier[] }

/** SQL: the endpoint e is told of events $2 of the user $1, whose plan is one of $3. */
const isTold = `e.user_id = $1 AND e.state IN ('on', 'held') AND $2 = ANY (e.events)
  AND EXISTS (SELECT FROM user_account u WHERE u.id = $1 AND u.disabled_at IS NULL AND u.subscription_tier = ANY ($3::text[]))`

export const hasSubscriber = (db: Queryable, { userId, type, tiers }: Subscribed): Promise<boolean> =>
  hasRow(prepared(db), `SELECT FROM webhook_endpoint e WHERE ${isTold} LIMIT 1`, [userId, type, tiers])

/** One message for each content and each endpoint of the user that is told of such events. Skips one being deleted. */
export async function insertMessages(
  tx: Queryable,
  told: Subscribed & { contents: readonly object[]; now: Date; triesLeft: number },
): Promise<void> {
  if (told.contents.length === 0) return
  await tx.queryPrepared(
    `INSERT INTO webhook_message (endpoint_id, user_id, type, content, tries_left, next_at, created_at)
     SELECT e.id, $1, $2, c.content, $6::int, $5, $5
     FROM webhook_endpoint e, jsonb_array_elements($4::jsonb) WITH ORDINALITY AS c (content, place)
     WHERE ${isTold} ORDER BY c.place, e.id FOR KEY SHARE OF e`,
    [told.userId, told.type, told.tiers, JSON.stringify(told.contents), told.now, told.triesLeft],
  )
}

/** Also if the endpoint asked for a pause. Returns false if the user has no such endpoint. */
export const insertTest = (
  db: Queryable,
  { userId, endpointId, content, now }: { userId: number; endpointId: number; content: object; now: Date },
): Promise<boolean> =>
  hasRow(
    db,
    `WITH wanted AS (
       UPDATE webhook_endpoint SET paused_until = NULL WHERE user_id = $1 AND id = $2 RETURNING id, user_id)
     INSERT INTO webhook_message (endpoint_id, user_id, type, content, tries_left, next_at, created_at)
     SELECT id, user_id, 'test', $3::jsonb, 1, $4, $4 FROM wanted RETURNING id`,
    [userId, endpointId, JSON.stringify(content), now],
  )

/** Returns false if the user has no such message, or it has not failed. */
export const sendAgain = (
  db: Queryable,
  { userId, endpointId, messageId, now }: { userId: number; endpointId: number; messageId: number; now: Date },
): Promise<boolean> =>
  hasRow(
    db,
    `WITH wanted AS (
       UPDATE webhook_endpoint SET paused_until = NULL WHERE user_id = $1 AND id = $2 RETURNING id)
     UPDATE webhook_message m SET state = 'waiting', tries_left = 1, next_at = $4, is_taken = false FROM wanted
     WHERE m.endpoint_id = wanted.id AND m.id = $3 AND m.state = 'failed' RETURNING m.id`,
    [userId, endpointId, messageId, now],
  )

export type StoredMessage = Pick<WebhookMessage, 'id' | 'type' | 'state'> & {
  key: string
  createdAt: Date
  nextAt: Date | null
}

type Listed = { userId: number; endpointId: number; isFailed: boolean; before: number | null; limit: number }

/** Newest first, before the id `before`. */
export const listMessages = (
  db: Queryable,
  { userId, endpointId, isFailed, before, limit }: Listed,
): Promise<StoredMessage[]> =>
  db.query(
    `SELECT id, key, type, state, created_at AS "createdAt", CASE WHEN NOT is_taken AND next_at IS NOT NULL
       THEN greatest(next_at, (SELECT paused_until FROM webhook_endpoint WHERE id = $2)) END AS "nextAt"
     FROM webhook_message
     WHERE user_id = $1 AND endpoint_id = $2 AND ${isOlderThan('$3')}
       ${isFailed ? `AND state = 'failed'` : ''} ORDER BY id DESC LIMIT $4`,
    [userId, endpointId, before, limit],
  )

export type StoredAttempt = Dated<WebhookAttempt, 'at'> & { messageId: number }

/** The newest attempts of each message, newest first. */
export const listAttempts = (
  db: Queryable,
  { userId, messageIds, each }: { userId: number; messageIds: readonly number[]; each: number },
): Promise<StoredAttempt[]> =>
  db.query(
    `SELECT a.id, m.id AS "messageId", a.at, a.status, a.ms, a.fault FROM unnest($2::bigint[]) AS m (id)
     CROSS JOIN LATERAL (SELECT id, at, status, ms, fault FROM webhook_attempt
       WHERE message_id = m.id AND user_id = $1 ORDER BY id DESC LIMIT $3) a
     ORDER BY a.id DESC`,
    [userId, messageIds, each],
  )
