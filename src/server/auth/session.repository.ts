import { accountColumns, type AccountRow } from '../account/account.rules.ts'
import type { Queryable } from '../db/client.ts'

export type SessionRow = AccountRow & { expires_at: Date }

export async function findSession(db: Queryable, tokenHash: Uint8Array, now: Date): Promise<SessionRow | undefined> {
  const [session] = await db.queryPrepared<SessionRow>(
    `SELECT ${accountColumns}, expires_at FROM session JOIN user_account ON user_account.id = user_id
     WHERE token_hash = $1 AND expires_at > $2`,
    [tokenHash, now],
  )
  return session
}

export async function insertSession(
  db: Queryable,
  session: { tokenHash: Uint8Array; userId: number; now: Date; expiresAt: Date },
): Promise<void> {
  await db.query('INSERT INTO session (token_hash, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4)', [
    session.tokenHash,
    session.userId,
    session.now,
    session.expiresAt,
  ])
}

export async function moveSessionEnd(db: Queryable, tokenHash: Uint8Array, expiresAt: Date): Promise<void> {
  await db.query('UPDATE session SET expires_at = $2 WHERE token_hash = $1', [tokenHash, expiresAt])
}

export async function deleteSession(db: Queryable, tokenHash: Uint8Array): Promise<void> {
  await db.query('DELETE FROM session WHERE token_hash = $1', [tokenHash])
}

export async function deleteExpiredSessions(db: Queryable, now: Date): Promise<void> {
  await db.query('DELETE FROM session WHERE expires_at <= $1', [now])
}
