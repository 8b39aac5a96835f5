import type { LeadList, ListKind } from '#contract/leads/lead-lists.ts'
import type { Dated } from '#server/platform/basics/clock.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, hasRow } from '#server/platform/database/rows.ts'

export type StoredList = Dated<LeadList, 'createdAt'>

const columns = `id, kind, name, created_at AS "createdAt",
  (SELECT count(*)::int FROM lead_list_entry WHERE list_id = lead_list.id) AS "leadCount"`

export const listLists = (db: Queryable, userId: number): Promise<StoredList[]> =>
  db.query(`SELECT ${columns} FROM lead_list WHERE user_id = $1 ORDER BY id`, [userId])

/** Creates a list or a tag. Undefined at the maximum number. The caller has locked the user's leads. */
export const insertList = (
  tx: Queryable,
  list: { userId: number; kind: ListKind; name: string; now: Date; atMost: number },
): Promise<StoredList | undefined> =>
  firstRow(
    tx,
    `INSERT INTO lead_list (user_id, kind, name, created_at) SELECT $1, $5, $2, $3
     WHERE (SELECT count(*) FROM lead_list WHERE user_id = $1 AND kind = $5) < $4 RETURNING ${columns}`,
    [list.userId, list.name, list.now, list.atMost, list.kind],
  )

export const renameList = (
  db: Queryable,
  { userId, listId, name }: { userId: number; listId: number; name: string },
): Promise<StoredList | undefined> =>
  firstRow(db, `UPDATE lead_list SET name = $3 WHERE user_id = $1 AND id = $2 RETURNING ${columns}`, [
    userId,
    listId,
    name,
  ])

/** Deletes a list. Returns false if the user has no such list. */
export const removeList = (tx: Queryable, userId: number, listId: number): Promise<boolean> =>
  hasRow(tx, 'DELETE FROM lead_list WHERE user_id = $1 AND id = $2 RETURNING id', [userId, listId])
