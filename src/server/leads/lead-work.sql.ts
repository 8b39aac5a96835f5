import type { WorkSets } from './lead-filters.sql.ts'

/**
 * SQL for the id of the lead that stores the user's work on a lead: the lead itself, or the one listed for its phone and name,
 * see `settleTwins`. `leadId` is a column with its table.
 */
export const workIdOf = (leadId: string): string =>
  `coalesce((SELECT kept_id FROM lead_twin WHERE lead_twin.lead_id = ${leadId}), ${leadId})`

/** SQL for the `LeadWork` of a lead; null if the user has not worked on it. */
export const workColumn = (leadId: string): string =>
  `(SELECT jsonb_build_object('status', m.status, 'followUpOn', m.follow_up_on,
      'noteCount', (SELECT count(*) FROM lead_note n WHERE n.lead_id = m.lead_id),
      'tags', (SELECT coalesce(jsonb_agg(t.name ORDER BY t.id), '[]') FROM lead_list_entry e
        JOIN lead_list t ON t.id = e.list_id AND t.kind = 'tag' WHERE e.lead_id = m.lead_id))
    FROM lead_mark m WHERE m.lead_id = ${workIdOf(leadId)})`

/**
 * SQL that is true if a lead matches the sets. It begins with AND. With IS TRUE, the database hashes a set once. With
 * EXISTS, it would expect few leads and look up each one.
 */
export const isAmong = (workId: string, { within, without }: WorkSets): string =>
  [
    ...within.map(set => ` AND (${workId} IN (${set})) IS TRUE`),
    ...without.map(set => ` AND ${workId} NOT IN (${set})`),
  ].join('')

const behindAnother = 'SELECT id FROM lead WHERE user_id = $1 AND NOT is_first_of_phone'

/** The first set, without the leads that are not in all others. With IS TRUE, each of them is hashed once. */
const inAll = ([first = '', ...others]: readonly string[]): string => {
  const conditions = others.map(set => `(lead_id IN (${set})) IS TRUE`)
  return `(SELECT lead_id FROM (${first}) one ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}) AS found`
}

/** SQL for the number of leads in "All Leads" that match the sets. It reads the sets and not all leads. */
const countWithin = ({ within, without }: Pick<WorkSets, 'within' | 'without'>): string =>
  `(SELECT count(*)::int FROM ${inAll(within)}
    WHERE ${[behindAnother, ...without].map(set => `lead_id NOT IN (${set})`).join(' AND ')})`

/** SQL for the number of leads in "All Leads" that match any sets. `countAll`: SQL for the number of all. */
export const countAmong = ({ within, without }: WorkSets, countAll: string): string =>
  within.length > 0
    ? countWithin({ within, without })
    : [countAll, ...without.map(set => countWithin({ within: [set], without: [] }))].join(' - ')

/** SQL that looks up each lead that is in all sets, as `lead l`. */
export const eachWithin = ({ within }: WorkSets): string =>
  `${inAll(within)} CROSS JOIN LATERAL (SELECT * FROM lead WHERE id = found.lead_id OFFSET 0) l`
