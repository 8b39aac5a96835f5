import { type LeadFilter, type LeadSummary, qualityRange } from '#contract/leads/leads.ts'
import type { ListKey } from '#server/platform/basics/list-cursor.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { onlyRow, readNumber, readValues } from '#server/platform/database/rows.ts'
import { conditionOf, workSetsOf } from './lead-filters.sql.ts'
import { type ListOrder, orders } from './lead-list.rules.ts'
import { countAmong, eachWithin, isAmong, workIdOf } from './lead-work.sql.ts'
import { storedColumns, type StoredLead } from './leads.repository.ts'
import type { LeadWebsite } from './site-checks.repository.ts'

type Wanted = {
  userId: number
  /** Null for all of the user's leads, each business once. */
  searchId: number | null
  /** Limits the leads to this list. Null for no limit. */
  listId: number | null
}
type ListedLead = StoredLead & { key: string | number }

type Filtered = Wanted & { filter: LeadFilter }
type Page = Filtered & { order: ListOrder; after: ListKey | null; limit: number }

// Each lead in "All Leads" has its own work, so no lookup is needed.
const workIdIn = (searchId: number | null): string => (searchId === null ? 'l.id' : workIdOf('l.id'))

const listed = 'l.user_id = $1 AND l.is_first_of_phone AND $2::bigint IS NULL'

/** The tables and conditions of the wanted leads, with parameters from `$firstValue` on. */
function sourceOf({ searchId, listId, filter }: Omit<Filtered, 'userId'>, firstValue: number, areFew = false) {
  const ofLead = conditionOf(filter, firstValue)
  const work = workSetsOf({ listId, filter }, firstValue + ofLead.values.length)
  const leads = `${areFew ? eachWithin(work) : 'lead l'} WHERE ${listed}`
  const ofSearch = `search_lead sl JOIN lead l ON l.id = sl.lead_id WHERE l.user_id = $1 AND sl.search_id = $2`
  const conditions = ofLead.sql + isAmong(workIdIn(searchId), areFew ? { ...work, within: [] } : work)
  return { sql: (searchId === null ? leads : ofSearch) + conditions, values: [...ofLead.values, ...work.values] }
}

/**
 * If at most this many leads have a status, list, or tag, they are looked up one by one. Otherwise the leads are read
 * in their order, which for few matches would mean reading all of them.
 */
const FEW = 500

/** Up to `limit` matching leads after `after` in this order, and the total number of matches. */
export async function findLeadPage(db: Queryable, wanted: Page): Promise<{ rows: ListedLead[]; total: number }> {
  const areFew = await hasFew(db, wanted)
  const [rows, total] = await Promise.all([listPage(db, wanted, areFew), countLeads(db, wanted, areFew)])
  return { rows, total }
}

/** Whether one of the sets has few leads. The status 'new' does not count: nearly all leads have it. */
async function hasFew(db: Queryable, { userId, searchId, listId, filter }: Filtered): Promise<boolean> {
  const { status, ...others } = filter
  const { within, values } = workSetsOf({ listId, filter: status === 'new' ? others : filter }, 2)
  if (searchId !== null || within.length === 0) return false
  const counts = within.map(set => `(SELECT count(*)::int FROM (${set} LIMIT ${FEW + 1}) first_ones)`)
  const statement = `SELECT least(${counts.join(', ')}) AS count WHERE $1::int IS NOT NULL`
  return (await readNumber(db, statement, [userId, ...values])) <= FEW
}

/** `key`: the value by which leads are sorted, before the id. The page is found in an index first. */
function listPage(db: Queryable, wanted: Page, areFew: boolean): Promise<ListedLead[]> {
  const { userId, searchId, order, after, limit } = wanted
  const { value, type, isDescending } = orders[order]
  const direction = isDescending ? 'DESC' : 'ASC'
  const inOrder = (keys: string[]) => `ORDER BY ${keys.map(key => `${key} ${direction}`).join(', ')}`
  const { sql, values } = sourceOf(wanted, after === null ? 4 : 6, areFew)
  const beyond = isDescending ? '<' : '>'
  const start = after === null ? '' : ` AND (${value}, l.id) ${beyond} ($4::${type}, $5::bigint)`
  const distance = searchId === null ? 'NULL::float8' : 'sl.distance_miles'
  return db.query(
    `SELECT ${storedColumns}, page.distance AS "distanceMiles", page.key
     FROM (SELECT l.id, ${value} AS key, ${distance} AS distance FROM ${sql}${start}
       ${inOrder(order === 'newest' ? ['l.id'] : [value, 'l.id'])} LIMIT $3) page
     JOIN lead l ON l.id = page.id ${inOrder(['page.key', 'page.id'])}`,
    [userId, searchId, limit, ...(after === null ? [] : [after.value, after.id]), ...values],
  )
}

async function countLeads(db: Queryable, wanted: Filtered, areFew: boolean): Promise<number> {
  const { userId, searchId } = wanted
  const work = workSetsOf(wanted, 3)
  const all = sourceOf({ searchId, listId: null, filter: {} }, 3).sql
  const isOfWork = searchId === null && work.values.length > 0 && conditionOf(wanted.filter, 3).values.length === 0
  const { sql, values } = sourceOf(wanted, 3, areFew)
  const statement = isOfWork
    ? `SELECT ${countAmong(work, `(SELECT count(*)::int FROM ${all})`)} AS count WHERE $2::bigint IS NULL`
    : `SELECT count(*)::int AS count FROM ${sql}`
  return readNumber(db, statement, [userId, searchId, ...values])
}

export function summarizeLeads(db: Queryable, { userId, searchId, listId }: Wanted): Promise<LeadSummary> {
  const { high, medium } = qualityRange
  const { sql, values } = sourceOf({ searchId, listId, filter: {} }, 5)
  return onlyRow(
    db,
    `WITH by_state AS (
       SELECT l.state, count(*)::int AS total, count(*) FILTER (WHERE l.quality >= $3)::int AS high,
         count(*) FILTER (WHERE l.quality >= $4 AND l.quality < $3)::int AS medium
       FROM ${sql} GROUP BY l.state)
     SELECT coalesce(sum(total), 0)::int AS total, coalesce(sum(high), 0)::int AS high,
       coalesce(sum(medium), 0)::int AS medium, coalesce(sum(total - high - medium), 0)::int AS low,
       coalesce(array_agg(state::text ORDER BY state) FILTER (WHERE state IS NOT NULL), '{}') AS states
     FROM by_state`,
    [userId, searchId, high.from, medium.from, ...values],
  )
}

const neverRead = `AND l.site_domain IS NOT NULL
  AND NOT EXISTS (SELECT FROM site_visit v WHERE v.domain = l.site_domain AND v.read_at IS NOT NULL)`

/** The websites of matching leads that were never read, from A to Z; at most `limit`. */
export function uncheckedSites(db: Queryable, wanted: Filtered & { limit: number }): Promise<LeadWebsite[]> {
  const { sql, values } = sourceOf(wanted, 4)
  return db.query(
    `SELECT DISTINCT ON (l.site_domain) l.site_domain AS domain, l.facts->>'website' AS website, l.name
     FROM ${sql} ${neverRead} ORDER BY l.site_domain, l.id LIMIT $3`,
    [wanted.userId, wanted.searchId, wanted.limit, ...values],
  )
}

export async function countUnchecked(db: Queryable, wanted: Filtered): Promise<number> {
  const { sql, values } = sourceOf(wanted, 3)
  return readNumber(db, `SELECT count(DISTINCT l.site_domain)::int AS count FROM ${sql} ${neverRead}`, [
    wanted.userId,
    wanted.searchId,
    ...values,
  ])
}

/** The ids of matching leads, smallest first; at most `limit`. */
export async function listLeadIds(db: Queryable, wanted: Filtered & { limit: number }): Promise<number[]> {
  const { sql, values } = sourceOf(wanted, 4)
  return readValues(db, `SELECT l.id FROM ${sql} ORDER BY l.id LIMIT $3`, [
    wanted.userId,
    wanted.searchId,
    wanted.limit,
    ...values,
  ])
}
