import type { Fill, Gone, ListedRows, RowState } from '#contract/leads/filled-files.ts'
import { isReturned } from '#server/catalog/search/owned-conditions.sql.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, firstValue, readNumber } from '#server/platform/database/rows.ts'
import type { RowChange } from './file-facts.ts'
import type { KnownBusiness, RowCells } from './known-business.rules.ts'

/** `holder`: who began it, for limits. */
export type StoredFill = Fill & { run: number; holder: string }
/** A file that is stored completely. */
export type WorkedFile = {
  id: number
  userId: number
  name: string
  rows: number
  /** The rows that count toward the plan's limit, of the user's files up to this one. */
  rowsThrough: number
  fields: string[]
  state: 'matching' | 'done'
  isLeftOut: boolean
  isFollowed: boolean
  /** Whether the differences that existed when following began have been noted. */
  hasBaseline: boolean
  /** The version of the catalog that all rows were compared with, and that of the present pass with its last row. */
  version: number | null
  passVersion: number | null
  passRow: number
  fill: StoredFill | null
}

/** The files whose rows count toward the plan's limit. */
const usesRows = '(fill IS NOT NULL OR is_followed)'

/** The columns of a `WorkedFile`, of `known_file k`. */
export const workedColumns = `id, user_id AS "userId", name, row_count AS rows,
  (SELECT coalesce(sum(row_count), 0)::int FROM known_file WHERE user_id = k.user_id AND id <= k.id AND ${usesRows}) AS "rowsThrough",
  fields, state, is_left_out AS "isLeftOut", is_followed AS "isFollowed", has_baseline AS "hasBaseline", version,
  pass_version AS "passVersion", pass_row AS "passRow", fill`

/** A file of the user; locked, if wanted. */
export const findWorkedFile = (
  db: Queryable,
  { userId, id, isLocked = false }: { userId: number; id: number; isLocked?: boolean },
): Promise<WorkedFile | undefined> =>
  firstRow(
    db,
    `SELECT ${workedColumns} FROM known_file k WHERE user_id = $1 AND id = $2 AND state <> 'reading' ${isLocked ? 'FOR UPDATE' : ''}`,
    [userId, id],
  )

/** Whose file it is; undefined if it was deleted. */
export const ownerOfFile = (db: Queryable, id: number): Promise<number | undefined> =>
  firstValue(db, 'SELECT user_id FROM known_file WHERE id = $1', [id])

const PART_BYTES = 16_384

type Content = { fileId: number; userId: number; bytes: Uint8Array }

export async function insertContent(tx: Queryable, { fileId, userId, bytes }: Content): Promise<void> {
  const count = Math.ceil(bytes.length / PART_BYTES)
  const parts = Array.from({ length: count }, (_, part) => part)
  await tx.query(
    `INSERT INTO known_content (file_id, part, user_id, bytes)
     SELECT $1, part, $2, decode(base64, 'base64') FROM unnest($3::int[], $4::text[]) AS p (part, base64)`,
    [
      fileId,
      userId,
      parts,
      parts.map(part => Buffer.from(bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)).toString('base64')),
    ],
  )
}

/** About how large the files of a user are together. */
export const countBytes = async (db: Queryable, userId: number): Promise<number> =>
  PART_BYTES * (await readNumber(db, 'SELECT count(*)::int AS parts FROM known_content WHERE user_id = $1', [userId]))

export async function readContent(db: Queryable, { fileId, userId }: Omit<Content, 'bytes'>): Promise<Buffer> {
  const parts = await db.query<{ bytes: Uint8Array }>(
    'SELECT bytes FROM known_content WHERE user_id = $1 AND file_id = $2 ORDER BY part',
    [userId, fileId],
  )
  return Buffer.concat(parts.map(({ bytes }) => bytes))
}

export type StoredRow = KnownBusiness & {
  row: number
  cells: RowCells
  identity: string
  rowState: RowState | null
  placeKeys: string[]
  facts: number
  gone: Gone | null
  doNotContact: boolean
  filled: FilledRow | null
}
/** `on`: the day on which the row got it. `placeKey`: of the business then, which the row may lose later. */
export type FilledRow = { changes: RowChange[]; on: string; placeKey: string }

export const rowColumns = `row, name, phone, domain, street, city, state, zip, problem, cells, encode(identity, 'hex') AS identity, row_state AS "rowState",
  place_keys AS "placeKeys", facts, gone, do_not_contact AS "doNotContact", filled`

type RowsWanted = { fileId: number; after: number; limit: number; state?: ListedRows | undefined }

/** SQL: the row is one of the wanted ones. */
const isListed = (state: string) =>
  `(${state}::text IS NULL OR row_state = ${state} OR ${state} = 'decided' AND EXISTS (
       SELECT FROM known_decision d WHERE d.user_id = b.user_id AND d.identity = b.identity))`

export const rowsAfter = (db: Queryable, { fileId, after, limit, state }: RowsWanted): Promise<StoredRow[]> =>
  db.query(
    `SELECT ${rowColumns} FROM known_business b
     WHERE file_id = $1 AND row > $2 AND ${isListed('$4')} ORDER BY row LIMIT $3`,
    [fileId, after, limit, state ?? null],
  )

export const rowsNumbered = (db: Queryable, fileId: number, rows: readonly number[]): Promise<StoredRow[]> =>
  db.query(`SELECT ${rowColumns} FROM known_business WHERE file_id = $1 AND row = ANY ($2::int[]) ORDER BY row`, [
    fileId,
    rows,
  ])

/** Rows that can get one of these facts. */
export const fillableRows = (
  db: Queryable,
  { fileId, after, bits, limit }: Omit<RowsWanted, 'state'> & { bits: number },
): Promise<StoredRow[]> =>
  db.query(
    `SELECT ${rowColumns} FROM known_business WHERE file_id = $1 AND row > $2 AND facts & $3 <> 0 AND ${isFillable}
     ORDER BY row LIMIT $4`,
    [fileId, after, bits, limit],
  )

const isFillable = `row_state = 'found' AND gone IS NULL AND NOT do_not_contact`

export const countListed = (db: Queryable, fileId: number, state: ListedRows | undefined): Promise<number> =>
  readNumber(db, `SELECT count(*)::int AS count FROM known_business b WHERE file_id = $1 AND ${isListed('$2')}`, [
    fileId,
    state ?? null,
  ])

export type JudgedRow = Pick<StoredRow, 'row' | 'placeKeys' | 'facts' | 'gone' | 'doNotContact'> & {
  rowState: RowState
}

/** A row that repeated another one counts as repeated until the whole file has been compared. */
const stateNow = `CASE WHEN b.row_state = 'double' AND j."rowState" = 'found' AND b.place_keys[1] = j.keys[1] THEN 'double' ELSE j."rowState" END`

/** Stores what is known about rows. Rows about which nothing is new are not written. */
export async function saveJudged(tx: Queryable, fileId: number, judged: readonly JudgedRow[]): Promise<void> {
  if (judged.length === 0) return
  const rows = judged.map(({ row, rowState, placeKeys, facts, gone, doNotContact }) => ({
    row,
    rowState,
    placeKeys,
    facts,
    gone,
    doNotContact,
  }))
  await tx.queryPrepared(
    `UPDATE known_business b SET row_state = ${stateNow}, place_keys = j.keys, facts = j.facts, gone = j.gone,
       do_not_contact = j."doNotContact"
     FROM (SELECT r.*, ARRAY(SELECT jsonb_array_elements_text(r."placeKeys")) AS keys
       FROM jsonb_to_recordset($2::jsonb) AS r (row int, "rowState" text, "placeKeys" jsonb, facts int, gone jsonb,
         "doNotContact" boolean)) j
     WHERE b.file_id = $1 AND b.row = ANY ($3::int[]) AND b.row = j.row AND (b.row_state, b.place_keys, b.facts, b.gone, b.do_not_contact)
       IS DISTINCT FROM (${stateNow}, j.keys, j.facts, j.gone, j."doNotContact")`,
    // The planner otherwise reads all rows of the file.
    [fileId, JSON.stringify(rows), rows.map(({ row }) => row)],
  )
}

/**
 * Marks the rows that repeat an earlier row, or are the place of one, and no others. With `placeKey`, only looks at rows of
 * that place.
 */
export async function markDoubles(tx: Queryable, fileId: number, placeKey: string | null = null): Promise<void> {
  await tx.query(
    `UPDATE known_business b SET row_state = CASE WHEN is_double THEN 'double' ELSE 'found' END FROM (
       SELECT row, is_copy OR is_place AND row_number() OVER (PARTITION BY is_copy, is_place, place_key ORDER BY row) > 1 AS is_double
       FROM (
         SELECT row, place_keys[1] AS place_key, row_state IN ('found', 'double') AND place_keys <> '{}' AS is_place,
           row_number() OVER (PARTITION BY identity ORDER BY row) > 1 AS is_copy
         FROM known_business
         WHERE file_id = $1 AND row_state <> 'unreadable' AND ($2::text IS NULL OR place_keys[1] = $2)) own) d
     WHERE b.file_id = $1 AND b.row = d.row AND (b.row_state = 'double') <> is_double`,
    [fileId, placeKey],
  )
}

export type StateCount = { rowState: RowState; rows: number; doNotContact: number }
export const countStates = (db: Queryable, fileId: number): Promise<StateCount[]> =>
  db.query(
    `SELECT row_state AS "rowState", count(*)::int AS rows, count(*) FILTER (WHERE do_not_contact)::int AS "doNotContact"
     FROM known_business WHERE file_id = $1 AND row_state IS NOT NULL GROUP BY row_state ORDER BY row_state`,
    [fileId],
  )

export type FactSet = { facts: number; rows: number; toPull: number; first: number }

/** SQL: the leads of the user $2. They are read once, because a file can have more rows than the user has leads. */
export const ownedKeys = `own AS MATERIALIZED (
       SELECT place_key FROM lead l WHERE user_id = $2 AND NOT ${isReturned('l')}
       UNION SELECT n.place_key FROM lead_name n JOIN lead l ON l.id = n.lead_id WHERE n.user_id = $2 AND NOT ${isReturned('l')})`

/**
 * Rows by the set of facts that they can get: their number, the first of them, and how many of their places are not leads
 * of the user.
 */
export const countFactSets = (db: Queryable, fileId: number, userId: number): Promise<FactSet[]> =>
  db.query(
    `WITH ${ownedKeys}
     SELECT facts, count(*)::int AS rows, min(row) AS first, count(*) FILTER (WHERE own.place_key IS NULL)::int AS "toPull"
     FROM known_business b LEFT JOIN own ON own.place_key = b.place_keys[1]
     WHERE file_id = $1 AND facts <> 0 AND ${isFillable} GROUP BY facts ORDER BY facts`,
    [fileId, userId],
  )

export const countGone = (db: Queryable, fileId: number): Promise<(Gone & { rows: number; name: string })[]> =>
  db.query(
    `SELECT gone->>'kind' AS kind, count(*)::int AS rows, (array_agg(coalesce(cells->>'name', '') ORDER BY row))[1] AS name,
       (array_agg(gone->>'source' ORDER BY row))[1] AS source, (array_agg(gone->>'on' ORDER BY row))[1] AS on
     FROM known_business WHERE file_id = $1 AND gone IS NOT NULL AND row_state = 'found' GROUP BY 1 ORDER BY 1`,
    [fileId],
  )

export const countFilled = (db: Queryable, fileId: number): Promise<number> =>
  readNumber(db, 'SELECT count(*)::int AS count FROM known_business WHERE file_id = $1 AND filled IS NOT NULL', [
    fileId,
  ])

/** Rows of the user's other files that are filled or followed. */
export const countRowsUsedElsewhere = (db: Queryable, userId: number, fileId: number): Promise<number> =>
  readNumber(
    db,
    `SELECT coalesce(sum(row_count), 0)::int AS rows FROM known_file WHERE user_id = $1 AND id <> $2 AND ${usesRows}`,
    [userId, fileId],
  )

export const runningFills = (db: Queryable): Promise<{ fileId: number; run: number }[]> =>
  db.query(
    `SELECT id AS "fileId", (fill->>'run')::int AS run FROM known_file WHERE fill->>'state' = 'running' ORDER BY id`,
  )

export async function saveFill(tx: Queryable, fileId: number, fill: StoredFill): Promise<void> {
  await tx.query('UPDATE known_file SET fill = $2::jsonb WHERE id = $1', [fileId, JSON.stringify(fill)])
}

export async function saveFilled(
  tx: Queryable,
  fileId: number,
  rows: readonly { row: number; facts: number; filled: FilledRow | null }[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.query(
    `UPDATE known_business b SET facts = f.facts, filled = f.filled
     FROM jsonb_to_recordset($2::jsonb) AS f (row int, facts int, filled jsonb) WHERE b.file_id = $1 AND b.row = f.row`,
    [fileId, JSON.stringify(rows)],
  )
}
