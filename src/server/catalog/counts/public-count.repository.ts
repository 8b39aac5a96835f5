import { isStarterIn } from '#server/catalog/place/starter-data.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { hasRow, readValues } from '#server/platform/database/rows.ts'
import type { Figures, StoredCount } from './figures.ts'

export type StateProgress = {
  state: string
  fingerprint: string
  kindsDone: number
  isComplete: boolean
  version: number
  countedAt: Date | null
}

const figureColumns = `places, with_phone AS "withPhone", with_website AS "withWebsite", with_email AS "withEmail", scores, opened, closed`

export const readProgress = (db: Queryable): Promise<StateProgress[]> =>
  db.query(
    `SELECT state, fingerprint, kinds_done AS "kindsDone", is_complete AS "isComplete", version, counted_at AS "countedAt"
     FROM public_count_state ORDER BY state`,
  )

const readCounts = (db: Queryable, condition: string, values: unknown[]): Promise<StoredCount[]> =>
  db.query(
    `SELECT category, state, town, ${figureColumns} FROM public_count WHERE ${condition} ORDER BY category, state, town`,
    values,
  )

/** The counts of whole states: of one category, or of all if `category` is null. */
export const countsOfStates = (db: Queryable, category: string | null): Promise<StoredCount[]> =>
  readCounts(db, `town = '' AND ($1::text IS NULL OR category = $1)`, [category])

/** The counts of a category in a state: for the whole state, with an empty `town`, and for each of its towns. */
export const countsIn = (db: Queryable, category: string, state: string): Promise<StoredCount[]> =>
  readCounts(db, 'category = $1 AND state = $2', [category, state])

export const countsOfTowns = (
  db: Queryable,
  category: string,
  towns: readonly { state: string; slug: string }[],
): Promise<StoredCount[]> =>
  readCounts(db, 'category = $1 AND (state, town) IN (SELECT * FROM unnest($2::text[], $3::text[]))', [
    category,
    towns.map(({ state }) => state),
    towns.map(({ slug }) => slug),
  ])

/** The states and towns in which the count of this kind of business may be shown. */
export const countedPlaces = (db: Queryable, category: string): Promise<{ state: string; town: string }[]> =>
  db.query('SELECT state, town FROM public_count WHERE category = $1 ORDER BY state, town', [category])

/** The kinds of business whose counts may be shown. */
export const countedCategories = (db: Queryable): Promise<string[]> =>
  readValues(db, `SELECT DISTINCT category FROM public_count WHERE town = '' ORDER BY category`)

export type CoveredCell = { cell: number; state: string; datasetId: number; release: string; places: number }

export const readCoveredCells = (db: Queryable, datasetIds: readonly number[]): Promise<CoveredCell[]> =>
  db.query(
    `SELECT cell, state, dataset_id AS "datasetId", release, place_count AS places FROM coverage
     WHERE dataset_id = ANY($1::smallint[]) AND NOT ${isStarterIn('release')} ORDER BY cell, dataset_id, state`,
    [datasetIds],
  )

/** By cell: the newest import that changed something in it. */
export async function readLastChanges(db: Queryable): Promise<Map<number, number>> {
  const rows = await db.query<{ cell: number; run: number }>(
    `SELECT cell, max(import_run_id) AS run FROM place_change
     WHERE import_run_id IN (SELECT id FROM import_run) GROUP BY cell`,
  )
  return new Map(rows.map(({ cell, run }) => [cell, run]))
}

/** The imports of each dataset's newest release. Those of a first release are left out: all places are new. */
export const readNewestRuns = (db: Queryable, datasetIds: readonly number[]): Promise<number[]> =>
  readValues(
    db,
    `SELECT r.id FROM import_run r WHERE r.dataset_id = ANY($1::smallint[]) AND r.release =
       (SELECT max(n.release COLLATE "C") FROM import_run n WHERE n.dataset_id = r.dataset_id)
       AND EXISTS (SELECT FROM import_run o WHERE o.dataset_id = r.dataset_id AND o.release COLLATE "C" < r.release)
     ORDER BY r.id`,
    [datasetIds],
  )

/** Whether these imports have changed anything in these cells. The first load of a cell does not count. */
export const hasChangesIn = (db: Queryable, runs: readonly number[], cells: readonly number[]): Promise<boolean> =>
  hasRow(db, 'SELECT FROM place_change WHERE import_run_id = ANY($1::int[]) AND cell = ANY($2::int[]) LIMIT 1', [
    runs,
    cells,
  ])

export async function writeProgress(
  db: Queryable,
  { state, fingerprint, kindsDone, isComplete, version, countedAt }: StateProgress,
): Promise<void> {
  await db.query(
    `INSERT INTO public_count_state (state, fingerprint, kinds_done, is_complete, version, counted_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (state) DO UPDATE SET fingerprint = excluded.fingerprint, kinds_done = excluded.kinds_done,
       is_complete = excluded.is_complete, version = excluded.version, counted_at = excluded.counted_at`,
    [state, fingerprint, kindsDone, isComplete, version, countedAt],
  )
}

export async function replaceCounts(
  tx: Queryable,
  { category, state, version }: { category: string; state: string; version: number },
  counts: readonly { town: string; figures: Figures }[],
): Promise<void> {
  await tx.query('DELETE FROM public_count WHERE category = $1 AND state = $2', [category, state])
  if (counts.length === 0) return
  await tx.query(
    `INSERT INTO public_count (category, state, town, places, with_phone, with_website, with_email, scores, opened, closed, version)
     SELECT $1, $2, town, places, "withPhone", "withWebsite", "withEmail", scores, opened, closed, $3
     FROM jsonb_to_recordset($4::jsonb) AS n (town text, places int, "withPhone" int, "withWebsite" int,
       "withEmail" int, scores int[], opened int, closed int)`,
    [category, state, version, JSON.stringify(counts.map(({ town, figures }) => ({ town, ...figures })))],
  )
}

/** Deletes the counts of all other states, and of all other kinds of business. */
export async function keepOnly(
  tx: Queryable,
  { states, categories }: { states: readonly string[]; categories: readonly string[] },
): Promise<void> {
  await tx.query('DELETE FROM public_count_state WHERE state <> ALL($1::text[])', [states])
  await tx.query('DELETE FROM public_count WHERE state <> ALL($1::text[]) OR category <> ALL($2::text[])', [
    states,
    categories,
  ])
}
