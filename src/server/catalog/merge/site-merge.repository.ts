import { undoCorrections } from '#server/catalog/corrections/correct-places.repository.ts'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import type { PlaceTable } from '#server/catalog/tables/derived.repository.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { readValues } from '#server/platform/database/rows.ts'
import { restoreOwn } from './merge.repository.ts'
import { MAX_PLACES, type SiteFactRow } from './site-share.rules.ts'

const isRead = 'v.read_at IS NOT NULL'

/** Marks the visited websites of the touched and removed rows, and of the places that these rows belonged to. */
export const markSitesOfTouched = (db: Queryable): Promise<void> =>
  markSitesOf(db, 'p.id IN (SELECT id FROM import_touched UNION ALL SELECT id FROM import_gone)')

/** Marks the visited websites of some places `p`, and of the places that these rows belonged to. */
export async function markSitesOf(db: Queryable, which: string): Promise<void> {
  await db.query(`
    INSERT INTO import_site
    SELECT v.domain FROM site_visit v WHERE ${isRead} AND v.domain IN (
      SELECT unnest(ARRAY[p.domain, p.own->>'domain']) FROM place p WHERE ${which})
    ON CONFLICT DO NOTHING`)
}

export const markAllSites = (db: Queryable): Promise<unknown> =>
  db.query(`INSERT INTO import_site SELECT v.domain FROM site_visit v WHERE ${isRead} ON CONFLICT DO NOTHING`)

/** The next marked websites after a domain, in alphabetical order. */
export const nextMarkedSites = (db: Queryable, after: string, limit: number): Promise<string[]> =>
  readValues(db, 'SELECT domain FROM import_site WHERE domain > $1 ORDER BY domain LIMIT $2', [after, limit])

/** The facts of websites that merging uses. The value of a `kind` is the id of the category. */
export const factsOfSites = (db: Queryable, domains: readonly string[]): Promise<SiteFactRow[]> =>
  db.query(
    `SELECT domain, kind, value, page_url AS "pageUrl", (seen_at AT TIME ZONE 'UTC')::date::text AS "seenOn",
       is_generic AS "isGeneric", mail, position
     FROM site_fact WHERE domain = ANY ($1) AND kind IN ('email', 'phone', 'social', 'rating', 'hours', 'gone')
     UNION ALL
     SELECT k.domain, 'kind', c.id::text, k.page_url, (k.seen_at AT TIME ZONE 'UTC')::date::text, true, NULL, c.id
     FROM site_kind k JOIN category c ON c.key = k.category WHERE k.domain = ANY ($1)
     ORDER BY domain, kind, position`,
    [domains],
  )

export type PlaceOfSite = { id: number; domain: string; places: number; duplicateOf: number | null }

/** Places with these domains that have facts from a website or may get some. `places`: how many have the domain. */
export const placesOfSites = (db: Queryable, table: PlaceTable, domains: readonly string[]): Promise<PlaceOfSite[]> =>
  db.query(
    `SELECT id, domain, places, possible_duplicate_of AS "duplicateOf" FROM (
       SELECT p.id, p.domain, p.provenance, p.possible_duplicate_of,
         (count(*) OVER (PARTITION BY p.domain))::int AS places
       FROM ${table} p
       WHERE p.domain = ANY ($1) AND p.domain IS NOT NULL AND p.merged_into IS NULL AND p.flags & ${placeFlags.sample} = 0) p
     WHERE p.provenance->'site' IS NOT NULL
       OR (places <= ${MAX_PLACES} AND (EXISTS (SELECT FROM site_fact f WHERE f.domain = p.domain)
         OR EXISTS (SELECT FROM site_kind k WHERE k.domain = p.domain)))
     ORDER BY id`,
    [domains],
  )

export type RowOfPlace = { id: number; placeId: number }

/** Gives these places their own facts again, without suppression, which is applied anew. Returns all of their rows. */
export async function resetPlaces(db: Queryable, table: PlaceTable, ids: readonly number[]): Promise<RowOfPlace[]> {
  await undoCorrections(db, { table, which: '= ANY ($1::bigint[])', values: [ids] })
  await restoreOwn(db, { table, which: '= ANY ($1::bigint[])', values: [ids] })
  await db.query(
    `WITH listed AS (
       UPDATE ${table} p SET is_offered = true, flags = p.flags & ~${placeFlags.suppressed}
       WHERE p.id = ANY ($1::bigint[]) AND p.flags & ${placeFlags.suppressed} <> 0 RETURNING p.id)
     INSERT INTO import_touched
     SELECT p.id, p.phone FROM ${table} p
     WHERE p.id = ANY ($1::bigint[]) OR (p.merged_into = ANY ($1::bigint[]) AND p.merged_into IS NOT NULL)`,
    [ids],
  )
  return db.query(
    `SELECT p.id, coalesce(p.merged_into, p.id) AS "placeId" FROM ${table} p
     WHERE p.id = ANY ($1::bigint[]) OR (p.merged_into = ANY ($1::bigint[]) AND p.merged_into IS NOT NULL) ORDER BY p.id`,
    [ids],
  )
}
