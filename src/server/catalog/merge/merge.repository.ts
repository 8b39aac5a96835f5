import { undoCorrections } from '#server/catalog/corrections/correct-places.ts'
import { factFields, overwrittenFacts } from '#server/catalog/place/place-facts.ts'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import { tollFreeAreas } from '#server/catalog/place/toll-free.ts'
import type { PlaceTable } from '#server/catalog/tables/derived.repository.ts'
import type { ImportSession } from '#server/catalog/tables/import-session.ts'
import { type ChangedTable, pageRanges, within } from '#server/catalog/tables/staging.repository.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import type { ComparedPlace } from './compare-places.ts'
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
      WHERE p.possible_duplicate_of IN (SELECT id FROM changing) AND p.possible_duplicate_of IS NOT NULL
    ON CONFLICT DO NOTHING`)
}

/** Marks the new and changed rows. They are not in a group yet. */
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
       UPDATE ${table} p SET merged_into = NULL, is_offered = true, flags = p.flags & ~${placeFlags.suppressed}::smallint
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

/** Marks rows for the first round. */
export const markRows = (db: Queryable, ids: readonly number[]): Promise<unknown> =>
  db.query(
    'INSERT INTO import_regroup (id, round) SELECT id, 0 FROM unnest($1::bigint[]) AS i (id) ON CONFLICT DO NOTHING',
    [ids],
  )

/** The last id of the round's next chunk, which begins after the id `after`. Null if there are no more rows. */
export async function lastOfChunk(
  db: Queryable,
  { round, after, size }: { round: number; after: number; size: number },
): Promise<number | null> {
  const [row] = await db.query<{ last: number | null }>(
    `SELECT max(id) AS last FROM (
       SELECT id FROM import_regroup WHERE round = $1 AND id > $2 ORDER BY id LIMIT $3) chunk`,
    [round, after, size],
  )
  return row?.last ?? null
}

export type Pair = { a: ComparedPlace; b: ComparedPlace; isGrouped: boolean }
type PairRow = { [K in keyof ComparedPlace as `a_${K}`]: ComparedPlace[K] } & {
  [K in keyof ComparedPlace as `b_${K}`]: ComparedPlace[K]
} & { is_grouped: boolean }

const compared = ['id', 'name', 'phone', 'domain', 'street', 'city', 'zip', 'lat', 'lon'] as const
/** SQL for a fact of the row's own source, even if merging has overwritten it. */
const ownFact = (row: string, column: (typeof compared)[number]): string => {
  const overwritten = overwrittenFacts.find(fact => fact.column === column)
  return overwritten === undefined
    ? `${row}.${column}`
    : `CASE WHEN ${row}.own IS NULL THEN ${row}.${column} ELSE (${row}.own->>'${overwritten.name}')::${overwritten.type} END`
}
const both = ['a', 'b'].flatMap(row => compared.map(column => `${ownFact(row, column)} AS ${row}_${column}`)).join(', ')
const number = (row: string) => `substring(${row}.street from '^[0-9]+')`
const start = (row: string, letters: number) =>
  `substr(${row}.name_sort, CASE WHEN ${row}.name_sort LIKE 'the %' THEN 5 ELSE 1 END, ${letters})`

/**
 * A row is compared with this many rows to the north and this many to the south. This limits the time: a mall, or a
 * list without coordinates, can have hundreds of rows at one spot with names that start alike.
 */
const ROWS_OF_SPOT = 50
/** Limits the memory: a thousand rows with the same position and phone make half a million pairs. */
const PAIRS_AT_ONCE = 10_000

const isNear = 'o.lat > a.lat - 0.003 AND o.lat < a.lat + 0.003 AND abs(o.lon - a.lon) < 0.009'
const isToNorth = '(o.lat, o.id) > (a.lat, a.id) AND o.lat < a.lat + 0.001 AND abs(o.lon - a.lon) < 0.002'
const isToSouth = '(o.lat, o.id) < (a.lat, a.id) AND o.lat > a.lat - 0.001 AND abs(o.lon - a.lon) < 0.002'
// This box is larger than nearly all ZIPs. A row without coordinates has the middle of its ZIP or town.
const isInTown = 'o.phone = a.phone AND o.lat > a.lat - 0.15 AND o.lat < a.lat + 0.15 AND abs(o.lon - a.lon) < 0.2'
// Within a mile. Toll-free numbers do not count, because all branches of a chain often have the same one.
const mayHaveMoved = `o.lat > a.lat - 0.015 AND o.lat < a.lat + 0.015 AND abs(o.lon - a.lon) < 0.03
  AND a.phone / 10000000 NOT IN (${tollFreeAreas.map(area => 1000 + area).join(', ')})`
const isSameNumber = `${number('o')} = ${number('a')} AND o.street ~ '^[0-9]'`
const startsAlike = `${start('o', 3)} = ${start('a', 3)}`
const hasFirstWordOf = (row: string, other: string) =>
  `position(' ' || ${start(other, 3)} IN ' ' || ${row}.name_sort || ' ') > 0`
/** The names begin alike, or each contains the first word of the other one: "Ann Lee" and "Lee Ann". */
const isNameAlike = `(${start('o', 2)} = ${start('a', 2)} OR o.domain = a.domain
  OR (${hasFirstWordOf('o', 'a')} AND ${hasFirstWordOf('a', 'o')}))`
const lacksHouse = (row: string) => `(${row}.street ~ '^[0-9]') IS NOT TRUE`
const isVague = (row: string) => `(${row}.phone IS NULL OR ${lacksHouse(row)})`
/** The phone or house number that a place has may come from another row than its best one. */
const mayHaveBeenVague = (row: string) =>
  `${row}.own IS NOT NULL AND ${row}.phone IS NOT NULL AND ${row}.street ~ '^[0-9]'`

/** The rows of a round with ids after `after`, or the new rows with ids from `from`. Both up to `last`. */
export type Chunk =
  | { round: number; after: number; last: number }
  /** `firstNew`: the least id of all new rows. */
  | { from: number; last: number; firstNew: number }

type ChunkSql = { from: string; isInChunk: string; isComparedAnyway: string; values: number[] }

const ofRound = (table: PlaceTable, { round, after, last }: Extract<Chunk, { round: number }>): ChunkSql => ({
  from: `import_regroup u JOIN ${table} a ON a.id = u.id`,
  isInChunk: 'u.round = $1 AND u.id > $2 AND u.id <= $3 AND a.id > $2 AND a.id <= $3',
  isComparedAnyway: 'EXISTS (SELECT FROM import_regroup r WHERE r.id = b.id AND r.round = $1)',
  values: [round, after, last],
})

const ofNewRows = (table: PlaceTable, chunk: Extract<Chunk, { from: number }>): ChunkSql => ({
  from: `${table} a`,
  isInChunk: 'a.id >= $1 AND a.id <= $2',
  isComparedAnyway: 'b.id >= $3',
  values: [chunk.from, chunk.last, chunk.firstNew],
})

/**
 * Finds pairs of a row in the chunk and another row that may be the same business. These pairs have one of:
 *
 * - The same phone, nearby.
 * - The same house number, and the same beginning of the name or the same domain. Both rows are in the same ZIP, or
 *   nearby if one of them has no ZIP.
 * - The same spot and the same beginning of the name, if one row lacks a phone or a house number.
 * - The same phone and the same beginning of the name, within a mile, or within the region if one row lacks a house
 *   number.
 */
export async function* pairsOf(db: Queryable, table: PlaceTable, chunk: Chunk): AsyncGenerator<Pair[]> {
  const { from, isInChunk, isComparedAnyway, values } =
    'round' in chunk ? ofRound(table, chunk) : ofNewRows(table, chunk)
  // OFFSET 0 makes PostgreSQL look up the few candidates of each row by index. A plain join would compare thousands of
  // branches of a chain that share a phone.
  const found = (match: string, which = 'OFFSET 0') => `
    SELECT ${both}, b.merged_into IS NOT NULL OR b.own IS NOT NULL AS is_grouped
    FROM ${from} CROSS JOIN LATERAL (
      SELECT * FROM ${table} o WHERE ${match} AND o.id <> a.id AND o.flags & ${placeFlags.sample} = 0
      ${which}) b
    WHERE ${isInChunk} AND a.flags & ${placeFlags.sample} = 0 AND (b.id > a.id OR NOT ${isComparedAnyway})`
  const atSpot = (match: string) => `
     ${found(`${startsAlike} AND ${isToNorth} AND ${match}`, `ORDER BY o.lat, o.id LIMIT ${ROWS_OF_SPOT}`)}
     UNION ALL
     ${found(`${startsAlike} AND ${isToSouth} AND ${match}`, `ORDER BY o.lat DESC, o.id DESC LIMIT ${ROWS_OF_SPOT}`)}`
  await db.query(
    `DECLARE pair NO SCROLL CURSOR WITH HOLD FOR
     ${found(`o.phone = a.phone AND ${isNear}`)}
     UNION ALL
     ${found(`o.zip = a.zip AND ${isSameNumber} AND ${isNameAlike}`)}
     UNION ALL
     ${found(`o.zip IS NULL AND ${isNear} AND ${isSameNumber} AND ${isNameAlike}`)}
     UNION ALL
     ${found(`a.zip IS NULL AND o.zip IS NOT NULL AND ${isNear} AND ${isSameNumber} AND ${isNameAlike}`)}
     UNION ALL
     ${atSpot(isVague('o'))}
     UNION ALL
     ${atSpot(`${isVague('a')} AND o.phone IS NOT NULL AND o.street ~ '^[0-9]'`)}
     UNION ALL
     ${atSpot(`NOT ${isVague('a')} AND ${mayHaveBeenVague('o')}`)}
     UNION ALL
     ${found(`${isInTown} AND ${startsAlike} AND (${lacksHouse('a')} OR ${lacksHouse('o')} OR (${mayHaveMoved}))`)}`,
    values,
  )
  try {
    for (;;) {
      const rows = await db.query<PairRow>(`FETCH ${PAIRS_AT_ONCE} FROM pair`)
      if (rows.length > 0) yield rows.map(row => ({ a: side(row, 'a'), b: side(row, 'b'), isGrouped: row.is_grouped }))
      if (rows.length < PAIRS_AT_ONCE) return
    }
  } finally {
    // After a failed transaction, the cursor is already closed.
    await db.query('CLOSE pair').catch(() => {})
  }
}

const side = (row: PairRow, name: 'a' | 'b'): ComparedPlace => ({
  id: row[`${name}_id`],
  name: row[`${name}_name`],
  phone: row[`${name}_phone`],
  domain: row[`${name}_domain`],
  street: row[`${name}_street`],
  city: row[`${name}_city`],
  zip: row[`${name}_zip`],
  lat: row[`${name}_lat`],
  lon: row[`${name}_lon`],
})

/** Adds these rows and all other rows of their groups to a round. Returns the ids that were added. */
export async function markGroupsOf(
  db: Queryable,
  { table, ids, round }: { table: PlaceTable; ids: readonly number[]; round: number },
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `WITH heads AS (SELECT coalesce(merged_into, id) AS id FROM ${table} WHERE id = ANY ($1::bigint[]))
     INSERT INTO import_regroup (id, round)
     SELECT id, $2::int FROM heads
     UNION SELECT p.id, $2 FROM ${table} p WHERE p.merged_into IN (SELECT id FROM heads) AND p.merged_into IS NOT NULL
     ON CONFLICT DO NOTHING RETURNING id`,
    [ids, round],
  )
  return rows.map(row => row.id)
}

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
       UPDATE ${table} p SET own = ${ownFacts}, possible_duplicate_of = r."of", quality = r.quality,
         score_lines = r."scoreLines"
       FROM jsonb_to_recordset($1::jsonb) AS r (id bigint, "of" bigint, quality smallint, "scoreLines" text)
       WHERE p.id = r.id RETURNING p.id, p.phone)
     INSERT INTO import_touched SELECT id, phone FROM written`,
    [JSON.stringify(duplicates)],
  )
}
