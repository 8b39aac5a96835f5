import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, firstValue, hasRow } from '#server/platform/database/rows.ts'
import { accountColumns, type AccountRow, holdsEmail } from './account.rules.ts'

export const findPasswordHash = (db: Queryable, userId: number): Promise<string | undefined> =>
  firstValue(db, 'SELECT password_hash FROM user_account WHERE id = $1 AND deleted_at IS NULL', [userId])

/**
 * Whether the password is still the one that was checked. If so, locks the account until the transaction ends. Call it
 * before locking rows that reference the account: upgrading a weaker lock later can deadlock.
 */
export const lockIfPassword = (tx: Queryable, userId: number, passwordHash: string): Promise<boolean> =>
  hasRow(
    tx,
    `SELECT FROM user_account WHERE id = $1 AND password_hash = $2 AND disabled_at IS NULL AND deleted_at IS NULL
     FOR UPDATE`,
    [userId, passwordHash],
  )

/** False if the account is gone, or if `from` is given and is no longer its password. */
export const updatePassword = (
  db: Queryable,
  { userId, from = null, to }: { userId: number; from?: string | null; to: string },
): Promise<boolean> =>
  hasRow(
    db,
    `UPDATE user_account SET password_hash = $3
     WHERE id = $1 AND ($2::text IS NULL OR password_hash = $2) AND deleted_at IS NULL RETURNING id`,
    [userId, from, to],
  )

/** The account that has an email, or had it and can still undo the change, with the address as the account spells it. */
export const findByEmail = (
  db: Queryable,
  email: string,
  now: Date,
): Promise<(AccountRow & { asked_email: string }) | undefined> =>
  firstRow(
    db,
    `SELECT ${accountColumns}, CASE WHEN lower(email) = lower($1) THEN email ELSE previous_email END AS asked_email
     FROM user_account WHERE ${holdsEmail('$1', '$2')} AND deleted_at IS NULL
     ORDER BY lower(email) = lower($1) DESC, id LIMIT 1`,
    [email, now],
  )

export const setDisabled = (db: Queryable, userId: number, disabledAt: Date | null): Promise<AccountRow | undefined> =>
  firstRow(
    db,
    `UPDATE user_account SET disabled_at = $2 WHERE id = $1 AND deleted_at IS NULL RETURNING ${accountColumns}`,
    [userId, disabledAt],
  )

export type LoginRow = AccountRow & { password_hash: string }

/** The account with a username (from `nameKey`) or an email. Usernames have no '@', so they never collide. */
export const findLogin = (
  db: Queryable,
  { key, email }: { key: string; email: string },
): Promise<LoginRow | undefined> =>
  firstRow(
    db,
    `SELECT ${accountColumns}, password_hash FROM user_account
     WHERE (username_key = $1 OR lower(email) = lower($2)) AND deleted_at IS NULL`,
    [key, email],
  )
