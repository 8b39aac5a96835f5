import type { LeadStatus } from '#contract/leads/lead-status.ts'

/** The color of each status. */
export const statusTones = {
  new: 'neutral',
  contacted: 'blue',
  replied: 'amber',
  qualified: 'accent',
  won: 'green',
  lost: 'grey',
  'not-a-fit': 'neutral',
} as const satisfies Record<LeadStatus, string>
