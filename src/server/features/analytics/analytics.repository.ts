import type { AdvancedAnalytics, RecentSearch } from '#contract/admin/analytics.ts'
import type { Dated } from '#server/platform/basics/clock.ts'
import type { Queryable } from '#server/platform/database/db.ts'

export type LeadCount = { kind: 'category' | 'location' | 'source'; name: string; leads: number; exported: number }
type SearchRow = Dated<RecentSearch, 'createdAt'>
type SearchFigures = Dated<AdvancedAnalytics['searches'][number], 'createdAt'>
export type StateCount = { state: string | null; leads: number; latitude: number; longitude: number }

const searchColumns = `id, category_words AS "propertyType", category_words AS "businessCategory",
  location_label AS location, is_statewide AS statewide, created_at AS "createdAt"`
/** The user's ($1) leads, each business once. */
const distinctLeads = 'FROM lead LEFT JOIN lead_export ON lead_id = id WHERE user_id = $1 AND is_first_of_phone'

/**
 * Counts the user's leads three ways in one query: by the category words and the location of the search that pulled
 * them (using the newest spelling; `ownFiles` if a file of the user did), and by the domain of their website. Most leads first.
 */
export const countLeads = (
  db: Queryable,
  sources: {
    userId: number
    platformDomains: readonly string[]
    ownWebsite: string
    noWebsite: string
    ownFiles: string
  },
): Promise<LeadCount[]> =>
  db.query(
    `WITH counted AS (
       SELECT search_id, source, grouping(search_id) = 0 AS is_of_search, count(*)::int AS leads, count(exported_at)::int AS exported
       FROM (
         SELECT search_id, exported_at, CASE WHEN website_domain IS NULL THEN $4
           WHEN website_domain = ANY($2::text[]) THEN website_domain ELSE $3 END AS source
         ${distinctLeads}) own
       GROUP BY GROUPING SETS ((search_id), (source))
     ), searched AS (
       SELECT s.id, coalesce(s.category_words, $5) AS category_words, coalesce(s.location_label, $5) AS location_label,
         c.leads, c.exported
       FROM counted c LEFT JOIN search s ON s.id = c.search_id WHERE c.is_of_search
     )
     SELECT 'category' AS kind, (array_agg(category_words ORDER BY id DESC))[1] AS name,
       sum(leads)::int AS leads, sum(exported)::int AS exported
     FROM searched GROUP BY lower(replace(category_words, '-', ' '))
     UNION ALL
     SELECT 'location', location_label, sum(leads)::int, sum(exported)::int FROM searched GROUP BY location_label
     UNION ALL
     SELECT 'source', source, leads, exported FROM counted WHERE NOT is_of_search
     ORDER BY leads DESC, name`,
    [sources.userId, sources.platformDomains, sources.ownWebsite, sources.noWebsite, sources.ownFiles],
  )

export const newestSearches = (db: Queryable, userId: number, limit: number): Promise<SearchRow[]> =>
  db.query(`SELECT ${searchColumns} FROM search WHERE user_id = $1 ORDER BY id DESC LIMIT $2`, [userId, limit])

/** The newest searches, with the leads that each was the first to find. */
export const searchFigures = (db: Queryable, userId: number, limit: number): Promise<SearchFigures[]> =>
  db.query(
    `WITH newest AS MATERIALIZED (
       SELECT ${searchColumns} FROM search WHERE user_id = $1 ORDER BY id DESC LIMIT $2
     ), figures AS (
       SELECT search_id, count(*)::int AS leads, avg(quality)::float8 AS quality, count(exported_at)::int AS exported
       ${distinctLeads} AND search_id >= (SELECT min(id) FROM newest) GROUP BY search_id
     )
     SELECT newest.*, coalesce(leads, 0) AS leads, quality AS "averageQuality", coalesce(exported, 0) AS exported
     FROM newest LEFT JOIN figures ON search_id = id ORDER BY id DESC`,
    [userId, limit],
  )

/** Days in UTC, 'YYYY-MM-DD'; days without leads have no row. */
export const leadsByDay = (db: Queryable, userId: number, since: Date): Promise<{ day: string; leads: number }[]> =>
  db.query(
    `SELECT (pulled_at AT TIME ZONE 'UTC')::date AS day, count(*)::int AS leads
     ${distinctLeads} AND pulled_at >= $2 GROUP BY 1 ORDER BY 1`,
    [userId, since],
  )

/** `band` is the number of thresholds, lowest first, that a lead's quality reaches. */
export const leadsByBand = (
  db: Queryable,
  userId: number,
  thresholds: number[],
): Promise<{ band: number; leads: number }[]> =>
  db.query(
    `SELECT width_bucket(quality::int, $2::int[]) AS band, count(*)::int AS leads ${distinctLeads} GROUP BY 1 ORDER BY 1`,
    [userId, thresholds],
  )

export const leadsByState = (db: Queryable, userId: number): Promise<StateCount[]> =>
  db.query(
    `SELECT state, count(*)::int AS leads, avg((facts->>'latitude')::float8) AS latitude,
       avg((facts->>'longitude')::float8) AS longitude
     ${distinctLeads} GROUP BY state ORDER BY leads DESC, state`,
    [userId],
  )
