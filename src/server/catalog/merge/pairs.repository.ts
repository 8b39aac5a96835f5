import { tollFreeAreas } from '#server/catalog/place/phone-kind.ts'
import { overwrittenFacts } from '#server/catalog/place/place-facts.ts'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import type { CategoryKeys } from '#server/catalog/tables/category.repository.ts'
import type { PlaceTable } from '#server/catalog/tables/derived.repository.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import type { ComparedPlace } from './compare-places.ts'

export type Pair = { a: ComparedPlace; b: ComparedPlace; isGrouped: boolean }
const compared = ['id', 'name', 'phone', 'domain', 'street', 'city', 'zip', 'lat', 'lon'] as const
type ComparedColumn = (typeof compared)[number]
type PairRow = { [K in ComparedColumn as `a_${K}`]: ComparedPlace[K] } & {
  [K in ComparedColumn as `b_${K}`]: ComparedPlace[K]
} & Record<'a_category_ids' | 'b_category_ids', number[]> & { is_grouped: boolean }

/** SQL for a fact of the row's own source, even if merging has overwritten it. */
const ownFact = (row: string, column: ComparedColumn): string => {
  const overwritten = overwrittenFacts.find(fact => fact.column === column)
  return overwritten === undefined
    ? `${row}.${column}`
    : `CASE WHEN ${row}.own IS NULL THEN ${row}.${column} ELSE (${row}.own->>'${overwritten.name}')::${overwritten.type} END`
}
const ownCategories = (row: string): string =>
  `CASE WHEN ${row}.own IS NULL THEN ${row}.category_ids ELSE translate(${row}.own->>'categoryIds', '[]', '{}')::int[] END`
const ofSide = (row: string): string => `${ownCategories(row)} AS ${row}_category_ids,
  ${compared.map(column => `${ownFact(row, column)} AS ${row}_${column}`).join(', ')}`
const number = (row: string) => `substring(${row}.street from '^[0-9]+')`
/** SQL for the first letters of a name, without "The". Three letters are in the indexes, in exactly these words. */
export const nameStart = (row: string, letters: number): string =>
  `substr(${row}.name_sort, CASE WHEN ${row}.name_sort LIKE 'the %' THEN 5 ELSE 1 END, ${letters})`

/**
 * At its spot, a row is compared with this many rows to the north and to the south. This limits the time: a mall, or a
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
const startsAlike = `${nameStart('o', 3)} = ${nameStart('a', 3)}`
const hasFirstWordOf = (row: string, other: string) =>
  `position(' ' || ${nameStart(other, 3)} IN ' ' || ${row}.name_sort || ' ') > 0`
/** The names or their words begin alike ("Ann Lee" and "Lee Ann"), or the domain is the same. */
const isNameAlike = `(${nameStart('o', 2)} = ${nameStart('a', 2)} OR o.domain = a.domain
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

export type Compared = { table: PlaceTable; categories: CategoryKeys }

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
 * - The same house number, and similar names or the same domain. Both rows are in the same ZIP, or nearby if one of
 *   them has no ZIP.
 * - The same spot and the same beginning of the name, if one row lacks a phone or a house number.
 * - The same phone and the same beginning of the name, within a mile, or within the region if one row lacks a house
 *   number.
 */
export async function* pairsOf(db: Queryable, { table, categories }: Compared, chunk: Chunk): AsyncGenerator<Pair[]> {
  const { from, isInChunk, isComparedAnyway, values } =
    'round' in chunk ? ofRound(table, chunk) : ofNewRows(table, chunk)
  // OFFSET 0 makes PostgreSQL look up the few candidates of each row by index. A plain join would compare thousands of
  // branches of a chain that share a phone.
  const found = (match: string, which = 'OFFSET 0') => `
    SELECT ${ofSide('a')}, ${ofSide('b')}, b.merged_into IS NOT NULL OR b.own IS NOT NULL
      OR EXISTS (SELECT FROM ${table} d WHERE d.possible_duplicate_of = b.id) AS is_grouped
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
      const side = (row: PairRow, name: 'a' | 'b') => rowOf(row, name, categories)
      yield rows.map(row => ({ a: side(row, 'a'), b: side(row, 'b'), isGrouped: row.is_grouped }))
      if (rows.length < PAIRS_AT_ONCE) return
    }
  } finally {
    // After a failed transaction, the cursor is already closed.
    await db.query('CLOSE pair').catch(() => {})
  }
}

const rowOf = (row: PairRow, name: 'a' | 'b', categories: CategoryKeys): ComparedPlace => ({
  id: row[`${name}_id`],
  name: row[`${name}_name`],
  phone: row[`${name}_phone`],
  domain: row[`${name}_domain`],
  street: row[`${name}_street`],
  city: row[`${name}_city`],
  zip: row[`${name}_zip`],
  lat: row[`${name}_lat`],
  lon: row[`${name}_lon`],
  categories: row[`${name}_category_ids`].map(id => categories.get(id) ?? ''),
})
