import type { PlaceFault } from '#contract/admin/place-overrides.ts'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import type { PlaceTable } from '#server/catalog/tables/derived.repository.ts'
import type { ImportSession } from '#server/catalog/tables/import-session.ts'
import { datasetKey } from '#server/catalog/tables/place-key.sql.ts'
import { isPublished } from '#server/catalog/tables/published.sql.ts'
import { pageRanges, within } from '#server/catalog/tables/staging.repository.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { hasRow, readValues } from '#server/platform/database/rows.ts'
import { type Correctable, corrected, type Fault, isSameRow } from './corrections.rules.ts'

type FactSql = (row: string) => string
const address: FactSql[] = [
  row => `lower(${row}.street)`,
  row => `lower(${row}.city)`,
  row => `${row}.state`,
  row => `${row}.zip`,
]
const phone: FactSql = row => `${row}.phone`
/** The email is missing here, because it may come from a visit to the website instead of the release. */
const wholePlace: FactSql[] = [row => `${row}.name_sort`, phone, row => `${row}.domain`, ...address]
/** The facts that a fault is about. If a release changes one of them, the report no longer applies. */
const wrongFacts: Record<PlaceFault, readonly FactSql[]> = {
  closed: wholePlace,
  not_a_business: wholePlace,
  wrong_number: [phone],
  moved: address,
}

/** SQL for a hash of the facts that the fault is about. It fits into a JavaScript number. */
export const factMark = (fault: string, row: string): string =>
  `CASE ${fault} ${Object.entries(wrongFacts)
    .map(
      ([name, facts]) => `WHEN '${name}' THEN hash_record_extended(ROW(${facts.map(fact => fact(row)).join(', ')}), 0)`,
    )
    .join(' ')} END & ${Number.MAX_SAFE_INTEGER}`

/** SQL for a hash of the place's name, phone, domain, and address. */
export const placeMark = (row: string): string => factMark(`'closed'::text`, row)

// A key has the format of `lead.place_key`: the dataset and the source's id.
const datasetOfKey = (key: string): string =>
  `(SELECT id, ${datasetKey} || ':' AS prefix FROM dataset d) d
    ON left(${key}, length(d.prefix)) = d.prefix`
const sourceIdOf = (key: string): string => `substr(${key}, length(d.prefix) + 1)`
export const placesOfKeys = (keys: string): string =>
  `unnest(${keys}) AS k (key) JOIN ${datasetOfKey('k.key')}
    JOIN place p ON p.dataset_id = d.id AND p.source_id = ${sourceIdOf('k.key')} AND ${isPublished('p.id')}`

/** SQL for the overrides in force, repeated for each row of their places. */
export const namedRows = `
  SELECT o.id AS override_id, o.fault, o.effect, o.fact_mark, d.id AS dataset_id, ${sourceIdOf('k.key')} AS source_id
  FROM place_override o CROSS JOIN unnest(o.place_keys) AS k (key)
  JOIN ${datasetOfKey('k.key')}
  WHERE o.ended_at IS NULL`

const ROWS_AT_ONCE = 500

/**
 * Applies the overrides to the places among these rows, and undoes overrides that are no longer in force. An override
 * has an effect only as long as the facts that it is about stay the same. Call this before applying the do-not-contact
 * list, which removes more places from searches.
 */
export async function correctPlaces(
  db: Queryable,
  { table, where = 'true' }: { table: PlaceTable; where?: string },
): Promise<void> {
  if (!(await hasOverrides(db))) return
  await correct(db, table, await findCorrectable(db, table, where))
}

/** The same for the places whose rows are marked in `import_regroup`. */
export const correctMarkedPlaces = (db: Queryable): Promise<void> =>
  correctPlaces(db, { table: 'place', where: 'p.id IN (SELECT id FROM import_regroup)' })

/** Applies the overrides to all places of a new table that searches do not use yet. */
export async function correctTable(session: ImportSession, table: PlaceTable): Promise<void> {
  if (!(await hasOverrides(session))) return
  const ids = new Set<number>()
  for await (const range of pageRanges(session, table))
    for (const id of await findCorrectable(session, table, within('p', range))) ids.add(id)
  await correct(session, table, [...ids])
}

/** Undoes the overrides in these rows, so that they can be merged. */
export async function undoCorrections(
  db: Queryable,
  { table, which, values }: { table: PlaceTable; which: string; values: readonly unknown[] },
): Promise<void> {
  if (!(await hasOverrides(db))) return
  const rows = await db.query<Correctable>(
    `SELECT ${columns} FROM ${table} p WHERE p.id ${which} AND p.flags & ${placeFlags.reported} <> 0 ORDER BY p.id`,
    values,
  )
  await writeCorrected(
    db,
    table,
    rows.map(row => corrected(row, [])),
  )
}

export const isAnyTouched = (db: Queryable): Promise<boolean> => hasRow(db, 'SELECT 1 FROM import_touched LIMIT 1')

const hasOverrides = (db: Queryable): Promise<boolean> => hasRow(db, 'SELECT 1 FROM place_override LIMIT 1')

const findCorrectable = (db: Queryable, table: PlaceTable, where: string): Promise<number[]> =>
  readValues(
    db,
    `WITH named AS MATERIALIZED (${namedRows})
     SELECT DISTINCT coalesce(p.merged_into, p.id) AS id FROM ${table} p
     WHERE ${where} AND (p.flags & ${placeFlags.reported} <> 0
       OR (p.dataset_id, p.source_id) IN (SELECT dataset_id, source_id FROM named)) ORDER BY id`,
  )

const columns = `p.id, p.score_lines AS "scoreLines", p.quality, p.flags, p.is_offered AS "isOffered",
  p.merged_into IS NOT NULL AS "isMerged"`

async function correct(db: Queryable, table: PlaceTable, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    const rows = await db.query<Correctable & { faults: Fault[] }>(
      `WITH named AS MATERIALIZED (${namedRows}),
       member AS (
         SELECT m.id, m.id AS row_id FROM unnest($1::bigint[]) AS m (id)
         UNION ALL SELECT m.merged_into, m.id FROM ${table} m WHERE m.merged_into = ANY ($1::bigint[]) AND m.merged_into IS NOT NULL),
       meant AS (
         SELECT h.id, jsonb_agg(DISTINCT jsonb_build_object('fault', n.fault, 'effect', n.effect)) AS faults
         FROM member JOIN ${table} m ON m.id = member.row_id
         JOIN named n ON n.dataset_id = m.dataset_id AND n.source_id = m.source_id
         JOIN ${table} h ON h.id = member.id AND ${factMark('n.fault', 'h')} = n.fact_mark
         GROUP BY h.id)
       SELECT ${columns}, coalesce(meant.faults, '[]') AS faults
       FROM ${table} p LEFT JOIN meant ON meant.id = p.id
       WHERE p.id = ANY ($1::bigint[]) AND p.flags & ${placeFlags.sample} = 0 ORDER BY p.id`,
      [ids.slice(from, from + ROWS_AT_ONCE)],
    )
    const changed = rows.flatMap(({ faults, ...row }) => {
      const next = corrected(row, faults)
      return isSameRow(row, next) ? [] : [next]
    })
    await writeCorrected(db, table, changed)
  }
}

async function writeCorrected(db: Queryable, table: PlaceTable, rows: readonly Correctable[]): Promise<void> {
  if (rows.length === 0) return
  await db.query(
    `WITH written AS (
       UPDATE ${table} p SET score_lines = r."scoreLines", quality = r.quality, flags = r.flags, is_offered = r."isOffered"
       FROM jsonb_to_recordset($1::jsonb) AS r (id bigint, "scoreLines" text, quality smallint, flags int, "isOffered" boolean)
       WHERE p.id = r.id RETURNING p.id, p.phone)
     INSERT INTO import_touched SELECT id, phone FROM written`,
    [JSON.stringify(rows)],
  )
}
