import { ImportError } from '#place-files/index.ts'
import { correctTable } from '#server/catalog/corrections/correct-places.repository.ts'
import { mergePlaces } from '#server/catalog/merge/merge-places.ts'
import { markChanged, markGroupsOfChanged } from '#server/catalog/merge/merge.repository.ts'
import { markAllSites } from '#server/catalog/merge/site-merge.repository.ts'
import { mergeSites } from '#server/catalog/merge/site-merge.ts'
import { suppressTable } from '#server/catalog/suppression/suppression.repository.ts'
import { readCategoryKeys } from '#server/catalog/tables/category.repository.ts'
import { keepChanges } from '#server/catalog/tables/change-log.repository.ts'
import {
  countCoverage,
  flagAllTwins,
  insertCategoryRows,
  updateSampleOffers,
} from '#server/catalog/tables/derived.repository.ts'
import { analyze, type ImportSession } from '#server/catalog/tables/import-session.ts'
import {
  addOtherCells,
  copyStagedTo,
  countPages,
  pageRanges,
  within,
} from '#server/catalog/tables/staging.repository.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import type { PreparedRun } from './catalog-change.repository.ts'
import { logRealChanges } from './log-real-changes.ts'

/**
 * Rebuilds the whole catalog next to the current one. For many rows, this is faster than changing them, and the
 * following transaction is short.
 */
export async function buildNextCatalog(
  session: ImportSession,
  { datasetId, importRunId, categories }: PreparedRun,
): Promise<void> {
  await createNextTable(session, 'place')
  await copyStagedTo(session, 'place_next')
  await logRealChanges(session, 'place_next')
  await keepChanges(session, importRunId)
  await markChanged(session, 'place_next')
  await markGroupsOfChanged(session, 'import_regroup')
  await session.query('DELETE FROM import_regroup WHERE id IN (SELECT id FROM import_gone)')
  await copyKeptPlaces(session)
  await createIndexes(session, 'place', name => mergeIndexes.has(name))
  await analyze(session, 'place_next')
  await session.query('ANALYZE import_regroup')
  await mergePlaces(session, {
    table: 'place_next',
    chunk: session.rowsPerStep,
    categories: await readCategoryKeys(session, categories),
  })
  await markAllSites(session)
  await mergeSites(session, 'place_next')
  await addOtherCells(session, datasetId)
  await countCoverage(session, 'place_next', datasetId)
  await updateSampleOffers(session, 'place_next', datasetId)
  await correctTable(session, 'place_next')
  await suppressTable(session, 'place_next')
  await flagAllTwins(session, 'place_next')
  await finishTable(session, 'place')
  await createNextTable(session, 'place_category')
  await fillCategoryRows(session)
  await finishTable(session, 'place_category')
}

async function createNextTable(session: ImportSession, table: CatalogTable): Promise<void> {
  await session.query(`CREATE TABLE ${nextName(table)} (LIKE ${table} INCLUDING ALL EXCLUDING INDEXES)`)
  if (session.hasIndexesFirst) await createIndexes(session, table, () => true)
}

async function fillCategoryRows(session: ImportSession): Promise<void> {
  const rows = { from: 'place_next', to: 'place_category_next' } as const
  if (!session.hasIndexesFirst) return insertCategoryRows(session, rows)
  for await (const range of pageRanges(session, 'place_next'))
    await insertCategoryRows(session, { ...rows, where: within('p', range) })
}

async function copyKeptPlaces(session: ImportSession): Promise<void> {
  if ((await countPages(session, 'place')) === 0) return
  await createIndexes(session, 'place', name => name === 'place_pkey')
  await analyze(session, 'place_next (id)')
  for await (const range of pageRanges(session, 'place')) {
    await session.query(`
      INSERT INTO place_next OVERRIDING SYSTEM VALUE SELECT p.* FROM place p
      WHERE ${within('p', range)} AND NOT EXISTS (SELECT FROM place_next n WHERE n.id = p.id)
        AND NOT EXISTS (SELECT FROM import_gone g WHERE g.id = p.id)`)
  }
}

type CatalogTable = 'place' | 'place_category'
type TableIndex = { name: string; definition: string; constraint: string | null }

const nextName = (name: string) => `${name}_next`

const indexesOf = (db: Queryable, table: CatalogTable): Promise<TableIndex[]> =>
  db.query(`
    SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition,
      CASE k.contype WHEN 'p' THEN 'PRIMARY KEY' WHEN 'u' THEN 'UNIQUE' END AS constraint
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.contype IN ('p', 'u')
    WHERE i.indrelid = '${table}'::regclass ORDER BY c.relname`)

const mergeIndexes = new Set([
  'place_pkey',
  'place_phone',
  'place_house',
  'place_house_number',
  'place_house_without_zip',
  'place_name_spot',
  'place_name_spot_vague',
  'place_name_spot_grouped',
  'place_merged',
  'place_possible_duplicate',
  'place_domain',
])

async function createIndexes(
  session: ImportSession,
  table: CatalogTable,
  isWanted: (name: string) => boolean,
): Promise<void> {
  for (const { name, definition } of (await indexesOf(session, table)).filter(index => isWanted(index.name))) {
    const [head, ...tail] = definition.split(' USING ')
    const kind = head?.startsWith('CREATE UNIQUE') ? 'UNIQUE INDEX' : 'INDEX'
    const text = `${nextName(name)} ON ${nextName(table)} USING ${tail.join(' USING ')}`
    await session.query(`CREATE ${kind} IF NOT EXISTS ${text}`)
  }
}

/** Gives the new table the indexes and foreign keys of the current one. */
async function finishTable(session: ImportSession, table: CatalogTable): Promise<void> {
  await createIndexes(session, table, () => true)
  const keys = await session.query<{ name: string; definition: string }>(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE conrelid = '${table}'::regclass AND contype = 'f'`,
  )
  for (const { name, definition } of keys)
    await session.query(`ALTER TABLE ${nextName(table)} ADD CONSTRAINT ${name} ${definition}`)
  await session.query(`VACUUM ${nextName(table)}`)
  await analyze(session, nextName(table))
}

// In the order in which searches lock the tables. `dataset` is locked, too, because dropping a reference to it needs
// that.
const swappedTables = ['place_category', 'place', 'dataset']
const lockSwapped = `LOCK TABLE ${swappedTables.join(', ')} IN ACCESS EXCLUSIVE MODE`

/** The transactions that hold locks on the catalog's tables now, with the ids of their processes. */
export const readersOfCatalog = (db: Queryable): Promise<{ transaction: string; process: number | null }[]> =>
  db.query(
    `SELECT DISTINCT virtualtransaction AS transaction, pid AS process FROM pg_locks
     WHERE relation = ANY ($1::regclass[]) AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND granted AND pid IS DISTINCT FROM pg_backend_pid()`,
    [swappedTables],
  )

/** Replaces the current catalog with the new one. From here to the end of the transaction, all searches wait. */
export async function swapCatalog(tx: Queryable): Promise<void> {
  // The timeout is short, because every search queues behind this lock request.
  await tx.query("SET LOCAL lock_timeout = '200ms'")
  await tx.query(lockSwapped)
  await tx.query(`
    SELECT setval(pg_get_serial_sequence('place_next', 'id'), nextval(pg_get_serial_sequence('place', 'id')))`)
  for (const table of ['place_category', 'place'] as const) {
    await assertSameColumns(tx, table)
    await swapTable(tx, table)
  }
  await tx.query('ALTER SEQUENCE place_next_id_seq RENAME TO place_id_seq')
}

const columnsOf = (table: string): string =>
  `SELECT attname, atttypid, atttypmod, attnotnull FROM pg_attribute
   WHERE attrelid = '${table}'::regclass AND attnum > 0 AND NOT attisdropped`

// Otherwise, a column added during the rebuild would silently disappear.
async function assertSameColumns(tx: Queryable, table: CatalogTable): Promise<void> {
  const [used, next] = [columnsOf(table), columnsOf(nextName(table))]
  const [differing] = await tx.query<{ attname: string }>(`(${used} EXCEPT ${next}) UNION ALL (${next} EXCEPT ${used})`)
  if (differing !== undefined)
    throw new ImportError(
      `The column "${differing.attname}" of ${table} was changed during the import, which left the catalog as it was. Import again.`,
    )
}

async function swapTable(tx: Queryable, table: CatalogTable): Promise<void> {
  const indexes = await indexesOf(tx, table)
  await tx.query(`DROP TABLE ${table}`)
  await tx.query(`ALTER TABLE ${nextName(table)} RENAME TO ${table}`)
  for (const { name, constraint } of indexes) {
    await tx.query(
      constraint === null
        ? `ALTER INDEX ${nextName(name)} RENAME TO ${name}`
        : `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${constraint} USING INDEX ${nextName(name)}`,
    )
  }
}
