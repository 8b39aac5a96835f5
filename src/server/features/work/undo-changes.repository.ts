import type { DoNotContactEntry } from '#server/leads/do-not-contact-entry.rules.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import {
  countOf,
  isStatus,
  type MarkKind,
  marks,
  type NotedChange,
  notedColumns,
  type Step,
} from './change-leads.repository.ts'

type UndoStep = Step & { undoneBatchId: number }

/**
 * The entries `e` of the kinds $6 that the undone change ($5) of the user ($1) made in the history of the leads $2. The
 * conditions are written so that only the index by lead fits. Otherwise, with the statistics of a small table, the
 * database would read all entries of the user for each lead.
 */
const entriesOfChange = `FROM unnest($2::bigint[]) AS step (lead_id) JOIN lead_event e USING (lead_id)
     WHERE (e.user_id, e.batch_id) IS NOT DISTINCT FROM ($1::int, $5::bigint) AND e.kind = ANY ($6::text[])`

/**
 * SQL for the last entry of each lead that the undone change ($5) made in its history, as `past`, if nobody has changed
 * the same since. `was` is the value before. If a lead has become one business with another one meanwhile, it has the
 * history of both, and what was set last before the undone change counts. `isSame` is SQL for whether the entry `other`
 * is about the same thing as the entry `made`. Entries have one of the kinds $6.
 */
function pastOf(isSame = 'true'): string {
  // The undone change may have changed both leads that are one business now.
  const isOther = `other.kind = ANY ($6::text[]) AND ${isSame} AND other.batch_id IS DISTINCT FROM $5`
  return `made AS (
    SELECT DISTINCT ON (e.lead_id, e.ref_id) e.id, e.lead_id, e.ref_id, e.kind, e.was, e.becomes, e.at
    ${entriesOfChange} ORDER BY e.lead_id, e.ref_id, e.id DESC
  ), past AS (
    SELECT made.lead_id, made.ref_id, made.kind, made.becomes,
      CASE WHEN before.is_known THEN before.becomes ELSE made.was END AS was
    FROM made LEFT JOIN LATERAL (
      SELECT true AS is_known, other.becomes FROM lead_event other
      WHERE other.lead_id = made.lead_id AND ${isOther} AND (other.at, other.id) < (made.at, made.id)
      ORDER BY other.at DESC, other.id DESC LIMIT 1) before ON true
    WHERE NOT EXISTS (SELECT FROM lead_event other WHERE other.lead_id = made.lead_id AND ${isOther}
      AND (other.at, other.id) > (made.at, made.id)))`
}

/** Sets a mark of leads back to what it was before. */
export const undoMark = (
  tx: Queryable,
  { userId, leadIds, batchId, now, undoneBatchId, kind }: UndoStep & { kind: MarkKind },
): Promise<NotedChange[]> => {
  const { column, type, unset } = marks[kind]
  return tx.queryPrepared(
    `WITH ${pastOf()}, undone AS (
       UPDATE lead_mark m SET ${column} = coalesce(p.was::${type}, ${unset})${isStatus(kind) ? ', status_at = $4::timestamptz' : ''}
       FROM past p
       WHERE m.user_id = $1 AND m.lead_id = p.lead_id AND m.${column}::text IS NOT DISTINCT FROM p.becomes
       RETURNING m.lead_id
     ), noted AS (
       INSERT INTO lead_event (lead_id, user_id, batch_id, kind, was, becomes, at)
       SELECT lead_id, $1, $3, '${kind}', becomes, was, $4 FROM past JOIN undone USING (lead_id)
       ORDER BY lead_id RETURNING ${notedColumns})
     SELECT * FROM noted ORDER BY id`,
    [userId, leadIds, batchId, now, undoneBatchId, [kind]],
  )
}

export const undoLists = (tx: Queryable, { userId, leadIds, batchId, now, undoneBatchId }: UndoStep): Promise<number> =>
  countOf(
    tx,
    `WITH ${pastOf('other.ref_id = made.ref_id')}, taken AS (
       DELETE FROM lead_list_entry e USING past p
       WHERE e.user_id = $1 AND p.was IS NULL AND e.list_id = p.ref_id AND e.lead_id = p.lead_id
       RETURNING e.lead_id, e.list_id
     ), put AS (
       INSERT INTO lead_list_entry (list_id, lead_id, user_id, added_at)
       SELECT l.id, p.lead_id, $1, $4 FROM past p JOIN lead_list l ON l.id = p.ref_id AND l.user_id = $1
       WHERE p.was IS NOT NULL ORDER BY p.lead_id ON CONFLICT DO NOTHING RETURNING lead_id, list_id
     ), noted AS (
       INSERT INTO lead_event (lead_id, user_id, batch_id, kind, was, becomes, ref_id, at)
       SELECT p.lead_id, $1, $3, p.kind, p.becomes, p.was, p.ref_id, $4
       FROM past p JOIN (SELECT * FROM taken UNION ALL SELECT * FROM put) undone
         ON undone.lead_id = p.lead_id AND undone.list_id = p.ref_id
       ORDER BY p.lead_id RETURNING id)
     SELECT count(*)::int AS count FROM noted`,
    [userId, leadIds, batchId, now, undoneBatchId, ['list', 'tag']],
  )

/** Undoes additions to the user's own do-not-contact list. Returns the removed entries. */
export const undoDoNotContact = (
  tx: Queryable,
  { userId, leadIds, batchId, now, undoneBatchId }: UndoStep,
): Promise<DoNotContactEntry[]> =>
  tx.queryPrepared(
    `WITH past AS (
       SELECT e.lead_id, e.ref_id ${entriesOfChange} AND e.becomes IS NOT NULL
     ), gone AS (
       DELETE FROM do_not_contact_entry s USING past p WHERE s.user_id = $1 AND s.id = p.ref_id
       RETURNING s.id, s.kind, s.value, s.phone
     ), noted AS (
       INSERT INTO lead_event (lead_id, user_id, batch_id, kind, was, ref_id, at)
       SELECT p.lead_id, $1, $3, 'doNotContact', 'listed', p.ref_id, $4::timestamptz
       FROM past p JOIN gone ON gone.id = p.ref_id ORDER BY p.lead_id)
     SELECT kind, value, phone FROM gone`,
    [userId, leadIds, batchId, now, undoneBatchId, ['doNotContact']],
  )
