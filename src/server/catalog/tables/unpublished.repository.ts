import type { Queryable } from '#server/platform/database/db.ts'
import { countRows, readNumber } from '#server/platform/database/rows.ts'
import type { ImportSession } from './import-session.ts'
import { NOTHING_UNPUBLISHED } from './published.sql.ts'

/** Call this before an import writes anything that it would have to remove after a failure. */
export async function beginUnpublished(session: ImportSession, importRunId: number): Promise<void> {
  await session.query('UPDATE catalog_version SET unpublished_run = $1', [importRunId])
  // The sequence may be lower than the highest id, for example after rows were copied from another database.
  await session.query(`SELECT setval(pg_get_serial_sequence('place', 'id'),
    greatest(nextval(pg_get_serial_sequence('place', 'id')), (SELECT max(id) FROM place)))`)
}

/** Hides all rows that get their id from now on. Returns the least of these ids. */
export const hideNewPlaces = (session: ImportSession): Promise<number> =>
  readNumber(
    session,
    `UPDATE catalog_version SET unpublished_from = 1 + nextval(pg_get_serial_sequence('place', 'id'))
     RETURNING unpublished_from AS first`,
  )

const reset = (db: Queryable, versions = 0): Promise<unknown> =>
  db.query(
    `UPDATE catalog_version
     SET version = version + $1::int, unpublished_from = ${NOTHING_UNPUBLISHED}, unpublished_run = NULL`,
    [versions],
  )

/** Makes the catalog's changes visible: searches read the version with each page. */
export async function publishCatalog(tx: Queryable): Promise<void> {
  await reset(tx, 1)
}

const ROWS_AT_ONCE = 1000

/** Removes what an import has written that failed or was killed before it published its rows. */
export async function removeUnpublished(db: Queryable): Promise<void> {
  const [left] = await db.query<{ run: number; first: number | null }>(
    `SELECT unpublished_run AS run, nullif(unpublished_from, ${NOTHING_UNPUBLISHED}) AS first
     FROM catalog_version WHERE unpublished_run IS NOT NULL`,
  )
  if (left === undefined) return
  const { run, first } = left
  if (first !== null) {
    await removeInSteps(db, { table: 'place_category', where: `place_id >= ${first}`, order: 'place_id' })
    await removeInSteps(db, { table: 'place', where: `id >= ${first}`, order: 'id' })
  }
  await removeInSteps(db, {
    table: 'place_change',
    where: `import_run_id = ${run} AND NOT EXISTS (SELECT FROM import_run WHERE id = ${run})`,
    order: 'import_run_id, cell',
  })
  await reset(db)
}

/** In the order of an index, so that no step reads the whole table. */
async function removeInSteps(
  db: Queryable,
  { table, where, order }: { table: string; where: string; order: string },
): Promise<void> {
  const found = `SELECT ctid FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT ${ROWS_AT_ONCE}`
  const remove = `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${found})) RETURNING 1`
  while ((await countRows(db, remove)) === ROWS_AT_ONCE);
}
