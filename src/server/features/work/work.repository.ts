import type { LeadWork } from '#contract/leads/lead-status.ts'
import type { LeadEvent, LeadNote, LeadWorkDetails } from '#contract/leads/lead-work.ts'
import type { StatusChange } from '#contract/public-api/api-v1-triggers.ts'
import { workIdOf } from '#server/leads/lead-work.sql.ts'
import type { Dated } from '#server/platform/basics/clock.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, hasRow } from '#server/platform/database/rows.ts'

export type StoredNote = Dated<LeadNote, 'createdAt' | 'editedAt'>

const noteColumns = `id, body, created_at AS "createdAt", edited_at AS "editedAt"`

type FoundWork = Omit<LeadWork, 'tags'> & { workId: number }

/** The work on a lead. `workId` is the lead that stores it. Undefined if the user has no such lead. */
export const findWork = (db: Queryable, userId: number, leadId: number): Promise<FoundWork | undefined> =>
  firstRow(
    db,
    `SELECT w.id AS "workId", coalesce(m.status, 'new') AS status, m.follow_up_on AS "followUpOn",
       (SELECT count(*)::int FROM lead_note WHERE lead_id = w.id) AS "noteCount"
     FROM (SELECT ${workIdOf('l.id')} AS id FROM lead l WHERE l.user_id = $1 AND l.id = $2) w
     LEFT JOIN lead_mark m ON m.lead_id = w.id`,
    [userId, leadId],
  )

export const notesOf = (db: Queryable, userId: number, workId: number): Promise<StoredNote[]> =>
  db.query(
    `SELECT ${noteColumns} FROM lead_note WHERE user_id = $1 AND lead_id = $2 ORDER BY created_at DESC, id DESC`,
    [userId, workId],
  )

export const listsOf = (db: Queryable, userId: number, workId: number): Promise<LeadWorkDetails['lists']> =>
  db.query(
    `SELECT l.id, l.kind, l.name FROM lead_list_entry e JOIN lead_list l ON l.id = e.list_id
     WHERE e.user_id = $1 AND e.lead_id = $2 ORDER BY l.id`,
    [userId, workId],
  )

/** The latest changes of a lead, newest first. */
export const historyOf = (
  db: Queryable,
  { userId, workId, limit }: { userId: number; workId: number; limit: number },
): Promise<Dated<LeadEvent, 'at'>[]> =>
  db.query(
    `SELECT id, kind, was, becomes, at FROM lead_event WHERE user_id = $1 AND lead_id = $2
     ORDER BY at DESC, id DESC LIMIT $3`,
    [userId, workId, limit],
  )

export const listStatusChanges = (db: Queryable, userId: number, limit: number): Promise<Dated<StatusChange, 'at'>[]> =>
  db.query(
    `SELECT e.id, e.lead_id AS "leadId", l.name AS "businessName", e.was, e.becomes, e.at
     FROM lead_event e JOIN lead l ON l.id = e.lead_id
     WHERE e.user_id = $1 AND e.kind = 'status' AND NOT e.is_copy ORDER BY e.id DESC LIMIT $2`,
    [userId, limit],
  )

type OwnNote = { userId: number; workId: number; noteId: number }

/** Adds a note. Undefined at the maximum of the lead or account. The caller has locked the user's leads. */
export const insertNote = (
  tx: Queryable,
  note: { userId: number; workId: number; body: string; now: Date; perLead: number; perAccount: number },
): Promise<StoredNote | undefined> =>
  firstRow(
    tx,
    `INSERT INTO lead_note (lead_id, user_id, body, created_at)
     SELECT $2, $1, $3, $4
     WHERE (SELECT count(*) FROM lead_note WHERE lead_id = $2) < $5
       AND (SELECT count(*) FROM lead_note WHERE user_id = $1) < $6
     RETURNING ${noteColumns}`,
    [note.userId, note.workId, note.body, note.now, note.perLead, note.perAccount],
  )

export const changeNote = (
  tx: Queryable,
  { userId, workId, noteId, body, now }: OwnNote & { body: string; now: Date },
): Promise<StoredNote | undefined> =>
  firstRow(
    tx,
    `UPDATE lead_note SET body = $4, edited_at = $5 WHERE user_id = $1 AND lead_id = $2 AND id = $3
     RETURNING ${noteColumns}`,
    [userId, workId, noteId, body, now],
  )

export const removeNote = (tx: Queryable, { userId, workId, noteId }: OwnNote): Promise<boolean> =>
  hasRow(tx, 'DELETE FROM lead_note WHERE user_id = $1 AND lead_id = $2 AND id = $3 RETURNING id', [
    userId,
    workId,
    noteId,
  ])

/** Makes sure that a lead has a mark. Every lead that its user has worked on needs one. */
export async function ensureMark(tx: Queryable, userId: number, workId: number): Promise<void> {
  await tx.query('INSERT INTO lead_mark (lead_id, user_id) VALUES ($2, $1) ON CONFLICT DO NOTHING', [userId, workId])
}

export async function insertEvent(
  tx: Queryable,
  event: { userId: number; workId: number; kind: LeadEvent['kind']; becomes: string; now: Date },
): Promise<void> {
  await tx.query('INSERT INTO lead_event (user_id, lead_id, kind, becomes, at) VALUES ($1, $2, $3, $4, $5)', [
    event.userId,
    event.workId,
    event.kind,
    event.becomes,
    event.now,
  ])
}
