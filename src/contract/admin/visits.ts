import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { pageAt } from '../pages.ts'

export const PageVisitInput = z.strictObject({
  page: z
    .string()
    .max(200)
    .refine(path => pageAt(path) !== undefined, 'This page does not exist'),
  /** Where the visitor came from; of other sites, only the host is stored. */
  referrer: z.string().max(2000).nullish(),
})
export type PageVisitInput = z.infer<typeof PageVisitInput>

export const recordPageVisit = endpoint('POST', '/api/page-visits', {
  access: 'public',
  body: PageVisitInput,
  bodyLimitBytes: 4000,
  replies: { 202: z.object({ recorded: z.boolean() }) },
})
