import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** What the catalog holds in all. Null while it has only fictional places. */
export const CatalogSize = z
  .object({
    places: z.number().int(),
    /** Towns with loaded places around them. */
    towns: z.number().int(),
    source: z.string(),
    release: z.string(),
  })
  .nullable()
export type CatalogSize = z.infer<typeof CatalogSize>

export const maxExamples = 3

/** Searches that find something here, for a first try. */
export const getExamples = endpoint('GET', '/api/examples', {
  replies: {
    200: z.object({
      examples: z
        .array(z.object({ category: z.string(), place: z.string(), matches: z.number().int() }))
        .max(maxExamples),
      catalog: CatalogSize,
    }),
  },
})
