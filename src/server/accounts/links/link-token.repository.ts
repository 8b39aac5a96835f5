import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, hasRow, readValues } from '#server/platform/database/rows.ts'

type LinkPurpose = 'reset-password' | 'verify-email' | 'undo-email'
export type StoredLink = { userId: number; email: string; expiresAt: Date }

/** False if the account was deleted. */
export const insertLink = (
  db: Queryable,
  link: StoredLink & { hash: Uint8Array; purpose: LinkPurpose },
): Promise<boolean> =>
  hasRow(
    db,
    `INSERT INTO account_token (token_hash, user_id, purpose, email, expires_at)
     SELECT $1, id, $3, $4, $5 FROM user_account WHERE id = $2 AND deleted_at IS NULL FOR KEY SHARE
     RETURNING user_id`,
    [link.hash, link.userId, link.purpose, link.email, link.expiresAt],
  )

type AskedLink = { hash: Uint8Array; purpose: LinkPurpose; now: Date }

export const findLink = (db: Queryable, { hash, purpose, now }: AskedLink): Promise<StoredLink | undefined> =>
  firstRow(
    db,
    `SELECT user_id AS "userId", email, expires_at AS "expiresAt" FROM account_token
     WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3`,
    [hash, purpose, now],
  )

/**
 * Uses up the link. If two requests use the same link, only one succeeds. Locks the account first, as code that deletes
 * its links does.
 */
export async function takeLink(tx: Queryable, { hash, purpose, now }: AskedLink): Promise<StoredLink | undefined> {
  await tx.query(
    'SELECT FROM user_account WHERE id = (SELECT user_id FROM account_token WHERE token_hash = $1) FOR UPDATE',
    [hash],
  )
  return firstRow(
    tx,
    `DELETE FROM account_token WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3
     RETURNING user_id AS "userId", email, expires_at AS "expiresAt"`,
    [hash, purpose, now],
  )
}

/** The expiry times of the valid reset links to an address of an account. Locks the account. */
export async function lockResetLinks(
  tx: Queryable,
  { userId, email, now }: { userId: number; email: string; now: Date },
): Promise<Date[]> {
  await tx.query('SELECT FROM user_account WHERE id = $1 FOR UPDATE', [userId])
  return readValues(
    tx,
    `SELECT expires_at AS "expiresAt" FROM account_token
     WHERE user_id = $1 AND purpose = 'reset-password' AND expires_at > $2 AND lower(email) = lower($3)
     ORDER BY expires_at, token_hash`,
    [userId, now, email],
  )
}

export async function deleteLinks(db: Queryable, userId: number, purpose: LinkPurpose): Promise<void> {
  await db.query('DELETE FROM account_token WHERE user_id = $1 AND purpose = $2', [userId, purpose])
}

export async function deleteExpiredLinks(db: Queryable, now: Date): Promise<void> {
  await db.query('DELETE FROM account_token WHERE expires_at <= $1', [now])
}
