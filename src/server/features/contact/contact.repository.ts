import type { ContactInput } from '#contract/contact.ts'
import type { Older } from '#server/platform/basics/list-page.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, isOlderThan, onlyRow } from '#server/platform/database/rows.ts'

export type StoredContactMessage = ContactInput & { id: number; status: 'unread' | 'read'; createdAt: Date }

export async function insertContactMessage(db: Queryable, input: ContactInput & { now: Date }): Promise<void> {
  await db.query(
    'INSERT INTO contact_message (name, email, subject, message, created_at) VALUES ($1, $2, $3, $4, $5)',
    [input.name, input.email, input.subject, input.message, input.now],
  )
}

export const listContactMessages = (db: Queryable, { limit, before }: Older): Promise<StoredContactMessage[]> =>
  db.query(
    `SELECT id, name, email, subject, message, status, created_at AS "createdAt" FROM contact_message
     WHERE ${isOlderThan('$2')} ORDER BY id DESC LIMIT $1`,
    [limit, before],
  )

export const countContactMessages = (db: Queryable): Promise<{ total: number; unread: number }> =>
  onlyRow(
    db,
    `SELECT count(*)::int AS total, count(*) FILTER (WHERE status = 'unread')::int AS unread FROM contact_message`,
  )

export async function deleteContactMessagesBefore(db: Queryable, before: Date): Promise<void> {
  await db.query('DELETE FROM contact_message WHERE created_at < $1', [before])
}

export const markContactMessageRead = (db: Queryable, id: number): Promise<StoredContactMessage | undefined> =>
  firstRow(
    db,
    `UPDATE contact_message SET status = 'read' WHERE id = $1
     RETURNING id, name, email, subject, message, status, created_at AS "createdAt"`,
    [id],
  )
