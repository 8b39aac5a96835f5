import type { ChangeCounts } from '#contract/leads/known-businesses.ts'
import { isOpen } from '#server/features/alerts/list-news.sql.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, prepared, readNumber } from '#server/platform/database/rows.ts'
import { rowColumns, type StoredRow, workedColumns, type WorkedFile } from './filled-files.repository.ts'
import type { KnownBusiness, RowCells } from './known-business.rules.ts'

export type StoredFile = WorkedFile & { openChanges: ChangeCounts; compared: number; createdAt: Date }

/** As good as counted, and others need not wait for a count: of the lines of the file, few have no business. */
const rowsCompared =
  'coalesce(row_count * pass_row::bigint / (SELECT max(row) FROM known_business b WHERE b.file_id = k.id), 0)::int'

const fileColumns = `${workedColumns}, CASE WHEN state = 'done' THEN row_count ELSE ${rowsCompared} END AS compared,
  created_at AS "createdAt", coalesce((SELECT jsonb_object_agg(kind, changes) FROM (
    SELECT kind, count(*) AS changes FROM known_change c WHERE c.user_id = k.user_id AND c.file_id = k.id AND ${isOpen}
    GROUP BY kind) o), '{}') AS "openChanges"`

/** The user's files, newest first. */
export const listFiles = (db: Queryable, userId: number): Promise<StoredFile[]> =>
  db.query(`SELECT ${fileColumns} FROM known_file k WHERE user_id = $1 AND state <> 'reading' ORDER BY id DESC`, [
    userId,
  ])

export const findFile = (db: Queryable, userId: number, id: number): Promise<StoredFile | undefined> =>
  firstRow(db, `SELECT ${fileColumns} FROM known_file k WHERE user_id = $1 AND id = $2 AND state <> 'reading'`, [
    userId,
    id,
  ])

export const insertFile = (
  db: Queryable,
  { userId, name, fields, now }: { userId: number; name: string; fields: readonly string[]; now: Date },
): Promise<number> =>
  readNumber(
    db,
    `INSERT INTO known_file (user_id, name, fields, state, created_at) VALUES ($1, $2, $4, 'reading', $3) RETURNING id`,
    [userId, name, now, fields],
  )

export type NewBusiness = KnownBusiness & { row: number; cells: RowCells; identity: string }

/**
 * Stores rows, and the phones that searches use to leave these businesses out. Rows with a problem get their final
 * result at once.
 */
export async function insertBusinesses(
  tx: Queryable,
  { userId, fileId, businesses }: { userId: number; fileId: number; businesses: readonly NewBusiness[] },
): Promise<void> {
  await tx.query(
    `WITH added AS (
       INSERT INTO known_business (file_id, row, user_id, name, phone, domain, street, city, state, zip, match, problem, cells, identity)
       SELECT $1, row, $2, name, phone, domain, street, city, state, zip, CASE WHEN problem IS NOT NULL THEN 'unreadable' END, problem,
         cells, decode(identity, 'hex')
       FROM jsonb_to_recordset($3::jsonb) AS b (row int, name text, phone bigint, domain text, street text, city text,
         state text, zip text, problem text, cells jsonb, identity text)
       RETURNING row, phone, problem)
     INSERT INTO known_place (file_id, row, user_id, phone)
     SELECT $1, row, $2, phone FROM added WHERE phone IS NOT NULL AND problem IS NULL`,
    [fileId, userId, JSON.stringify(businesses)],
  )
}

export const countBusinesses = (db: Queryable, userId: number): Promise<number> =>
  readNumber(db, 'SELECT coalesce(sum(row_count), 0)::int AS count FROM known_file WHERE user_id = $1', [userId])

/** Marks a file as completely read, so that its rows can be compared with the catalog. */
export async function finishReading(tx: Queryable, fileId: number, rows: number): Promise<void> {
  await tx.query("UPDATE known_file SET state = 'matching', row_count = $2 WHERE id = $1 AND state = 'reading'", [
    fileId,
    rows,
  ])
}

export async function beginDeletion(db: Queryable, fileId: number): Promise<void> {
  await db.query("UPDATE known_file SET state = 'reading', row_count = 0 WHERE id = $1", [fileId])
}

/** Deletes the first rows of a file, while none is compared. Returns false if none was left. */
export async function deleteRows(tx: Queryable, fileId: number, limit: number): Promise<boolean> {
  await tx.query('SELECT FROM known_file WHERE id = $1 FOR UPDATE', [fileId])
  const last = await readNumber(
    tx,
    'SELECT coalesce(max(row), 0) FROM (SELECT row FROM known_business WHERE file_id = $1 ORDER BY row LIMIT $2) first',
    [fileId, limit],
  )
  if (last === 0) return false
  for (const table of ['known_place', 'known_change', 'known_business'])
    await tx.query(`DELETE FROM ${table} WHERE file_id = $1 AND row <= $2`, [fileId, last])
  return true
}

export async function deleteFile(db: Queryable, fileId: number): Promise<boolean> {
  await db.query('DELETE FROM known_content WHERE file_id = $1', [fileId])
  return (await db.query('DELETE FROM known_file WHERE id = $1 RETURNING id', [fileId])).length > 0
}

/** Files that a process began to read before this time and did not finish. */
export const unfinishedBefore = (db: Queryable, before: Date): Promise<{ id: number }[]> =>
  db.query("SELECT id FROM known_file WHERE state = 'reading' AND created_at < $1 ORDER BY id", [before])

/**
 * Files that were not compared with this version of the catalog. The next one of each user comes first, so that nobody's
 * many files leave out those of others. Files that were never compared come before others.
 */
export const filesBehind = (db: Queryable, version: number): Promise<{ id: number; userId: number }[]> =>
  db.query(
    `SELECT id, user_id AS "userId" FROM known_file WHERE state <> 'reading' AND version IS DISTINCT FROM $1
     ORDER BY row_number() OVER (PARTITION BY user_id ORDER BY version NULLS FIRST, row_count, id),
       version NULLS FIRST, row_count, id LIMIT 100`,
    [version],
  )

/** Undefined if there is no such file, and, with `ifFree`, if another session has locked it. */
export const lockFile = (tx: Queryable, fileId: number, ifFree = false): Promise<WorkedFile | undefined> =>
  firstRow(
    prepared(tx),
    `SELECT ${workedColumns} FROM known_file k WHERE id = $1 AND state <> 'reading' FOR UPDATE ${ifFree ? 'SKIP LOCKED' : ''}`,
    [fileId],
  )

/** The user's files with a row that says this. */
export const lockFilesSaying = (tx: Queryable, userId: number, identity: string): Promise<WorkedFile[]> =>
  tx.query(
    `SELECT ${workedColumns} FROM known_file k WHERE user_id = $1 AND state <> 'reading' AND id IN (
       SELECT file_id FROM known_business WHERE user_id = $1 AND identity = decode($2, 'hex')) ORDER BY id FOR UPDATE`,
    [userId, identity],
  )

/** Takes back what a row has got, and what was decided about its changes. */
export async function forgetFilled(tx: Queryable, fileId: number, row: number): Promise<void> {
  await tx.query('UPDATE known_business SET filled = NULL WHERE file_id = $1 AND row = $2', [fileId, row])
  await tx.query('DELETE FROM known_change WHERE file_id = $1 AND row = $2', [fileId, row])
}

/** How a row was found in the catalog. */
type KnownMatch = 'phone' | 'website' | 'address' | 'several' | 'none' | 'unreadable'
export type ComparableBusiness = StoredRow & { match: KnownMatch | null; found: string | null }

export const businessesAfter = (
  tx: Queryable,
  { fileId, after, limit }: { fileId: number; after: number; limit: number },
): Promise<ComparableBusiness[]> =>
  tx.queryPrepared(
    `SELECT ${rowColumns}, match, found FROM known_business
     WHERE file_id = $1 AND row > $2 ORDER BY row LIMIT $3`,
    [fileId, after, limit],
  )

/** The rows of the user's files that say this, those that a file repeats last. */
export const businessesSaying = (
  tx: Queryable,
  { userId, identity, limit }: { userId: number; identity: string; limit: number },
): Promise<(ComparableBusiness & { fileId: number })[]> =>
  tx.query(
    `SELECT file_id AS "fileId", ${rowColumns}, match, found FROM known_business
     WHERE user_id = $1 AND identity = decode($2, 'hex') ORDER BY row_state = 'double', file_id, row LIMIT $3`,
    [userId, identity, limit],
  )

/** A place that searches leave out: by its phone, or, without one, by its key. */
export type KnownPlace = { phone: number; placeKey: null } | { phone: null; placeKey: string }
export type Outcome = { row: number; match: KnownMatch; found: string; places: readonly KnownPlace[] }

/** Stores the results for rows, and the places that searches leave out because of them. */
export async function saveOutcomes(
  tx: Queryable,
  { userId, fileId, outcomes }: { userId: number; fileId: number; outcomes: readonly Outcome[] },
): Promise<void> {
  if (outcomes.length === 0) return
  // Named once more, because the planner otherwise reads all rows of the file.
  const rows = outcomes.map(({ row }) => row)
  await tx.queryPrepared(
    `UPDATE known_business b SET match = o.match, found = o.found
     FROM jsonb_to_recordset($2::jsonb) AS o (row int, match text, found text)
     WHERE b.file_id = $1 AND b.row = ANY ($3::int[]) AND b.row = o.row`,
    [fileId, JSON.stringify(outcomes), rows],
  )
  await tx.queryPrepared('DELETE FROM known_place WHERE file_id = $1 AND row = ANY ($2::int[])', [fileId, rows])
  const left = outcomes.flatMap(({ row, places }) => places.map(place => ({ row, ...place })))
  await tx.queryPrepared(
    `INSERT INTO known_place (file_id, row, user_id, phone, place_key)
     SELECT $1, row, $2, phone, "placeKey" FROM jsonb_to_recordset($3::jsonb) AS p (row int, phone bigint, "placeKey" text)`,
    [fileId, userId, JSON.stringify(left)],
  )
}

export async function savePass(
  tx: Queryable,
  fileId: number,
  { passVersion, passRow }: { passVersion: number; passRow: number },
): Promise<void> {
  await tx.queryPrepared('UPDATE known_file SET pass_version = $2, pass_row = $3 WHERE id = $1', [
    fileId,
    passVersion,
    passRow,
  ])
}

export async function finishPass(
  tx: Queryable,
  fileId: number,
  { version, hasBaseline }: { version: number; hasBaseline: boolean },
): Promise<void> {
  await tx.query(
    `UPDATE known_file SET state = 'done', version = $2, pass_version = NULL, pass_row = 0, has_baseline = $3 WHERE id = $1`,
    [fileId, version, hasBaseline],
  )
}

type Uses = { isLeftOut: boolean; isFollowed: boolean }

/**
 * Stores whether searches leave out a file's businesses, and whether it is followed. Both take effect when its rows are
 * compared next. If it was not followed before, this comparison only notes what is already different.
 */
export async function setUses(tx: Queryable, fileId: number, { isLeftOut, isFollowed }: Uses): Promise<void> {
  await tx.query(
    `UPDATE known_file SET is_left_out = $2, is_followed = $3, has_baseline = has_baseline AND is_followed = $3 WHERE id = $1`,
    [fileId, isLeftOut, isFollowed],
  )
}

const fromStart = 'version = NULL, pass_version = NULL, pass_row = 0'

export async function compareFromStart(tx: Queryable, fileId: number): Promise<void> {
  await tx.query(`UPDATE known_file SET ${fromStart} WHERE id = $1`, [fileId])
}

/** Has the user's files compared again that have rows not to contact, after the do-not-contact list became shorter. */
export async function compareHidden(tx: Queryable, userId: number): Promise<void> {
  await tx.query(
    `UPDATE known_file SET ${fromStart} WHERE id IN (
       SELECT id FROM known_file k WHERE user_id = $1
         AND EXISTS (SELECT FROM known_business WHERE file_id = k.id AND do_not_contact) ORDER BY id FOR UPDATE)`,
    [userId],
  )
}
