import type { Queryable } from '#server/platform/database/db.ts'

/** Maps each of these leads to the lead that is listed in its place, if there is one. */
export async function twinsOf(tx: Queryable, userId: number, leadIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx.queryPrepared<{ leadId: number; keptId: number }>(
    `SELECT lead_id AS "leadId", kept_id AS "keptId" FROM lead_twin
     WHERE lead_id = ANY ($2::bigint[]) AND user_id = $1 ORDER BY lead_id`,
    [userId, leadIds],
  )
  return new Map(rows.map(({ leadId, keptId }) => [leadId, keptId]))
}

export async function saveTwin(
  tx: Queryable,
  userId: number,
  { leadId, keptId }: { leadId: number; keptId: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO lead_twin (lead_id, kept_id, user_id) VALUES ($2, $3, $1)
     ON CONFLICT (lead_id) DO UPDATE SET kept_id = EXCLUDED.kept_id`,
    [userId, leadId, keptId],
  )
}

export async function deleteTwins(tx: Queryable, userId: number, leadIds: readonly number[]): Promise<void> {
  await tx.query('DELETE FROM lead_twin WHERE user_id = $1 AND lead_id = ANY ($2::bigint[])', [userId, leadIds])
}

type FromTo = { from: number; to: number }

/** SQL for whether an entry `o` in the history of a lead describes the same event as the entry `e`. */
const isSameEvent = (leadId: string): string =>
  `o.lead_id = ${leadId} AND o.at = e.at AND o.kind = e.kind AND o.becomes IS NOT DISTINCT FROM e.becomes`

/** SQL for the note of the lead $3 that is the same as the note `n`. */
const sameNote = 'SELECT FROM lead_note o WHERE o.lead_id = $3 AND o.body = n.body AND o.created_at = n.created_at'

/** Leads that had `from` listed in their place get `to` instead. */
export async function moveTwins(tx: Queryable, userId: number, { from, to }: FromTo): Promise<void> {
  await tx.query('UPDATE lead_twin SET kept_id = $3 WHERE user_id = $1 AND kept_id = $2', [userId, from, to])
}

/** For the user ($1), from the lead $2 to $3. The later status and the earlier follow-up are kept. */
const copies = [
  `INSERT INTO lead_mark AS kept (lead_id, user_id, status, status_at, follow_up_on)
   SELECT $3, user_id, status, status_at, follow_up_on FROM lead_mark WHERE user_id = $1 AND lead_id = $2
   ON CONFLICT (lead_id) DO UPDATE SET
     status = CASE WHEN EXCLUDED.status_at > coalesce(kept.status_at, '-infinity') THEN EXCLUDED.status ELSE kept.status END,
     status_at = greatest(EXCLUDED.status_at, kept.status_at),
     follow_up_on = least(EXCLUDED.follow_up_on, kept.follow_up_on)`,
  `INSERT INTO lead_note (lead_id, user_id, body, created_at, edited_at)
   SELECT $3, user_id, body, created_at, edited_at FROM lead_note n WHERE user_id = $1 AND lead_id = $2
     AND NOT EXISTS (${sameNote}) ORDER BY id`,
  `INSERT INTO lead_list_entry (list_id, lead_id, user_id, added_at)
   SELECT list_id, $3, user_id, added_at FROM lead_list_entry WHERE user_id = $1 AND lead_id = $2
   ON CONFLICT DO NOTHING`,
  `INSERT INTO lead_event (lead_id, user_id, batch_id, kind, was, becomes, ref_id, at, is_copy)
   SELECT $3, user_id, batch_id, kind, was, becomes, ref_id, at, true FROM lead_event e WHERE user_id = $1 AND lead_id = $2
     AND NOT EXISTS (SELECT FROM lead_event o WHERE ${isSameEvent('$3')}) ORDER BY id`,
]

/** Adds the work on one lead to that on another one. */
export async function copyWork(tx: Queryable, userId: number, { from, to }: FromTo): Promise<void> {
  for (const copy of copies) await tx.query(copy, [userId, from, to])
}

const moves = [
  `DELETE FROM lead_event e WHERE user_id = $1 AND lead_id = $3 AND is_copy
     AND EXISTS (SELECT FROM lead_event o WHERE ${isSameEvent('$2')} AND NOT o.is_copy)`,
  `UPDATE lead_event e SET lead_id = $3 WHERE user_id = $1 AND lead_id = $2 AND NOT is_copy
     AND NOT EXISTS (SELECT FROM lead_event o WHERE ${isSameEvent('$3')})`,
  `UPDATE lead_note n SET lead_id = $3 WHERE user_id = $1 AND lead_id = $2 AND NOT EXISTS (${sameNote})`,
]

/**
 * Moves the history and the notes of a lead to another lead, which may have copies of them. Programs and open pages
 * know the originals by their ids, so the originals are kept, and copies in the history are deleted.
 */
export async function moveWork(tx: Queryable, userId: number, { from, to }: FromTo): Promise<void> {
  for (const move of moves) await tx.query(move, [userId, from, to])
}

const works = ['lead_mark', 'lead_note', 'lead_list_entry', 'lead_event']

export async function deleteWork(tx: Queryable, userId: number, leadIds: readonly number[]): Promise<void> {
  if (leadIds.length === 0) return
  for (const table of works)
    await tx.query(`DELETE FROM ${table} WHERE user_id = $1 AND lead_id = ANY ($2::bigint[])`, [userId, leadIds])
}
