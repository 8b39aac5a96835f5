import { z } from 'zod'
import { endpoint, Said } from '../endpoint.ts'
import { reportReasons } from '../leads/lead-report.ts'
import { LongRowId } from '../row-id.ts'

export const AdminLeadReport = z.object({
  id: z.number().int(),
  leadId: z.number().int(),
  userId: z.number().int(),
  username: z.string(),
  businessName: z.string(),
  /** What the lead says, so that the report can be checked. Null for a business that is not to be contacted. */
  phoneNumber: z.string().nullable(),
  website: z.string().nullable(),
  address: z.string().nullable(),
  /** "Boulder, CO" */
  town: z.string().nullable(),
  placeKey: z.string(),
  reason: z.enum(reportReasons),
  createdAt: z.iso.datetime(),
  /** Other accounts that have reported the place. */
  others: z.number().int(),
  /** Pulls that were credited to the user in the last 30 days. */
  credited: z.number().int(),
})
export type AdminLeadReport = z.infer<typeof AdminLeadReport>

export const LeadReportQueue = z.object({
  /** Those that wait, listed or not. */
  total: z.number().int(),
  /** Oldest first. */
  reports: z.array(AdminLeadReport),
})
export type LeadReportQueue = z.infer<typeof LeadReportQueue>

export const getReportQueue = endpoint('GET', '/api/admin/lead-reports', {
  access: 'admin',
  replies: { 200: LeadReportQueue },
})

export const reportDecisions = ['credit', 'refuse'] as const
export type ReportDecision = (typeof reportDecisions)[number]

export const decideReport = endpoint('POST', '/api/admin/lead-reports/:id', {
  access: 'admin',
  params: z.object({ id: LongRowId }),
  body: z.strictObject({ decision: z.enum(reportDecisions) }),
  replies: { 200: Said },
})
