import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow } from '#server/platform/database/rows.ts'

export type ReleaseDecision = { release: string; state: 'waiting' | 'stopped' | 'approved'; reason: string }

export const findDecision = async (db: Queryable, release: string): Promise<ReleaseDecision | null> =>
  (await firstRow<ReleaseDecision>(db, 'SELECT release, state, reason FROM release_decision WHERE release = $1', [
    release,
  ])) ?? null

export const listDecisions = (db: Queryable): Promise<ReleaseDecision[]> =>
  db.query('SELECT release, state, reason FROM release_decision ORDER BY release DESC LIMIT 5')

/** A load that finds something wrong never replaces a decision that an administrator made in the meantime. */
export async function writeDecision(
  db: Queryable,
  { release, state, reason }: ReleaseDecision,
  now: Date,
): Promise<void> {
  await db.query(
    `INSERT INTO release_decision (release, state, reason, decided_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (release) DO UPDATE SET state = excluded.state, reason = excluded.reason, decided_at = excluded.decided_at
     WHERE excluded.state <> 'waiting' OR release_decision.state = 'waiting'`,
    [release, state, reason, now],
  )
}
