import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, hasRow, readNumber } from '#server/platform/database/rows.ts'

export type TwoFactor = { secret: string; isOn: boolean }

export const findTwoFactor = (db: Queryable, userId: number): Promise<TwoFactor | undefined> =>
  firstRow(db, 'SELECT secret, confirmed_at IS NOT NULL AS "isOn" FROM two_factor WHERE user_id = $1', [userId])

/** Starts the setup, or restarts it if it was not confirmed. False if two-factor is on. */
export const beginTwoFactor = (db: Queryable, userId: number, secret: string): Promise<boolean> =>
  hasRow(
    db,
    `INSERT INTO two_factor AS t (user_id, secret) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, last_step = 0 WHERE t.confirmed_at IS NULL
     RETURNING user_id`,
    [userId, secret],
  )

/** Uses up the codes of a time step and all earlier ones. False if they were already used. */
export const useStep = (db: Queryable, userId: number, step: number): Promise<boolean> =>
  hasRow(db, 'UPDATE two_factor SET last_step = $2 WHERE user_id = $1 AND last_step < $2 RETURNING user_id', [
    userId,
    step,
  ])

/**
 * False if this secret is no longer pending: setup was restarted or dropped, or two-factor is on. Concurrent sign-ins
 * either finish first or see it turned on.
 */
export async function confirmTwoFactor(
  tx: Queryable,
  { userId, secret, now }: { userId: number; secret: string; now: Date },
): Promise<boolean> {
  await tx.query('SELECT FROM user_account WHERE id = $1 FOR NO KEY UPDATE', [userId])
  return hasRow(
    tx,
    `UPDATE two_factor SET confirmed_at = $3,
       email_was_verified = (SELECT email_verified_at IS NOT NULL FROM user_account WHERE id = $1)
     WHERE user_id = $1 AND secret = $2 AND confirmed_at IS NULL RETURNING user_id`,
    [userId, secret, now],
  )
}

export async function dropUnconfirmed(tx: Queryable, userId: number): Promise<void> {
  await tx.query('DELETE FROM two_factor WHERE user_id = $1 AND confirmed_at IS NULL', [userId])
}

/**
 * Deletes a second factor that was never confirmed, was turned on while the email was unverified, or was turned on
 * since `changedAt`, when somebody else may have changed the email. True if sign-ins had required it.
 */
export async function dropDoubtfulTwoFactor(
  tx: Queryable,
  { userId, changedAt }: { userId: number; changedAt: Date | null },
): Promise<boolean> {
  const dropped = await tx.query<{ wasOn: boolean }>(
    `DELETE FROM two_factor
     WHERE user_id = $1 AND (confirmed_at IS NULL OR NOT email_was_verified OR confirmed_at >= $2)
     RETURNING confirmed_at IS NOT NULL AS "wasOn"`,
    [userId, changedAt],
  )
  if (dropped.length > 0) await tx.query('DELETE FROM recovery_code WHERE user_id = $1', [userId])
  return dropped.some(({ wasOn }) => wasOn)
}

export async function deleteTwoFactor(db: Queryable, userId: number): Promise<void> {
  await db.query('DELETE FROM two_factor WHERE user_id = $1', [userId])
  await db.query('DELETE FROM recovery_code WHERE user_id = $1', [userId])
}

export async function replaceRecoveryCodes(db: Queryable, userId: number, hashes: Uint8Array[]): Promise<void> {
  await db.query('DELETE FROM recovery_code WHERE user_id = $1', [userId])
  for (const hash of hashes)
    await db.query('INSERT INTO recovery_code (user_id, code_hash) VALUES ($1, $2)', [userId, hash])
}

/** Uses up a recovery code. If two requests use the same code, only one succeeds. */
export const takeRecoveryCode = (db: Queryable, userId: number, hash: Uint8Array): Promise<boolean> =>
  hasRow(db, 'DELETE FROM recovery_code WHERE user_id = $1 AND code_hash = $2 RETURNING user_id', [userId, hash])

export const countRecoveryCodes = (db: Queryable, userId: number): Promise<number> =>
  readNumber(db, 'SELECT count(*)::int AS count FROM recovery_code WHERE user_id = $1', [userId])
