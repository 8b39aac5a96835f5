import { accountColumns, type AccountRow, holdsEmail } from '../account/account.rules.ts'
import type { Queryable } from '../db/client.ts'

export async function findPasswordHash(db: Queryable, userId: number): Promise<string | undefined> {
  const [row] = await db.query<{ password_hash: string }>(
    'SELECT password_hash FROM user_account WHERE id = $1 AND deleted_at IS NULL',
    [userId],
  )
  return row?.password_hash
}

/**
 * Whether the password is still the one that was looked at; if so, it and the account are this transaction's alone until
 * it ends. To come before all that points to the account: who holds it weakly already may wait for who waits for them.
 */
export async function holdPassword(tx: Queryable, userId: number, passwordHash: string): Promise<boolean> {
  const held = await tx.query(
    `SELECT FROM user_account WHERE id = $1 AND password_hash = $2 AND disabled_at IS NULL AND deleted_at IS NULL
     FOR UPDATE`,
    [userId, passwordHash],
  )
  return held.length > 0
}

/** False where the account is gone, or its password is no more the one `from`, if that is given. */
export async function updatePassword(
  db: Queryable,
  { userId, from = null, to }: { userId: number; from?: string | null; to: string },
): Promise<boolean> {
  const changed = await db.query(
    `UPDATE user_account SET password_hash = $3
     WHERE id = $1 AND ($2::text IS NULL OR password_hash = $2) AND deleted_at IS NULL RETURNING id`,
    [userId, from, to],
  )
  return changed.length > 0
}

export type AccountByMail = AccountRow & { previous_email: string | null; previous_email_until: Date | null }

const columns = `${accountColumns}, previous_email, previous_email_until`

/** The account of an email: of its present one, or of the one it had until lately. */
export async function findByEmail(db: Queryable, email: string, now: Date): Promise<AccountByMail | undefined> {
  const [row] = await db.query<AccountByMail>(
    `SELECT ${columns} FROM user_account
     WHERE ${holdsEmail('$1', '$2')} AND deleted_at IS NULL
     ORDER BY lower(email) = lower($1) DESC, id LIMIT 1`,
    [email, now],
  )
  return row
}

export async function findById(db: Queryable, userId: number): Promise<AccountByMail | undefined> {
  const [row] = await db.query<AccountByMail>(
    `SELECT ${columns} FROM user_account WHERE id = $1 AND deleted_at IS NULL`,
    [userId],
  )
  return row
}

/** False when the account has another email by now. */
export async function markEmailVerified(
  db: Queryable,
  { userId, email, now }: { userId: number; email: string; now: Date },
): Promise<boolean> {
  const changed = await db.query(
    `UPDATE user_account SET email_verified_at = coalesce(email_verified_at, $3)
     WHERE id = $1 AND email = $2 AND deleted_at IS NULL RETURNING id`,
    [userId, email, now],
  )
  return changed.length > 0
}

/** An email from before a change; null: since the registration, or longer than we know. */
export type FormerEmail = { email: string; since: Date | null }

/**
 * What an account had, whose email has just been changed: the one from before the first change that the password has
 * not backed, else the one that `email` names.
 */
export async function formerEmail(
  tx: Queryable,
  { userId, email, now }: { userId: number; email: string; now: Date },
): Promise<FormerEmail> {
  const [row] = await tx.query<FormerEmail>(
    `SELECT CASE WHEN previous_email_until > $3 THEN previous_email ELSE $2 END AS email,
       CASE WHEN previous_email_until > $3 THEN previous_email_since ELSE email_since END AS since
     FROM user_account WHERE id = $1 FOR UPDATE`,
    [userId, email, now],
  )
  return row ?? { email, since: null }
}

/** Notes since when there is a new email; `former` may take the change back until then. */
export async function noteNewEmail(
  tx: Queryable,
  { userId, since, former }: { userId: number; since: Date | null; former: (FormerEmail & { until: Date }) | null },
): Promise<void> {
  await tx.query(
    `UPDATE user_account SET email_verified_at = NULL, email_since = $2,
       previous_email = $3, previous_email_since = $4, previous_email_until = $5
     WHERE id = $1`,
    [userId, since, former?.email ?? null, former?.since ?? null, former?.until ?? null],
  )
}

/** Gives an account its former email back; who opened a link sent there has shown that it is theirs. */
export async function restoreEmail(
  db: Queryable,
  { userId, email, now }: { userId: number; email: string; now: Date },
): Promise<void> {
  await db.query(
    `UPDATE user_account SET email = $2, email_verified_at = $3, email_since = NULL,
       previous_email = NULL, previous_email_since = NULL, previous_email_until = NULL
     WHERE id = $1`,
    [userId, email, now],
  )
}

export async function setDisabled(
  db: Queryable,
  userId: number,
  disabledAt: Date | null,
): Promise<AccountRow | undefined> {
  const [row] = await db.query<AccountRow>(
    `UPDATE user_account SET disabled_at = $2 WHERE id = $1 AND deleted_at IS NULL RETURNING ${accountColumns}`,
    [userId, disabledAt],
  )
  return row
}
