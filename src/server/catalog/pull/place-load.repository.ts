import type { PlaceLoad } from '#contract/place-loads.ts'
import type { Queryable } from '#server/platform/database/db.ts'

export type StoredLoad = Omit<PlaceLoad, 'createdAt'> & { createdAt: Date; wish: { location: string; miles: number } }
const columns = 'id, wish, area, state, progress, fraction, created_at AS "createdAt"'
/** A running load updates `seen_at` several times a minute. */
const DEAD_AFTER = `interval '1 minute'`
const isDead = (now: string) => `state = 'running' AND seen_at < ${now}::timestamptz - ${DEAD_AFTER}`

export async function insertLoad(
  db: Queryable,
  { wish, area, now }: { wish: StoredLoad['wish']; area: string; now: Date },
): Promise<StoredLoad> {
  const [row] = await db.query<StoredLoad>(
    `INSERT INTO place_load (wish, area, state, created_at) VALUES ($1, $2, 'waiting', $3) RETURNING ${columns}`,
    [JSON.stringify(wish), area, now],
  )
  if (row === undefined) throw new Error('The load was not stored')
  return row
}

/** The newest loads. A load whose process died is shown as waiting. */
export const listLoads = (db: Queryable, now: Date): Promise<StoredLoad[]> =>
  db.query(
    `SELECT id, wish, area, CASE WHEN ${isDead('$1')} THEN 'waiting' ELSE state END AS state, progress, fraction,
       created_at AS "createdAt"
     FROM place_load ORDER BY id DESC LIMIT 20`,
    [now],
  )

/** Starts a load that is waiting or whose process died; undefined if it is running or finished. */
export async function beginLoad(db: Queryable, id: number, now: Date): Promise<StoredLoad | undefined> {
  const [row] = await db.query<StoredLoad>(
    `UPDATE place_load SET state = 'running', seen_at = $2
     WHERE id = $1 AND (state = 'waiting' OR ${isDead('$2')})
     RETURNING ${columns}`,
    [id, now],
  )
  return row
}

export async function stateOfLoad(db: Queryable, id: number): Promise<StoredLoad['state'] | undefined> {
  const [row] = await db.query<Pick<StoredLoad, 'state'>>('SELECT state FROM place_load WHERE id = $1', [id])
  return row?.state
}

export async function updateHeartbeat(db: Queryable, id: number, now: Date): Promise<void> {
  await db.query(`UPDATE place_load SET seen_at = $2 WHERE id = $1 AND state = 'running'`, [id, now])
}

/** Fails loads that no process has continued for a day, because their job has used up its retries. */
export async function endAbandonedLoads(db: Queryable, progress: string, now: Date): Promise<void> {
  await db.query(
    `UPDATE place_load SET state = 'failed', progress = $1, finished_at = $2
     WHERE state = 'running' AND seen_at < $2::timestamptz - interval '1 day'`,
    [progress, now],
  )
}

export async function updateProgress(
  db: Queryable,
  { id, progress, fraction, now }: { id: number; progress: string; fraction: number; now: Date },
): Promise<void> {
  // A late progress message must not replace the final one.
  await db.query(
    `UPDATE place_load SET progress = $2, fraction = $3, seen_at = $4 WHERE id = $1 AND state = 'running'`,
    [id, progress, fraction, now],
  )
}

export async function endLoad(
  db: Queryable,
  { id, state, progress, now }: { id: number; state: 'waiting' | 'done' | 'failed'; progress: string; now: Date },
): Promise<void> {
  await db.query(
    `UPDATE place_load SET state = $2, progress = $3, fraction = CASE WHEN $2 = 'done' THEN 1 ELSE fraction END,
       finished_at = $4 WHERE id = $1`,
    [id, state, progress, now],
  )
}
