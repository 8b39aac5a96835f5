import type { Queryable } from '#server/platform/database/db.ts'

// The format of lead.place_key: the dataset and the source's id.
const key = (row: string) =>
  `(SELECT CASE WHEN d.name = d.source THEN d.source ELSE d.source || '/' || d.name END FROM dataset d
    WHERE d.id = ${row}.dataset_id) || ':' || ${row}.source_id`

/**
 * Logs the changes of a release. `table` contains the new and changed rows. Places in cells that the dataset did not
 * cover before are not logged, because a first load is not news.
 */
export async function logChanges(db: Queryable, table: 'import_change' | 'place_next'): Promise<void> {
  await db.query(`
    INSERT INTO import_log (place_id, place_key, kind, cell)
    SELECT c.id, ${key('c')}, CASE WHEN p.id IS NULL THEN 'added' ELSE 'changed' END, c.cell
    FROM ${table} c LEFT JOIN place p ON p.id = c.id
    WHERE p.id IS NOT NULL OR c.cell IN (SELECT cell FROM import_cell WHERE was_release IS NOT NULL)`)
  await db.query(`
    INSERT INTO import_log (place_id, place_key, kind, cell)
    SELECT p.id, ${key('p')}, 'vanished', p.cell FROM place p WHERE p.id IN (SELECT id FROM import_gone)`)
}

export async function keepChanges(db: Queryable, importRunId: number): Promise<void> {
  await db.query(
    `INSERT INTO place_change (import_run_id, place_id, place_key, kind, cell)
     SELECT $1::int, place_id, place_key, kind, cell FROM import_log ORDER BY place_id`,
    [importRunId],
  )
}

/** Imports before this date whose changes are still stored. */
export async function runsWithChangesBefore(db: Queryable, before: Date): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT r.id FROM import_run r
     WHERE r.finished_at < $1 AND EXISTS (SELECT FROM place_change c WHERE c.import_run_id = r.id) ORDER BY r.id`,
    [before],
  )
  return rows.map(({ id }) => id)
}

/** Deletes a limited number of an import's changes. Returns how many were deleted. */
export async function deleteChanges(db: Queryable, importRunId: number, atMost: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `WITH forgotten AS (
       DELETE FROM place_change WHERE id IN (
         SELECT id FROM place_change WHERE import_run_id = $1 LIMIT $2) RETURNING 1)
     SELECT count(*)::int AS count FROM forgotten`,
    [importRunId, atMost],
  )
  return row?.count ?? 0
}

/** Frees the space of deleted changes. Must not run in a transaction. */
export const vacuumChanges = (db: Queryable): Promise<unknown> => db.query('VACUUM place_change')
