import { undoCorrections } from '#server/catalog/corrections/correct-places.repository.ts'
import { factFields, overwrittenFacts } from '#server/catalog/place/place-facts.ts'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import type { PlaceTable } from '#server/catalog/tables/derived.repository.ts'
import type { ImportSession } from '#server/catalog/tables/import-session.ts'
import { type ChangedTable, pageRanges, within } from '#server/catalog/tables/staging.repository.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstValue, readValues } from '#server/platform/database/rows.ts'
import type { MergedPlace, SourceRow } from './merged-place.rules.ts'

const record = overwrittenFacts.map(({ name, type }) => `"${name}" ${type}`).join(', ')
const assignments = overwrittenFacts.map(({ name, column }) => `${column} = r."${name}"`).join(', ')
const ownFacts = `jsonb_build_object(${overwrittenFacts.map(({ name, column }) => `'${name}', p.${column}`).join(', ')})`

/** Marks all rows of the groups that contain a changed or removed row, and the possible duplicates of such rows. */
export async function markGroupsOfChanged(
  db: Queryable,
  changes: 'import_change' | 'import_regroup' = 'import_change',
): Promise<void> {
  await db.query(`
    WITH changing AS (SELECT id FROM ${changes} UNION ALL SELECT id FROM import_gone),
    heads AS (
      SELECT DISTINCT coalesce(p.merged_into, p.id) AS id FROM place p
      WHERE p.id IN (SELECT id FROM changing) AND (p.merged_into IS NOT NULL OR p.own IS NOT NULL))
    INSERT INTO import_regroup (id, round)
    SELECT p.id, 0 FROM place p WHERE p.id IN (SELECT id FROM heads)
    UNION SELECT p.id, 0 FROM place p WHERE p.merged_into IN (SELECT id FROM heads) AND p.merged_into IS NOT NULL
    UNION SELECT p.id, 0 FROM place p
      WHERE p.possible_duplicate_of IN (SELECT id FROM changing UNION ALL SELECT id FROM heads)
        AND p.possible_duplicate_of IS NOT NULL
    ON CONFLICT DO NOTHING`)
}

export async function markChanged(session: ImportSession, table: ChangedTable): Promise<void> {
  for await (const range of pageRanges(session, table))
    await session.query(
      `INSERT INTO import_regroup (id, round) SELECT t.id, 0 FROM ${table} t WHERE ${within('t', range)} ON CONFLICT DO NOTHING`,
    )
}

/** Splits the groups of a round. Each row gets its own source's facts again. */
export async function splitGroups(db: Queryable, table: PlaceTable, round: number): Promise<void> {
  const ofRound = 'IN (SELECT id FROM import_regroup WHERE round = $1)'
  await undoCorrections(db, { table, which: ofRound, values: [round] })
  await db.query(
    `WITH apart AS (
       UPDATE ${table} p SET merged_into = NULL, is_offered = true, flags = p.flags & ~${placeFlags.suppressed}
       WHERE p.id ${ofRound} AND (p.merged_into IS NOT NULL OR p.flags & ${placeFlags.suppressed} <> 0) RETURNING p.id, p.phone)
     INSERT INTO import_touched SELECT id, phone FROM apart`,
    [round],
  )
  await restoreOwn(db, { table, which: ofRound, values: [round], also: ', possible_duplicate_of = NULL' })
}

/** Restores the facts that merging has overwritten. */
export const restoreOwn = (
  db: Queryable,
  { table, which, values, also = '' }: { table: PlaceTable; which: string; values: readonly unknown[]; also?: string },
): Promise<unknown> =>
  db.query(
    `WITH was AS (SELECT id, phone FROM ${table} WHERE id ${which} AND own IS NOT NULL),
     apart AS (
       UPDATE ${table} p SET ${assignments}, own = NULL, provenance = NULL${also}
       FROM (SELECT o.id AS own_id, f.* FROM ${table} o, jsonb_to_record(o.own) AS f (${record})
             WHERE o.id ${which} AND o.own IS NOT NULL) r
       WHERE p.id = r.own_id RETURNING p.id, p.phone)
     INSERT INTO import_touched SELECT id, phone FROM was UNION ALL SELECT id, phone FROM apart`,
    values,
  )

export const markRows = (db: Queryable, ids: readonly number[]): Promise<unknown> =>
  db.query(
    'INSERT INTO import_regroup (id, round) SELECT id, 0 FROM unnest($1::bigint[]) AS i (id) ON CONFLICT DO NOTHING',
    [ids],
  )

/** The last id of the round's next chunk, which begins after the id `after`. Null if there are no more rows. */
export const lastOfChunk = async (
  db: Queryable,
  { round, after, size }: { round: number; after: number; size: number },
): Promise<number | null> =>
  (await firstValue<number | null>(
    db,
    `SELECT max(id) AS last FROM (
       SELECT id FROM import_regroup WHERE round = $1 AND id > $2 ORDER BY id LIMIT $3) chunk`,
    [round, after, size],
  )) ?? null

/** Adds these rows, the rows of their groups, and possible duplicates to a round. Returns the ids that were added. */
export const markGroupsOf = (
  db: Queryable,
  { table, ids, round }: { table: PlaceTable; ids: readonly number[]; round: number },
): Promise<number[]> =>
  readValues(
    db,
    `WITH heads AS (SELECT coalesce(merged_into, id) AS id FROM ${table} WHERE id = ANY ($1::bigint[]))
     INSERT INTO import_regroup (id, round)
     SELECT id, $2::int FROM heads
     UNION SELECT p.id, $2 FROM ${table} p WHERE p.merged_into IN (SELECT id FROM heads) AND p.merged_into IS NOT NULL
     UNION SELECT p.id, $2 FROM ${table} p
       WHERE p.possible_duplicate_of IN (SELECT id FROM heads) AND p.possible_duplicate_of IS NOT NULL
     ON CONFLICT DO NOTHING RETURNING id`,
    [ids, round],
  )

export const readSourceRows = (db: Queryable, table: PlaceTable, ids: readonly number[]): Promise<SourceRow[]> =>
  db.query(
    `SELECT p.id, p.dataset_id AS "datasetId", p.source_id AS "sourceId", p.name, p.origin,
       ${factFields(overwrittenFacts, 'p')}
     FROM ${table} p WHERE p.id = ANY ($1::bigint[]) ORDER BY p.id`,
    [ids],
  )

export async function writeMerged(db: Queryable, table: PlaceTable, merged: readonly MergedPlace[]): Promise<void> {
  const heads = merged.map(({ head, facts, provenance }) => ({ id: head.id, ...facts, provenance }))
  const members = merged.flatMap(({ head, members: rows }) => rows.map(({ id }) => ({ id, head: head.id })))
  await db.query(
    `WITH written AS (
       UPDATE ${table} p SET own = ${ownFacts}, provenance = r.provenance, ${assignments}
       FROM jsonb_to_recordset($1::jsonb) AS r (id bigint, provenance jsonb, ${record})
       WHERE p.id = r.id RETURNING p.id, p.phone),
     was AS (SELECT p.id, p.phone FROM ${table} p WHERE p.id IN (SELECT (r->>'id')::bigint FROM jsonb_array_elements($1::jsonb) r))
     INSERT INTO import_touched SELECT id, phone FROM written UNION ALL SELECT id, phone FROM was`,
    [JSON.stringify(heads)],
  )
  await db.query(
    `WITH written AS (
       UPDATE ${table} p SET merged_into = r.head, is_offered = false
       FROM jsonb_to_recordset($1::jsonb) AS r (id bigint, head bigint) WHERE p.id = r.id RETURNING p.id, p.phone)
     INSERT INTO import_touched SELECT id, phone FROM written`,
    [JSON.stringify(members)],
  )
}

export type PossibleDuplicate = { id: number; of: number; quality: number; scoreLines: string }

export async function writePossible(
  db: Queryable,
  table: PlaceTable,
  duplicates: readonly PossibleDuplicate[],
): Promise<void> {
  await db.query(
    `WITH written AS (
       UPDATE ${table} p SET own = coalesce(p.own, ${ownFacts}), possible_duplicate_of = r."of", quality = r.quality,
         score_lines = r."scoreLines"
       FROM jsonb_to_recordset($1::jsonb) AS r (id bigint, "of" bigint, quality smallint, "scoreLines" text)
       WHERE p.id = r.id RETURNING p.id, p.phone)
     INSERT INTO import_touched SELECT id, phone FROM written`,
    [JSON.stringify(duplicates)],
  )
}
