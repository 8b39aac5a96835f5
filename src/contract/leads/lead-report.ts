import { z } from 'zod'

export const reportReasons = [
  'closed',
  'wrong_number',
  'moved',
  'duplicate',
  'not_a_business',
  'wrong_category',
] as const
export type ReportReason = (typeof reportReasons)[number]
export const reasonNames: Record<ReportReason, string> = {
  closed: 'closed',
  wrong_number: 'wrong number',
  moved: 'moved',
  duplicate: 'duplicate',
  not_a_business: 'not a business',
  wrong_category: 'wrong category',
}

/**
 * What became of a report. credited: its pull was given back, and the lead with it; waiting: an administrator decides;
 * free: the lead had cost nothing.
 */
export const reportStates = ['credited', 'waiting', 'refused', 'free'] as const
export type ReportState = (typeof reportStates)[number]

export const LeadReport = z.object({
  reason: z.enum(reportReasons),
  state: z.enum(reportStates),
  isOwn: z.boolean(),
  at: z.iso.datetime(),
})
export type LeadReport = z.infer<typeof LeadReport>

/** A returned lead no longer has contacts. */
export const isReturned = ({ report }: { report: LeadReport | null }): boolean => report?.state === 'credited'
