import type { Queryable } from '../../db/client.ts'

// As in lead.place_key: the dataset, and the source's own id.
const key = (row: string) =>
  `(SELECT CASE WHEN d.name = d.source THEN d.source ELSE d.source || '/' || d.name END FROM dataset d
    WHERE d.id = ${row}.dataset_id) || ':' || ${row}.source_id`

/**
 * Notes what the release does to places. `table` holds the new and changed rows. A first load is no news: places of
 * cells that the dataset did not cover before are not noted.
 */
export async function noteChanges(db: Queryable, table: 'import_change' | 'place_next'): Promise<void> {
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
