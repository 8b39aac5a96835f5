import type { CatalogSource } from '#contract/places/place-loads.ts'
import { isStarterIn } from '#server/catalog/place/starter-data.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstValue, hasRow, readNumber, readValues } from '#server/platform/database/rows.ts'
import { isPublished } from './published.sql.ts'

const NO_DATASET = -1

/** The id of a dataset, or an id that no place has. */
export const findDatasetId = async (db: Queryable, source: string, name: string): Promise<number> =>
  (await firstValue<number>(db, 'SELECT id FROM dataset WHERE source = $1 AND name = $2', [source, name])) ?? NO_DATASET

export async function ensureDataset(db: Queryable, source: string, name: string): Promise<number> {
  await db.query('INSERT INTO dataset (source, name) VALUES ($1, $2) ON CONFLICT DO NOTHING', [source, name])
  return findDatasetId(db, source, name)
}

/** All datasets of a source, or the list with this name. "csv/osm" is a list that has the name of a source. */
export const findDatasets = (db: Queryable, words: string): Promise<{ id: number; source: string; name: string }[]> =>
  db.query(
    `SELECT id, source, name FROM dataset
     WHERE source = $1 OR ($1 NOT IN (SELECT source FROM dataset) AND $1 IN (name, source || '/' || name)) ORDER BY id`,
    [words],
  )

/** From the coverage that imports stored, so that it does not read all places. */
export const countPlaces = (db: Queryable): Promise<number> =>
  readNumber(db, 'SELECT coalesce(sum(place_count), 0)::int AS count FROM coverage')

/** True if a cell of `import_cell` is uncovered or covered by another release. */
export const hasNewCoverage = (db: Queryable): Promise<boolean> =>
  hasRow(db, 'SELECT 1 FROM import_cell WHERE was_release IS DISTINCT FROM release LIMIT 1')

/** The cells among these that a source does not cover with this release or a newer one. */
export const cellsBehind = (
  db: Queryable,
  { source, release, cells }: { source: string; release: string; cells: readonly number[] },
): Promise<number[]> =>
  readValues(
    db,
    `SELECT wanted.cell FROM unnest($1::int[]) WITH ORDINALITY AS wanted (cell, position) WHERE NOT EXISTS (
       SELECT FROM coverage c JOIN dataset d ON d.id = c.dataset_id
       WHERE c.cell = wanted.cell AND d.source = $2 AND c.release COLLATE "C" >= $3)
     ORDER BY wanted.position`,
    [cells, source, release],
  )

/** All cells that a source covers only with an older release. Nobody has loaded the starter data, so it is left out. */
export const cellsBefore = (
  db: Queryable,
  { source, release }: { source: string; release: string },
): Promise<number[]> =>
  readValues(
    db,
    `SELECT c.cell FROM coverage c JOIN dataset d ON d.id = c.dataset_id
     WHERE d.source = $1 GROUP BY c.cell HAVING max(c.release COLLATE "C") < $2
       AND NOT ${isStarterIn('max(c.release COLLATE "C")')} ORDER BY c.cell`,
    [source, release],
  )

export async function raiseCatalogVersion(db: Queryable): Promise<void> {
  await db.query('UPDATE catalog_version SET version = version + 1')
}

export type ImportRun = {
  datasetId: number
  release: string
  files: readonly string[]
  startedAt: Date
  finishedAt: Date
  counts: Record<string, unknown>
  /** Columns of a list that may say which businesses are closed, but were not used. */
  unusedStatusColumns: readonly string[]
}

/** The id of an import's record, which is written when the import ends. */
export const reserveImportRun = (db: Queryable): Promise<number> =>
  // The id must be higher than that of every record, because it says which import was the last one.
  readNumber(
    db,
    `SELECT setval(pg_get_serial_sequence('import_run', 'id'), greatest(
       nextval(pg_get_serial_sequence('import_run', 'id')), (SELECT max(id) + 1 FROM import_run)))::int AS id`,
  )

export async function insertImportRun(db: Queryable, id: number, run: ImportRun): Promise<void> {
  await db.query(
    `INSERT INTO import_run (id, dataset_id, release, file, started_at, finished_at, counts, unused_status_columns)
     OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      id,
      run.datasetId,
      run.release,
      run.files.join(', '),
      run.startedAt,
      run.finishedAt,
      JSON.stringify(run.counts),
      run.unusedStatusColumns,
    ],
  )
}

export type DatasetStatus = CatalogSource & { cells: number; changedAt: Date | null }

/**
 * The contents of the catalog by source and list. A dropped one covers no cells. Not offered are rows that are part of
 * another place, suppressed or withheld ones, and samples in areas with real data. Counts from the coverage that
 * imports stored and from an index, so that it does not read all places.
 */
export const placesStatus = (db: Queryable): Promise<DatasetStatus[]> =>
  db.query(`
    SELECT d.source, d.name AS list,
      ARRAY(SELECT DISTINCT release FROM coverage WHERE dataset_id = d.id ORDER BY release) AS releases,
      c.places, c.places - (SELECT count(*)::int FROM place WHERE dataset_id = d.id AND NOT is_offered AND ${isPublished('id')}) AS "offeredPlaces",
      c.cells,
      ARRAY(SELECT DISTINCT state::text FROM coverage
            WHERE dataset_id = d.id AND state <> '--' ORDER BY 1) AS states,
      coalesce(last.unused_status_columns, '{}') AS "unusedStatusColumns", last.finished_at AS "changedAt"
    FROM dataset d CROSS JOIN LATERAL (
      SELECT coalesce(sum(place_count), 0)::int AS places, count(DISTINCT cell)::int AS cells
      FROM coverage WHERE dataset_id = d.id) c
    LEFT JOIN LATERAL (
      SELECT unused_status_columns, finished_at FROM import_run WHERE dataset_id = d.id ORDER BY id DESC LIMIT 1) last ON true
    WHERE c.cells > 0
    ORDER BY d.source, d.name`)
