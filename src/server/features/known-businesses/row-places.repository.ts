import type { Gone } from '#contract/leads/filled-files.ts'
import { isReturned } from '#server/catalog/search/owned-conditions.sql.ts'
import { bitsOf } from '#server/catalog/sites/flag-bits.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { hasRow } from '#server/platform/database/rows.ts'
import type { SiteExtras } from './file-facts.ts'

/** Which of these places are leads of the user, and whether they may be contacted. */
export async function ownedAmong(
  db: Queryable,
  userId: number,
  placeKeys: readonly string[],
): Promise<Map<string, boolean>> {
  const rows = await db.query<{ key: string; mayContact: boolean }>(
    `SELECT wanted.key, NOT l.do_not_contact AS "mayContact" FROM unnest($2::text[]) AS wanted (key),
       LATERAL (SELECT id, do_not_contact FROM lead WHERE user_id = $1 AND place_key = wanted.key LIMIT 1) l
     WHERE NOT ${isReturned('l')}
     UNION SELECT wanted.key, NOT l.do_not_contact FROM unnest($2::text[]) AS wanted (key),
       LATERAL (SELECT lead_id FROM lead_name WHERE user_id = $1 AND place_key = wanted.key LIMIT 1) n,
       LATERAL (SELECT id, do_not_contact FROM lead WHERE id = n.lead_id LIMIT 1) l WHERE NOT ${isReturned('l')}`,
    [userId, placeKeys],
  )
  return new Map(rows.map(({ key, mayContact }) => [key, mayContact]))
}

/** Which places the user has said that these rows are, by identity; null if they are none. */
export async function decisionsOf(
  db: Queryable,
  userId: number,
  rows: readonly { identity: string }[],
): Promise<Map<string, string | null>> {
  const decided = await db.queryPrepared<{ identity: string; placeKey: string | null }>(
    `SELECT encode(identity, 'hex') AS identity, place_key AS "placeKey" FROM known_decision
     WHERE user_id = $1 AND identity = ANY (SELECT decode(hex, 'hex') FROM unnest($2::text[]) AS h (hex)) ORDER BY identity`,
    [userId, rows.map(({ identity }) => identity)],
  )
  return new Map(decided.map(({ identity, placeKey }) => [identity, placeKey]))
}

/** False if the user has as many decisions as allowed. The caller has locked the user's leads, so the count is exact. */
export const saveDecision = (
  tx: Queryable,
  decision: { userId: number; identity: string; placeKey: string | null; now: Date; most: number },
): Promise<boolean> =>
  hasRow(
    tx,
    `INSERT INTO known_decision (user_id, identity, place_key, at) SELECT $1, decode($2, 'hex'), $3, $4
     WHERE (SELECT count(*) FROM known_decision WHERE user_id = $1 AND identity <> decode($2, 'hex')) < $5
     ON CONFLICT (user_id, identity) DO UPDATE SET place_key = excluded.place_key, at = excluded.at RETURNING 1`,
    [decision.userId, decision.identity, decision.placeKey, decision.now, decision.most],
  )

export async function deleteDecision(tx: Queryable, userId: number, identity: string): Promise<void> {
  await tx.query("DELETE FROM known_decision WHERE user_id = $1 AND identity = decode($2, 'hex')", [userId, identity])
}

const works = bitsOf(['works'])

/** Profiles that these websites state, their checks, and when they were read. */
export const siteExtrasOf = (db: Queryable, domains: readonly string[]): Promise<({ domain: string } & SiteExtras)[]> =>
  db.queryPrepared(
    `SELECT domain, f.profiles, c.grade || ' (' || c.score || ')' AS "websiteCheck",
       to_char(f.seen_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS "seenOn",
       to_char(c.checked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS "checkedOn",
       coalesce(c.missing & ${works} <> 0, false) AS "isDown", coalesce(c.has_stopped, false) AS "hasStopped"
     FROM (
       SELECT domain, string_agg(value, ' ' ORDER BY position, value) FILTER (WHERE kind = 'social') AS profiles,
         max(seen_at) AS seen_at
       FROM site_fact WHERE domain = ANY ($1::text[]) GROUP BY domain) f
     FULL JOIN (SELECT * FROM site_check WHERE domain = ANY ($1::text[])) c USING (domain)
     ORDER BY domain`,
    [domains],
  )

type LostPlace = { at: number; key: string | null; name: string | null; lat: number | null; lon: number | null }

/** In degrees, about four miles: how far a place can be from the middle of its ZIP or town. */
const NEAR = 0.06

/**
 * What the last release said about places that are gone: those with the key, or, without a key, the only one that had this
 * name near there.
 */
export const gonePlaces = (
  db: Queryable,
  lost: readonly LostPlace[],
): Promise<(Omit<Gone, 'source'> & { at: number; key: string; datasetId: number })[]> =>
  db.query(
    `SELECT w.at, k.key, CASE c.kind WHEN 'closed' THEN 'closed' ELSE 'unlisted' END AS kind, r.dataset_id AS "datasetId",
       coalesce(substring(r.release from '^[0-9]{4}-[0-9]{2}-[0-9]{2}'), to_char(r.finished_at AT TIME ZONE 'UTC', 'YYYY-MM-DD')) AS on
     FROM unnest($1::int[], $2::text[], $3::text[], $4::float8[], $5::float8[]) AS w (at, key, name, lat, lon),
       LATERAL (SELECT coalesce(w.key, (SELECT min(g.place_key) FROM place_change g
           WHERE lower(g.name) = lower(w.name) AND g.kind IN ('vanished', 'closed')
             AND g.lat BETWEEN w.lat - ${NEAR} AND w.lat + ${NEAR} AND g.lon BETWEEN w.lon - ${NEAR} AND w.lon + ${NEAR}
           HAVING count(DISTINCT g.place_key) = 1)) AS key) k,
       LATERAL (SELECT kind, import_run_id FROM place_change WHERE place_key = k.key ORDER BY id DESC LIMIT 1) c
       JOIN import_run r ON r.id = c.import_run_id
     WHERE c.kind IN ('vanished', 'closed') ORDER BY w.at`,
    [
      lost.map(({ at }) => at),
      lost.map(({ key }) => key),
      lost.map(({ name }) => name),
      lost.map(({ lat }) => lat),
      lost.map(({ lon }) => lon),
    ],
  )
