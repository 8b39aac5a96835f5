import { z } from 'zod'
import { choiceOf } from '../choice-of.ts'
import { endpoint } from '../endpoint.ts'
import { LeadId } from '../row-id.ts'
import { LeadReport, reportReasons } from './lead-report.ts'

/** A lead can be reported this long after it was pulled. */
export const reportDays = 30
export const reportsPerCall = 100
/** Reports of an account that may wait for an administrator. */
export const waitingReports = 200
/** Credits in 30 days that need no evidence: this share of the pulls, or this number if it is larger. */
export const fairUse = { share: 0.05, atLeast: 3 } as const
export const reportsShown = 100

export const LeadReportInput = z.strictObject({
  leadIds: z.array(LeadId).min(1).max(reportsPerCall),
  reason: choiceOf('reason', reportReasons),
})
export type LeadReportInput = z.infer<typeof LeadReportInput>

const Count = z.number().int()
/** How many of the leads had which result. */
export const ReportResult = z.object({
  credited: Count,
  waiting: Count,
  free: Count,
  leftOut: z.object({ reportedBefore: Count, samples: Count, doNotContact: Count, tooOld: Count }),
  reports: z.array(z.object({ leadId: Count, report: LeadReport })),
})
export type ReportResult = z.infer<typeof ReportResult>

export const reportLeads = endpoint('POST', '/api/leads/reports', {
  limit: 'lead change',
  body: LeadReportInput,
  replies: { 200: ReportResult },
})

export const OwnReports = z.object({
  credited: Count,
  fairUse: z.object({ used: Count, allowed: Count }),
  reports: z.array(LeadReport.extend({ id: Count, leadId: Count, businessName: z.string() })),
})
export type OwnReports = z.infer<typeof OwnReports>

export const getOwnReports = endpoint('GET', '/api/leads/reports', { replies: { 200: OwnReports } })
