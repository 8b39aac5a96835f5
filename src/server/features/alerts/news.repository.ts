import type { SearchHit } from '#contract/public-api/api-v1-triggers.ts'
import type { LeadNews } from '#contract/searches/saved-searches.ts'
import { type NewPlace, newsBits, type Runs } from '#server/catalog/place/place-changes.ts'
import { isOnOwnList } from '#server/catalog/search/do-not-contact.sql.ts'
import { placeIdOf } from '#server/catalog/tables/place-key.sql.ts'
import type { Dated } from '#server/platform/basics/clock.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { countRows, readNumber, readValues } from '#server/platform/database/rows.ts'
import { isListNews } from './list-news.sql.ts'

type Found = { userId: number; now: Date }

/** Stores the new places of a saved search, and returns their number. */
export async function insertNewPlaces(
  tx: Queryable,
  { userId, savedSearchId, places, now }: Found & { savedSearchId: number; places: readonly NewPlace[] },
): Promise<number> {
  if (places.length === 0) return 0
  return countRows(
    tx,
    `INSERT INTO alert_hit (user_id, saved_search_id, change_id, place_key, town, kind, what, found_at)
     SELECT $1, $2, change_id, place_key, town, 'added', 0, $6
     FROM unnest($3::bigint[], $4::text[], $5::text[]) AS n (change_id, place_key, town)
     ON CONFLICT DO NOTHING RETURNING id`,
    [
      userId,
      savedSearchId,
      places.map(({ changeId }) => changeId),
      places.map(({ placeKey }) => placeKey),
      places.map(({ town }) => town),
      now,
    ],
  )
}

/** Stores the changes that these imports made to the user's leads. */
export async function insertLeadNews(tx: Queryable, { userId, after, through, now }: Found & Runs): Promise<void> {
  await tx.query(
    `INSERT INTO alert_hit (user_id, lead_id, change_id, place_key, kind, what, found_at)
     SELECT $1, l.id, c.id, c.place_key, c.kind, c.what & $5::int, $4
     FROM place_change c JOIN lead l ON l.user_id = $1 AND l.place_key = c.place_key
     WHERE c.import_run_id IN (SELECT id FROM import_run WHERE id > $2 AND id <= $3)
       AND (c.kind IN ('closed', 'vanished') OR (c.kind = 'changed' AND c.what & $5::int <> 0))
     ORDER BY c.id
     ON CONFLICT DO NOTHING`,
    [userId, after, through, now, newsBits],
  )
}

/** SQL: the new business h is not a lead of the user ($1) yet, and may be contacted. */
const isNew = `NOT EXISTS (SELECT FROM lead l WHERE l.user_id = $1 AND l.place_key = h.place_key)
  AND NOT ((SELECT own_entries FROM lead_refresh WHERE user_id = $1) > 0 AND EXISTS (
    SELECT FROM place p WHERE p.id = ${placeIdOf('h.place_key')} AND ${isOnOwnList('$1', 'h.place_key')}))`

/** Counts the new businesses that the user does not have, for each saved search. */
export async function countNewPlaces(db: Queryable, userId: number, since: Date): Promise<Map<number, number>> {
  const rows = await db.query<{ id: number; count: number }>(
    `SELECT h.saved_search_id AS id, count(*)::int AS count FROM alert_hit h
     WHERE h.user_id = $1 AND h.saved_search_id IS NOT NULL AND h.found_at > $2 AND ${isNew}
     GROUP BY h.saved_search_id`,
    [userId, since],
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}

export type StoredLeadNews = Omit<Dated<LeadNews, 'foundAt'>, 'what'> & { what: number }

const leadNews = `SELECT h.id, h.lead_id AS "leadId", l.name AS "businessName", h.kind, h.what, h.found_at AS "foundAt"
  FROM alert_hit h JOIN lead l ON l.id = h.lead_id WHERE h.user_id = $1 AND NOT l.do_not_contact`

/** The changes to the user's leads that may be contacted, newest first. */
export const listLeadNews = (db: Queryable, userId: number, limit: number): Promise<StoredLeadNews[]> =>
  db.query(`${leadNews} ORDER BY h.id DESC LIMIT $2`, [userId, limit])

/** New businesses of saved searches that the user does not have, newest first. */
export const listNewPlaces = (
  db: Queryable,
  { userId, since, limit }: { userId: number; since: Date; limit: number },
): Promise<Dated<SearchHit, 'foundAt'>[]> =>
  db.query(
    `SELECT h.id, s.id AS "savedSearchId", s.name AS "savedSearch", h.town, h.found_at AS "foundAt"
     FROM alert_hit h JOIN saved_search s ON s.id = h.saved_search_id
     WHERE h.user_id = $1 AND h.found_at > $2 AND ${isNew}
     ORDER BY h.id DESC LIMIT $3`,
    [userId, since, limit],
  )

/** Users whose digest is due, and who have news for it. Ordered by id, starting after the id `after`. */
export const usersWithNews = (
  db: Queryable,
  { due, after, limit }: { due: readonly { frequency: string; at: Date }[]; after: number; limit: number },
): Promise<number[]> =>
  readValues(
    db,
    `SELECT s.user_id FROM alert_setting s
     JOIN unnest($1::text[], $2::timestamptz[]) AS due (frequency, at) ON due.frequency = s.frequency
     WHERE s.digest_on < (due.at AT TIME ZONE 'UTC')::date AND s.user_id > $3
       AND (EXISTS (SELECT FROM alert_hit h WHERE h.user_id = s.user_id AND h.digest_on IS NULL AND h.found_at <= due.at)
         OR EXISTS (SELECT FROM known_change c WHERE c.user_id = s.user_id AND c.found_at <= due.at AND ${isListNews}))
     ORDER BY s.user_id LIMIT $4`,
    [due.map(({ frequency }) => frequency), due.map(({ at }) => at), after, limit],
  )

/**
 * Assigns all news up to a time that was not in a digest yet to this day's digest. Returns whether any of it will be
 * mailed.
 */
export async function takeNews(
  tx: Queryable,
  { userId, day, until }: { userId: number; day: string; until: Date },
): Promise<boolean> {
  const [isMailed = false] = await readValues<boolean>(
    tx,
    `WITH taken AS (
       UPDATE alert_hit SET digest_on = $2 WHERE user_id = $1 AND digest_on IS NULL AND found_at <= $3
       RETURNING saved_search_id),
     noted AS (UPDATE alert_setting SET digest_on = $2 WHERE user_id = $1)
     SELECT count(*) FILTER (WHERE t.saved_search_id IS NULL OR s.is_mailed) > 0
     FROM taken t LEFT JOIN saved_search s ON s.id = t.saved_search_id`,
    [userId, day, until],
  )
  return isMailed
}

export type DigestPlaces = { savedSearchId: number; name: string; town: string | null; count: number }

/** The new businesses in a digest that the user ($1) does not have yet. */
const inDigest = `FROM alert_hit h JOIN saved_search s ON s.id = h.saved_search_id
     WHERE h.user_id = $1 AND h.digest_on = $2 AND s.is_mailed AND ${isNew}`

/** The new businesses in a digest, grouped by saved search and town, with the largest group of each search first. */
export const placesOfDigest = (db: Queryable, userId: number, day: string): Promise<DigestPlaces[]> =>
  db.query<DigestPlaces>(
    `SELECT s.id AS "savedSearchId", s.name, h.town, count(*)::int AS count ${inDigest}
     GROUP BY s.id, s.name, h.town ORDER BY s.id, count(*) DESC, h.town`,
    [userId, day],
  )

/** The number of new businesses in a digest. A business that several saved searches find counts once. */
export const countInDigest = (db: Queryable, userId: number, day: string): Promise<number> =>
  readNumber(db, `SELECT count(DISTINCT h.place_key)::int ${inDigest}`, [userId, day])

/** The changes to the user's leads in a digest, sorted by the name of the lead. */
export const leadsOfDigest = (db: Queryable, userId: number, day: string): Promise<StoredLeadNews[]> =>
  db.query(`${leadNews} AND h.digest_on = $2 ORDER BY l.name, h.id`, [userId, day])

/** Deletes old news, up to a limit. Returns the number of deleted rows. */
export const deleteNewsBefore = (db: Queryable, before: Date, atMost: number): Promise<number> =>
  countRows(
    db,
    `DELETE FROM alert_hit WHERE id IN (SELECT id FROM alert_hit WHERE found_at < $1 LIMIT $2) RETURNING 1`,
    [before, atMost],
  )
