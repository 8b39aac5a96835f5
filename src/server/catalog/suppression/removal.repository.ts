import type { RemovalRequest } from '#contract/places/suppression.ts'
import { isPublished } from '#server/catalog/tables/published.sql.ts'
import type { Dated } from '#server/platform/basics/clock.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, hasRow, readNumber } from '#server/platform/database/rows.ts'

export type StoredRemoval = Omit<Dated<RemovalRequest, 'createdAt'>, 'phone'> & { phone: number | null }
const columns = `id, business_name AS "businessName", email, phone, website_domain AS "websiteDomain", message, status,
  created_at AS "createdAt"`

export async function insertRemoval(
  db: Queryable,
  removal: Omit<StoredRemoval, 'id' | 'createdAt'> & { now: Date },
): Promise<number> {
  const { businessName, email, phone, websiteDomain, message, status, now } = removal
  return readNumber(
    db,
    `INSERT INTO removal_request (business_name, email, phone, website_domain, message, status, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [businessName, email, phone, websiteDomain, message, status, now],
  )
}

/** Those that wait for an administrator come first, the oldest of them before others, so that no flood hides one. */
export const listRemovals = (db: Queryable): Promise<StoredRemoval[]> =>
  db.query(
    `SELECT ${columns} FROM removal_request
     ORDER BY CASE status WHEN 'awaiting_admin' THEN id END NULLS LAST, id DESC LIMIT 500`,
  )

export const countWaitingRemovals = (db: Queryable): Promise<number> =>
  readNumber(db, `SELECT count(*)::int AS count FROM removal_request WHERE status = 'awaiting_admin'`)

export const findRemoval = (db: Queryable, id: number): Promise<StoredRemoval | undefined> =>
  firstRow(db, `SELECT ${columns} FROM removal_request WHERE id = $1`, [id])

/** Earlier ones stay valid: an attempt that seemed to fail may have reached the mailbox. */
export async function addRemovalToken(db: Queryable, id: number, tokenHash: Uint8Array): Promise<void> {
  await db.query(
    `UPDATE removal_request SET token_hashes = token_hashes || $2::bytea WHERE id = $1 AND status = 'awaiting_mail'`,
    [id, tokenHash],
  )
}

/** Uses up the secrets from a request's mails. They are valid for a week, and only one of them works. */
export const takeRemovalByToken = (
  db: Queryable,
  tokenHash: Uint8Array,
  now: Date,
): Promise<StoredRemoval | undefined> =>
  firstRow(
    db,
    `UPDATE removal_request SET token_hashes = '{}', status = 'removed', decided_at = $2
     WHERE token_hashes @> ARRAY[$1::bytea] AND status = 'awaiting_mail' AND created_at > $2::timestamptz - interval '7 days'
     RETURNING ${columns}`,
    [tokenHash, now],
  )

/** A removal is final, even if a second administrator refuses the request. */
export const decideRemovalRequest = (
  db: Queryable,
  { id, status, now }: { id: number; status: 'removed' | 'refused'; now: Date },
): Promise<StoredRemoval | undefined> =>
  firstRow(
    db,
    `UPDATE removal_request SET status = CASE status WHEN 'removed' THEN status ELSE $2 END, token_hashes = '{}',
       decided_at = $3 WHERE id = $1 RETURNING ${columns}`,
    [id, status, now],
  )

/** Not those that still wait for an administrator. What was removed stays on the do-not-contact list. */
export async function deleteRemovalsBefore(db: Queryable, before: Date): Promise<void> {
  await db.query(`DELETE FROM removal_request WHERE created_at < $1 AND status <> 'awaiting_admin'`, [before])
}

export const isPhoneOfDomain = (db: Queryable, phone: number, domain: string): Promise<boolean> =>
  hasRow(
    db,
    `SELECT 1 FROM place WHERE phone = $1 AND phone IS NOT NULL AND (domain = $2 OR split_part(email, '@', 2) = $2 OR email LIKE '%.' || $2)
       AND ${isPublished('id')} LIMIT 1`,
    [phone, domain],
  )
