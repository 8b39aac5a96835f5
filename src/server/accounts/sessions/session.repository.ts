import { accountColumns, type AccountRow } from '#server/accounts/identity/account.rules.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, hasRow, prepared } from '#server/platform/database/rows.ts'
import { oldestSession } from './session.rules.ts'

export type SessionRow = AccountRow & { expires_at: Date; session_id: number; along: unknown }

/** `along` is SQL for something else about the user, as JSON. */
export const findSession = (
  db: Queryable,
  tokenHash: Uint8Array,
  { now, along = 'NULL' }: { now: Date; along?: string | undefined },
): Promise<SessionRow | undefined> =>
  firstRow(
    prepared(db),
    `SELECT ${accountColumns}, expires_at, session.id AS session_id, ${along} AS along FROM session JOIN user_account ON user_account.id = user_id
     WHERE token_hash = $1 AND expires_at > $2 AND session.created_at > $3
       AND disabled_at IS NULL AND deleted_at IS NULL`,
    [tokenHash, now, oldestSession(now)],
  )

/** Whether the session still exists. If so, it cannot be ended until this transaction ends. */
export async function lockSession(tx: Queryable, userId: number, tokenHash: Uint8Array): Promise<boolean> {
  const sql = 'SELECT FROM session WHERE user_id = $1 AND token_hash = $2 FOR UPDATE'
  return hasRow(tx, sql, [userId, tokenHash])
}

const KEPT_AT_MOST = 100

/** Also ends the account's oldest sessions beyond the maximum. */
export async function insertSession(
  tx: Queryable,
  session: { tokenHash: Uint8Array; userId: number; device: string; now: Date; expiresAt: Date },
): Promise<void> {
  await tx.query(
    'INSERT INTO session (token_hash, user_id, created_at, expires_at, device) VALUES ($1, $2, $3, $4, $5)',
    [session.tokenHash, session.userId, session.now, session.expiresAt, session.device],
  )
  await tx.query(
    `DELETE FROM session WHERE user_id = $1
       AND id <= (SELECT id FROM session WHERE user_id = $1 ORDER BY id DESC OFFSET $2 LIMIT 1)`,
    [session.userId, KEPT_AT_MOST],
  )
}

/** Returns false if the session no longer exists. */
export async function moveSessionEnd(db: Queryable, tokenHash: Uint8Array, expiresAt: Date): Promise<boolean> {
  const sql = 'UPDATE session SET expires_at = $2 WHERE token_hash = $1 RETURNING id'
  return hasRow(db, sql, [tokenHash, expiresAt])
}

export async function deleteSession(db: Queryable, tokenHash: Uint8Array): Promise<void> {
  await db.query('DELETE FROM session WHERE token_hash = $1', [tokenHash])
}

export async function deleteExpiredSessions(db: Queryable, now: Date): Promise<void> {
  await db.query('DELETE FROM session WHERE expires_at <= $1 OR created_at <= $2', [now, oldestSession(now)])
}

export type ListedSession = { id: number; device: string; created_at: Date; expires_at: Date }

/** Newest first. */
export const findSessions = (db: Queryable, userId: number, now: Date): Promise<ListedSession[]> =>
  db.query(
    `SELECT id, device, created_at, expires_at FROM session WHERE user_id = $1 AND expires_at > $2 AND created_at > $3
     ORDER BY created_at DESC, id DESC`,
    [userId, now, oldestSession(now)],
  )

/** False if the account has no such session. */
export const deleteSessionOf = (db: Queryable, userId: number, id: number): Promise<boolean> =>
  hasRow(db, 'DELETE FROM session WHERE user_id = $1 AND id = $2 RETURNING id', [userId, id])

/** Deletes all sessions of an account, except the one to keep. False if there were none. */
export async function deleteSessions(db: Queryable, userId: number, keptId: number | null = null): Promise<boolean> {
  const sql = 'DELETE FROM session WHERE user_id = $1 AND ($2::bigint IS NULL OR id <> $2) RETURNING id'
  return hasRow(db, sql, [userId, keptId])
}
