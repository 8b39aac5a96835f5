import { placeFlags } from '#server/catalog/place/place-flags.ts'
import type { PlaceMark } from '#server/catalog/place/places-provider.ts'
import { isReturned } from '#server/catalog/search/owned-conditions.sql.ts'
import { placeStamp } from '#server/catalog/search/place-stamp.sql.ts'
import { placeKey } from '#server/catalog/tables/place-key.sql.ts'
import { isPublished } from '#server/catalog/tables/published.sql.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, hasRow, onlyRow, prepared, readValues } from '#server/platform/database/rows.ts'
import { factAssignments } from './keep-leads.repository.ts'
import { type ChangingFacts, changing, type LeadFacts } from './lead-facts.rules.ts'

export type Versions = {
  catalog: number
  /** The catalog's version that all of the user's leads reflect; null during a refresh and before the first one. */
  leads: number | null
  /** Increases with each change of the user's own do-not-contact list; 0 if it was always empty. */
  doNotContactVersion: number
}

export const versionsAsJson = (userId: string): string =>
  `jsonb_build_object('catalog', (SELECT version FROM catalog_version),
     'leads', (SELECT version FROM lead_refresh WHERE user_id = ${userId} AND target IS NULL),
     'doNotContactVersion', coalesce((SELECT do_not_contact_version FROM lead_refresh WHERE user_id = ${userId}), 0))`

export const readVersions = async (db: Queryable, userId: number): Promise<Versions> => {
  const statement = `SELECT ${versionsAsJson('$1')} AS versions`
  return (await onlyRow<{ versions: Versions }>(prepared(db), statement, [userId])).versions
}

/** At most 100 users with leads of another catalog version, and a session after this time or a webhook for changes. */
export const usersWithStaleLeads = (
  db: Queryable,
  { version, endsAfter }: { version: number; endsAfter: Date },
): Promise<number[]> =>
  readValues(
    db,
    `SELECT a.user_id AS "userId" FROM (
       SELECT user_id FROM session WHERE expires_at > $2
       UNION SELECT user_id FROM webhook_endpoint WHERE state IN ('on', 'held') AND 'lead.changed' = ANY (events)) a
     LEFT JOIN lead_refresh r ON r.user_id = a.user_id
     WHERE (r.version IS DISTINCT FROM $1 OR r.target IS NOT NULL)
       AND EXISTS (SELECT FROM lead WHERE user_id = a.user_id)
     ORDER BY a.user_id LIMIT 100`,
    [version, endsAfter],
  )

export type Progress = {
  version: number
  target: number | null
  after: number | null
  /** The version of the do-not-contact list that all leads were compared with; null if they differ. */
  listStamp: string | null
  /** See `Versions`. */
  doNotContactVersion: number
}

/**
 * Locks the account before any of its leads, as searches and deletions do. New rows that reference the account would
 * lock it anyway, and locking in a different order could cause a deadlock. False if the account was deleted.
 */
export const lockOwner = (tx: Queryable, userId: number): Promise<boolean> =>
  hasRow(prepared(tx), 'SELECT FROM user_account WHERE id = $1 AND deleted_at IS NULL FOR KEY SHARE', [userId])

/** Reads the progress of a user's refresh and locks it. Code that writes leads must lock it first. */
export async function lockProgress(tx: Queryable, userId: number): Promise<Progress> {
  const lock = `SELECT version, target, after, list_stamp AS "listStamp", do_not_contact_version AS "doNotContactVersion"
    FROM lead_refresh WHERE user_id = $1 FOR UPDATE`
  const held = await firstRow<Progress>(prepared(tx), lock, [userId])
  if (held !== undefined) return held
  await tx.query('INSERT INTO lead_refresh (user_id, version) VALUES ($1, -1) ON CONFLICT DO NOTHING', [userId])
  return onlyRow(prepared(tx), lock, [userId])
}

export async function saveProgress(
  tx: Queryable,
  userId: number,
  progress: Omit<Progress, 'doNotContactVersion'>,
): Promise<void> {
  await tx.queryPrepared(
    'UPDATE lead_refresh SET version = $2, target = $3, after = $4, list_stamp = $5 WHERE user_id = $1',
    [userId, progress.version, progress.target, progress.after, progress.listStamp],
  )
}

/**
 * Call this before saving leads with the facts of this catalog version. All leads are checked again in three cases: the
 * user's other leads are newer (a replica answered, or a release came in between), a refresh is in progress, or the
 * user's own do-not-contact list has changed since.
 */
export async function noteCatalogOf(
  tx: Queryable,
  userId: number,
  { version, doNotContactVersion }: { version: number; doNotContactVersion: number },
): Promise<void> {
  const held = await lockProgress(tx, userId)
  const isSame = held.target === null ? held.version <= version : held.target === version
  if (isSame && held.doNotContactVersion === doNotContactVersion) return
  const from = Math.min(held.version, held.doNotContactVersion === doNotContactVersion ? version : version - 1)
  await saveProgress(tx, userId, { version: from, target: null, after: null, listStamp: null })
}

/**
 * Records a change of the user's own do-not-contact list. With `isChecked`, the next refresh looks for changed leads,
 * including the ones whose stamps were removed. With `isEach`, it checks all leads. The caller has locked the progress.
 */
export async function noteDoNotContact(
  tx: Queryable,
  userId: number,
  { isChecked, isEach }: { isChecked: boolean; isEach: boolean },
): Promise<void> {
  await tx.query(
    `UPDATE lead_refresh SET do_not_contact_version = do_not_contact_version + 1, version = CASE WHEN $2 THEN version - 1 ELSE version END,
       target = CASE WHEN $2 THEN NULL ELSE target END, after = CASE WHEN $2 THEN NULL ELSE after END,
       list_stamp = CASE WHEN $3 THEN NULL ELSE list_stamp END
     WHERE user_id = $1`,
    [userId, isChecked || isEach, isEach],
  )
}

export type KeptLead = {
  id: number
  placeKey: string
  phone: number | null
  isListed: boolean
  doNotContact: boolean
  /** True if the user has returned the lead, so its contacts stay hidden. */
  isReturned: boolean
  /** Null if the catalog has no place with this key. */
  mark: PlaceMark | null
  /** True if the lead's facts are from an earlier state of its place. */
  isChanged: boolean
}

export type Portion = {
  userId: number
  after: number
  /** The number of leads to compare with the catalog. */
  scan: number
  limit: number
  datasets: readonly { id: number; key: string }[]
}

/**
 * Checks the user's next leads by id. Returns the leads whose places have changed, disappeared, or come back (or all
 * leads, with `isEach`), and the id of the last checked lead, or null if no leads are left. Each `LIMIT 1` makes the
 * database use an index lookup.
 */
export async function leadsToRefresh(
  tx: Queryable,
  { userId, after, scan, limit, datasets }: Portion,
  isEach: boolean,
): Promise<{ leads: KeptLead[]; through: number | null }> {
  const [end] = await tx.queryPrepared<{ last: number | null; count: number }>(
    `SELECT max(id) AS last, count(*)::int AS count
     FROM (SELECT id FROM lead WHERE user_id = $1 AND id > 0 AND id > $2 ORDER BY id LIMIT $3) scanned`,
    [userId, after, scan],
  )
  if (end === undefined || end.last === null) return { leads: [], through: null }
  const leads = await tx.queryPrepared<KeptLead>(
    `WITH d AS MATERIALIZED (SELECT * FROM jsonb_to_recordset($5::jsonb) AS d (id smallint, key text)),
     scanned AS (SELECT id, place_key, phone, place_stamp, is_listed, do_not_contact FROM lead
       WHERE user_id = $1 AND id > 0 AND id > $2 AND id <= $3)
     SELECT l.id, l.place_key AS "placeKey", l.phone, l.is_listed AS "isListed", l.do_not_contact AS "doNotContact",
       ${isReturned('l')} AS "isReturned",
       CASE WHEN h.stamp IS NOT NULL THEN jsonb_build_object('stamp', h.stamp, 'members', h.members,
         'isSuppressed', h.flags & ${placeFlags.suppressed} <> 0) END AS mark,
       h.stamp IS DISTINCT FROM l.place_stamp AS "isChanged"
     FROM scanned l
     LEFT JOIN d ON d.key = split_part(l.place_key, ':', 1)
     LEFT JOIN LATERAL (SELECT ${placeStamp('h')} AS stamp, h.flags, coalesce(h.provenance->'members', '[]') AS members
       FROM place p JOIN place h ON h.id = coalesce(p.merged_into, p.id) AND ${isPublished('h.id')}
       WHERE p.dataset_id = d.id AND p.source_id = substr(l.place_key, length(d.key) + 2) LIMIT 1) h ON true
     WHERE $6 OR NOT l.is_listed OR h.stamp IS NULL OR h.stamp IS DISTINCT FROM l.place_stamp
     ORDER BY l.id LIMIT $4`,
    [userId, after, end.last, limit, JSON.stringify(datasets), isEach],
  )
  if (leads.length === limit) return { leads, through: leads.at(-1)?.id ?? null }
  return { leads, through: end.count < scan ? null : end.last }
}

export type KeptFacts = Pick<LeadFacts, 'phoneNumber' | 'website' | 'email' | 'latitude' | 'longitude'> & { id: number }

/** The facts of leads that decide whether they may be contacted, and their location. */
export const factsOfLeads = (tx: Queryable, ids: readonly number[]): Promise<KeptFacts[]> =>
  tx.queryPrepared(
    `SELECT l.id, f.* FROM lead l, jsonb_to_record(l.facts) AS f ("phoneNumber" text, website text, email text,
       latitude float8, longitude float8)
     WHERE l.id = ANY ($1::bigint[]) ORDER BY l.id`,
    [ids],
  )

export type OtherName = { leadId: number; placeKey: string }

/** The other keys that these leads' places had when they were pulled, except keys that are leads of their own. */
export const otherNamesOf = (tx: Queryable, userId: number, leadIds: readonly number[]): Promise<OtherName[]> =>
  tx.queryPrepared(
    `SELECT lead_id AS "leadId", place_key AS "placeKey" FROM lead_name n
     WHERE user_id = $1 AND lead_id = ANY ($2::bigint[])
       AND NOT EXISTS (SELECT FROM lead WHERE user_id = $1 AND place_key = n.place_key)
     ORDER BY lead_id, place_key`,
    [userId, leadIds],
  )

/**
 * Places that are no leads of the user, with the name, phone, and address of these leads: a release lists them under
 * another id. Without a phone, a place is looked up by its ZIP and house number.
 */
export const newNamesOf = (tx: Queryable, userId: number, leadIds: readonly number[]): Promise<OtherName[]> =>
  tx.queryPrepared(
    `SELECT l.id AS "leadId", ${placeKey('p')} AS "placeKey"
     FROM lead l, jsonb_to_record(l.facts) AS f (address text, city text, state char(2), "zipCode" char(5)),
       LATERAL (SELECT * FROM place WHERE phone = l.phone
         UNION ALL SELECT * FROM place WHERE l.phone IS NULL AND phone IS NULL AND zip = f."zipCode" AND street ~ '^[0-9]'
           AND substring(street from '^[0-9]+') = substring(f.address from '^[0-9]+') OFFSET 0) p
     WHERE l.user_id = $1 AND l.id = ANY ($2::bigint[]) AND p.merged_into IS NULL AND ${isPublished('p.id')}
       AND (lower(p.name), lower(p.street), lower(p.city), p.state, p.zip)
         IS NOT DISTINCT FROM (lower(l.name), lower(f.address), lower(f.city), f.state, f."zipCode")
       AND (SELECT true FROM lead o WHERE o.user_id = $1 AND o.place_key = ${placeKey('p')} LIMIT 1) IS NULL
     ORDER BY l.id, p.id`,
    [userId, leadIds],
  )

export type FreshLead = Pick<KeptLead, 'id' | 'phone' | 'isListed' | 'doNotContact'> & {
  /** Unset if the facts have not changed. */
  facts?: LeadFacts & ChangingFacts
  placeStamp?: number
}

const factNames = changing.map(
  fact =>
    `CASE WHEN r.facts IS NOT NULL AND l.facts->>'${fact}' IS DISTINCT FROM r.facts->>'${fact}' THEN '${fact}' END`,
)

/** The changes that these updates make to the leads, as users will see them. */
export const changesOf = (tx: Queryable, leads: readonly FreshLead[]): Promise<{ id: number; changed: string[] }[]> =>
  tx.queryPrepared(
    `SELECT * FROM (
       SELECT l.id, to_jsonb(array_remove(ARRAY[${factNames.join(', ')},
         CASE WHEN l.is_listed <> r."isListed" THEN 'isListed' END,
         CASE WHEN l.do_not_contact <> r."doNotContact" THEN 'doNotContact' END], NULL)) AS changed
       FROM jsonb_to_recordset($1::jsonb) AS r (id bigint, facts jsonb, "isListed" boolean, "doNotContact" boolean)
       JOIN lead l ON l.id = r.id) c
     WHERE changed <> '[]' ORDER BY id`,
    [JSON.stringify(leads)],
  )

export async function writeRefreshed(tx: Queryable, leads: readonly FreshLead[]): Promise<void> {
  const [renewed, marked] = [leads.filter(({ facts }) => facts), leads.filter(({ facts }) => !facts)]
  if (renewed.length > 0)
    await tx.queryPrepared(
      `UPDATE lead l SET
         ${factAssignments('l', 'r')}, place_stamp = r."placeStamp", is_listed = r."isListed",
         do_not_contact = r."doNotContact", phone = r.phone,
         is_first_of_phone = CASE WHEN l.phone IS DISTINCT FROM r.phone THEN r.phone IS NULL ELSE l.is_first_of_phone END
       FROM jsonb_to_recordset($1::jsonb) AS r (id bigint, facts jsonb, phone bigint, "placeStamp" bigint,
         "isListed" boolean, "doNotContact" boolean)
       WHERE l.id = r.id`,
      [JSON.stringify(renewed)],
    )
  if (marked.length > 0)
    await tx.queryPrepared(
      `UPDATE lead l SET is_listed = r."isListed", do_not_contact = r."doNotContact"
       FROM jsonb_to_recordset($1::jsonb) AS r (id bigint, "isListed" boolean, "doNotContact" boolean)
       WHERE l.id = r.id`,
      [JSON.stringify(marked)],
    )
}
