import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { radiusMiles } from './search-options.ts'

export const maxSuggestions = 8
export const minTypedLength = 2

export const PlaceSuggestion = z.object({
  kind: z.literal('place'),
  /** To put into the search form; understood without a question. */
  text: z.string(),
  /** Null if unknown, or if it is not a town. */
  population: z.number().int().nullable(),
  /** What a search there shows: real places, fictional ones, or nothing yet. */
  places: z.enum(['real', 'sample', 'none']),
  /** Its middle in degrees; null for a whole state. */
  at: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
})
export const CategorySuggestion = z.object({
  kind: z.literal('category'),
  text: z.string(),
  /** How many a search without filters finds around `near`. Null without `near`, or if it is not one known place. */
  matches: z.number().int().nullable(),
})
export const Suggestion = z.discriminatedUnion('kind', [PlaceSuggestion, CategorySuggestion])
export type Suggestion = z.infer<typeof Suggestion>

const Kind = z.enum(['place', 'category'])
const Typed = z.string().max(200)
const Suggestions = z.object({ suggestions: z.array(Suggestion).max(maxSuggestions) })

export const suggest = endpoint('GET', '/api/suggest', {
  limit: 'suggestion',
  query: z.object({
    kind: Kind,
    q: Typed,
    /** A location, as in a search. */
    near: z.string().max(200).optional(),
    /** Miles around `near`, to count in. */
    radius: z.coerce.number().int().min(radiusMiles.min).max(radiusMiles.max).default(radiusMiles.default),
  }),
  replies: { 200: Suggestions },
})

export const suggestInPublic = endpoint('GET', '/api/public-suggestions', {
  access: 'public',
  query: z.object({ kind: Kind, q: Typed }),
  replies: { 200: Suggestions },
})
