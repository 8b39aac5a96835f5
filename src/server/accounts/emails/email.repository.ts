import { hash } from 'node:crypto'
import { holdsEmail } from '#server/accounts/identity/account.rules.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, hasRow } from '#server/platform/database/rows.ts'
import type { EmailState, FormerEmail } from './email.rules.ts'

const LOCK_CLASS = 57
const lockKey = (email: string): number => hash('sha256', email.toLowerCase(), 'buffer').readInt32BE()

/**
 * Locks addresses, so that only one transaction at a time assigns, takes, or requests them. Call it before locking any
 * row. All callers lock in the same order, so they cannot deadlock.
 */
export async function lockEmails(tx: Queryable, ...emails: string[]): Promise<void> {
  const keys = [...new Set(emails.map(lockKey))].toSorted((one, other) => one - other)
  for (const key of keys) await tx.query('SELECT pg_advisory_xact_lock($1::int, $2::int)', [LOCK_CLASS, key])
}

const columns = `username, email, email_verified_at AS "verifiedAt", email_since AS since, pending_email AS pending,
  pending_email_backed AS "isBacked", previous_email AS previous, previous_email_since AS "previousSince",
  previous_email_until AS "previousUntil"`

/** Locks the account. */
export const lockEmailState = (tx: Queryable, userId: number): Promise<EmailState | undefined> =>
  firstRow(tx, `SELECT ${columns} FROM user_account WHERE id = $1 AND deleted_at IS NULL FOR UPDATE`, [userId])

export const isHeldByOthers = (
  db: Queryable,
  { userId, email, now }: { userId: number; email: string; now: Date },
): Promise<boolean> =>
  hasRow(db, `SELECT FROM user_account WHERE ${holdsEmail('$2', '$3')} AND id <> $1 LIMIT 1`, [userId, email, now])

/** Null removes the pending address. */
export async function setPendingEmail(
  tx: Queryable,
  { userId, email, isBacked }: { userId: number; email: string | null; isBacked: boolean },
): Promise<void> {
  await tx.query('UPDATE user_account SET pending_email = $2, pending_email_backed = $3 WHERE id = $1', [
    userId,
    email,
    isBacked,
  ])
}

/** Removes a pending address from all accounts, with the links that would have confirmed it. */
export async function dropPendingEmail(tx: Queryable, email: string): Promise<void> {
  const dropped = await tx.query<{ id: number }>(
    `UPDATE user_account SET pending_email = NULL, pending_email_backed = false
     WHERE lower(pending_email) = lower($1) RETURNING id`,
    [email],
  )
  await tx.query(
    `DELETE FROM account_token WHERE user_id = ANY ($1::int[]) AND purpose = 'verify-email' AND lower(email) = lower($2)`,
    [dropped.map(({ id }) => id), email],
  )
}

export async function setVerified(tx: Queryable, userId: number, now: Date): Promise<void> {
  await tx.query('UPDATE user_account SET email_verified_at = coalesce(email_verified_at, $2) WHERE id = $1', [
    userId,
    now,
  ])
}

/** Sets an address that has just been confirmed. */
export async function setEmail(
  tx: Queryable,
  change: {
    userId: number
    email: string
    now: Date
    since: Date | null
    previous: FormerEmail | null
  },
): Promise<void> {
  await tx.query(
    `UPDATE user_account SET email = $2, email_verified_at = $3, email_since = $4,
       pending_email = NULL, pending_email_backed = false,
       previous_email = $5, previous_email_since = $6, previous_email_until = $7
     WHERE id = $1`,
    [
      change.userId,
      change.email,
      change.now,
      change.since,
      change.previous?.email ?? null,
      change.previous?.since ?? null,
      change.previous?.until ?? null,
    ],
  )
}
