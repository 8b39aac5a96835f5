import { placeFlags } from '#server/catalog/place/place-flags.ts'
import { isTemporarilyClosedIn } from '#server/catalog/place/score-lines.ts'
import { sources } from '#server/catalog/place/sources.ts'
import { isStarterIn } from '#server/catalog/place/starter-data.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { readNumber } from '#server/platform/database/rows.ts'
import type { IdRange, ImportSession } from './import-session.ts'
import { pageRanges, staged, within } from './staging.repository.ts'

/** `place`, or the table that will replace it. */
export type PlaceTable = 'place' | 'place_next'

export const sampleSources = Object.values(sources)
  .filter(source => source.isSample)
  .map(source => source.key)
const isSampleDataset = `IN (SELECT id FROM dataset WHERE source = ANY ($1))`

/**
 * SQL: a row of `coverage` is of a real source. The starter data does not count, because searches around its town show
 * samples of the same cell. `$1` of the statement must be `sampleSources`.
 */
const isRealCover = (row: string): string =>
  `${row}.dataset_id NOT ${isSampleDataset} AND NOT ${isStarterIn(`${row}.release`)}`

/** SQL: a real source covers the cell of this sample row. `$1` of the statement must be `sampleSources`. */
export const isHiddenSample = (row: string): string =>
  `(${row}.flags & ${placeFlags.sample} <> 0
    AND ${row}.cell IN (SELECT c.cell FROM coverage c WHERE ${isRealCover('c')}))`

/** How many new rows are in cells that another real source covers. */
export async function countAddedBeside(session: ImportSession, datasetId: number): Promise<number> {
  let added = 0
  for await (const range of pageRanges(session, 'import_stage')) {
    added += await readNumber(
      session,
      `SELECT count(*)::int AS count FROM ${staged} WHERE p.id IS NULL AND ${within('s', range)} AND s.cell IN (
         SELECT c.cell FROM coverage c JOIN dataset d ON d.id = c.dataset_id
         WHERE d.id <> $1 AND d.source <> ALL ($2) AND c.place_count > 0)`,
      [datasetId, sampleSources],
    )
  }
  return added
}

export async function countCoverage(db: Queryable, table: PlaceTable, datasetId: number): Promise<void> {
  await db.query(
    `INSERT INTO import_coverage (cell, dataset_id, state, release, place_count)
     SELECT p.cell, p.dataset_id, coalesce(p.state, '--'), max(c.release), count(*)
     FROM ${table} p JOIN import_cell c ON c.cell = p.cell
     WHERE p.dataset_id = $1 GROUP BY p.cell, p.dataset_id, coalesce(p.state, '--')`,
    [datasetId],
  )
  await db.query(
    `INSERT INTO import_coverage (cell, dataset_id, state, release, place_count)
     SELECT c.cell, $1, '--', c.release, 0 FROM import_cell c
     WHERE c.stays_covered AND NOT EXISTS (SELECT FROM import_coverage i WHERE i.cell = c.cell)`,
    [datasetId],
  )
}

export async function replaceCoverage(db: Queryable, datasetId: number): Promise<void> {
  await db.query('DELETE FROM coverage WHERE dataset_id = $1 AND cell IN (SELECT cell FROM import_cell)', [datasetId])
  await db.query('INSERT INTO coverage SELECT * FROM import_coverage')
}

/** Offers sample rows only where no real source covers their cell. Marks the rows that change. */
export async function updateSampleOffers(db: Queryable, table: PlaceTable, datasetId: number): Promise<void> {
  await db.query(
    `WITH covered AS (
       SELECT c.cell FROM coverage c
       WHERE ${isRealCover('c')} AND (c.dataset_id <> $2 OR c.cell NOT IN (SELECT cell FROM import_cell))
       UNION SELECT cell FROM import_coverage i WHERE ${isRealCover('i')}),
     with_samples AS (
       SELECT cell FROM (SELECT cell, dataset_id FROM coverage UNION ALL SELECT cell, dataset_id FROM import_coverage) c
       WHERE dataset_id ${isSampleDataset} AND cell IN (SELECT cell FROM import_cell)),
     turned AS (
       UPDATE ${table} p SET is_offered = NOT p.is_offered
       WHERE p.dataset_id ${isSampleDataset} AND p.cell = ANY (ARRAY(SELECT cell FROM with_samples))
         AND p.is_offered = (p.cell IN (SELECT cell FROM covered))
       RETURNING p.id, p.phone)
     INSERT INTO import_touched SELECT id, phone FROM turned`,
    [sampleSources, datasetId],
  )
}

/** SQL for what the places of one lead have in common. */
export const leadOf = (row: string): string => `${row}.phone, lower(${row}.name)`

// A join, because a list of phones that does not fit the statement's memory would be read again for each place.
const updateTwins = (table: PlaceTable, which: string): string => `
  WITH leads (phone, name, has_twins) AS (
    SELECT ${leadOf('p')}, count(*) FILTER (WHERE p.is_offered) > 1 FROM ${table} p
    WHERE p.phone ${which} GROUP BY ${leadOf('p')})
  UPDATE ${table} p SET flags = p.flags # ${placeFlags.twin} FROM leads
  WHERE (${leadOf('p')}) = (leads.phone, leads.name) AND (p.flags & ${placeFlags.twin} <> 0) <> leads.has_twins`

/** Sets the flag of twins in a whole table that nobody reads yet. */
export async function flagAllTwins(db: Queryable, table: PlaceTable): Promise<void> {
  await db.query(updateTwins(table, 'IS NOT NULL'))
}

/** Sets the flag of twins in new rows, and notes the phones whose leads other rows have, too. */
export async function flagTwinsOfNew(
  db: Queryable,
  { from, to, firstNew }: IdRange & { firstNew: number },
): Promise<void> {
  await db.query(
    `WITH wanted (phone, name) AS MATERIALIZED (
       SELECT DISTINCT ${leadOf('p')} FROM place p WHERE p.id BETWEEN $1 AND $2 AND p.phone IS NOT NULL),
     leads AS MATERIALIZED (
       SELECT w.phone, w.name, count(*) FILTER (WHERE p.is_offered) > 1 AS has_twins, bool_or(p.id < $3) AS is_elsewhere
       FROM wanted w CROSS JOIN LATERAL (
         SELECT * FROM place o WHERE o.phone = w.phone AND lower(o.name) = w.name OFFSET 0) p GROUP BY w.phone, w.name),
     turned AS (
       UPDATE place p SET flags = p.flags # ${placeFlags.twin} FROM leads
       WHERE (${leadOf('p')}) = (leads.phone, leads.name) AND p.id BETWEEN $1 AND $2
         AND (p.flags & ${placeFlags.twin} <> 0) <> leads.has_twins)
     INSERT INTO import_touched SELECT NULL, phone FROM leads WHERE is_elsewhere`,
    [from, to, firstNew],
  )
}

async function flagTouchedTwins(db: Queryable): Promise<void> {
  await db.query(`
    WITH turned AS (${updateTwins('place', 'IN (SELECT phone FROM import_touched)')} RETURNING p.id, p.flags)
    UPDATE place_category c SET flags = turned.flags FROM turned WHERE c.place_id = turned.id`)
}

type CategoryRows = { from: PlaceTable; to: 'place_category' | 'place_category_next'; where?: string }

/**
 * Inserts one row for each category of each offered place that is not temporarily closed, in the order in which searches
 * read them. The category that the name tells comes first in searches, even if it is only the second one.
 */
export async function insertCategoryRows(db: Queryable, { from, to, where = 'true' }: CategoryRows): Promise<void> {
  const first = `CASE WHEN p.flags & ${placeFlags.namedOtherwise} <> 0 THEN 2 ELSE 1 END`
  await db.query(`
    INSERT INTO ${to} (category_id, state, lat, lon, place_id, relevance, rating, name_order, phone, flags, earlier)
    SELECT c.id, p.state, p.lat, p.lon, p.id, p.quality + CASE WHEN c.position = ${first} THEN 101 ELSE 0 END,
      coalesce(p.rating, 0), p.name_order, coalesce(p.phone, 0), p.flags,
      CASE WHEN c.position = ${first} THEN NULL WHEN c.position = 1 THEN nullif(p.category_ids[2:2], '{}') ELSE p.category_ids[1:c.position - 1] END
    FROM ${from} p, unnest(p.category_ids) WITH ORDINALITY AS c (id, position)
    WHERE p.is_offered AND NOT ${isTemporarilyClosedIn('p')} AND ${where} ORDER BY c.id, p.cell`)
}

export async function replaceTouchedCategoryRows(tx: Queryable): Promise<void> {
  await tx.query('DELETE FROM place_category WHERE place_id IN (SELECT id FROM import_touched)')
  await flagTouchedTwins(tx)
  await insertCategoryRows(tx, {
    from: 'place',
    to: 'place_category',
    where: 'p.id IN (SELECT id FROM import_touched)',
  })
}
