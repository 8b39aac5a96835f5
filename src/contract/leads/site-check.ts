import { z } from 'zod'
import { type SiteGrade, siteFlagNames, siteGrades, siteLineNames, siteVerdicts } from './site-lines.ts'

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

export const SiteCheck = z.object({
  /** The sum of the points of its lines, from 0 to 100. */
  score: z.number().int(),
  /** Null if too little is known. */
  grade: z.enum(Object.keys(siteGrades) as [SiteGrade, ...SiteGrade[]]).nullable(),
  lines: z.array(SiteScoreLine),
  /** At most three sentences that say why to call, the strongest first. */
  reasons: z.array(z.string()),
  flags: z.array(SiteFlag),
  checkedAt: z.iso.datetime(),
})
export type SiteCheck = z.infer<typeof SiteCheck>
