import { z } from 'zod'
import { csvFile, endpoint } from './endpoint.ts'

/** One line of the quality score: what was looked at, and what it earned out of what was possible. */
export const ScoreLine = z.object({
  code: z.string(),
  label: z.string(),
  earned: z.number(),
  possible: z.number(),
  /** Why, in a few words: "toll-free number", "own website". */
  detail: z.string(),
})
export type ScoreLine = z.infer<typeof ScoreLine>

export const Lead = z.object({
  id: z.number().int(),
  businessName: z.string(),
  /** The category as shown to people, e.g. "Plumbing". */
  category: z.string().nullable(),
  /** National form, "(303) 440-0000". */
  phoneNumber: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipCode: z.string().nullable(),
  website: z.string().nullable(),
  email: z.string().nullable(),
  /** Degrees, WGS 84. */
  latitude: z.number(),
  longitude: z.number(),
  /** Great-circle miles from the searched point; null for a statewide search and in "All Leads". */
  distanceMiles: z.number().nullable(),
  /** A string that holds a number from 0 to 5; null where no lawful source gives one. */
  rating: z.string().nullable(),
  /** 0 to 100. */
  qualityScore: z.number().int(),
  scoreLines: z.array(ScoreLine),
  hasWebsite: z.boolean(),
  hasPhoneNumber: z.boolean(),
  hasHighRating: z.boolean(),
  /** Key of the source, e.g. "overture". */
  source: z.string(),
  sourceLicense: z.string(),
  /** Date of the newest evidence, YYYY-MM-DD. */
  lastConfirmed: z.string().nullable(),
  /** Fictional, from the demo catalog. */
  isSample: z.boolean(),
})
export type Lead = z.infer<typeof Lead>

const LeadId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
export const SearchIdQuery = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

export const getLeads = endpoint({
  method: 'GET',
  path: '/api/leads',
  access: 'user',
  summary: "The leads of one search, or all of the user's leads",
  query: z.object({ searchId: SearchIdQuery.optional() }),
  replies: { 200: z.array(Lead) },
})

export const ExportInput = z.strictObject({
  searchId: LeadId.optional(),
  leadIds: z.array(LeadId).min(1).max(50_000).optional(),
})
export const exportLeads = endpoint({
  method: 'POST',
  path: '/api/export',
  access: 'user',
  summary: "A CSV file of one search, of chosen leads, or of all the user's leads",
  body: ExportInput,
  bodyLimitBytes: 1_000_000,
  replies: { 200: csvFile },
})
export const defaultExportName = 'leads-export.csv'

export const scoreBands = [
  { from: 80, name: 'Excellent Lead', colour: 'green' },
  { from: 60, name: 'Good Lead', colour: 'blue' },
  { from: 40, name: 'Average Lead', colour: 'amber' },
  { from: 20, name: 'Below Average Lead', colour: 'orange' },
  { from: 0, name: 'Basic Lead', colour: 'grey' },
] as const
export type ScoreBand = (typeof scoreBands)[number]
export const scoreBand = (score: number): ScoreBand => scoreBands.find(band => score >= band.from) ?? scoreBands[4]
