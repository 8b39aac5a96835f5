import type { AlertSettings } from '#contract/searches/saved-searches.ts'
import type { Queryable } from '#server/platform/database/db.ts'

type Chosen = Pick<AlertSettings, 'frequency' | 'stoppedBy'>
export type StoredSettings = Chosen & {
  /** The news of all imports up to this one is stored. */
  lastRunId: number
  /** The day of the last digest, YYYY-MM-DD. */
  digestOn: string
}
const settingColumns = `frequency, stopped_by AS "stoppedBy", last_run_id AS "lastRunId", digest_on::text AS "digestOn"`

export async function findSettings(db: Queryable, userId: number): Promise<StoredSettings | undefined> {
  const [row] = await db.query<StoredSettings>(`SELECT ${settingColumns} FROM alert_setting WHERE user_id = $1`, [
    userId,
  ])
  return row
}

export async function lockSettings(tx: Queryable, userId: number): Promise<StoredSettings | undefined> {
  const [row] = await tx.query<StoredSettings>(
    `SELECT ${settingColumns} FROM alert_setting WHERE user_id = $1 FOR UPDATE`,
    [userId],
  )
  return row
}

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
export async function usersBehind(db: Queryable, runId: number, limit: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT user_id AS id FROM alert_setting WHERE last_run_id < $1 ORDER BY user_id LIMIT $2`,
    [runId, limit],
  )
  return rows.map(({ id }) => id)
}

export type SavedRow = { id: number; searchId: number; name: string; isMailed: boolean; createdAt: Date }
const savedColumns = `id, search_id AS "searchId", name, is_mailed AS "isMailed", created_at AS "createdAt"`

/** The user's saved searches, oldest first. */
export const listSaved = (db: Queryable, userId: number): Promise<SavedRow[]> =>
  db.query<SavedRow>(`SELECT ${savedColumns} FROM saved_search WHERE user_id = $1 ORDER BY id`, [userId])

export async function findSaved(db: Queryable, userId: number, id: number): Promise<SavedRow | undefined> {
  const [row] = await db.query<SavedRow>(`SELECT ${savedColumns} FROM saved_search WHERE user_id = $1 AND id = $2`, [
    userId,
    id,
  ])
  return row
}

/** Saves one of the user's searches, or renames it if it is saved already. */
export async function insertSaved(
  tx: Queryable,
  { userId, searchId, name, now }: { userId: number; searchId: number; name: string; now: Date },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO saved_search (user_id, search_id, name, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (search_id) DO UPDATE SET name = excluded.name RETURNING id`,
    [userId, searchId, name, now],
  )
  if (row === undefined) throw new Error('A search was not saved')
  return row.id
}

/** Returns false if the user has no saved search with this id. */
export async function updateSaved(
  db: Queryable,
  { userId, id, name, isMailed }: { userId: number; id: number; name: string | null; isMailed: boolean | null },
): Promise<boolean> {
  const rows = await db.query(
    `UPDATE saved_search SET name = coalesce($3, name), is_mailed = coalesce($4, is_mailed)
     WHERE user_id = $1 AND id = $2 RETURNING id`,
    [userId, id, name, isMailed],
  )
  return rows.length > 0
}

/** Returns false if the user has no saved search with this id. */
export async function deleteSaved(db: Queryable, userId: number, id: number): Promise<boolean> {
  return (
    (await db.query('DELETE FROM saved_search WHERE user_id = $1 AND id = $2 RETURNING id', [userId, id])).length > 0
  )
}
