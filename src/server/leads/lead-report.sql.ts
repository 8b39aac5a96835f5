/** The evidence in a report that the user did not make, because a release closed the business soon after the pull. */
export const unaskedEvidence = 'closed unasked'

/** SQL for the `LeadReport` of a lead; null if the user has not reported it. */
export const reportColumn = (leadId: string): string =>
  `(SELECT jsonb_build_object('reason', p.reason, 'state', p.state, 'isOwn', p.evidence IS DISTINCT FROM '${unaskedEvidence}',
      'at', to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    FROM lead_report p WHERE p.lead_id = ${leadId})`
