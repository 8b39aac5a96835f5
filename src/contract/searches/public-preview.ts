import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { ScoreLine } from '../leads/leads.ts'
import { CatalogSize } from '../places/examples.ts'
import { LocationWords } from './search-areas.ts'
import { CategoryWords } from './search-form.ts'
import { NoPreview } from './search-preview.ts'

export const maxShownLeads = 3

export const PublicPreview = z.object({
  category: z.string(),
  place: z.string(),
  /** Miles; null for a whole state, county, or region. */
  radius: z.number().int().nullable(),
  /** All real places that match. */
  matches: z.number().int(),
  /** How many of them have each way to reach them, in whole percent; null if nothing matches. */
  shares: z.object({ phone: z.number().int(), website: z.number().int(), email: z.number().int() }).nullable(),
  /** A few of them, with contacts that are not readable. */
  leads: z
    .array(
      z.object({
        businessName: z.string(),
        /** "(303) 555-••••" */
        phone: z.string().nullable(),
        /** "fla•••.com" */
        website: z.string().nullable(),
        /** "in•••@fla•••.com" */
        email: z.string().nullable(),
        qualityScore: z.number().int(),
        scoreLines: z.array(ScoreLine),
        source: z.string(),
        /** YYYY-MM-DD; null if the source does not say it. */
        confirmedOn: z.string().nullable(),
      }),
    )
    .max(maxShownLeads),
  catalog: CatalogSize,
})
export type PublicPreview = z.infer<typeof PublicPreview>

export const previewInPublic = endpoint('GET', '/api/public-preview', {
  access: 'public',
  query: z.object({ category: CategoryWords, place: LocationWords }),
  replies: { 200: PublicPreview, 202: NoPreview },
})

/** The same for an example search in the largest loaded town. */
export const getPublicExample = endpoint('GET', '/api/public-example', {
  access: 'public',
  replies: { 200: PublicPreview, 202: NoPreview },
})
