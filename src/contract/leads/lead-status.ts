import { z } from 'zod'

/** How far the work on a lead is. A lead is new until its user says otherwise. */
export const leadStatuses = ['new', 'contacted', 'replied', 'qualified', 'won', 'lost', 'not-a-fit'] as const
export type LeadStatus = (typeof leadStatuses)[number]
export const statusNames: Record<LeadStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  replied: 'Replied',
  qualified: 'Qualified',
  won: 'Won',
  lost: 'Lost',
  'not-a-fit': 'Not a fit',
}

type WorkFact = {
  schema: z.ZodType
  /** Its value until the user sets it. */
  unset: unknown
}

/** What a user notes about a lead. Each one is a field of the lead. */
export const leadWork = {
  status: { schema: z.enum(leadStatuses), unset: 'new' },
  /** YYYY-MM-DD */
  followUpOn: { schema: z.string().nullable(), unset: null },
  noteCount: { schema: z.number().int(), unset: 0 },
  /** By name. */
  tags: { schema: z.array(z.string()), unset: [] },
} as const satisfies Record<string, WorkFact>

type WorkFacts = typeof leadWork
type WorkName = keyof WorkFacts
export type LeadWork = { [Name in WorkName]: z.infer<WorkFacts[Name]['schema']> }

const perWorkFact = (valueOf: (name: WorkName) => unknown): Record<string, unknown> =>
  Object.fromEntries((Object.keys(leadWork) as WorkName[]).map(name => [name, valueOf(name)]))

export const leadWorkSchemas = perWorkFact(name => leadWork[name].schema) as {
  [Name in WorkName]: WorkFacts[Name]['schema']
}
export const noWork = perWorkFact(name => leadWork[name].unset) as LeadWork

export const PlannedDay = z.iso
  .date('Invalid date')
  .refine(day => day >= '2000-01-01' && day <= '2100-12-31', 'Please choose a day from 2000 to 2100')
