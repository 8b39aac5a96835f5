import { z } from 'zod'
import { choiceOf } from '../choice-of.ts'
import { endpoint, FileOf } from '../endpoint.ts'
import { ListQuery, listOf } from '../lists.ts'
import { LeadId, LongRowId } from '../row-id.ts'
import { ChosenColumns } from './export-columns.ts'
import { exportFormatNames, exportFormats } from './export-formats.ts'
import { exportPresetNames } from './export-presets.ts'
import { type LeadFactName, type leadFacts, leadFactSchemas } from './lead-facts.ts'
import { LeadReport } from './lead-report.ts'
import { leadStatuses, leadWorkSchemas, PlannedDay } from './lead-status.ts'
import { scoreBandNames } from './score-bands.ts'
import { LeadWebsite } from './site-check.ts'
import { networkNames, siteFlagNames, siteGradeNames, websiteStates } from './site-lines.ts'

/** One line of the quality score: what was rated, and the points that it adds, of those that it could add. */
export const ScoreLine = z.object({
  code: z.string(),
  label: z.string(),
  earned: z.number(),
  possible: z.number(),
  detail: z.string(),
})
export type ScoreLine = z.infer<typeof ScoreLine>

export const FactSource = z.object({
  fact: z.enum(['name', 'phone', 'website', 'email', 'address', 'rating', 'hours']),
  source: z.string(),
  sourceName: z.string(),
  license: z.string(),
  confirmedOn: z.string().nullable(),
  release: z.string().nullable(),
  pageUrl: z.string().optional(),
})
export type FactSource = z.infer<typeof FactSource>

export const FactChange = z.object({
  fact: z.enum(['businessName', 'phoneNumber', 'website', 'email', 'address', 'city', 'state', 'zipCode']),
  was: z.string().nullable(),
  is: z.string().nullable(),
})
export type FactChange = z.infer<typeof FactChange>

/** Its fields are described in `public-api/api-v1-lead-schemas.ts`. */
export const Lead = z.object({
  id: z.number().int(),
  businessName: z.string(),
  category: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  phoneKind: z.enum(['in-state', 'out-of-state', 'toll-free']).nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipCode: z.string().nullable(),
  website: z.string().nullable(),
  email: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
  timeZone: z.string().nullable(),
  distanceMiles: z.number().nullable(),
  rating: z.string().nullable(),
  qualityScore: z.number().int(),
  scoreLines: z.array(ScoreLine),
  hasWebsite: z.boolean(),
  hasPhoneNumber: z.boolean(),
  hasHighRating: z.boolean(),
  source: z.string(),
  sourceLicense: z.string(),
  lastConfirmed: z.string().nullable(),
  ...leadFactSchemas,
  site: LeadWebsite.nullable(),
  ...leadWorkSchemas,
  isSample: z.boolean(),
  factSources: z.array(FactSource),
  attribution: z.array(z.string()),
  changes: z.array(FactChange),
  isListed: z.boolean(),
  doNotContact: z.boolean(),
  report: LeadReport.nullable(),
})
export type Lead = z.infer<typeof Lead>

type ContactFact = {
  [Name in LeadFactName]: (typeof leadFacts)[Name]['isContact'] extends true ? Name : never
}[LeadFactName]

/** What replaces the contacts of a lead that must not be contacted, or that was returned. */
export const withoutContacts = {
  phoneNumber: null,
  phoneKind: null,
  email: null,
  website: null,
  hasPhoneNumber: false,
  hasWebsite: false,
  socials: null,
  site: null,
  changes: [],
} satisfies Partial<Lead> & Record<ContactFact, null>

export const leadQualities = ['high', 'medium', 'low'] as const
export type LeadQuality = (typeof leadQualities)[number]
/** Score range of each bucket: `from` is included, `below` is not. */
export const qualityRange: Record<LeadQuality, { from: number; below: number }> = {
  high: { from: 70, below: 101 },
  medium: { from: 40, below: 70 },
  low: { from: 0, below: 40 },
}
export const leadQuality = (score: number): LeadQuality =>
  leadQualities.find(quality => score >= qualityRange[quality].from) ?? 'low'

export const YesOrNo = z.enum(['true', 'false']).transform(value => value === 'true')
/** Filters of a list of leads. `flag` reads a flag: a boolean in a body, and a word in a query. */
export const leadFilterFields = <Flag extends z.ZodType<boolean>>(flag: Flag) => ({
  quality: z.enum(leadQualities).optional(),
  hasWebsite: flag.optional(),
  hasPhone: flag.optional(),
  hasEmail: flag.optional(),
  /** Two letters. */
  state: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'Invalid state')
    .transform(state => state.toUpperCase())
    .optional(),
  /** Matches name, phone, address, city, or state, ignoring case. */
  text: z.string().trim().min(1).max(100).optional(),
  status: z.enum(leadStatuses).optional(),
  /** Name of a tag, ignoring case. */
  tag: z.string().trim().min(1).max(80).optional(),
  followUpBy: PlannedDay.optional(),
  ...siteFilterFields,
})
const Flags = z
  .string()
  .max(500)
  .refine(names => names.split(',').every(name => siteFlagNames.some(flag => flag === name)), 'Invalid flags')
/** Filters by the website of a lead. One that was not checked matches only `website` and `profileOn`. */
const siteFilterFields = {
  website: z.enum(websiteStates).optional(),
  /** This grade, or a worse one. */
  gradeAtMost: z.enum(siteGradeNames).optional(),
  /** What it lacks, and what it has: names of flags with commas between them. */
  missing: Flags.optional(),
  shows: Flags.optional(),
  /** What it is built with, ignoring case. */
  platform: z.string().trim().min(1).max(80).optional(),
  profileOn: z.enum(networkNames).optional(),
}
const LeadFilter = z.object(leadFilterFields(YesOrNo))
export type LeadFilter = z.infer<typeof LeadFilter>

/** Leads that match a filter and can be changed or exported at once. */
export const leadsPerChange = 50_000
/** All leads that match, in one search, in one list, or among all leads of the user. */
export const Matching = z.strictObject({
  ...leadFilterFields(z.boolean()),
  searchId: LeadId.optional(),
  listId: LeadId.optional(),
  /** The number of leads that the user was shown. If another number matches, the call is refused. */
  expected: z.number().int().min(0).max(leadsPerChange),
})
export type Matching = z.infer<typeof Matching>

export const leadOrders = ['newest', 'name', 'rating', 'quality', 'grade'] as const
export type LeadOrder = (typeof leadOrders)[number]

export const LeadListQuery = z.object({
  searchId: LongRowId.optional(),
  listId: LongRowId.optional(),
  ...ListQuery.shape,
  ...LeadFilter.shape,
  /** Unset: newest first, or in the order of the search. */
  sort: z.enum(leadOrders).optional(),
})

/** The leads of one search, or all of the user's leads; with a limit, one page, filtered and sorted. */
export const getLeads = endpoint('GET', '/api/leads', {
  query: LeadListQuery.superRefine((query, context) => {
    const wanted = Object.entries(query).filter(([name, value]) => name !== 'searchId' && value !== undefined)
    if (wanted.length > 0 && query.limit === undefined)
      context.addIssue({ code: 'custom', path: ['limit'], message: 'Required' })
  }),
  replies: { 200: listOf(Lead) },
})

export const LeadSummary = z.object({
  total: z.number().int(),
  high: z.number().int(),
  medium: z.number().int(),
  low: z.number().int(),
  /** States of the leads, from A to Z. */
  states: z.array(z.string()),
})
export type LeadSummary = z.infer<typeof LeadSummary>

export const getLeadSummary = endpoint('GET', '/api/leads/summary', {
  query: z.object({ searchId: LongRowId.optional(), listId: LongRowId.optional() }),
  replies: { 200: LeadSummary },
})

export const SearchPoint = z.object({
  id: z.number().int(),
  /** Degrees, WGS 84. */
  lat: z.number(),
  lon: z.number(),
  band: z.enum(scoreBandNames),
})
export type SearchPoint = z.infer<typeof SearchPoint>

/** Where the leads of one search are, for a map; costs nothing. */
export const getSearchPoints = endpoint('GET', '/api/searches/:id/points', {
  params: z.object({ id: LongRowId }),
  replies: { 200: z.object({ points: z.array(SearchPoint) }) },
})

export const ExportInput = z.strictObject({
  searchId: LeadId.optional(),
  listId: LeadId.optional(),
  leadIds: z.array(LeadId).min(1).max(leadsPerChange).optional(),
  matching: Matching.optional(),
  columns: ChosenColumns.optional(),
  format: choiceOf('format', exportFormatNames).optional(),
  preset: choiceOf('preset', exportPresetNames).optional(),
})
export const exportedFile = new FileOf(Object.values(exportFormats).map(({ mediaType }) => mediaType))
export const exportLeads = endpoint('POST', '/api/export', {
  limit: 'export',
  body: ExportInput,
  bodyLimitBytes: 1_000_000,
  replies: { 200: exportedFile },
})

export const ExportPreview = z.object({
  /** Leads that the file will have. */
  rows: z.number().int(),
  /** The others, each under the first reason that holds. */
  leftOut: z.object({
    /** The business asked not to be contacted, or is on the user's own do-not-contact list. */
    doNotContact: z.number().int(),
    /** They were reported, and their pulls were credited. */
    returned: z.number().int(),
    /** The license of its source forbids passing it on. */
    notShareable: z.number().int(),
    withoutEmail: z.number().int(),
  }),
})
export type ExportPreview = z.infer<typeof ExportPreview>

export const previewExport = endpoint('POST', '/api/export/preview', {
  limit: 'export',
  body: ExportInput,
  bodyLimitBytes: 1_000_000,
  replies: { 200: ExportPreview },
})
export const defaultExportName = 'leads-export.csv'
