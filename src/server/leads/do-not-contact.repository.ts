import type { SuppressionKind } from '#contract/places/suppression.ts'
import { isListResolved } from '#server/catalog/search/owned-conditions.sql.ts'
import { placeIdOf } from '#server/catalog/tables/place-key.sql.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, isOlderThan, prepared, readNumber, readValues } from '#server/platform/database/rows.ts'
import type { DoNotContactEntry } from './do-not-contact-entry.rules.ts'
import { besidesListed } from './do-not-contact-entry.sql.ts'

export type StoredDoNotContactEntry = { id: number; kind: SuppressionKind; value: string; businessName: string | null }
export type DatedDoNotContactEntry = StoredDoNotContactEntry & { createdAt: Date }

/** `kinds`: the kinds of entries in the list. `isResolved`: the stored place ids are of the current catalog. */
export type DoNotContactState = { version: number; kinds: SuppressionKind[]; isResolved: boolean }

/** SQL that is true if the user ($1) has an entry that meets the condition. */
const hasEntry = (condition: string): string =>
  `EXISTS (SELECT FROM do_not_contact_entry WHERE user_id = $1 AND ${condition})`

export const readListState = (db: Queryable, userId: number): Promise<DoNotContactState | undefined> =>
  firstRow(
    prepared(db),
    `SELECT do_not_contact_version AS version, ${isListResolved} AS "isResolved",
       to_jsonb(array_remove(ARRAY[CASE WHEN ${hasEntry('phone IS NOT NULL')} THEN 'phone' END,
         ${['email', 'domain', 'place'].map(kind => `CASE WHEN ${hasEntry(`kind = '${kind}'`)} THEN '${kind}' END`).join(', ')}], NULL)) AS kinds
     FROM lead_refresh WHERE user_id = $1 AND own_entries > 0`,
    [userId],
  )

/** Stores the place ids of the next entries that name a place. Returns the last key; null if none are left. */
export async function resolvePlaces(
  tx: Queryable,
  { userId, after, limit }: { userId: number; after: string; limit: number },
): Promise<string | null> {
  const [row] = await tx.queryPrepared<{ last: string | null; count: number }>(
    `WITH step AS MATERIALIZED (
       SELECT id, value FROM do_not_contact_entry WHERE user_id = $1 AND kind = 'place' AND value > $2 ORDER BY value LIMIT $3
     ), found AS MATERIALIZED (SELECT id, ${placeIdOf('value')} AS place_id FROM step
     ), changed AS (
       UPDATE do_not_contact_entry o SET place_id = f.place_id FROM found f
       WHERE o.id = f.id AND o.place_id IS DISTINCT FROM f.place_id)
     SELECT max(value) AS last, count(*)::int AS count FROM step`,
    [userId, after, limit],
  )
  return row === undefined || row.count < limit ? null : row.last
}

/** Records that all places were looked up in this version of the catalog, unless the catalog has changed since. */
export async function noteResolved(tx: Queryable, userId: number, version: number): Promise<void> {
  await tx.queryPrepared(
    'UPDATE lead_refresh SET own_places = $2 WHERE user_id = $1 AND (SELECT version FROM catalog_version) = $2',
    [userId, version],
  )
}

export type Names = { phones: number[]; emails: string[]; domains: string[]; placeKeys: string[] }

/** SQL for the user's ($1) entries with these names ($2 to $5). `LATERAL` makes each comparison an index lookup. */
const entriesAmong = `(
    SELECT o.* FROM unnest($2::bigint[]) AS n (phone),
      LATERAL (SELECT * FROM do_not_contact_entry WHERE user_id = $1 AND phone = n.phone LIMIT 10) o
    UNION SELECT o.* FROM (
      SELECT 'email' AS kind, unnest($3::text[]) AS value UNION ALL SELECT 'domain', unnest($4::text[])
      UNION ALL SELECT 'place', unnest($5::text[])) n,
      LATERAL (SELECT * FROM do_not_contact_entry WHERE user_id = $1 AND kind = n.kind AND value = n.value LIMIT 1) o)`
const valuesOf = (userId: number, { phones, emails, domains, placeKeys }: Names): unknown[] => [
  userId,
  phones,
  emails,
  domains,
  placeKeys,
]

export const findAmong = (tx: Queryable, userId: number, names: Names): Promise<DoNotContactEntry[]> =>
  tx.queryPrepared(`SELECT kind, value, phone FROM ${entriesAmong} found`, valuesOf(userId, names))

/** `wanted` contains lower-case LIKE patterns. An entry must match one of them. Null selects all entries. */
export type WantedEntries = { userId: number; wanted: readonly string[] | null }

// Capital letters that lower() does not change in a database whose locale knows only ASCII.
const capitals = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ'
/** SQL for the searchable text of an entry, in lower case. Instead of a place's key, its phone. */
const shownText = `CASE kind WHEN 'place' THEN translate(lower(coalesce(business_name, '')), '${capitals}', '${capitals.toLowerCase()}')
    || E'\n' || coalesce(phone::text, '') ELSE value END`

/** A page of entries, newest first. */
export const listEntries = (
  db: Queryable,
  { userId, wanted }: WantedEntries,
  { limit, before }: { limit: number; before: number | null },
): Promise<DatedDoNotContactEntry[]> =>
  db.query(
    `SELECT id, kind, value, business_name AS "businessName", created_at AS "createdAt" FROM do_not_contact_entry
     WHERE user_id = $1 AND ${isOlderThan('$2')} ${wanted === null ? '' : `AND ${shownText} LIKE ANY ($4::text[])`}
     ORDER BY id DESC LIMIT $3`,
    [userId, before, limit, ...(wanted === null ? [] : [wanted])],
  )

export const countFound = (db: Queryable, { userId, wanted }: WantedEntries): Promise<number> =>
  readNumber(
    db,
    `SELECT count(*)::int AS count FROM do_not_contact_entry WHERE user_id = $1 AND ${shownText} LIKE ANY ($2::text[])`,
    [userId, wanted],
  )

/** The number of entries. It is read from a count that triggers keep, not from the entries. */
export const countEntries = (db: Queryable, userId: number): Promise<number> =>
  readNumber(prepared(db), 'SELECT own_entries AS count FROM lead_refresh WHERE user_id = $1', [userId])

type Adding = { userId: number; entries: readonly DoNotContactEntry[]; atMost?: number | null; now: Date }

/** Adds the entries that are new, and returns them. `atMost` limits how many are added. Null means no limit. */
export const insertEntries = (
  tx: Queryable,
  { userId, entries, atMost = null, now }: Adding,
): Promise<DoNotContactEntry[]> =>
  tx.query(
    `INSERT INTO do_not_contact_entry (user_id, kind, value, phone, created_at)
     SELECT $1, kind, value, phone, $5::timestamptz
     FROM unnest($2::text[], $3::text[], $4::bigint[]) WITH ORDINALITY AS e (kind, value, phone, position)
       ${besidesListed('e.kind', 'e.value')} ORDER BY position LIMIT $6
     ON CONFLICT DO NOTHING RETURNING kind, value, phone`,
    [
      userId,
      entries.map(({ kind }) => kind),
      entries.map(({ value }) => value),
      entries.map(({ phone }) => phone),
      now,
      atMost,
    ],
  )

/** Deletes an entry, and records that in the history of its lead. Undefined if the user has no such entry. */
export const deleteEntry = (
  tx: Queryable,
  { userId, id, now }: { userId: number; id: number; now: Date },
): Promise<DoNotContactEntry | undefined> =>
  firstRow(
    tx,
    `WITH gone AS (DELETE FROM do_not_contact_entry WHERE user_id = $1 AND id = $2 RETURNING kind, value, phone),
     noted AS (
       INSERT INTO lead_event (lead_id, user_id, kind, was, ref_id, at)
       SELECT coalesce(t.kept_id, l.id), $1, 'doNotContact', 'listed', $2, $3
       FROM gone JOIN lead l ON gone.kind = 'place' AND l.user_id = $1 AND l.place_key = gone.value
       LEFT JOIN lead_twin t ON t.lead_id = l.id)
     SELECT kind, value, phone FROM gone`,
    [userId, id, now],
  )

/** The user's entries with one of these names, as they are shown to users, newest first. */
export const entriesNaming = (db: Queryable, userId: number, names: Names): Promise<StoredDoNotContactEntry[]> =>
  db.queryPrepared(
    `SELECT id, kind, value, business_name AS "businessName" FROM ${entriesAmong} found ORDER BY id DESC LIMIT 10`,
    valuesOf(userId, names),
  )

type LeadNames = { placeKey: string; phone: number | null; email: string | null; website: string | null }

/** The facts that identify the business of a lead. Undefined if the business may be contacted. */
export const findNames = (db: Queryable, userId: number, leadId: number): Promise<LeadNames | undefined> =>
  firstRow(
    db,
    `SELECT place_key AS "placeKey", phone, facts->>'email' AS email, facts->>'website' AS website FROM lead
     WHERE user_id = $1 AND id = $2 AND do_not_contact`,
    [userId, leadId],
  )

type Named = { phones: readonly number[]; placeKeys: readonly string[] }

const leadsNamed = `lead.user_id = $1 AND (phone = ANY($2::bigint[]) OR place_key = ANY($3::text[]))`

/** Hides the contacts of the leads with these phones or keys. Returns the leads whose contacts were visible before. */
export const hideLeads = (tx: Queryable, userId: number, { phones, placeKeys }: Named): Promise<number[]> =>
  readValues(tx, `UPDATE lead SET do_not_contact = true WHERE ${leadsNamed} AND NOT do_not_contact RETURNING id`, [
    userId,
    phones,
    placeKeys,
  ])

/** Removes the stamps of these leads, so that the next refresh treats them as changed and checks them. */
export async function checkAgain(tx: Queryable, userId: number, { phones, placeKeys }: Named): Promise<void> {
  await tx.query(`UPDATE lead SET place_stamp = NULL WHERE ${leadsNamed} AND do_not_contact`, [
    userId,
    phones,
    placeKeys,
  ])
}

/** Updates the entries that were added from leads whose keys have changed. */
export async function renameEntries(
  tx: Queryable,
  userId: number,
  renamed: readonly { placeKey: string; from: string }[],
): Promise<void> {
  if (renamed.length === 0) return
  await tx.query(
    `UPDATE do_not_contact_entry s SET value = r."placeKey", place_id = ${placeIdOf('r."placeKey"')}
     FROM jsonb_to_recordset($2::jsonb) AS r ("placeKey" text, "from" text)
     WHERE s.user_id = $1 AND s.kind = 'place' AND s.value = r."from"
       AND NOT EXISTS (SELECT FROM do_not_contact_entry o WHERE o.user_id = $1 AND o.kind = 'place' AND o.value = r."placeKey")`,
    [userId, JSON.stringify(renamed)],
  )
}
