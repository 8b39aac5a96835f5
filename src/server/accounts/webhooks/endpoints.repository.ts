import type { Webhook, WebhookState } from '#contract/accounts/webhooks.ts'
import type { Dated } from '#server/platform/basics/clock.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, firstValue, hasRow, readValues } from '#server/platform/database/rows.ts'

export type StoredEndpoint = Dated<Webhook, 'createdAt' | 'failingSince' | 'formerSecretUntil'>

const columns = `id, url, events, state, created_at AS "createdAt", failing_since AS "failingSince",
  former_until AS "formerSecretUntil"`

/** Newest first. */
export const listEndpoints = (db: Queryable, userId: number): Promise<StoredEndpoint[]> =>
  db.query(`SELECT ${columns} FROM webhook_endpoint WHERE user_id = $1 ORDER BY id DESC`, [userId])

export const findEndpoint = (db: Queryable, userId: number, id: number): Promise<StoredEndpoint | undefined> =>
  firstRow(db, `SELECT ${columns} FROM webhook_endpoint WHERE user_id = $1 AND id = $2`, [userId, id])

export const findSecret = (db: Queryable, userId: number, id: number): Promise<Uint8Array | undefined> =>
  firstValue(db, 'SELECT secret FROM webhook_endpoint WHERE user_id = $1 AND id = $2', [userId, id])

/** Makes the new endpoints of an account wait for each other. False if the account was deleted. */
export const lockForEndpoint = (tx: Queryable, userId: number): Promise<boolean> =>
  hasRow(tx, 'SELECT FROM user_account WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE', [userId])

/** Undefined if the user has as many as allowed. Call `lockForEndpoint` before, so that the count is exact. */
export const insertEndpoint = (
  tx: Queryable,
  made: { userId: number; url: string; events: readonly string[]; secret: Uint8Array; now: Date; most: number },
): Promise<StoredEndpoint | undefined> =>
  firstRow(
    tx,
    `INSERT INTO webhook_endpoint (user_id, url, events, secret, created_at)
     SELECT $1, $2, $3::text[], $4, $5 WHERE (SELECT count(*) FROM webhook_endpoint WHERE user_id = $1) < $6
     RETURNING ${columns}`,
    [made.userId, made.url, made.events, made.secret, made.now, made.most],
  )

/** Null leaves a value as it is. An endpoint that is turned on or gets another address starts without its failures. */
export const updateEndpoint = (
  db: Queryable,
  change: {
    userId: number
    id: number
    url: string | null
    events: readonly string[] | null
    state: WebhookState | null
  },
): Promise<StoredEndpoint | undefined> =>
  firstRow(
    db,
    `UPDATE webhook_endpoint SET url = coalesce($3, url), events = coalesce($4::text[], events),
       state = coalesce($5, state),
       failing_since = CASE WHEN $5 = 'on' OR $3 <> url THEN NULL ELSE failing_since END,
       last_failed_at = CASE WHEN $5 = 'on' OR $3 <> url THEN NULL ELSE last_failed_at END,
       paused_until = CASE WHEN $5 = 'on' OR $3 <> url THEN NULL ELSE paused_until END
     WHERE user_id = $1 AND id = $2 RETURNING ${columns}`,
    [change.userId, change.id, change.url, change.events, change.state],
  )

/** Returns the addresses of those that were on, newest first. Locks in the order in which attempts are recorded. */
export const holdEndpoints = (tx: Queryable, userId: number): Promise<string[]> =>
  readValues(
    tx,
    `WITH locked AS (SELECT id FROM webhook_endpoint WHERE user_id = $1 AND state = 'on' ORDER BY id FOR NO KEY UPDATE),
     held AS (UPDATE webhook_endpoint e SET state = 'held' FROM locked WHERE e.id = locked.id RETURNING e.id, e.url)
     SELECT url FROM held ORDER BY id DESC`,
    [userId],
  )

/**
 * Messages are also signed with the replaced secret until `formerUntil`, and with earlier secrets until their own
 * times, because a receiver may still have the first secret after two rotations. Keeps at most `most` earlier secrets,
 * newest first.
 */
export const replaceSecret = (
  db: Queryable,
  replaced: { userId: number; id: number; secret: Uint8Array; formerUntil: Date; now: Date; most: number },
): Promise<StoredEndpoint | undefined> =>
  firstRow(
    db,
    `UPDATE webhook_endpoint SET secret = $3, former_secret = secret, former_until = $4, earlier_secrets = (
       SELECT coalesce(jsonb_agg(one ORDER BY place), '[]') FROM (
         SELECT one, place FROM jsonb_array_elements(
           jsonb_build_object('secret', encode(former_secret, 'hex'), 'until', former_until) || earlier_secrets
         ) WITH ORDINALITY AS former (one, place)
         WHERE (one->>'until')::timestamptz > $5 ORDER BY place LIMIT $6) kept)
     WHERE user_id = $1 AND id = $2 RETURNING ${columns}`,
    [replaced.userId, replaced.id, replaced.secret, replaced.formerUntil, replaced.now, replaced.most],
  )

/** With its messages. False if the user has no such endpoint. */
export const deleteEndpoint = (db: Queryable, userId: number, id: number): Promise<boolean> =>
  hasRow(db, 'DELETE FROM webhook_endpoint WHERE user_id = $1 AND id = $2 RETURNING id', [userId, id])
