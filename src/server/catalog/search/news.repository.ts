import type { NewPlace, Runs, Whereabouts } from '#server/catalog/place/place-changes.ts'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import type { LeftOutPlaces } from '#server/catalog/place/places-provider.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import { placeKey } from '#server/catalog/tables/place-key.sql.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { hasRow, readNumber } from '#server/platform/database/rows.ts'
import { leadsListed } from './search-statement.sql.ts'
import type { Bind } from './statement.ts'

/** The id of the newest import; 0 if there is none. */
export const newestRun = (db: Queryable): Promise<number> =>
  readNumber(db, 'SELECT coalesce(max(id), 0)::int AS id FROM import_run')

/** An import that was killed has changes without a record. */
const isOfRuns = 'import_run_id IN (SELECT id FROM import_run WHERE id > $1 AND id <= $2)'

/** Whether these imports changed anything that was loaded before. First loads and samples do not. */
export const hasChanges = (db: Queryable, { after, through }: Runs): Promise<boolean> =>
  hasRow(db, `SELECT FROM place_change WHERE ${isOfRuns} LIMIT 1`, [after, through])

/** The cells and states in which these imports added places to what was loaded before. */
export async function whereAdded(db: Queryable, { after, through }: Runs): Promise<Whereabouts> {
  const rows = await db.query<{ cell: number; state: string | null }>(
    `SELECT DISTINCT cell, state FROM place_change
     WHERE ${isOfRuns} AND kind = 'added'`,
    [after, through],
  )
  return {
    cells: new Set(rows.map(({ cell }) => cell)),
    states: new Set(rows.flatMap(({ state }) => state ?? [])),
  }
}

/** How far a place with a new id may be from its old position, in degrees: about 500 feet. */
const NEAR = 0.0014

type AskedNews = Runs &
  LeftOutPlaces & {
    since: Date
    /** The cells of the search in which places were added; null if it is in a whole state. */
    cells: readonly number[] | null
    limit: number
  }

/**
 * The places of a search that these imports have added, without samples and places that must not be contacted. A row
 * that became part of an older place is not new, and neither is a place that only has another id now. Imports that
 * finished before `since` do not count. At most `limit`, the best first.
 */
export function newPlaces(
  db: Queryable,
  plan: SearchPlan,
  { after, through, since, cells, limit, ...leftOut }: AskedNews,
): Promise<NewPlace[]> {
  const values: unknown[] = []
  const bind: Bind = value => `$${values.push(value)}`
  const inCells = cells === null ? '' : `AND c.cell = ANY(${bind(cells)}::int[])`
  // With IS TRUE, the database looks the ids up in a hash. It expects so few places that it would otherwise compare each
  // listed place with each added one.
  return db.queryPrepared<NewPlace>(
    `WITH added AS MATERIALIZED (
       SELECT c.place_id AS id FROM import_run r JOIN place_change c ON c.import_run_id = r.id AND c.kind = 'added'
       WHERE r.id > ${bind(after)} AND r.id <= ${bind(through)} AND r.finished_at > ${bind(since)} ${inCells}),
     ${leadsListed({ ...plan, withoutSample: true }, bind, leftOut)},
     found AS MATERIALIZED (SELECT id, relevance FROM listed WHERE (id IN (SELECT id FROM added)) IS TRUE)
     SELECT ${placeKey('p')} AS "placeKey", p.city AS town,
       (SELECT max(c.id) FROM place_change c WHERE c.place_key = ${placeKey('p')} AND c.kind = 'added') AS "changeId"
     FROM found JOIN place p ON p.id = found.id
     WHERE p.flags & ${placeFlags.suppressed} = 0
       AND NOT EXISTS (SELECT FROM place o WHERE o.merged_into = p.id AND (o.id IN (SELECT id FROM added)) IS NOT TRUE)
       AND (SELECT true FROM place_change g WHERE lower(g.name) = lower(p.name) AND g.kind = 'vanished'
         AND abs(g.lat - p.lat) < ${NEAR} AND abs(g.lon - p.lon) < ${NEAR}
         AND g.import_run_id > ${bind(after)} AND g.import_run_id <= ${bind(through)} LIMIT 1) IS NULL
     ORDER BY found.relevance DESC, p.id LIMIT ${bind(limit)}`,
    values,
  )
}
