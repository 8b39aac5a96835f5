import type { Queryable } from '#server/platform/database/db.ts'
import { readNumber } from '#server/platform/database/rows.ts'
import type { ImportSession } from './import-session.ts'
import { isChanged, pageRanges, staged, within } from './staging.repository.ts'

export type RowOutcome = {
  /** Number of the file; null for a place that the files no longer have. */
  file: number | null
  row: number | null
  outcome: string
  reason: string | null
  name: string
  sourceId: string
}

/** The rows of these pages are in memory: about 16,000 staged rows, or 200,000 removed ones. */
const PAGES_READ = 1000

const columns = 's.file, s.file_row AS row, s.name, s.source_id AS "sourceId"'

export async function* rowOutcomes(session: ImportSession): AsyncGenerator<RowOutcome[]> {
  for await (const range of pageRanges(session, 'import_stage', PAGES_READ)) {
    yield await session.query(`
      SELECT ${columns}, NULL AS reason, CASE WHEN p.id IS NULL THEN 'added'
        WHEN ${isChanged} THEN 'changed' ELSE 'unchanged' END AS outcome
      FROM ${staged} WHERE ${within('s', range)} ORDER BY s.row_number`)
  }
}

/** Rows that repeat another row, or that a newer release replaces. */
export const rowsLeftOut = (db: Queryable): Promise<RowOutcome[]> =>
  db.query(`SELECT ${columns}, s.outcome, s.reason FROM import_left_out s ORDER BY s.row_number`)

export async function* vanishedPlaces(session: ImportSession): AsyncGenerator<RowOutcome[]> {
  for await (const range of pageRanges(session, 'import_gone', PAGES_READ)) {
    yield await session.query(`
      SELECT NULL::int AS file, NULL::int AS row, 'vanished' AS outcome,
        'Not in this release any more' AS reason, p.name, p.source_id AS "sourceId"
      FROM import_gone g JOIN place p ON p.id = g.id WHERE ${within('g', range)} ORDER BY p.id`)
  }
}

const stagedPlaces = 'import_stage s JOIN place p ON p.dataset_id = s.dataset_id AND p.source_id = s.source_id'

export const mergedRows = (db: Queryable): Promise<RowOutcome[]> =>
  db.query(`
    SELECT ${columns}, 'one lead with another' AS outcome,
      'The same business as ' || h.name || ' (' || d.source || ' ' || h.source_id || ')' AS reason
    FROM ${stagedPlaces} JOIN place h ON h.id = p.merged_into JOIN dataset d ON d.id = h.dataset_id ORDER BY s.row_number`)

/** How many staged rows are now one place with another row, as its main row or not. */
export async function countMergedRows(session: ImportSession): Promise<number> {
  let merged = 0
  for await (const range of pageRanges(session, 'import_stage')) {
    merged += await readNumber(
      session,
      `SELECT count(*)::int AS count FROM ${stagedPlaces}
       WHERE (p.merged_into IS NOT NULL OR jsonb_array_length(p.provenance->'members') > 1) AND ${within('s', range)}`,
    )
  }
  return merged
}
