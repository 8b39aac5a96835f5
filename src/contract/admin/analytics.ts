import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Search } from '../searches/searches.ts'

export const recentSearches = 5
/** Days of the trend, today included. */
export const trendDays = 30
export const searchTableRows = 50

/** Names in `leadSources`, in addition to the hosts of platforms. */
export const ownWebsite = 'Own website'
export const noWebsite = 'No website'
/** The category and the location of leads that came from a file of the user. */
export const ownFiles = 'Own files'

const Count = z.number().int().nonnegative()
/** Leads by name; adds up to `totalLeads`. Users can type any name, and `z.record` would drop "__proto__". */
const LeadCounts = z.custom<Readonly<Record<string, number>>>(
  counts =>
    typeof counts === 'object' &&
    counts !== null &&
    Object.values(counts).every(count => Count.safeParse(count).success),
)

const searched = { id: true, propertyType: true, businessCategory: true, location: true, statewide: true } as const
export const RecentSearch = Search.pick({ ...searched, createdAt: true })
export type RecentSearch = z.infer<typeof RecentSearch>

export const AdvancedAnalytics = z.object({
  /** Leads pulled per day (UTC), oldest first, including days without any. */
  trend: z.array(z.object({ day: z.iso.date(), leads: Count })),
  /** By score band, the best first. */
  quality: z.array(z.object({ band: z.string(), leads: Count })),
  /** The newest searches; a lead counts for the search that first found it. */
  searches: z.array(RecentSearch.extend({ leads: Count, averageQuality: z.number().nullable(), exported: Count })),
  /** Most leads first; the position is the center of the leads, in degrees (WGS 84). */
  states: z.array(
    z.object({ state: z.string().nullable(), leads: Count, latitude: z.number(), longitude: z.number() }),
  ),
})
export type AdvancedAnalytics = z.infer<typeof AdvancedAnalytics>

export const Analytics = z.object({
  totalSearches: Count,
  totalLeads: Count,
  averageLeadsPerSearch: z.number(),
  exportedLeads: Count,
  /** 0 to 1. */
  exportRate: z.number().min(0).max(1),
  leadsByBusinessCategory: LeadCounts,
  /** By the place that was searched in. */
  leadsByLocation: LeadCounts,
  /** By website: the business's own site, a platform's host such as "facebook.com", or none. */
  leadSources: LeadCounts,
  recentSearches: z.array(RecentSearch),
  /** Absent if the plan does not include it. */
  advanced: AdvancedAnalytics.optional(),
})
export type Analytics = z.infer<typeof Analytics>

export const getAnalytics = endpoint('GET', '/api/analytics', { replies: { 200: Analytics } })
