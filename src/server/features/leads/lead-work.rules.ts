/**
 * SQL for the lead that has the user's work on a lead: itself, or the one listed for its phone, see `settleTwins`.
 * `leadId` is a column with its table.
 */
export const workIdOf = (leadId: string): string =>
  `coalesce((SELECT kept_id FROM lead_twin WHERE lead_twin.lead_id = ${leadId}), ${leadId})`

/** SQL for the `LeadWork` of a lead; null if the user has not worked on it. */
export const workColumn = (leadId: string): string =>
  `(SELECT jsonb_build_object('status', m.status, 'followUpOn', m.follow_up_on,
      'noteCount', (SELECT count(*) FROM lead_note n WHERE n.lead_id = m.lead_id),
      'tags', (SELECT coalesce(jsonb_agg(t.name ORDER BY lower(t.name)), '[]') FROM lead_list_entry e
        JOIN lead_list t ON t.id = e.list_id AND t.kind = 'tag' WHERE e.lead_id = m.lead_id))
    FROM lead_mark m WHERE m.lead_id = ${workIdOf(leadId)})`

/**
 * SQL that is true if the work on a lead is among what a statement finds. With IS TRUE, the database hashes what it finds
 * once. For EXISTS, the embedded database plans for few leads, and looks each of them up.
 */
const isAmong = (workId: string, found: string): string => `(${workId} IN (${found})) IS TRUE`

/** A lead without a mark is new. */
export const hasStatus = (workId: string, status: string, isNew: boolean): string =>
  isNew
    ? `${workId} NOT IN (SELECT m.lead_id FROM lead_mark m WHERE m.user_id = $1 AND m.status <> ${status})`
    : isAmong(workId, `SELECT m.lead_id FROM lead_mark m WHERE m.user_id = $1 AND m.status = ${status}`)

export const hasFollowUpBy = (workId: string, day: string): string =>
  isAmong(workId, `SELECT m.lead_id FROM lead_mark m WHERE m.user_id = $1 AND m.follow_up_on <= ${day}::date`)

export const hasTag = (workId: string, name: string): string =>
  isAmong(
    workId,
    `SELECT e.lead_id FROM lead_list t JOIN lead_list_entry e ON e.list_id = t.id
     WHERE t.user_id = $1 AND t.kind = 'tag' AND lower(t.name) = lower(${name})`,
  )
