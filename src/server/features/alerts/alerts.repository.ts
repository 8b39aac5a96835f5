import type { AlertSettings } from '#contract/searches/saved-searches.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, hasRow, readNumber, readValues } from '#server/platform/database/rows.ts'

type Chosen = Pick<AlertSettings, 'frequency' | 'stoppedBy'>
export type StoredSettings = Chosen & {
  /** The news of all imports up to this one is stored. */
  lastRunId: number
  /** The day of the last digest, YYYY-MM-DD. */
  digestOn: string
}
const settingColumns = `frequency, stopped_by AS "stoppedBy", last_run_id AS "lastRunId", digest_on::text AS "digestOn"`

const ofUser = `SELECT ${settingColumns} FROM alert_setting WHERE user_id = $1`

export const findSettings = (db: Queryable, userId: number): Promise<StoredSettings | undefined> =>
  firstRow(db, ofUser, [userId])

export const lockSettings = (tx: Queryable, userId: number): Promise<StoredSettings | undefined> =>
  firstRow(tx, `${ofUser} FOR UPDATE`, [userId])

/** Creates the settings of a user who has none. News and digests begin after this. */
export async function addSettings(
  tx: Queryable,
  { userId, frequency, lastRunId, digestOn }: { userId: number } & Omit<StoredSettings, 'stoppedBy'>,
): Promise<void> {
  await tx.query(
    `INSERT INTO alert_setting (user_id, frequency, last_run_id, digest_on) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [userId, frequency, lastRunId, digestOn],
  )
}

/** Does nothing for a user without settings, who gets no emails. */
export async function setFrequency(tx: Queryable, userId: number, { frequency, stoppedBy }: Chosen): Promise<void> {
  await tx.query('UPDATE alert_setting SET frequency = $2, stopped_by = $3 WHERE user_id = $1', [
    userId,
    frequency,
    stoppedBy,
  ])
}

/** Skips all digests that were due up to this day. Their news goes into the next one. */
export async function skipDigests(tx: Queryable, userId: number, until: string): Promise<void> {
  await tx.query('UPDATE alert_setting SET digest_on = greatest(digest_on, $2::date) WHERE user_id = $1', [
    userId,
    until,
  ])
}

export async function setLastRun(tx: Queryable, userId: number, runId: number): Promise<void> {
  await tx.query('UPDATE alert_setting SET last_run_id = $2 WHERE user_id = $1', [userId, runId])
}

/** Users for whom the news of imports up to this one is not stored yet, by id. */
export const usersBehind = (db: Queryable, runId: number, limit: number): Promise<number[]> =>
  readValues(db, `SELECT user_id FROM alert_setting WHERE last_run_id < $1 ORDER BY user_id LIMIT $2`, [runId, limit])

export type SavedRow = { id: number; searchId: number; name: string; isMailed: boolean; createdAt: Date }
const savedColumns = `id, search_id AS "searchId", name, is_mailed AS "isMailed", created_at AS "createdAt"`

/** The user's saved searches, oldest first. */
export const listSaved = (db: Queryable, userId: number): Promise<SavedRow[]> =>
  db.query<SavedRow>(`SELECT ${savedColumns} FROM saved_search WHERE user_id = $1 ORDER BY id`, [userId])

export const findSaved = (db: Queryable, userId: number, id: number): Promise<SavedRow | undefined> =>
  firstRow(db, `SELECT ${savedColumns} FROM saved_search WHERE user_id = $1 AND id = $2`, [userId, id])

/** Saves one of the user's searches, or renames it if it is saved already. */
export const insertSaved = (
  tx: Queryable,
  { userId, searchId, name, now }: { userId: number; searchId: number; name: string; now: Date },
): Promise<number> =>
  readNumber(
    tx,
    `INSERT INTO saved_search (user_id, search_id, name, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (search_id) DO UPDATE SET name = excluded.name RETURNING id`,
    [userId, searchId, name, now],
  )

/** Returns false if the user has no saved search with this id. */
export const updateSaved = (
  db: Queryable,
  { userId, id, name, isMailed }: { userId: number; id: number; name: string | null; isMailed: boolean | null },
): Promise<boolean> =>
  hasRow(
    db,
    `UPDATE saved_search SET name = coalesce($3, name), is_mailed = coalesce($4, is_mailed)
     WHERE user_id = $1 AND id = $2 RETURNING id`,
    [userId, id, name, isMailed],
  )

/** Returns false if the user has no saved search with this id. */
export const deleteSaved = (db: Queryable, userId: number, id: number): Promise<boolean> =>
  hasRow(db, 'DELETE FROM saved_search WHERE user_id = $1 AND id = $2 RETURNING id', [userId, id])
