import type { Box } from '#geography/index.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { onlyRow, readNumber, readValues } from '#server/platform/database/rows.ts'
import { type ImportSession, slices } from './import-session.ts'
import type { StagedRelease } from './staging.repository.ts'

export type Gone = {
  vanished: number
  /** Places next to the area of the files. A file that was cut inside a cell says nothing about them. */
  outsideOfFiles: number
}

const CUT_FROM_PLACES = 20
const CUT_FROM_SHARE = 0.05

export async function findGone(session: ImportSession, staged: StagedRelease): Promise<Gone> {
  const { datasetId, isList, isWholeInCells, isPart } = staged
  // With outdated statistics, the search for removed places would otherwise read all staged rows for each one.
  await session.query('CREATE INDEX import_stage_source_id ON import_stage USING hash (source_id)')
  const missing = `
    INSERT INTO import_gone
    SELECT p.id FROM place p
    WHERE p.dataset_id = $1 AND NOT EXISTS (SELECT FROM import_stage s WHERE s.source_id = p.source_id)`
  if (isList) await session.query(missing, [datasetId])
  else if (!isPart)
    for await (const cells of slices(session, await outdatedCells(session, staged)))
      await session.query(`${missing} AND p.cell = ANY ($2::int[])`, [datasetId, cells])
  const outsideOfFiles = isList || isWholeInCells ? 0 : await keepOutside(session)
  return { vanished: await countGone(session), outsideOfFiles }
}

const outdatedCells = (db: Queryable, { release }: StagedRelease): Promise<number[]> =>
  readValues(db, 'SELECT cell FROM import_cell WHERE was_release COLLATE "C" < $1 ORDER BY cell', [release])

/**
 * A file cut from a release may end inside a cell and says nothing about the rest of that cell. Many missing places
 * beyond the file's outermost rows mean that the file ends there, so they are kept; a few count as removed. Returns how
 * many are kept.
 */
async function keepOutside(db: Queryable): Promise<number> {
  const box = await extentOfStage(db)
  if (box === null) return 0
  const outside =
    'id IN (SELECT p.id FROM place p WHERE p.id IN (SELECT id FROM import_gone) AND NOT (p.lat BETWEEN $1 AND $2 AND p.lon BETWEEN $3 AND $4))'
  const values = [box.south, box.north, box.west, box.east]
  const { outside: count, staged } = await onlyRow<{ outside: number; staged: number }>(
    db,
    `SELECT (SELECT count(*)::int FROM import_gone WHERE ${outside}) AS outside,
       (SELECT count(*)::int FROM import_stage) AS staged`,
    values,
  )
  if (count < CUT_FROM_PLACES || count < CUT_FROM_SHARE * staged) return 0
  await db.query(`DELETE FROM import_gone WHERE ${outside}`, values)
  return count
}

async function extentOfStage(db: Queryable): Promise<Box | null> {
  const [box] = await db.query<{ [K in keyof Box]: number | null }>(
    `SELECT min(lat) AS south, max(lat) AS north, min(lon) AS west, max(lon) AS east FROM import_stage`,
  )
  return box === undefined || box.south === null ? null : (box as Box)
}

export type Losses = { cells: number; gone: number; places: number }

/** Cells that lose more than this share of their places, and at least this many. Closed ones do not count as lost. */
export const unusualLosses = (
  db: Queryable,
  { datasetId, places, share }: { datasetId: number; places: number; share: number },
): Promise<Losses> =>
  onlyRow(
    db,
    `WITH lost AS (
       SELECT p.cell, count(*) AS gone FROM import_gone g JOIN place p ON p.id = g.id
       WHERE p.source_id NOT IN (SELECT source_id FROM import_closed) GROUP BY p.cell HAVING count(*) >= $2),
     unusual AS (
       SELECT l.cell, l.gone, c.places FROM lost l CROSS JOIN LATERAL (
         SELECT sum(place_count) AS places FROM coverage WHERE cell = l.cell AND dataset_id = $1) c
       WHERE l.gone > c.places * $3::float8)
     SELECT count(*)::int AS cells, coalesce(sum(gone), 0)::int AS gone, coalesce(sum(places), 0)::int AS places FROM unusual`,
    [datasetId, places, share],
  )

export async function findAllGone(db: Queryable, datasetId: number): Promise<number> {
  await db.query('INSERT INTO import_gone SELECT id FROM place WHERE dataset_id = $1', [datasetId])
  await db.query(
    `INSERT INTO import_cell (cell, stays_covered) SELECT DISTINCT cell, false FROM coverage WHERE dataset_id = $1`,
    [datasetId],
  )
  return countGone(db)
}

const countGone = (db: Queryable): Promise<number> => readNumber(db, 'SELECT count(*)::int AS count FROM import_gone')
