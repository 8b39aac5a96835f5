import { scoreBands } from '#contract/leads/score-bands.ts'
import { EARTH_RADIUS_MILES } from '#geography/index.ts'
import { ownWebsiteIn, placeFlags } from '#server/catalog/place/place-flags.ts'
import type { CategoriesSought } from '#server/catalog/place/search-plan.ts'
import { inCategories, leadOfTwin } from '#server/catalog/search/search-statement.sql.ts'
import type { Bind } from '#server/catalog/search/statement.ts'
import { isPublished } from '#server/catalog/tables/published.sql.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import type { CountedTown } from './counted-states.ts'
import { type Figures, smallestShown } from './figures.ts'

export type CountRequest = {
  what: CategoriesSought
  state: string
  towns: readonly CountedTown[]
  radiusMiles: number
  /** The box that contains the circles around all towns. */
  box: { south: number; north: number; west: number; east: number }
  /** The imports and cells whose changes are counted; null if there was no earlier release. */
  news: { runs: readonly number[]; cells: readonly number[] } | null
}

const THE_STATE = -1
const cellOfRow = (row: string) => `(floor((${row}.lat + 90) * 4) * 1440 + floor((${row}.lon + 180) * 4))::int`
/** Fictional places and rows with a separate license are not counted. */
const isCounted = (row: string) => `${row}.flags & ${placeFlags.sample | placeFlags.separateLicense} = 0`
const isCountedPlace = `${isCounted('c')} AND ${isPublished('c.place_id')}`

/** SQL for the tables `town`, `spot` (the cells that a town's circle touches), and `most` (the radius). */
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
/** SQL for the flags of a row. The website flag is removed if the website is only a page on a platform. */
const ownWebsiteOnly = `CASE WHEN ${ownWebsiteIn('c.flags')} THEN c.flags ELSE c.flags & ~${placeFlags.website} END`

/**
 * Counts a kind of business in a state and around each of its towns, in one statement. Twins count as one lead, as in a
 * search. Returns only counts that may be shown. `town` is the index of the town, or -1 for the
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
       SELECT ${THE_STATE} AS town, id, score, phone, flags, is_new FROM inside
       UNION ALL
       SELECT t.number, n.id, n.score, n.phone, n.flags, n.is_new
       FROM near n JOIN spot s ON s.cell = ${cellOfRow('n')} JOIN town t ON t.number = s.town WHERE ${inReach('n')}),
     leads AS (
       SELECT town, score, flags, is_new FROM found WHERE flags & ${placeFlags.twin} = 0
       UNION ALL
       SELECT town, max(score), bit_or(flags), bool_and(is_new) FROM found f
       WHERE flags & ${placeFlags.twin} <> 0 GROUP BY town, ${leadOfTwin('f')})
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
  const asFurther = `OR (g.category_ids && ${ids}::int[] AND g.category_ids[1] = ANY(${bind(what.relatedMains)}::int[]))
         OR (g.flags & ${placeFlags.namedOtherwise} <> 0 AND g.category_ids[2] = ANY(${ids}::int[]))`
  const rows = await db.query<{ town: number; count: number }>(
    `WITH ${townTables(asked, bind)},
     gone AS MATERIALIZED (SELECT g.lat, g.lon, g.state FROM place_change g
       WHERE g.import_run_id = ANY(${bind(news.runs)}::int[]) AND g.cell = ANY(${bind(news.cells)}::int[])
         AND g.kind = 'closed' AND ${isCounted('g')} AND (g.category_ids[1] = ANY(${ids}::int[]) ${asFurther}))
     SELECT town, count(*)::int AS count FROM (
       SELECT ${THE_STATE} AS town FROM gone WHERE state = ${bind(state)}
       UNION ALL
       SELECT t.number FROM gone g JOIN spot s ON s.cell = ${cellOfRow('g')} JOIN town t ON t.number = s.town
       WHERE ${inReach('g')}) closed GROUP BY town`,
    values,
  )
  return new Map(rows.map(({ town, count }) => [town, count]))
}
