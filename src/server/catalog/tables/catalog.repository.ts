import type { SuppressionKind } from '#contract/places/suppression.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { prepared, readNumber } from '#server/platform/database/rows.ts'
import { isPublished } from './published.sql.ts'

export type DatasetRow = { id: number; source: string; name: string }
export type CoverageRecord = { cell: number; datasetId: number; state: string; release: string }

export const catalogVersion = (db: Queryable): Promise<number> =>
  readNumber(prepared(db), 'SELECT version FROM catalog_version')

export const readDatasets = (db: Queryable): Promise<DatasetRow[]> =>
  db.query('SELECT id, source, name FROM dataset ORDER BY id')

export const readSuppressions = (db: Queryable): Promise<{ id: number; kind: SuppressionKind; value: string }[]> =>
  db.query('SELECT id, kind, value FROM suppression ORDER BY id')

export const readCoverage = (db: Queryable): Promise<CoverageRecord[]> =>
  db.query('SELECT cell, dataset_id AS "datasetId", state, release FROM coverage ORDER BY cell, dataset_id, state')

/** The number of places of these datasets that searches find, without reading all of them. */
export const countOffered = (db: Queryable, datasetIds: readonly number[]): Promise<number> =>
  readNumber(
    db,
    `SELECT (SELECT coalesce(sum(place_count), 0)::int FROM coverage WHERE dataset_id = ANY($1::smallint[]))
       - (SELECT count(*)::int FROM place WHERE dataset_id = ANY($1::smallint[]) AND NOT is_offered AND ${isPublished('id')}) AS count`,
    [datasetIds],
  )
