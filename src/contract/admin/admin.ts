import { z } from 'zod'
import { User } from '../accounts/account.ts'
import { SecurityEventKind } from '../accounts/security-events.ts'
import { endpoint, Said } from '../endpoint.ts'
import { listOf, ListQuery } from '../lists.ts'
import { tiers } from '../plans.ts'
import { IdParams, RowId } from '../row-id.ts'

const Count = z.number().int().nonnegative()

export const AdminStats = z.object({
  userStats: z.object({
    total: Count,
    bySubscription: z.record(z.enum(tiers), Count),
    /** By month in UTC, "2026-03". */
    signupsByMonth: z.record(z.string(), Count),
  }),
  visitStats: z.object({ total: Count }),
  contactStats: z.object({ total: Count }),
  /** What an administrator has to decide or read. */
  waiting: z.object({ removalRequests: Count, leadReports: Count, messages: Count }),
})
export type AdminStats = z.infer<typeof AdminStats>

const account = { id: true, username: true, email: true, firstName: true, lastName: true, isAdmin: true } as const
export const AdminUser = User.pick({
  ...account,
  subscriptionTier: true,
  subscriptionStatus: true,
  createdAt: true,
}).extend({
  /** An administrator disabled the account: the user cannot sign in. */
  isDisabled: z.boolean(),
  /** End of the paid period; null on free and for a complimentary plan. */
  paidUntil: z.iso.datetime().nullable(),
})
export type AdminUser = z.infer<typeof AdminUser>

export const SecurityEvent = z.object({
  id: z.number().int(),
  /** Null, like the name, if a sign-in with an unknown username failed. */
  userId: z.number().int().nullable(),
  username: z.string().nullable(),
  /** Who did it: the account itself or an administrator; null if nobody was signed in. */
  actorId: z.number().int().nullable(),
  actorName: z.string().nullable(),
  kind: SecurityEventKind,
  /** "Firefox on Linux", if known. */
  device: z.string().nullable(),
  at: z.iso.datetime(),
})
export type SecurityEvent = z.infer<typeof SecurityEvent>

export const PageVisit = z.object({
  id: z.number().int(),
  page: z.string(),
  /** Null for a visitor. */
  userId: z.number().int().nullable(),
  timestamp: z.iso.datetime(),
  /** Origin and path for our own pages, otherwise only the host. */
  referrer: z.string().nullable(),
})
export type PageVisit = z.infer<typeof PageVisit>

export const PageVisitCount = z.object({ page: z.string(), count: Count })
export type PageVisitCount = z.infer<typeof PageVisitCount>

export const ContactSubmission = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  status: z.enum(['unread', 'read']),
  createdAt: z.iso.datetime(),
})
export type ContactSubmission = z.infer<typeof ContactSubmission>

export const getAdminStats = endpoint('GET', '/api/admin/stats', { access: 'admin', replies: { 200: AdminStats } })
export const getAdminUsers = endpoint('GET', '/api/admin/users', {
  access: 'admin',
  query: ListQuery.extend({
    /** Part of a username, an email, or a name; or a whole id. */
    text: z.string().trim().min(1).max(100).optional(),
  }),
  replies: { 200: listOf(AdminUser) },
})
export const disableUser = endpoint('PATCH', '/api/admin/users/:id', {
  access: 'admin',
  params: IdParams,
  body: z.strictObject({ isDisabled: z.boolean() }),
  replies: { 200: AdminUser },
})
export const endUserSessions = endpoint('DELETE', '/api/admin/users/:id/sessions', {
  access: 'admin',
  params: IdParams,
  replies: { 200: Said },
})
/** The security log, newest first; without a limit, the newest 5000 events. */
export const getSecurityEvents = endpoint('GET', '/api/admin/security-events', {
  access: 'admin',
  query: ListQuery.extend({
    userId: RowId.optional(),
  }),
  replies: { 200: listOf(SecurityEvent) },
})
/** Page visits, newest first; without a limit, the newest 5000. */
export const getPageVisits = endpoint('GET', '/api/admin/page-visits', {
  access: 'admin',
  query: ListQuery,
  replies: { 200: listOf(PageVisit) },
})
export const getPageVisitCounts = endpoint('GET', '/api/admin/page-visit-counts', {
  access: 'admin',
  query: ListQuery,
  replies: { 200: listOf(PageVisitCount) },
})
export const getContactSubmissions = endpoint('GET', '/api/admin/contacts', {
  access: 'admin',
  query: ListQuery,
  replies: { 200: listOf(ContactSubmission) },
})
export const markContactSubmission = endpoint('PATCH', '/api/admin/contacts/:id', {
  access: 'admin',
  params: IdParams,
  body: z.strictObject({ status: z.literal('read') }),
  replies: { 200: ContactSubmission },
})
