import { scoreBands } from '#contract/leads/score-bands.ts'
import { smallestShown } from '#contract/searches/public-preview.ts'
import { EARTH_RADIUS_MILES } from '#server/catalog/place/great-circle.ts'
import { ownWebsiteIn, placeFlags } from '#server/catalog/place/place-flags.ts'
import type { CategoriesSought } from '#server/catalog/place/search-plan.ts'
import { inCategories } from '#server/catalog/search/search-statement.ts'
import type { Bind } from '#server/catalog/search/statement.ts'
import { isPublished } from '#server/catalog/tables/published.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import type { CountedTown } from './counted-states.ts'
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

/** The counts of whole states: of one category, or of all if `category` is null. */
export const readStateCounts = (db: Queryable, category: string | null): Promise<StoredCount[]> =>
  db.query(
    `SELECT category, state, town, ${figureColumns} FROM public_count
     WHERE town = '' AND ($1::text IS NULL OR category = $1) ORDER BY category, state`,
    [category],
  )

export const readCounts = (db: Queryable, category: string, state: string): Promise<StoredCount[]> =>
  db.query(
    `SELECT category, state, town, ${figureColumns} FROM public_count WHERE category = $1 AND state = $2 ORDER BY town`,
    [category, state],
  )

export const readTownCounts = (
  db: Queryable,
  category: string,
  towns: readonly { state: string; slug: string }[],
): Promise<StoredCount[]> =>
  db.query(
    `SELECT c.category, c.state, c.town, ${figureColumns}
     FROM unnest($2::text[], $3::text[]) AS n (state, town)
     JOIN public_count c ON c.category = $1 AND c.state = n.state AND c.town = n.town ORDER BY c.state, c.town`,
    [category, towns.map(({ state }) => state), towns.map(({ slug }) => slug)],
  )

/** The states and towns in which a kind of business has a page for search engines. */
export const readCountedPlaces = (db: Queryable, category: string): Promise<{ state: string; town: string }[]> =>
  db.query('SELECT state, town FROM public_count WHERE category = $1 ORDER BY state, town', [category])

export async function readCountedCategories(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ category: string }>(
    `SELECT DISTINCT category FROM public_count WHERE town = '' ORDER BY category`,
  )
  return rows.map(({ category }) => category)
}

export type CoveredCell = { cell: number; state: string; datasetId: number; release: string; places: number }

/** The cells that these datasets cover. */
export const readCoveredCells = (db: Queryable, datasetIds: readonly number[]): Promise<CoveredCell[]> =>
  db.query(
    `SELECT cell, state, dataset_id AS "datasetId", release, place_count AS places FROM coverage
     WHERE dataset_id = ANY($1::smallint[]) ORDER BY cell, dataset_id, state`,
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

/**
 * The imports of each dataset's newest release. A dataset's first release is left out, because all its places are new.
 */
export async function readNewestRuns(db: Queryable, datasetIds: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT r.id FROM import_run r WHERE r.dataset_id = ANY($1::smallint[]) AND r.release =
       (SELECT max(n.release COLLATE "C") FROM import_run n WHERE n.dataset_id = r.dataset_id)
       AND EXISTS (SELECT FROM import_run o WHERE o.dataset_id = r.dataset_id AND o.release COLLATE "C" < r.release)
     ORDER BY r.id`,
    [datasetIds],
  )
  return rows.map(({ id }) => id)
}

/** Whether these imports have changed anything in these cells. The first load of a cell does not count. */
export async function hasChangesIn(db: Queryable, runs: readonly number[], cells: readonly number[]): Promise<boolean> {
  const rows = await db.query(
    'SELECT FROM place_change WHERE import_run_id = ANY($1::int[]) AND cell = ANY($2::int[]) LIMIT 1',
    [runs, cells],
  )
  return rows.length > 0
}

export type CountRequest = {
  what: CategoriesSought
  state: string
  towns: readonly CountedTown[]
  radiusMiles: number
  /** The box around the circles of all towns. */
  box: { south: number; north: number; west: number; east: number }
  /** The imports and cells whose changes are counted; null if there was no earlier release. */
  news: { runs: readonly number[]; cells: readonly number[] } | null
}

const THE_STATE = -1
const cellOfRow = (row: string) => `(floor((${row}.lat + 90) * 4) * 1440 + floor((${row}.lon + 180) * 4))::int`
/** Fictional places and rows with a separate license are not counted. */
const isCounted = (row: string) => `${row}.flags & ${placeFlags.sample | placeFlags.apart} = 0`
const isCountedPlace = `${isCounted('c')} AND ${isPublished('c.place_id')}`

/**
 * SQL for the tables `town` (the towns), `spot` (the cells that each town's circle touches), and `most` (the radius).
 */
function townTables({ towns, radiusMiles }: CountRequest, bind: Bind): string {
  const spots = towns.flatMap(({ cells }, number) => cells.map(cell => ({ number, cell })))
  return `town AS MATERIALIZED (
    SELECT * FROM unnest(${bind(towns.map((_, number) => number))}::int[], ${bind(towns.map(({ lat }) => lat))}::float8[],
      ${bind(towns.map(({ lon }) => lon))}::float8[], ${bind(towns.map(({ lat }) => Math.cos((lat * Math.PI) / 180)))}::float8[])
      AS t (number, lat, lon, cos_lat)),
  spot AS MATERIALIZED (
    SELECT * FROM unnest(${bind(spots.map(({ number }) => number))}::int[], ${bind(spots.map(({ cell }) => cell))}::int[]) AS s (town, cell)),
  most AS MATERIALIZED (SELECT ${bind(2 * Math.sin(radiusMiles / (2 * EARTH_RADIUS_MILES)) ** 2)}::float8 AS distance)`
}

/** SQL for whether a row is within a town's radius. Searches in a circle compute distances in the same way. */
const inReach = (row: string) => `(1 - cos(radians(${row}.lat - t.lat)))
      + t.cos_lat * cos(radians(${row}.lat)) * (1 - cos(radians(${row}.lon - t.lon))) <= (SELECT distance FROM most)`

const having = (flag: number): string => `count(*) FILTER (WHERE flags & ${flag} <> 0)::int`
/** SQL for the flags without the website flag if the website is only a page on a platform. */
const ownWebsiteOnly = `CASE WHEN ${ownWebsiteIn('c.flags')} THEN c.flags ELSE c.flags & ~${placeFlags.website}::smallint END`

/**
 * Counts a kind of business in a state and around each of its towns, in one statement. Places that share a phone count
 * as one lead, as in a search. Returns only counts that may be shown. `town` is the index of the town, or -1 for the
 * state.
 */
export async function countKind(db: Queryable, asked: CountRequest): Promise<{ town: number; figures: Figures }[]> {
  const values: unknown[] = []
  const bind: Bind = value => `$${values.push(value)}`
  const { what, state, box, news } = asked
  const isKind = inCategories(what, bind)
  const code = bind(state)
  const columns = `c.place_id AS id, c.lat, c.lon, c.relevance % 101 AS score, c.phone, ${ownWebsiteOnly} AS flags`
  const isNew =
    news === null
      ? 'false'
      : `(c.place_id IN (SELECT place_id FROM place_change WHERE import_run_id = ANY(${bind(news.runs)}::int[])
          AND cell = ANY(${bind(news.cells)}::int[]) AND kind = 'added')
          AND NOT EXISTS (SELECT FROM place o WHERE o.merged_into = c.place_id))`
  const bands = scoreBands.map(({ from }, index) => {
    const below = scoreBands[index - 1]?.from
    return `count(*) FILTER (WHERE score >= ${from}${below === undefined ? '' : ` AND score < ${below}`})`
  })
  const rows = await db.query<Omit<Figures, 'closed'> & { town: number }>(
    `WITH ${townTables(asked, bind)},
     inside AS (SELECT ${columns}, ${isNew} AS is_new FROM place_category c
       WHERE ${isKind} AND c.state = ${code} AND ${isCountedPlace}),
     near AS MATERIALIZED (SELECT ${columns}, ${isNew} AS is_new FROM place_category c
       WHERE ${isKind} AND c.lat BETWEEN ${bind(box.south)} AND ${bind(box.north)}
         AND c.lon BETWEEN ${bind(box.west)} AND ${bind(box.east)} AND ${isCountedPlace}),
     found AS (
       SELECT ${THE_STATE} AS town, score, phone, flags, is_new FROM inside
       UNION ALL
       SELECT t.number, n.score, n.phone, n.flags, n.is_new
       FROM near n JOIN spot s ON s.cell = ${cellOfRow('n')} JOIN town t ON t.number = s.town WHERE ${inReach('n')}),
     leads AS (
       SELECT town, score, flags, is_new FROM found WHERE flags & ${placeFlags.sharedPhone} = 0
       UNION ALL
       SELECT town, max(score), bit_or(flags), bool_and(is_new) FROM found
       WHERE flags & ${placeFlags.sharedPhone} <> 0 GROUP BY town, phone)
     SELECT town, count(*)::int AS places, ${having(placeFlags.phone)} AS "withPhone",
       ${having(placeFlags.website)} AS "withWebsite", ${having(placeFlags.email)} AS "withEmail",
       ARRAY[${bands.join(', ')}]::int[] AS scores,
       ${news === null ? 'NULL::int' : 'count(*) FILTER (WHERE is_new)::int'} AS opened
     FROM leads GROUP BY town HAVING count(*) >= ${smallestShown} ORDER BY town`,
    values,
  )
  const closed = news === null || rows.length === 0 ? null : await countClosed(db, { ...asked, news })
  return rows.map(({ town, ...figures }) => ({
    town,
    figures: { ...figures, closed: closed === null ? null : (closed.get(town) ?? 0) },
  }))
}

/** The number of closed businesses of a kind, by the index of the town. */
async function countClosed(
  db: Queryable,
  asked: CountRequest & { news: NonNullable<CountRequest['news']> },
): Promise<Map<number, number>> {
  const values: unknown[] = []
  const bind: Bind = value => `$${values.push(value)}`
  const { what, state, news } = asked
  const ids = bind(what.categoryIds)
  const asSide =
    what.sideWith === undefined
      ? `OR g.category_ids && ${ids}::int[]`
      : `OR (g.category_ids && ${ids}::int[] AND g.category_ids[1] = ANY(${bind(what.sideWith)}::int[]))`
  const rows = await db.query<{ town: number; count: number }>(
    `WITH ${townTables(asked, bind)},
     gone AS MATERIALIZED (SELECT g.lat, g.lon, g.state FROM place_change g
       WHERE g.import_run_id = ANY(${bind(news.runs)}::int[]) AND g.cell = ANY(${bind(news.cells)}::int[])
         AND g.kind = 'closed' AND ${isCounted('g')} AND (g.category_ids[1] = ANY(${ids}::int[]) ${asSide}))
     SELECT town, count(*)::int AS count FROM (
       SELECT ${THE_STATE} AS town FROM gone WHERE state = ${bind(state)}
       UNION ALL
       SELECT t.number FROM gone g JOIN spot s ON s.cell = ${cellOfRow('g')} JOIN town t ON t.number = s.town
       WHERE ${inReach('g')}) closed GROUP BY town`,
    values,
  )
  return new Map(rows.map(({ town, count }) => [town, count]))
}

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

/** Replaces the counts of a kind of business in a state. */
export async function replaceCounts(
  tx: Queryable,
  { category, state, version }: { category: string; state: string; version: number },
  counts: readonly { town: string; figures: Figures }[],
): Promise<void> {
  await tx.query('DELETE FROM public_count WHERE category = $1 AND state = $2', [category, state])
  if (counts.length === 0) return
  const column = (name: keyof Figures) => counts.map(({ figures }) => figures[name])
  await tx.query(
    `INSERT INTO public_count (category, state, town, places, with_phone, with_website, with_email, scores, opened, closed, version)
     SELECT $1, $2, town, places, with_phone, with_website, with_email, scores::int[], opened, closed, $3
     FROM unnest($4::text[], $5::int[], $6::int[], $7::int[], $8::int[], $9::text[], $10::int[], $11::int[])
       AS n (town, places, with_phone, with_website, with_email, scores, opened, closed)`,
    [
      category,
      state,
      version,
      counts.map(({ town }) => town),
      column('places'),
      column('withPhone'),
      column('withWebsite'),
      column('withEmail'),
      counts.map(({ figures }) => `{${figures.scores.join(',')}}`),
      column('opened'),
      column('closed'),
    ],
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
