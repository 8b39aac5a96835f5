import { changesPerDay } from '#contract/leads/lead-work.ts'
import { placeIdOf } from '#server/catalog/tables/place-key.sql.ts'
import type { DoNotContactEntry } from '#server/leads/do-not-contact-entry.rules.ts'
import { besidesListed } from '#server/leads/do-not-contact-entry.sql.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import {
  firstRow,
  firstValue,
  hasRow,
  onlyRow,
  prepared,
  readNumber,
  readValues,
} from '#server/platform/database/rows.ts'

/** The number of leads that had another value, and of those that could not be changed any more. */
export type Outcome = { changed: number; leftOut: number }

type Batch = {
  userId: number
  leadCount: number
  now: Date
  since: Date
  change: object
  /** The leads that a job changes. Null if the request makes the change itself. */
  leadIds: readonly number[] | null
}

/** Records a change. Undefined if the account would then have made too many changes since `since`. */
export async function insertBatch(tx: Queryable, batch: Batch): Promise<number | undefined> {
  const { change, leadIds } = batch
  return firstValue(
    tx,
    `INSERT INTO lead_batch (user_id, lead_count, created_at, action, lead_ids, done)
     SELECT $1, $2::int, $3, $6::jsonb, $7::bigint[], $8::int
     FROM (SELECT $2 + coalesce(sum(lead_count), 0) AS changes FROM lead_batch WHERE user_id = $1 AND created_at > $4) day
     WHERE changes <= $5 OR changes <= $9 AND changes <= $10 * (SELECT count(*) FROM lead WHERE user_id = $1)
     RETURNING id`,
    [
      batch.userId,
      batch.leadCount,
      batch.now,
      batch.since,
      changesPerDay.atLeast,
      JSON.stringify(change),
      leadIds,
      leadIds === null ? null : 0,
      changesPerDay.atMost,
      changesPerDay.perLead,
    ],
  )
}

/** `done` is null if the request made the change itself. */
export type StoredBatch = Outcome & { leadCount: number; done: number | null; action: object }

export const findBatch = (db: Queryable, userId: number, batchId: number): Promise<StoredBatch | undefined> =>
  firstRow(
    db,
    `SELECT lead_count AS "leadCount", done, action, changed, left_out AS "leftOut" FROM lead_batch
     WHERE user_id = $1 AND id = $2`,
    [userId, batchId],
  )

type OfBatch = { userId: number; batchId: number }

/** The next leads of a job. Undefined if none are left. The caller has locked the user's leads. */
export const lockNextStep = (
  tx: Queryable,
  { userId, batchId, length }: OfBatch & { length: number },
): Promise<{ change: object; leadIds: number[] } | undefined> =>
  firstRow(
    tx,
    `SELECT action AS change, to_jsonb(lead_ids[done + 1 : done + $3::int]) AS "leadIds" FROM lead_batch
     WHERE user_id = $1 AND id = $2 AND done < lead_count FOR UPDATE`,
    [userId, batchId, length],
  )

/** Records a step of a job. `done` is the number of its leads. */
export async function saveProgress(
  tx: Queryable,
  { userId, batchId, done, changed, leftOut }: OfBatch & Outcome & { done: number },
): Promise<void> {
  await tx.query(
    `UPDATE lead_batch SET done = done + $3, lead_ids = CASE WHEN done + $3 < lead_count THEN lead_ids END,
       changed = changed + $4, left_out = left_out + $5
     WHERE user_id = $1 AND id = $2`,
    [userId, batchId, done, changed, leftOut],
  )
}

/** Marks a change as undone. False if it is too old, still in progress, or undone before. */
export const claimUndo = (
  tx: Queryable,
  { userId, batchId, now, since }: OfBatch & { now: Date; since: Date },
): Promise<boolean> =>
  hasRow(
    tx,
    `UPDATE lead_batch SET undone_at = $3 WHERE user_id = $1 AND id = $2 AND undone_at IS NULL AND created_at > $4
       AND coalesce(done, lead_count) = lead_count RETURNING id`,
    [userId, batchId, now, since],
  )

export const unfinishedBatches = (db: Queryable): Promise<{ userId: number; batchId: number }[]> =>
  db.query('SELECT user_id AS "userId", id AS "batchId" FROM lead_batch WHERE done < lead_count ORDER BY id')

export async function deleteBatchesBefore(db: Queryable, before: Date): Promise<void> {
  await db.query('DELETE FROM lead_batch WHERE created_at < $1 AND coalesce(done, lead_count) = lead_count', [before])
}

export const leadsOfBatch = (db: Queryable, userId: number, batchId: number): Promise<number[]> =>
  readValues(
    db,
    'SELECT DISTINCT lead_id AS id FROM lead_event WHERE user_id = $1 AND batch_id = $2 ORDER BY lead_id',
    [userId, batchId],
  )

export const marks = {
  status: { column: 'status', type: 'text', unset: `'new'` },
  followUp: { column: 'follow_up_on', type: 'date', unset: 'NULL::date' },
}
export type MarkKind = keyof typeof marks
export const isStatus = (kind: MarkKind): boolean => kind === 'status'

export type Step = { userId: number; leadIds: readonly number[]; batchId: number; now: Date }

/** The leads that store the work of the leads with the ids $2. */
const chosen = `chosen AS (
  SELECT DISTINCT coalesce(t.kept_id, l.id) AS lead_id FROM unnest($2::bigint[]) AS wanted (id)
  JOIN lead l ON l.id = wanted.id AND l.user_id = $1 LEFT JOIN lead_twin t ON t.lead_id = l.id)`

/** A change of a lead as recorded in its history. `id` is the id of the entry. */
export type NotedChange = { id: number; leadId: number; was: string | null; becomes: string | null }
export const notedColumns = 'id, lead_id AS "leadId", was, becomes'

export const countOf = (tx: Queryable, statement: string, values: readonly unknown[]): Promise<number> =>
  readNumber(prepared(tx), statement, values)

export const setMark = (
  tx: Queryable,
  { userId, leadIds, batchId, now, kind, value }: Step & { kind: MarkKind; value: string | null },
): Promise<NotedChange[]> => {
  const { column, type, unset } = marks[kind]
  return tx.queryPrepared(
    `WITH ${chosen}, before AS (
       SELECT c.lead_id, coalesce(m.${column}, ${unset}) AS was FROM chosen c LEFT JOIN lead_mark m ON m.lead_id = c.lead_id
     ), changed AS (
       INSERT INTO lead_mark (lead_id, user_id, ${column}${isStatus(kind) ? ', status_at' : ''})
       SELECT lead_id, $1, $5::${type}${isStatus(kind) ? ', $4::timestamptz' : ''} FROM before
       WHERE was IS DISTINCT FROM $5::${type} ORDER BY lead_id
       ON CONFLICT (lead_id) DO UPDATE SET ${column} = EXCLUDED.${column}${isStatus(kind) ? ', status_at = EXCLUDED.status_at' : ''}
       RETURNING lead_id
     ), noted AS (
       INSERT INTO lead_event (lead_id, user_id, batch_id, kind, was, becomes, at)
       SELECT lead_id, $1, $3, '${kind}', was::text, $5::${type}::text, $4 FROM before JOIN changed USING (lead_id)
       ORDER BY lead_id RETURNING ${notedColumns})
     SELECT * FROM noted ORDER BY id`,
    [userId, leadIds, batchId, now, value],
  )
}

type ListStep = Step & { listId: number }

/** Puts leads in a list. If the list no longer exists, all of them are left out. */
export async function putInList(tx: Queryable, { userId, leadIds, batchId, now, listId }: ListStep): Promise<Outcome> {
  const { changed, isDeleted } = await onlyRow<{ changed: number; isDeleted: boolean }>(
    prepared(tx),
    `WITH ${chosen}, list AS (SELECT id, kind, name FROM lead_list WHERE user_id = $1 AND id = $5), marked AS (
       INSERT INTO lead_mark (lead_id, user_id) SELECT lead_id, $1 FROM chosen, list ORDER BY lead_id ON CONFLICT DO NOTHING
     ), put AS (
       INSERT INTO lead_list_entry (list_id, lead_id, user_id, added_at)
       SELECT list.id, lead_id, $1, $4 FROM chosen, list ORDER BY lead_id ON CONFLICT DO NOTHING RETURNING lead_id
     ), noted AS (
       INSERT INTO lead_event (lead_id, user_id, batch_id, kind, becomes, ref_id, at)
       SELECT lead_id, $1, $3, list.kind, list.name, list.id, $4 FROM put, list ORDER BY lead_id RETURNING id)
     SELECT count(*)::int AS changed, NOT EXISTS (SELECT FROM list) AS "isDeleted" FROM noted`,
    [userId, leadIds, batchId, now, listId],
  )
  return { changed, leftOut: isDeleted ? leadIds.length : 0 }
}

export const takeFromList = (tx: Queryable, { userId, leadIds, batchId, now, listId }: ListStep): Promise<number> =>
  countOf(
    tx,
    `WITH ${chosen}, taken AS (
       DELETE FROM lead_list_entry e USING chosen c WHERE e.user_id = $1 AND e.list_id = $5 AND e.lead_id = c.lead_id
       RETURNING e.lead_id
     ), noted AS (
       INSERT INTO lead_event (lead_id, user_id, batch_id, kind, was, ref_id, at)
       SELECT lead_id, $1, $3, list.kind, list.name, list.id, $4
       FROM taken, (SELECT id, kind, name FROM lead_list WHERE user_id = $1 AND id = $5) list ORDER BY lead_id RETURNING id)
     SELECT count(*)::int AS count FROM noted`,
    [userId, leadIds, batchId, now, listId],
  )

/** The number of entries that these leads would add to the user's own do-not-contact list. */
export const countUnlisted = (tx: Queryable, userId: number, leadIds: readonly number[]): Promise<number> =>
  countOf(
    tx,
    `SELECT count(DISTINCT l.place_key)::int AS count FROM unnest($2::bigint[]) AS w (id)
     JOIN lead l ON l.id = w.id AND l.user_id = $1 ${besidesListed(`'place'`, 'l.place_key')}`,
    [userId, leadIds],
  )

/** Puts leads on the user's do-not-contact list, up to `atMost` entries. Returns these, and how many are left. */
export const putOnDoNotContact = (
  tx: Queryable,
  { userId, leadIds, batchId, now, atMost }: Step & { atMost: number },
): Promise<{ added: DoNotContactEntry[]; leftOut: number }> =>
  onlyRow(
    prepared(tx),
    `WITH wanted AS (
       SELECT l.id, coalesce(t.kept_id, l.id) AS lead_id, l.place_key, l.name, l.phone
       FROM unnest($2::bigint[]) AS w (id) JOIN lead l ON l.id = w.id AND l.user_id = $1
       LEFT JOIN lead_twin t ON t.lead_id = l.id ${besidesListed(`'place'`, 'l.place_key')}
     ), added AS (
       INSERT INTO do_not_contact_entry (user_id, kind, value, place_id, business_name, phone, created_at)
       SELECT $1, 'place', place_key, ${placeIdOf('place_key')}, name, phone, $4::timestamptz FROM wanted ORDER BY id
       LIMIT greatest(0, $5::int - (SELECT own_entries FROM lead_refresh WHERE user_id = $1))
       ON CONFLICT DO NOTHING RETURNING id, kind, value, phone
     ), marked AS (
       INSERT INTO lead_mark (lead_id, user_id) SELECT DISTINCT lead_id, $1 FROM wanted ORDER BY lead_id
       ON CONFLICT DO NOTHING
     ), noted AS (
       INSERT INTO lead_event (lead_id, user_id, batch_id, kind, becomes, ref_id, at)
       SELECT w.lead_id, $1, $3, 'doNotContact', 'listed', a.id, $4 FROM added a JOIN wanted w ON w.place_key = a.value
       ORDER BY w.lead_id)
     SELECT coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'value', value, 'phone', phone)), '[]') AS added,
       (SELECT count(*)::int FROM wanted) - count(*)::int AS "leftOut" FROM added`,
    [userId, leadIds, batchId, now, atMost],
  )
