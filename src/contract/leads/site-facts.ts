import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LeadId, LongRowId } from '../row-id.ts'
import { leadFilterFields, YesOrNo } from './leads.ts'
import { SiteCheck } from './site-check.ts'

export const leadsPerCheck = 100
/** Websites of unchecked leads that one call can have read. */
export const sitesPerCheck = 5000

export const siteFactKinds = [
  'email',
  'phone',
  'social',
  'contact_page',
  'booking',
  'hours',
  'rating',
  'platform',
  'gone',
  'kind',
] as const
/** What a business says on its own website. */
export const SiteFact = z.object({
  kind: z.enum(siteFactKinds),
  value: z.string(),
  pageUrl: z.string(),
  seenAt: z.iso.datetime(),
  isGeneric: z.boolean(),
  takesMail: z.boolean().nullable(),
})
export type SiteFact = z.infer<typeof SiteFact>

export const siteStates = ['unread', 'waiting', 'read', 'forbidden', 'moved', 'closed', 'failed', 'refused'] as const
/** Its fields are described in `public-api/api-v1-facts.ts`. */
export const LeadSite = z.object({
  state: z.enum(siteStates),
  hasOwnWebsite: z.boolean(),
  canBeRead: z.boolean(),
  isDue: z.boolean(),
  dueAt: z.iso.datetime().nullable(),
  readAt: z.iso.datetime().nullable(),
  facts: z.array(SiteFact),
  check: SiteCheck.nullable(),
  left: z.number().int().nullable(),
})
export type LeadSite = z.infer<typeof LeadSite>

export const getLeadSite = endpoint('GET', '/api/leads/:id/site-facts', {
  params: z.object({ id: z.coerce.number().pipe(LeadId) }),
  replies: { 200: LeadSite },
})

/** Leads that match, and whose websites were never read. */
const unchecked = <Flag extends z.ZodType<boolean>, Id extends z.ZodType<number>>(flag: Flag, id: Id) => ({
  ...leadFilterFields(flag),
  searchId: id.optional(),
  listId: id.optional(),
})
export const SiteCheckInput = z
  .strictObject({
    leadIds: z.array(LeadId).min(1).max(leadsPerCheck).optional(),
    unchecked: z.strictObject(unchecked(z.boolean(), LeadId)).optional(),
  })
  .refine(({ leadIds, unchecked: all }) => (leadIds === undefined) !== (all === undefined), {
    path: ['leadIds'],
    message: 'Send either leadIds or unchecked',
  })
export type SiteCheckInput = z.infer<typeof SiteCheckInput>

/** Reads websites in the background, as far as they are due. */
export const checkSites = endpoint('POST', '/api/leads/site-facts', {
  limit: 'lead change',
  body: SiteCheckInput,
  replies: {
    202: z.object({
      /** Websites of these leads. */
      sites: z.number().int(),
      /** Those that are going to be read. The others were read not long ago. */
      waiting: z.number().int(),
      left: z.number().int().nullable(),
      askedAt: z.iso.datetime(),
    }),
  },
})

export const getUncheckedSites = endpoint('GET', '/api/leads/site-facts/unchecked', {
  query: z.strictObject(unchecked(YesOrNo, LongRowId)),
  replies: {
    200: z.object({
      sites: z.number().int(),
      /** Websites that the user can still have read this month; null: without a limit. */
      left: z.number().int().nullable(),
    }),
  },
})

/** Cancels the checks that the user asked for and that have not begun. */
export const pauseSiteChecks = endpoint('POST', '/api/leads/site-facts/pause', {
  limit: 'lead change',
  replies: { 200: z.object({ sites: z.number().int() }) },
})

/** How visits ended. A visit fails if the website cannot be read, or does not allow it. */
export const EndedVisits = z.object({ read: z.number().int(), withEmail: z.number().int(), failed: z.number().int() })
export type EndedVisits = z.infer<typeof EndedVisits>

export const SiteCheckProgress = z.object({
  waiting: z.number().int(),
  unapplied: z.number().int(),
  ended: EndedVisits.optional(),
})
export type SiteCheckProgress = z.infer<typeof SiteCheckProgress>

export const getSiteCheckProgress = endpoint('GET', '/api/leads/site-facts/progress', {
  query: z.strictObject({
    /** `askedAt` of a check, to learn how its visits ended. */
    since: z.iso.datetime().optional(),
  }),
  replies: { 200: SiteCheckProgress },
})
