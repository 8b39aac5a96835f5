import type { Queryable } from '#server/platform/database/db.ts'
import type { ImportSession } from './import-session.ts'

const NOTHING_UNPUBLISHED = '9223372036854775807'
const unpublishedFrom = '(SELECT unpublished_from FROM catalog_version)'

/**
 * SQL: the row with this id belongs to the catalog that searches see. The new rows of an unfinished import do not.
 * Written as a sign that is compared for inequality, so that the planner expects it to be true for nearly all rows.
 */
export const isPublished = (id: string): string => `(${id} - ${unpublishedFrom}) >> 63 <> 0`

/** Hides all rows that get their id from now on. Returns the least of these ids. */
export async function hideNewPlaces(session: ImportSession): Promise<number> {
  const [row] = await session.query<{ first: number }>(
    `UPDATE catalog_version SET unpublished_from = nextval(pg_get_serial_sequence('place', 'id')) + 1
     RETURNING unpublished_from AS first`,
  )
  return row?.first ?? 0
}

/** Makes the catalog's changes visible: searches read the version with each page. */
export async function publishCatalog(tx: Queryable): Promise<void> {
  await tx.query(`UPDATE catalog_version SET version = version + 1, unpublished_from = ${NOTHING_UNPUBLISHED}`)
}

const ROWS_AT_ONCE = 1000

/** Removes what an import has written that failed or was killed before it published its rows. */
export async function removeUnpublished(db: Queryable): Promise<void> {
  const [hidden] = await db.query<{ first: number }>(
    `SELECT unpublished_from AS first FROM catalog_version WHERE unpublished_from < ${NOTHING_UNPUBLISHED}`,
  )
  if (hidden !== undefined) {
    await removeInSteps(db, 'place_category', `place_id >= ${hidden.first}`)
    await removeInSteps(db, 'place', `id >= ${hidden.first}`)
    await db.query(`UPDATE catalog_version SET unpublished_from = ${NOTHING_UNPUBLISHED}`)
  }
  const [last] = await db.query<{ id: number }>('SELECT coalesce(max(id), 0)::int AS id FROM import_run')
  await removeInSteps(db, 'place_change', `import_run_id > ${last?.id ?? 0}`)
}

async function removeInSteps(db: Queryable, table: string, where: string): Promise<void> {
  const some = `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${where} LIMIT ${ROWS_AT_ONCE}))`
  for (;;) {
    const [row] = await db.query<{ count: number }>(
      `WITH removed AS (${some} RETURNING 1) SELECT count(*)::int AS count FROM removed`,
    )
    if ((row?.count ?? 0) < ROWS_AT_ONCE) return
  }
}
