import { isReturned } from '#server/catalog/search/owned-conditions.sql.ts'
import { isPublished } from '#server/catalog/tables/published.sql.ts'
import { csvFieldSql, csvLineSql } from '#server/platform/basics/csv.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { reportColumn } from './lead-report.sql.ts'
import { siteColumn } from './lead-site.sql.ts'
import { workColumn, workIdOf } from './lead-work.sql.ts'
import type { StoredLead } from './leads.repository.ts'

/** The separator between lines. It occurs in no line. */
const BETWEEN = '\u0001'

export type ExportableDataset = {
  id: number
  /** The prefix of its places' keys, before the colon. */
  key: string
  source: string
  name: string
  /** The text of the attribution column, without further formatting. */
  attribution: string
}

export type PageQuery = {
  userId: number
  searchId: number | null
  listId: number | null
  leadIds: number[] | null
  datasets: readonly ExportableDataset[]
  /** The format in which the database writes the lines of these data sets. */
  writes: LineKind
  hasNotes: boolean
  /** `last` of the previous page. Null for the first page. */
  after: number | null
  /** The number of leads: one of two values, in the SQL text, because a parameter would be planned each time. */
  length: number
}

/** A lead whose line the database cannot write. */
export type UnwrittenLead = StoredLead & {
  categoryWords: string
  locationLabel: string
  notes: string | null
  siteDomain: string | null
}

/** The leads of a page, in order. */
export type ExportPage = {
  ids: number[]
  /** Whether each lead is exported for the first time. */
  isNew: boolean[]
  /** CSV lines with their line ends, or JSON arrays. Empty for leads in `unwritten`. */
  lines: string[]
  unwritten: UnwrittenLead[]
  last: number
}

/** The placeholders of these values, starting with `$first`. A null value gets none. */
function placesOf(first: number, values: readonly unknown[]): string[] {
  let next = first
  return values.map(value => (value === null ? '' : `$${next++}`))
}

// The leads in the order of the file: the leads of a search in its own order, or all leads, newest first. `turn`
// increases along the file.
const leadsInTurn = ({ searchId, listId, leadIds, length }: PageQuery): string => {
  const [chosen, search, list] = placesOf(4, [leadIds, searchId, listId])
  const ofList = `AND EXISTS (SELECT FROM lead_list_entry e WHERE e.list_id = ${list} AND e.lead_id = ${workIdOf('l.id')})`
  const wanted = `AND NOT l.do_not_contact ${leadIds === null ? '' : `AND l.id = ANY(${chosen}::bigint[])`}
    ${listId === null ? '' : ofList}`
  const facts = `l.id, l.place_key, l.facts, l.site_domain, l.is_listed, l.search_id,
    (SELECT exported_at FROM lead_export WHERE lead_id = l.id) AS exported_at`
  if (searchId !== null)
    return `SELECT ${facts}, sl.position AS turn, trim_scale(round(sl.distance_miles::numeric, 2)) AS distance
      FROM search_lead sl JOIN lead l ON l.id = sl.lead_id
      WHERE l.user_id = $1 AND sl.search_id = ${search} AND sl.position > coalesce($2::bigint, -1) ${wanted}
      ORDER BY sl.position LIMIT ${length}`
  return `SELECT ${facts}, -l.id AS turn, NULL::numeric AS distance FROM lead l
    WHERE l.user_id = $1 AND l.id < coalesce(-$2::bigint, 9223372036854775807)
      ${leadIds === null ? 'AND l.is_first_of_phone' : ''} ${wanted}
    ORDER BY l.id DESC LIMIT ${length}`
}

// Formats a phone as (303) 440-0000. Numbers of other countries get an apostrophe, so that spreadsheets keep them as
// text.
const phoneField = `CASE WHEN p.phone BETWEEN 10000000000 AND 19999999999
    THEN '(' || substr(p.phone::text, 2, 3) || ') ' || substr(p.phone::text, 5, 3) || '-' || substr(p.phone::text, 8)
    ELSE coalesce('''+' || p.phone, '') END`

/** The sources of facts that come from one row. */
const sourcesText = `concat_ws(', ', 'name', CASE WHEN p.phone IS NOT NULL THEN 'phone' END,
    CASE WHEN p.website IS NOT NULL THEN 'website' END, CASE WHEN p.email IS NOT NULL THEN 'email' END,
    CASE WHEN p.street IS NOT NULL OR p.city IS NOT NULL THEN 'address' END, CASE WHEN p.hours IS NOT NULL THEN 'hours' END)
  || ': ' || d.name || coalesce(' (' || p.origin || ')', '') || ', ' || p.license || ', '
  || coalesce(p.confirmed_on, 'release ' || coalesce((SELECT release FROM coverage
       WHERE cell = p.cell AND dataset_id = p.dataset_id ORDER BY state LIMIT 1), 'not known'))`
// The field is quoted because its text contains commas.
const sourcesField = `'"' || replace(${sourcesText}, '"', '""') || '"'`

const text = csvFieldSql
const csvRow = csvLineSql([
  text('p.name'),
  text('c.name'),
  phoneField,
  text('p.website'),
  text('p.email'),
  text('p.street'),
  text('p.city'),
  `coalesce(p.state, '')`,
  `coalesce(p.zip, '')`,
  'p.lat',
  'p.lon',
  `coalesce(l.distance::text, '')`,
  `coalesce(p.rating::text, '')`,
  'p.quality',
  'd.source',
  text('p.license'),
  `coalesce(p.confirmed_on, '')`,
  'l.id',
  text('s.category_words'),
  text('s.location_label'),
  'd.attribution',
  sourcesField,
  `'yes'`,
])

/** The same columns as JSON. Texts are not escaped for CSV, and numbers stay numbers. */
const cells = `json_build_array(p.name, c.name, CASE WHEN p.phone BETWEEN 10000000000 AND 19999999999 THEN ${phoneField}
    ELSE '+' || p.phone END, p.website, p.email, p.street, p.city, p.state, p.zip, p.lat, p.lon, l.distance, p.rating,
    p.quality, d.source, p.license, p.confirmed_on, l.id, s.category_words, s.location_label, d.attribution,
    ${sourcesText}, 'yes')::text`

const lines = { csv: csvRow, cells }
/** The formats in which the database can write a lead: a line of CSV, or a JSON array of cells. */
export type LineKind = keyof typeof lines

const notes = `(SELECT string_agg(n.body, E'\\n\\n' ORDER BY n.id DESC) FROM lead_note n
  WHERE n.user_id = $1 AND n.lead_id = ${workIdOf('page.id')})`

function unwritten({ hasNotes }: PageQuery): string {
  return `json_build_object('id', id, 'facts', facts || '{"scoreLines": []}', 'firstFacts', NULL,
    'isListed', is_listed, 'doNotContact', false, 'distanceMiles', distance, 'categoryWords', category_words,
    'locationLabel', location_label, 'work', ${workColumn('page.id')}, 'report', ${reportColumn('page.id')},
    'site', ${siteColumn('page.site_domain')}, 'siteDomain', page.site_domain, 'notes', ${hasNotes ? notes : 'NULL'})`
}

/**
 * One page of an export, or null after the last page. The caller has refreshed the user's leads, so their rows match
 * their places. The database writes the lines of all leads whose place is a single row of an exportable source. Other
 * leads are returned as stored. Businesses on the do-not-contact list are left out. Each `LIMIT 1` makes the database
 * use an index lookup. With plain joins, it would read the catalog for every page. Categories are joined, because their
 * table is so small that a `LIMIT 1` would scan it.
 */
export async function exportPage(db: Queryable, query: PageQuery): Promise<ExportPage | null> {
  const { userId, searchId, listId, leadIds, datasets, after } = query
  const [row] = await db.queryPrepared<Omit<ExportPage, 'lines'> & { lines: string | null }>(
    `WITH d AS MATERIALIZED (SELECT * FROM jsonb_to_recordset($3::jsonb)
       AS d (id smallint, key text, source text, name text, attribution text))
     SELECT string_agg(coalesce(line, ''), '${BETWEEN}') AS lines,
       coalesce(json_agg(${unwritten(query)}) FILTER (WHERE line IS NULL), '[]') AS unwritten,
       jsonb_agg(id) AS ids, jsonb_agg(exported_at IS NULL) AS "isNew", max(turn) AS last
     FROM (
       SELECT l.*, s.*, CASE WHEN strpos(w.line, '${BETWEEN}') = 0 THEN w.line END AS line
       FROM (${leadsInTurn(query)}) l
       JOIN LATERAL (SELECT coalesce(min(category_words), '') AS category_words, coalesce(min(location_label), '') AS location_label
         FROM search WHERE id = l.search_id) s ON true
       LEFT JOIN d ON d.key = split_part(l.place_key, ':', 1)
       LEFT JOIN LATERAL (SELECT * FROM place p WHERE dataset_id = d.id AND ${isPublished('p.id')} AND source_id = substr(l.place_key, length(d.key) + 2)
         AND merged_into IS NULL AND provenance IS NULL LIMIT 1) p ON true
       LEFT JOIN category c ON c.id = p.category_ids[1]
       LEFT JOIN LATERAL (SELECT ${lines[query.writes]} AS line) w ON p.id IS NOT NULL
       ORDER BY l.turn
     ) page`,
    [userId, after, JSON.stringify(datasets), ...[leadIds, searchId, listId].filter(value => value !== null)],
  )
  return row === undefined || row.lines === null ? null : { ...row, lines: row.lines.split(BETWEEN) }
}

/** Marks leads as exported. Leads that were exported before keep the time of their first export. */
export async function markExported(db: Queryable, leadIds: number[], now: Date): Promise<void> {
  if (leadIds.length === 0) return
  await db.query('INSERT INTO lead_export SELECT unnest($1::bigint[]), $2 ON CONFLICT DO NOTHING', [leadIds, now])
}

/** Counts the leads that an export contains and leaves out, each under its first reason. */
export function countExportable(
  db: Queryable,
  query: Pick<PageQuery, 'userId' | 'searchId' | 'listId' | 'leadIds'> & {
    /** Keys of sources. */
    unshareable: readonly string[]
    needsEmail: boolean
  },
): Promise<Record<'leads' | 'doNotContact' | 'returned' | 'notShareable' | 'withoutEmail', number>> {
  const { userId, searchId, listId, leadIds, unshareable, needsEmail } = query
  return onlyRow(
    db,
    `SELECT count(*)::int AS leads, count(*) FILTER (WHERE l.do_not_contact AND NOT ${isReturned('l')})::int AS "doNotContact",
       count(*) FILTER (WHERE ${isReturned('l')})::int AS returned,
       count(*) FILTER (WHERE NOT l.do_not_contact AND ${isUnshareable})::int AS "notShareable",
       count(*) FILTER (WHERE $5 AND NOT l.do_not_contact AND NOT ${isUnshareable} AND NOT l.has_email)::int AS "withoutEmail"
     FROM lead l WHERE l.user_id = $1
       AND ($2::bigint IS NULL OR EXISTS (SELECT FROM search_lead WHERE search_id = $2 AND lead_id = l.id))
       AND ($6::bigint IS NULL OR EXISTS (
         SELECT FROM lead_list_entry e WHERE e.list_id = $6 AND e.lead_id = ${workIdOf('l.id')}))
       AND ($3::bigint[] IS NULL OR l.id = ANY($3)) AND (l.is_first_of_phone OR $2 IS NOT NULL OR $3 IS NOT NULL)`,
    [userId, searchId, leadIds, unshareable, needsEmail, listId],
  )
}

// The facts are only read if there are sources that may not be shared.
const isUnshareable = `(cardinality($4::text[]) > 0 AND l.facts->>'source' = ANY($4))`
