import type { LeadStatus } from '#contract/leads/lead-status.ts'

export const statusTones = {
  new: 'neutral',
  contacted: 'blue',
  replied: 'amber',
  qualified: 'accent',
  won: 'green',
  lost: 'grey',
  'not-a-fit': 'neutral',
} as const satisfies Record<LeadStatus, string>
