import { correctPlaces } from '#server/catalog/corrections/correct-places.repository.ts'
import { mergeNewPlaces, mergePlaces } from '#server/catalog/merge/merge-places.ts'
import { markChanged, markGroupsOfChanged } from '#server/catalog/merge/merge.repository.ts'
import { markSitesOf, markSitesOfTouched } from '#server/catalog/merge/site-merge.repository.ts'
import { mergeSites } from '#server/catalog/merge/site-merge.ts'
import { suppressPlaces } from '#server/catalog/suppression/suppression.repository.ts'
import { type CategoryKeys, type CategoryRow, readCategoryKeys } from '#server/catalog/tables/category.repository.ts'
import { logAdded, keepChanges } from '#server/catalog/tables/change-log.repository.ts'
import {
  flagTwinsOfNew,
  insertCategoryRows,
  countCoverage,
  replaceCoverage,
  replaceTouchedCategoryRows,
  updateSampleOffers,
} from '#server/catalog/tables/derived.repository.ts'
import { type IdRange, idRanges, type ImportSession, analyze } from '#server/catalog/tables/import-session.ts'
import { storedColumns } from '#server/catalog/tables/place-row.ts'
import { addOtherCells, copyStagedTo } from '#server/catalog/tables/staging.repository.ts'
import { hideNewPlaces } from '#server/catalog/tables/unpublished.repository.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { readNumber } from '#server/platform/database/rows.ts'
import { logRealChanges } from './log-real-changes.ts'

const touchedPlaces = { table: 'place', where: 'p.id IN (SELECT id FROM import_touched)' } as const

/** A run of an import whose rows are staged. `categories`: those that it adds or moves. */
export type PreparedRun = { datasetId: number; importRunId: number; categories: readonly CategoryRow[] }

/** Prepares a change of single rows. Everything that can be computed before the transaction is done here. */
export async function prepareChange(
  session: ImportSession,
  { datasetId, importRunId, categories }: PreparedRun,
): Promise<void> {
  await copyStagedTo(session, 'import_change')
  // Otherwise, the few changed places might be looked for by reading all places.
  await session.query('ANALYZE import_change, import_gone')
  await logRealChanges(session, 'import_change')
  await keepChanges(session, importRunId)
  await writeNewPlaces(session, importRunId, await readCategoryKeys(session, categories))
  await markGroupsOfChanged(session)
  await markChanged(session, 'import_change')
  await session.query('DELETE FROM import_regroup WHERE id IN (SELECT id FROM import_gone)')
  await session.query('ANALYZE import_regroup')
  const existing = 'place p WHERE p.id IN (SELECT id FROM import_change UNION ALL SELECT id FROM import_gone)'
  await session.query(`INSERT INTO import_touched SELECT p.id, p.phone FROM ${existing}`)
  await session.query('INSERT INTO import_touched SELECT id, phone FROM import_change')
  await session.query('ANALYZE import_touched')
  await markSitesOfTouched(session)
  await addOtherCells(session, datasetId, `c.cell IN (SELECT p.cell FROM ${existing})`)
  await session.query('ANALYZE import_cell')
}

/** Applies the change prepared by `prepareChange`. Must run in a transaction. */
export async function applyChange(tx: Queryable, datasetId: number, rowsPerStep: number): Promise<void> {
  // There are few touched rows, so an index is faster than reading the whole catalog on any disk.
  await tx.query('SET LOCAL random_page_cost = 1')
  await tx.query('DELETE FROM place WHERE id IN (SELECT id FROM import_gone)')
  await writePlaces(tx)
  await mergePlaces(tx, { table: 'place', chunk: rowsPerStep, categories: await readCategoryKeys(tx) })
  await markSitesOfTouched(tx)
  await mergeSites(tx, 'place')
  await countCoverage(tx, 'place', datasetId)
  await updateSampleOffers(tx, 'place', datasetId)
  await correctPlaces(tx, touchedPlaces)
  await suppressPlaces(tx, touchedPlaces)
  await replaceCoverage(tx, datasetId)
  await replaceTouchedCategoryRows(tx)
}

/** Merges the facts from the marked websites into the catalog. Must run in a transaction. */
export async function applySites(tx: Queryable): Promise<void> {
  await mergeSites(tx, 'place')
  await correctPlaces(tx, touchedPlaces)
  await suppressPlaces(tx, touchedPlaces)
  await replaceTouchedCategoryRows(tx)
}

// These columns are empty in new and changed rows. Merging sets them.
const mergeColumns = ['merged_into', 'possible_duplicate_of', 'own', 'provenance']

async function writePlaces(tx: Queryable): Promise<void> {
  const columns = [...storedColumns, 'is_offered', ...mergeColumns]
  const written = columns.map(name => `${name} = excluded.${name}`)
  await tx.query(`
    INSERT INTO place (id, ${columns.join(', ')}) OVERRIDING SYSTEM VALUE
    SELECT id, ${columns.join(', ')} FROM import_change
    ON CONFLICT (id) DO UPDATE SET ${written.join(', ')}`)
}

/** Frees the space of replaced rows, and enables index-only scans. Must not run in a transaction. */
export async function vacuumCatalog(
  session: ImportSession,
  { isLargeChange }: { isLargeChange: boolean },
): Promise<void> {
  for (const table of ['place', 'place_category', 'coverage']) {
    await session.query(`VACUUM ${table}`)
    if (isLargeChange) await analyze(session, table)
  }
}

/**
 * Writes the new places completely, in short steps and without a transaction. Searches do not find them until the
 * transaction of the import publishes them. What would change a place that searches find is only noted for it.
 */
async function writeNewPlaces(session: ImportSession, importRunId: number, categories: CategoryKeys): Promise<void> {
  const from = await hideNewPlaces(session)
  await copyStagedTo(session, 'place')
  const to = await lastPlaceId(session)
  if (to < from) return
  const added = { from, to }
  for await (const range of idRanges(session, added)) await logAdded(session, importRunId, range)
  await mergeNewPlaces(session, added, categories)
  for await (const range of idRanges(session, added)) {
    await markSitesOf(session, isIn(range))
    const places = { table: 'place', where: isIn(range) } as const
    await correctPlaces(session, places)
    await suppressPlaces(session, places)
  }
  // Nobody has read the rows that these steps have changed.
  await session.query('TRUNCATE import_touched')
  for await (const range of idRanges(session, added)) await flagTwinsOfNew(session, { ...range, firstNew: from })
  for await (const range of idRanges(session, added))
    await insertCategoryRows(session, { from: 'place', to: 'place_category', where: isIn(range) })
}

const isIn = ({ from, to }: IdRange): string => `p.id BETWEEN ${from} AND ${to}`

const lastPlaceId = (session: ImportSession): Promise<number> =>
  readNumber(session, 'SELECT coalesce(max(id), 0) AS id FROM place')
