import { changeBits, type SourceChange } from '#server/catalog/place/place-changes.ts'
import { facts } from '#server/catalog/place/place-facts.ts'
import { isStarterIn } from '#server/catalog/place/starter-data.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { countRows, readValues } from '#server/platform/database/rows.ts'
import type { IdRange, ImportSession } from './import-session.ts'
import { placeKey } from './place-key.sql.ts'
import { type ChangedTable, pageRanges, within } from './staging.repository.ts'

const loggedFacts = 'name, lat, lon, state, category_ids, flags'
const factsOf = (row: string) => loggedFacts.replaceAll(/\w+/g, column => `${row}.${column}`)

const compared = facts.filter(({ name }) =>
  ['phone', 'website', 'domain', 'email', 'street', 'city', 'state', 'zip', 'categoryIds'].includes(name),
)
/** The facts that the row itself has, even if a merge overwrote them. */
const ownFacts = `jsonb_to_record(p.own) AS o (${compared.map(({ name, type }) => `"${name}" ${type}`).join(', ')})`
const own = (column: string) =>
  `CASE WHEN p.own IS NULL THEN p.${column} ELSE o."${compared.find(fact => fact.column === column)?.name}" END`

/** Not true of a row that is only written because new code computes another value. */
const isChanged = 'c.content_hash <> p.content_hash'
const differs = (column: string) => `c.${column} IS DISTINCT FROM ${own(column)}`
/** The row has another fact. If it has none any more, the fact before may still be right. */
const hasOther = (column: string) => `c.${column} IS NOT NULL AND ${differsInLetters(column)}`
const differsInLetters = (column: string) => `lower(c.${column}) IS DISTINCT FROM lower(${own(column)})`

/** In degrees, about 500 feet: less is a correction of the position. */
const MOVED = 0.0015

const whatChanged = [
  [changeBits.name, 'c.name_sort <> p.name_sort'],
  [changeBits.phone, `c.phone IS NOT NULL AND ${differs('phone')}`],
  [changeBits.website, hasOther('website')],
  [changeBits.email, hasOther('email')],
  [changeBits.address, ['street', 'city', 'state', 'zip'].map(differsInLetters).join(' OR ')],
  [changeBits.moved, `(c.lat - p.lat) ^ 2 + ((c.lon - p.lon) * cos(radians(p.lat))) ^ 2 > ${MOVED} ^ 2`],
  [changeBits.categories, differs('category_ids')],
]
  .map(([bit, condition]) => `CASE WHEN ${condition} THEN ${bit} ELSE 0 END`)
  .join(' | ')

/** A first load of a cell is not news, and the starter data was only a small part of it. */
const isNewsIn = (row: string) =>
  `${row}.cell IN (SELECT cell FROM import_cell WHERE was_release IS NOT NULL AND NOT ${isStarterIn('was_release')})`

/** Logs new places, except those in cells that the dataset did not cover before. */
export async function logAdded(db: Queryable, importRunId: number, { from, to }: IdRange): Promise<void> {
  await db.query(
    `INSERT INTO place_change (import_run_id, place_id, place_key, kind, cell, what, ${loggedFacts})
     SELECT $1::int, c.id, ${placeKey('c')}, 'added', c.cell, 0, ${factsOf('c')}
     FROM place c WHERE c.id BETWEEN $2 AND $3 AND ${isNewsIn('c')} ORDER BY c.id`,
    [importRunId, from, to],
  )
}

/** Logs new and changed rows `c` for which `where` is true, except new ones in cells that were not covered before. */
export async function logChanges(db: Queryable, table: ChangedTable, where: string): Promise<void> {
  await db.query(`
    INSERT INTO import_log (place_id, place_key, kind, cell, what, ${loggedFacts})
    SELECT c.id, ${placeKey('c')}, CASE WHEN p.id IS NULL THEN 'added' ELSE 'changed' END, c.cell,
      CASE WHEN p.id IS NULL THEN 0 ELSE ${whatChanged} END, ${factsOf('c')}
    FROM ${table} c LEFT JOIN place p ON p.id = c.id LEFT JOIN LATERAL ${ownFacts} ON true
    WHERE ${where} AND (${isChanged} OR (p.id IS NULL AND ${isNewsIn('c')}))`)
}

/** Logs the places that are gone, with the merged facts that searches found. Other changes have the row's own facts. */
export async function logGone(db: Queryable): Promise<void> {
  await db.query('ANALYZE import_closed')
  await db.query(`
    INSERT INTO import_log (place_id, place_key, kind, cell, what, ${loggedFacts})
    SELECT p.id, ${placeKey('p')}, CASE WHEN p.source_id IN (SELECT source_id FROM import_closed) THEN 'closed' ELSE 'vanished' END,
      p.cell, 0, ${factsOf('p')}
    FROM place p WHERE p.id IN (SELECT id FROM import_gone)`)
}

const saidTexts = ['street', 'city', 'website', 'domain']
const textBits = changeBits.name | changeBits.website | changeBits.address

/** Logged changes of texts that can be written in several ways. `where`: a condition on the rows `c` of the table. */
export const textChanges = (
  db: Queryable,
  table: ChangedTable,
  where: string,
): Promise<(SourceChange & { placeId: number })[]> =>
  db.query(
    `SELECT c.id AS "placeId", w.what,
       jsonb_build_object('name', p.name, ${saidTexts.map(text => `'${text}', ${own(text)}`).join(', ')}) AS was,
       jsonb_build_object('name', c.name, ${saidTexts.map(text => `'${text}', c.${text}`).join(', ')}) AS is
     FROM ${table} c JOIN place p ON p.id = c.id AND ${isChanged} LEFT JOIN LATERAL ${ownFacts} ON true,
       LATERAL (SELECT ${whatChanged} AS what) w
     WHERE ${where} AND w.what & ${textBits} <> 0`,
  )

export async function setWhat(db: Queryable, changes: readonly { placeId: number; what: number }[]): Promise<void> {
  await db.query(
    `UPDATE import_log l SET what = n.what FROM unnest($1::bigint[], $2::smallint[]) AS n (place_id, what)
     WHERE l.place_id = n.place_id AND l.kind = 'changed'`,
    [changes.map(({ placeId }) => placeId), changes.map(({ what }) => what)],
  )
}

/** Keeps the log. Its readers join the record of the import, which is written in the last transaction. */
export async function keepChanges(session: ImportSession, importRunId: number): Promise<void> {
  const columns = `place_id, place_key, kind, cell, what, ${loggedFacts}`
  for await (const range of pageRanges(session, 'import_log'))
    await session.query(
      `INSERT INTO place_change (import_run_id, ${columns})
       SELECT $1::int, ${columns} FROM import_log l WHERE ${within('l', range)} ORDER BY place_id`,
      [importRunId],
    )
}

export const runsWithChangesBefore = (db: Queryable, before: Date): Promise<number[]> =>
  readValues(
    db,
    `SELECT r.id FROM import_run r
     WHERE r.finished_at < $1 AND EXISTS (SELECT FROM place_change c WHERE c.import_run_id = r.id) ORDER BY r.id`,
    [before],
  )

/** Deletes a limited number of an import's changes. Returns how many were deleted. */
export const deleteChanges = (db: Queryable, importRunId: number, atMost: number): Promise<number> =>
  countRows(
    db,
    'DELETE FROM place_change WHERE id IN (SELECT id FROM place_change WHERE import_run_id = $1 LIMIT $2) RETURNING 1',
    [importRunId, atMost],
  )

/** Frees the space of deleted changes. Must not run in a transaction. */
export const vacuumChanges = (db: Queryable): Promise<unknown> => db.query('VACUUM place_change')
