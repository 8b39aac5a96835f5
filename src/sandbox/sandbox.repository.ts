import type { Queryable } from './host.ts'
import type { Kind } from './wire.ts'

/** The advisory lock that allows one change at a time, across all processes on this database. */
const LOCK = 7_210_019

export type ObjectRow = { id: string; kind: string; body: Record<string, unknown>; hidden: Record<string, unknown> }

export async function lockSandbox(tx: Queryable): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
}

export async function readObject(db: Queryable, id: string): Promise<ObjectRow | undefined> {
  const [row] = await db.query<ObjectRow>('SELECT id, kind, body, hidden FROM sandbox.object WHERE id = $1', [id])
  return row
}

/** The objects of a kind, oldest first. */
export function readObjects(db: Queryable, kind: string, customer?: string): Promise<ObjectRow[]> {
  return db.query<ObjectRow>(
    `SELECT id, kind, body, hidden FROM sandbox.object
     WHERE kind = $1 AND ($2::text IS NULL OR customer = $2) ORDER BY position`,
    [kind, customer ?? null],
  )
}

export async function saveObject(db: Queryable, row: ObjectRow & { dueAt: number | null }): Promise<void> {
  await db.query(
    `INSERT INTO sandbox.object (id, kind, body, hidden, due_at) VALUES ($1, $2, $3::text::jsonb, $4::text::jsonb, $5)
     ON CONFLICT (id) DO UPDATE SET body = excluded.body, hidden = excluded.hidden, due_at = excluded.due_at`,
    [row.id, row.kind, JSON.stringify(row.body), JSON.stringify(row.hidden), row.dueAt],
  )
}

type Due = { id: string; kind: Kind; dueAt: number }
/** The object that is due first, at `until` or earlier. */
export async function readNextDue(db: Queryable, until: number): Promise<Due | undefined> {
  const [row] = await db.query<Due>(
    `SELECT id, kind, due_at AS "dueAt" FROM sandbox.object WHERE due_at <= $1 ORDER BY due_at, position LIMIT 1`,
    [until],
  )
  return row
}

export type Answer = { request: string; status: number; body: Record<string, unknown> }
/** The answer stored under this key after `since`, in seconds since 1970. */
export async function readAnswer(db: Queryable, key: string, since: number): Promise<Answer | undefined> {
  const [row] = await db.query<Answer>(
    'SELECT request, status, body FROM sandbox.answer WHERE key = $1 AND answered_at > $2',
    [key, since],
  )
  return row
}
export async function saveAnswer(db: Queryable, key: string, answer: Answer & { now: number }): Promise<void> {
  await db.query(
    `INSERT INTO sandbox.answer (key, request, status, body, answered_at) VALUES ($1, $2, $3, $4::text::jsonb, $5)
     ON CONFLICT (key) DO UPDATE SET request = excluded.request, status = excluded.status, body = excluded.body,
       answered_at = excluded.answered_at`,
    [key, answer.request, answer.status, JSON.stringify(answer.body), answer.now],
  )
}

export async function readSettings(db: Queryable): Promise<Record<string, unknown>> {
  const rows = await db.query<{ name: string; value: unknown }>('SELECT name, value FROM sandbox.setting')
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** Subtracts one from a count in the settings. Returns false if the count is 0. A count of null never runs out. */
export async function countDown(db: Queryable, name: string): Promise<boolean> {
  const rows = await db.query(
    `UPDATE sandbox.setting SET value = CASE WHEN value = 'null'::jsonb THEN value ELSE to_jsonb(value::int - 1) END
     WHERE name = $1 AND (value = 'null'::jsonb OR value::int > 0) RETURNING name`,
    [name],
  )
  return rows.length > 0
}

export async function saveSetting(db: Queryable, name: string, value: unknown): Promise<void> {
  await db.query(
    `INSERT INTO sandbox.setting (name, value) VALUES ($1, $2::text::jsonb)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [name, JSON.stringify(value)],
  )
}
