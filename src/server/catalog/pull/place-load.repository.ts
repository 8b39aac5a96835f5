import type { PlaceLoad } from '#contract/places/place-loads.ts'
import type { Dated } from '#server/platform/basics/clock.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, firstValue, onlyRow, readNumber } from '#server/platform/database/rows.ts'

export type StoredLoad = Dated<PlaceLoad, 'createdAt'> & {
  key: string
  startedAt: Date | null
  isSearchable: boolean
} & (
    | { input: { location: string; miles: number }; cells: null }
    /** Started by a search. */
    | { input: Record<string, never>; cells: number[] }
  )
const columns =
  'id, key, wish AS input, cells, area, state, progress, fraction, created_at AS "createdAt", started_at AS "startedAt", is_searchable AS "isSearchable"'
/** A running load updates `seen_at` every few seconds. */
const DEAD_AFTER = `interval '20 seconds'`
const isDead = (now: string) => `state = 'running' AND seen_at < ${now}::timestamptz - ${DEAD_AFTER}`

export const insertLoad = (
  db: Queryable,
  {
    input,
    cells,
    area,
    userId,
    now,
  }: Pick<StoredLoad, 'input' | 'cells' | 'area'> & { userId: number | null; now: Date },
): Promise<StoredLoad> =>
  onlyRow(
    db,
    `INSERT INTO place_load (wish, cells, area, state, created_at, user_id) VALUES ($1, $2, $3, 'waiting', $4, $5)
     RETURNING ${columns}`,
    [JSON.stringify(input), cells, area, now, userId],
  )

/** The newest loads. A load whose process died is shown as waiting. */
export const listLoads = (db: Queryable, now: Date): Promise<StoredLoad[]> =>
  db.query(`SELECT ${shownColumns('$1')} FROM place_load ORDER BY id DESC LIMIT 20`, [now])

const shownColumns = (now: string) =>
  columns.replace('state', `CASE WHEN ${isDead(now)} THEN 'waiting' ELSE state END AS state`)

export const findLoadByKey = (db: Queryable, key: string, now: Date): Promise<StoredLoad | undefined> =>
  firstRow(db, `SELECT ${shownColumns('$2')} FROM place_load WHERE key = $1`, [key, now])

/**
 * The loads of these cells that make a new load unnecessary: they are waiting or running, ended less than a minute ago,
 * or failed within `failedFor`. Only loads that searches have started count. Oldest first.
 */
export const loadsOfCells = (
  db: Queryable,
  cells: readonly number[],
  { now, failedFor }: { now: Date; failedFor: string },
): Promise<StoredLoad[]> =>
  db.query(
    `SELECT ${shownColumns('$2')} FROM place_load
     WHERE cells && $1::int[] AND (state IN ('waiting', 'running')
       OR state = 'done' AND finished_at > $2::timestamptz - interval '1 minute'
       OR state = 'failed' AND finished_at > $2::timestamptz - $3::interval)
     ORDER BY id`,
    [cells, now, failedFor],
  )

/** Ensures that only one search at a time starts a load. */
export const lockLoads = (tx: Queryable): Promise<unknown> =>
  tx.query('LOCK TABLE place_load IN SHARE ROW EXCLUSIVE MODE')

/** The number of waiting loads that searches started. */
export const countWaiting = (db: Queryable): Promise<number> =>
  readNumber(db, `SELECT count(*)::int AS count FROM place_load WHERE state = 'waiting' AND cells IS NOT NULL`)

/** Makes a failed load wait again as a load of this user. Returns its id; undefined if it has not failed. */
export const restartLoad = (tx: Queryable, key: string, userId: number): Promise<number | undefined> =>
  firstValue(
    tx,
    `UPDATE place_load SET state = 'waiting', progress = '', fraction = 0, finished_at = NULL, started_at = NULL,
       user_id = $2
     WHERE key = $1 AND state = 'failed' RETURNING id`,
    [key, userId],
  )

/** Starts a load that is waiting or whose process died; undefined if it is running or finished. */
export const beginLoad = (db: Queryable, id: number, now: Date): Promise<StoredLoad | undefined> =>
  firstRow(
    db,
    `UPDATE place_load SET state = 'running', seen_at = $2, started_at = $2
     WHERE id = $1 AND (state = 'waiting' OR ${isDead('$2')})
     RETURNING ${columns}`,
    [id, now],
  )

export type WaitingLoad = { id: number; isOfSearch: boolean }

export const listWaiting = (db: Queryable): Promise<WaitingLoad[]> =>
  db.query(`SELECT id, cells IS NOT NULL AS "isOfSearch" FROM place_load WHERE state = 'waiting' ORDER BY id`)

/** Makes the loads of a killed process ready to continue at once. Only for a database that no other process uses. */
export async function continueLoads(db: Queryable): Promise<void> {
  await db.query(`UPDATE place_load SET state = 'waiting' WHERE state = 'running'`)
}

export const stateOfLoad = (db: Queryable, id: number): Promise<StoredLoad['state'] | undefined> =>
  firstValue(db, 'SELECT state FROM place_load WHERE id = $1', [id])

/** Marks loads as failed if no process has continued them for a day. Their job has used up its retries. */
export async function endAbandonedLoads(db: Queryable, progress: string, now: Date): Promise<void> {
  await db.query(
    `UPDATE place_load SET state = 'failed', progress = $1, finished_at = $2
     WHERE state = 'running' AND seen_at < $2::timestamptz - interval '1 day'`,
    [progress, now],
  )
}

export async function deleteLoadsBefore(db: Queryable, before: Date): Promise<void> {
  await db.query(`DELETE FROM place_load WHERE state IN ('done', 'failed') AND finished_at < $1`, [before])
}

/** Null leaves the progress or the fraction as it is. */
export async function updateProgress(
  db: Queryable,
  { id, progress, fraction, now }: { id: number; progress: string | null; fraction: number | null; now: Date },
): Promise<void> {
  // A late progress message must not replace the final one.
  await db.query(
    `UPDATE place_load SET progress = coalesce($2, progress), fraction = coalesce($3, fraction), seen_at = $4
     WHERE id = $1 AND state = 'running'`,
    [id, progress, fraction, now],
  )
}

/** Records that the middle of the area is in the catalog. */
export async function makeSearchable(db: Queryable, id: number): Promise<void> {
  await db.query('UPDATE place_load SET is_searchable = true WHERE id = $1', [id])
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
