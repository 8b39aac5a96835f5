import { accountColumns, type AccountRow } from '../account/account.rules.ts'
import type { Queryable } from '../db/client.ts'

export async function findPasswordHash(db: Queryable, userId: number): Promise<string | undefined> {
  const [row] = await db.query<{ password_hash: string }>(
    'SELECT password_hash FROM user_account WHERE id = $1 AND deleted_at IS NULL',
    [userId],
  )
  return row?.password_hash
}

export async function updatePassword(db: Queryable, userId: number, passwordHash: string): Promise<void> {
  await db.query('UPDATE user_account SET password_hash = $2 WHERE id = $1', [userId, passwordHash])
}

export type AccountByMail = AccountRow & { previous_email: string | null; previous_email_until: Date | null }

const columns = `${accountColumns}, previous_email, previous_email_until`

/** The account of an e-mail: of its present one, or of the one it had until lately. */
export async function findByEmail(db: Queryable, email: string, now: Date): Promise<AccountByMail | undefined> {
  const [row] = await db.query<AccountByMail>(
    `SELECT ${columns} FROM user_account
     WHERE (lower(email) = lower($1) OR (lower(previous_email) = lower($1) AND previous_email_until > $2))
       AND deleted_at IS NULL
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

/** False when the account has another e-mail by now. */
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

/** The e-mail from before a change that the password has not backed; null where nothing is in doubt (any more). */
export async function doubtedEmail(db: Queryable, userId: number, now: Date): Promise<string | null> {
  const [row] = await db.query<{ email: string }>(
    'SELECT previous_email AS email FROM user_account WHERE id = $1 AND previous_email_until > $2 FOR UPDATE',
    [userId, now],
  )
  return row?.email ?? null
}

/** Notes that the e-mail is a new one; `previous` may take the change back until then. */
export async function noteNewEmail(
  db: Queryable,
  { userId, previous, until }: { userId: number; previous: string | null; until: Date | null },
): Promise<void> {
  const isInDoubt = previous !== null && until !== null
  await db.query(
    'UPDATE user_account SET email_verified_at = NULL, previous_email = $2, previous_email_until = $3 WHERE id = $1',
    [userId, isInDoubt ? previous : null, isInDoubt ? until : null],
  )
}

/** Gives an account its former e-mail back; who opened a link sent there has shown that it is theirs. */
export async function restoreEmail(
  db: Queryable,
  { userId, email, now }: { userId: number; email: string; now: Date },
): Promise<void> {
  await db.query(
    `UPDATE user_account SET email = $2, email_verified_at = $3, previous_email = NULL, previous_email_until = NULL
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
