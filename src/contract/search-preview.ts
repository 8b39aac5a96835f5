import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { SearchCriteria, Understood } from './searches.ts'

/** Of the matches of a preview, at most this many are compared with the user's leads. */
export const maxComparedMatches = 10_000

export const SearchPreview = z.object({
  understood: Understood,
  /** All places that match. */
  matches: z.number().int(),
  /** Matches that the user has as leads. Null if there are too many matches to compare. */
  owned: z.number().int().nullable(),
  /** Searches that the search costs: none if nothing matches. */
  searches: z.number().int(),
  /** Contact pulls that all pages together cost at most. */
  pulls: z.number().int(),
  /** Contact pulls that the user has left. */
  pullsLeft: z.number().int(),
  /** partial: some of the area is not loaded yet. */
  coverage: z.enum(['full', 'partial']),
})
export type SearchPreview = z.infer<typeof SearchPreview>

export const previewSearch = endpoint({
  method: 'POST',
  path: '/api/search/preview',
  access: 'user',
  limit: 'preview',
  summary: 'What a search would find and cost at most; costs nothing and is not listed',
  body: SearchCriteria,
  replies: { 200: SearchPreview },
})
