import { type LeadFilter, type LeadSummary, qualityRange } from '#contract/leads.ts'
import type { ListKey } from '#server/platform/basics/list-cursor.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { conditionOf, type ListOrder, orders } from './lead-list.rules.ts'
import { countAmong, isAmong, workIdOf, workSetsOf } from './lead-work.rules.ts'
import { storedColumns, type StoredLead } from './leads.repository.ts'

type Wanted = {
  userId: number
  /** Null: all of the user's leads, one per phone. */
  searchId: number | null
  /** Only those in this list; null: whether they are in a list or not. */
  listId: number | null
}
type ListedLead = StoredLead & { key: string | number }

const sourceOf = (searchId: number | null) =>
  searchId === null
    ? 'lead l WHERE l.user_id = $1 AND l.is_first_of_phone AND $2::bigint IS NULL'
    : 'search_lead sl JOIN lead l ON l.id = sl.lead_id WHERE l.user_id = $1 AND sl.search_id = $2'

// The leads of "All Leads" have their work themselves.
const workIdIn = (searchId: number | null): string => (searchId === null ? 'l.id' : workIdOf('l.id'))

/** The conditions of a filter and of the list, with parameters from `$firstValue` on. */
function conditionIn(
  { searchId, listId, filter }: Omit<Wanted, 'userId'> & { filter: LeadFilter },
  firstValue: number,
) {
  const ofLead = conditionOf(filter, firstValue)
  const work = workSetsOf({ ...filter, listId: listId ?? undefined }, firstValue + ofLead.values.length)
  return {
    sql: ofLead.sql + isAmong(workIdIn(searchId), work),
    values: [...ofLead.values, ...work.values],
    isOfWork: ofLead.values.length === 0 && work.values.length > 0,
    work,
  }
}

/** Up to `limit` leads after `after` in this order. `key` is the value they are sorted by, before the id. */
export function listLeadPage(
  db: Queryable,
  wanted: Wanted & { filter: LeadFilter; order: ListOrder; after: ListKey | null; limit: number },
): Promise<ListedLead[]> {
  const { userId, searchId, order, after, limit } = wanted
  const { value, type, isDescending } = orders[order]
  const direction = isDescending ? 'DESC' : 'ASC'
  const keys = order === 'newest' ? ['l.id'] : [value, 'l.id']
  const condition = conditionIn(wanted, after === null ? 4 : 6)
  const beyond = isDescending ? '<' : '>'
  const start = after === null ? '' : ` AND (${value}, l.id) ${beyond} ($4::${type}, $5::bigint)`
  return db.query(
    `SELECT ${storedColumns}, ${searchId === null ? 'NULL::float8' : 'sl.distance_miles'} AS "distanceMiles", ${value} AS key
     FROM ${sourceOf(searchId)}${start}${condition.sql}
     ORDER BY ${keys.map(key => `${key} ${direction}`).join(', ')} LIMIT $3`,
    [userId, searchId, limit, ...(after === null ? [] : [after.value, after.id]), ...condition.values],
  )
}

export async function countLeads(db: Queryable, wanted: Wanted & { filter: LeadFilter }): Promise<number> {
  const { userId, searchId } = wanted
  const { sql, values, isOfWork, work } = conditionIn(wanted, 3)
  const all = `SELECT count(*)::int AS count FROM ${sourceOf(searchId)}`
  const statement =
    searchId === null && isOfWork
      ? `SELECT ${countAmong(work, `(${all})`)} AS count WHERE $2::bigint IS NULL`
      : all + sql
  const [row] = await db.query<{ count: number }>(statement, [userId, searchId, ...values])
  return row?.count ?? 0
}

export async function summarizeLeads(db: Queryable, { userId, searchId, listId }: Wanted): Promise<LeadSummary> {
  const { high, medium } = qualityRange
  const condition = conditionIn({ searchId, listId, filter: {} }, 5)
  const [row] = await db.query<LeadSummary>(
    `WITH by_state AS (
       SELECT l.state, count(*)::int AS total, count(*) FILTER (WHERE l.quality >= $3)::int AS high,
         count(*) FILTER (WHERE l.quality >= $4 AND l.quality < $3)::int AS medium
       FROM ${sourceOf(searchId)}${condition.sql} GROUP BY l.state)
     SELECT coalesce(sum(total), 0)::int AS total, coalesce(sum(high), 0)::int AS high,
       coalesce(sum(medium), 0)::int AS medium, coalesce(sum(total - high - medium), 0)::int AS low,
       coalesce(array_agg(state::text ORDER BY state) FILTER (WHERE state IS NOT NULL), '{}') AS states
     FROM by_state`,
    [userId, searchId, high.from, medium.from, ...condition.values],
  )
  if (row === undefined) throw new Error('Leads were not counted')
  return row
}

/** The ids of matching leads, smallest first; at most `limit`. */
export async function listLeadIds(
  db: Queryable,
  wanted: Wanted & { filter: LeadFilter; limit: number },
): Promise<number[]> {
  const condition = conditionIn(wanted, 4)
  const rows = await db.query<{ id: number }>(
    `SELECT l.id FROM ${sourceOf(wanted.searchId)}${condition.sql} ORDER BY l.id LIMIT $3`,
    [wanted.userId, wanted.searchId, wanted.limit, ...condition.values],
  )
  return rows.map(({ id }) => id)
}
