import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, hasRow } from '#server/platform/database/rows.ts'

export type StoredAnswer = { fingerprint: Uint8Array; answer: unknown }
export type AnswerKey = { userId: number; keyHash: Uint8Array }

export const findAnswer = (
  db: Queryable,
  { userId, keyHash }: AnswerKey,
  since: Date,
): Promise<StoredAnswer | undefined> =>
  firstRow(db, 'SELECT fingerprint, answer FROM api_answer WHERE user_id = $1 AND key_hash = $2 AND at > $3', [
    userId,
    keyHash,
    since,
  ])

/** Stores a response under a key. False if the key was used after `since`. Waits for a concurrent request. */
export const insertAnswer = (
  tx: Queryable,
  { userId, keyHash, fingerprint, answer, now, since }: AnswerKey & StoredAnswer & { now: Date; since: Date },
): Promise<boolean> =>
  hasRow(
    tx,
    `INSERT INTO api_answer AS a (user_id, key_hash, fingerprint, answer, at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (user_id, key_hash) DO UPDATE
       SET fingerprint = EXCLUDED.fingerprint, answer = EXCLUDED.answer, at = EXCLUDED.at
       WHERE a.at <= $6
     RETURNING user_id`,
    [userId, keyHash, fingerprint, answer === undefined ? null : JSON.stringify(answer), now, since],
  )

export async function deleteAnswersBefore(db: Queryable, before: Date): Promise<void> {
  await db.query('DELETE FROM api_answer WHERE at <= $1', [before])
}
