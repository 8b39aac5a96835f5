import type { SuppressionKind } from '#contract/suppression.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import type { OwnEntry } from './own-entry.rules.ts'

export type StoredOwnEntry = { id: number; kind: SuppressionKind; value: string; businessName: string | null }
export type DatedOwnEntry = StoredOwnEntry & { createdAt: Date }

export const readEntries = (db: Queryable, userId: number): Promise<OwnEntry[]> =>
  db.queryPrepared('SELECT kind, value, phone FROM own_suppression WHERE user_id = $1', [userId])

/** Newest first. */
export const listEntries = (
  db: Queryable,
  userId: number,
  { limit, before }: { limit: number; before: number | null },
): Promise<DatedOwnEntry[]> =>
  db.query(
    `SELECT id, kind, value, business_name AS "businessName", created_at AS "createdAt" FROM own_suppression
     WHERE user_id = $1 AND ($2::int IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [userId, before, limit],
  )

export async function countEntries(db: Queryable, userId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM own_suppression WHERE user_id = $1',
    [userId],
  )
  return row?.count ?? 0
}

/** Returns the entries that are new. */
export const insertEntries = (
  tx: Queryable,
  { userId, entries, now }: { userId: number; entries: readonly OwnEntry[]; now: Date },
): Promise<OwnEntry[]> =>
  tx.query(
    `INSERT INTO own_suppression (user_id, kind, value, phone, created_at)
     SELECT $1, kind, value, phone, $5 FROM unnest($2::text[], $3::text[], $4::bigint[]) AS e (kind, value, phone)
     ON CONFLICT DO NOTHING RETURNING kind, value, phone`,
    [
      userId,
      entries.map(({ kind }) => kind),
      entries.map(({ value }) => value),
      entries.map(({ phone }) => phone),
      now,
    ],
  )

/** Undefined if the user has no such entry. Its lead's history notes it. */
export async function deleteEntry(
  tx: Queryable,
  { userId, id, now }: { userId: number; id: number; now: Date },
): Promise<OwnEntry | undefined> {
  const [row] = await tx.query<OwnEntry>(
    `WITH gone AS (DELETE FROM own_suppression WHERE user_id = $1 AND id = $2 RETURNING kind, value, phone),
     noted AS (
       INSERT INTO lead_event (lead_id, user_id, kind, was, ref_id, at)
       SELECT coalesce(t.kept_id, l.id), $1, 'doNotContact', 'listed', $2, $3
       FROM gone JOIN lead l ON gone.kind = 'place' AND l.user_id = $1 AND l.place_key = gone.value
       LEFT JOIN lead_twin t ON t.lead_id = l.id)
     SELECT kind, value, phone FROM gone`,
    [userId, id, now],
  )
  return row
}

/** The entries that name a business by its key or one of its contacts, newest first. */
export const entriesNaming = (
  db: Queryable,
  userId: number,
  named: { placeKey: string; phone: number | null; email: string | null; domains: readonly string[] },
): Promise<StoredOwnEntry[]> =>
  db.query(
    `SELECT id, kind, value, business_name AS "businessName" FROM own_suppression
     WHERE user_id = $1 AND ((kind = 'place' AND value = $2) OR phone = $3 OR (kind = 'email' AND value = $4)
       OR (kind = 'domain' AND value = ANY($5::text[]))) ORDER BY id DESC LIMIT 10`,
    [userId, named.placeKey, named.phone, named.email, named.domains],
  )

type LeadNames = { placeKey: string; phone: number | null; email: string | null; website: string | null }

/** What identifies the business of a lead; undefined if it may be contacted. */
export async function findNames(db: Queryable, userId: number, leadId: number): Promise<LeadNames | undefined> {
  const [row] = await db.query<LeadNames>(
    `SELECT place_key AS "placeKey", phone, facts->>'email' AS email, facts->>'website' AS website FROM lead
     WHERE user_id = $1 AND id = $2 AND do_not_contact`,
    [userId, leadId],
  )
  return row
}

type Named = { phones: readonly number[]; placeKeys: readonly string[] }

const leadsNamed = `lead.user_id = $1 AND (phone = ANY($2::bigint[]) OR place_key = ANY($3::text[]))`

/** Hides the contacts of the leads with these phones or keys. Returns the leads that had them. */
export async function hideLeads(tx: Queryable, userId: number, { phones, placeKeys }: Named): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `UPDATE lead SET do_not_contact = true WHERE ${leadsNamed} AND NOT do_not_contact RETURNING id`,
    [userId, phones, placeKeys],
  )
  return rows.map(({ id }) => id)
}

/** Removes the stamps of these leads. The next refresh treats leads without a stamp as changed, and checks them. */
export async function checkAgain(tx: Queryable, userId: number, { phones, placeKeys }: Named): Promise<void> {
  await tx.query(`UPDATE lead SET place_stamp = NULL WHERE ${leadsNamed} AND do_not_contact`, [
    userId,
    phones,
    placeKeys,
  ])
}

/** Entries follow the leads that they were added from when those get another key. */
export async function renameEntries(
  tx: Queryable,
  userId: number,
  renamed: readonly { placeKey: string; from: string }[],
): Promise<void> {
  if (renamed.length === 0) return
  await tx.query(
    `UPDATE own_suppression s SET value = r."placeKey"
     FROM jsonb_to_recordset($2::jsonb) AS r ("placeKey" text, "from" text)
     WHERE s.user_id = $1 AND s.kind = 'place' AND s.value = r."from"
       AND NOT EXISTS (SELECT FROM own_suppression o WHERE o.user_id = $1 AND o.kind = 'place' AND o.value = r."placeKey")`,
    [userId, JSON.stringify(renamed)],
  )
}
