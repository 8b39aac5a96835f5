import { z } from 'zod'
import { siteFlagNames, siteGradeNames, siteLineNames, siteVerdicts } from './site-lines.ts'

export const SiteFlag = z.object({
  flag: z.enum(siteFlagNames),
  verdict: z.enum(siteVerdicts),
  evidence: z.string(),
  pageUrl: z.string(),
})
export type SiteFlag = z.infer<typeof SiteFlag>

export const SiteScoreLine = z.object({
  line: z.enum(siteLineNames),
  verdict: z.enum(siteVerdicts),
  points: z.number().int(),
  of: z.number().int(),
})
export type SiteScoreLine = z.infer<typeof SiteScoreLine>

const result = {
  score: z.number().int(),
  grade: z.enum(siteGradeNames).nullable(),
  reasons: z.array(z.string()),
  checkedAt: z.iso.datetime(),
}
export const SiteCheck = z.object({ ...result, lines: z.array(SiteScoreLine), flags: z.array(SiteFlag) })
export type SiteCheck = z.infer<typeof SiteCheck>

/** The check of a website, and what else is known of it, without proof. */
export const LeadWebsite = z.object({
  ...result,
  shows: z.array(z.enum(siteFlagNames)),
  missing: z.array(z.enum(siteFlagNames)),
  platform: z.string().nullable(),
  booking: z.string().nullable(),
})
export type LeadWebsite = z.infer<typeof LeadWebsite>
