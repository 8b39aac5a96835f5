import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const recentSearches = 5
/** Days of the trend, today included. */
export const trendDays = 30
/** Searches of the per-search table, the newest ones. */
export const searchTableRows = 50

/** Names of `leadSources` beside the hosts of platforms. */
export const ownWebsite = 'Own website'
export const noWebsite = 'No website'

const Count = z.number().int().nonnegative()
/** Leads by name; adds up to `totalLeads`. Names are whatever users typed: `z.record` would drop one called "__proto__". */
const LeadCounts = z.custom<Readonly<Record<string, number>>>(
  counts =>
    typeof counts === 'object' &&
    counts !== null &&
    Object.values(counts).every(count => Count.safeParse(count).success),
)

const searched = {
  id: z.number().int(),
  /** The user's words, as typed. */
  propertyType: z.string(),
  businessCategory: z.string(),
  location: z.string(),
  statewide: z.boolean(),
  createdAt: z.iso.datetime(),
}
export const RecentSearch = z.object(searched)
export type RecentSearch = z.infer<typeof RecentSearch>

/** What only the elite plan sees. */
export const AdvancedAnalytics = z.object({
  /** Leads pulled per day (UTC), oldest first, with the days that had none. */
  trend: z.array(z.object({ day: z.iso.date(), leads: Count })),
  /** By score band, the best first. */
  quality: z.array(z.object({ band: z.string(), leads: Count })),
  /** The newest searches; a lead counts for the search that first found it. */
  searches: z.array(z.object({ ...searched, leads: Count, averageQuality: z.number().nullable(), exported: Count })),
  /** Most leads first; the position is the middle of the leads, in degrees (WGS 84). */
  states: z.array(
    z.object({ state: z.string().nullable(), leads: Count, latitude: z.number(), longitude: z.number() }),
  ),
})
export type AdvancedAnalytics = z.infer<typeof AdvancedAnalytics>

export const Analytics = z.object({
  totalSearches: Count,
  /** Distinct leads: one for each phone. */
  totalLeads: Count,
  averageLeadsPerSearch: z.number(),
  /** Distinct leads that were ever exported. */
  exportedLeads: Count,
  /** 0 to 1. */
  exportRate: z.number().min(0).max(1),
  /** By the category that was searched for. */
  leadsByBusinessCategory: LeadCounts,
  /** By the place that was searched in. */
  leadsByLocation: LeadCounts,
  /** By where a lead's website leads: an own site, a platform's host such as "facebook.com", or nowhere. */
  leadSources: LeadCounts,
  recentSearches: z.array(RecentSearch),
  /** Absent where the plan does not have it. */
  advanced: AdvancedAnalytics.optional(),
})
export type Analytics = z.infer<typeof Analytics>

export const getAnalytics = endpoint({
  method: 'GET',
  path: '/api/analytics',
  access: 'user',
  summary: "Statistics about the user's searches and leads",
  replies: { 200: Analytics },
})
