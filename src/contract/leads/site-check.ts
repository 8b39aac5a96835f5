import { z } from 'zod'
import { siteFlagNames, siteGradeNames, siteLineNames, siteVerdicts } from './site-lines.ts'

export const SiteFlag = z.object({
  flag: z.enum(siteFlagNames),
  /** unknown: the pages that were read do not show it. */
  verdict: z.enum(siteVerdicts),
  /** A short quote from the page; empty if something is missing there. */
  evidence: z.string(),
  pageUrl: z.string(),
})
export type SiteFlag = z.infer<typeof SiteFlag>

export const SiteScoreLine = z.object({
  line: z.enum(siteLineNames),
  verdict: z.enum(siteVerdicts),
  points: z.number().int(),
  /** The points that it can have; 0 if it is unknown. */
  of: z.number().int(),
})
export type SiteScoreLine = z.infer<typeof SiteScoreLine>

const result = {
  /** The sum of the points of its lines, from 0 to 100. */
  score: z.number().int(),
  /** Null if too little is known. */
  grade: z.enum(siteGradeNames).nullable(),
  /** At most three sentences that say why to call, the strongest first. */
  reasons: z.array(z.string()),
  checkedAt: z.iso.datetime(),
}
export const SiteCheck = z.object({ ...result, lines: z.array(SiteScoreLine), flags: z.array(SiteFlag) })
export type SiteCheck = z.infer<typeof SiteCheck>

/** The check of a website, and what else is known of it, without proof. */
export const LeadWebsite = z.object({
  ...result,
  /** Flags whose verdict is yes, and those whose verdict is no. The others are unknown. */
  shows: z.array(z.enum(siteFlagNames)),
  missing: z.array(z.enum(siteFlagNames)),
  /** What it is built with. */
  platform: z.string().nullable(),
  /** The page on which customers can book. */
  booking: z.string().nullable(),
})
export type LeadWebsite = z.infer<typeof LeadWebsite>
