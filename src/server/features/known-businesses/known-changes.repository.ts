import type { ChangeState } from '#contract/leads/followed-files.ts'
import { type ChangeCounts, type ChangeKind, changeKinds } from '#contract/leads/known-businesses.ts'
import { isOpen, isReported } from '#server/features/alerts/list-news.sql.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { readNumber } from '#server/platform/database/rows.ts'
import { ownedKeys } from './filled-files.repository.ts'
import type { Difference } from './row-differences.ts'

export type StoredChange = Omit<Difference, 'isNews'> & { state: ChangeState; foundAt: Date }
const columns = `row, kind, was, cells, value, source, seen_on AS "seenOn", state, found_at AS "foundAt"`

type Noting = {
  fileId: number
  userId: number
  rows: readonly number[]
  differences: readonly Difference[]
  /** Whether it is known what was different when following began. */
  hasBaseline?: boolean
  now: Date
}

const corrections = `('moved', 'otherPhone', 'renamed')`

/**
 * Stores how these rows of a file differ from their businesses. A difference with the same value stays as it is, also if
 * it was ignored. One that is gone is forgotten; an accepted correction is gone because the row has it.
 */
export async function saveDifferences(
  tx: Queryable,
  { fileId, userId, rows, differences, hasBaseline = true, now }: Noting,
): Promise<void> {
  await tx.query(
    `WITH found AS (
       SELECT * FROM jsonb_to_recordset($4::jsonb) AS d (row int, kind text, was text, cells jsonb, value text, source text,
         "seenOn" text, "isNews" boolean)),
     over AS (
       DELETE FROM known_change c WHERE file_id = $1 AND row = ANY ($3::int[])
         AND NOT (state = 'accepted' AND kind IN ${corrections})
         AND NOT EXISTS (SELECT FROM found f WHERE f.row = c.row AND f.kind = c.kind))
     INSERT INTO known_change AS c (file_id, row, kind, user_id, was, cells, value, source, seen_on, found_at, state)
     SELECT $1, row, kind, $2, was, cells, value, source, "seenOn", $5,
        CASE WHEN "isNews" AND $6 THEN 'open' ELSE 'before' END FROM found
     ON CONFLICT (file_id, row, kind) DO UPDATE SET was = excluded.was, cells = excluded.cells, value = excluded.value,
       source = excluded.source,
       seen_on = excluded.seen_on, found_at = excluded.found_at, state = excluded.state, is_told = false, digest_on = NULL
     WHERE c.value <> excluded.value`,
    [fileId, userId, rows, JSON.stringify(differences), now, hasBaseline],
  )
}

/** Takes the open changes that the user's programs were not told of, and counts them. */
export async function takeUntold(tx: Queryable, fileId: number): Promise<ChangeCounts> {
  const rows = await tx.query<{ kind: ChangeKind; changes: number }>(
    `WITH taken AS (
       UPDATE known_change c SET is_told = true WHERE file_id = $1 AND NOT is_told AND ${isOpen} RETURNING kind)
     SELECT kind, count(*) AS changes FROM taken GROUP BY kind ORDER BY kind`,
    [fileId],
  )
  return Object.fromEntries(rows.map(({ kind, changes }) => [kind, changes]))
}

const isWanted = `($2::text IS NULL OR c.state = $2) AND ${isReported}`
type Wanted = { fileId: number; state: ChangeState | null; after: number; limit: number }

/** The changes in a state, or all that are reported, of the next rows that have one. */
export async function changesAfter(db: Queryable, { fileId, state, after, limit }: Wanted): Promise<StoredChange[]> {
  const most = limit * Object.keys(changeKinds).length
  const found = await db.query<StoredChange>(
    `SELECT ${columns} FROM known_change c WHERE file_id = $1 AND ${isWanted} AND row > $3 ORDER BY row, kind LIMIT $4`,
    [fileId, state, after, most],
  )
  const last = [...new Set(found.map(({ row }) => row))][limit - 1] ?? Infinity
  return found.filter(({ row }) => row <= last)
}

/** Open changes, those first that cost no lead. `isFree`: it is one of them. */
export const openChanges = (
  db: Queryable,
  { fileId, userId, limit }: { fileId: number; userId: number; limit: number },
): Promise<(StoredChange & { isFree: boolean })[]> =>
  db.query(
    `WITH ${ownedKeys},
       open AS (
         SELECT *, kind NOT IN ${corrections} OR EXISTS (SELECT FROM known_business b JOIN own ON own.place_key = b.place_keys[1]
           WHERE b.file_id = c.file_id AND b.row = c.row) AS "isFree"
         FROM known_change c WHERE file_id = $1 AND ${isOpen})
     SELECT ${columns}, "isFree" FROM open ORDER BY "isFree" DESC, row, kind LIMIT $3`,
    [fileId, userId, limit],
  )

/** Those that are reported. */
export const changesOfRows = (db: Queryable, fileId: number, rows: readonly number[]): Promise<StoredChange[]> =>
  db.query(
    `SELECT ${columns} FROM known_change c WHERE file_id = $1 AND row = ANY ($2::int[]) AND ${isReported} ORDER BY row, kind`,
    [fileId, rows],
  )

export const countChanges = (db: Queryable, fileId: number, state: ChangeState): Promise<number> =>
  readNumber(db, `SELECT count(*)::int AS count FROM known_change c WHERE file_id = $1 AND ${isWanted}`, [
    fileId,
    state,
  ])

/** The businesses with open corrections that are not leads of the user. */
export const countToPull = (db: Queryable, fileId: number, userId: number): Promise<number> =>
  readNumber(
    db,
    `WITH ${ownedKeys}
     SELECT count(DISTINCT r.place_keys[1])::int AS businesses
     FROM known_change c JOIN known_business r ON r.file_id = c.file_id AND r.row = c.row
       LEFT JOIN own ON own.place_key = r.place_keys[1]
     WHERE c.file_id = $1 AND c.kind IN ${corrections} AND ${isOpen} AND own.place_key IS NULL`,
    [fileId, userId],
  )

/** Changes the state of changes of one file. */
export async function setStates(
  tx: Queryable,
  fileId: number,
  changes: readonly { row: number; kind: ChangeKind }[],
  state: ChangeState,
): Promise<void> {
  await tx.query(
    `UPDATE known_change c SET state = $4 FROM unnest($2::int[], $3::text[]) AS w (row, kind)
     WHERE c.file_id = $1 AND c.row = w.row AND c.kind = w.kind`,
    [fileId, changes.map(({ row }) => row), changes.map(({ kind }) => kind), state],
  )
}

/** Accepted and ignored changes that only mark a row: closed, no longer listed, or with a website that stopped working. */
export const decidedMarks = (db: Queryable, fileId: number): Promise<StoredChange[]> =>
  db.query(
    `SELECT ${columns} FROM known_change WHERE file_id = $1 AND state IN ('accepted', 'ignored') AND kind NOT IN ${corrections}
     ORDER BY row, kind`,
    [fileId],
  )
