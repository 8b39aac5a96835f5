import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { LongRowId } from './row-id.ts'

export const SearchCategories = z.object({
  /** Those of `understood.category.contains`, with the places of the search that have them. A place can have several. */
  categories: z.array(z.object({ category: z.string(), matches: z.number().int() })),
})
export type SearchCategories = z.infer<typeof SearchCategories>

export const getSearchCategories = endpoint({
  method: 'GET',
  path: '/api/searches/:id/categories',
  access: 'user',
  limit: 'preview',
  summary: 'How many places of each of its categories one of the searches would find now; costs nothing',
  refuses: ['CATEGORY_UNSURE', 'UNKNOWN_LOCATION', 'AMBIGUOUS_LOCATION', 'AREA_NOT_LOADED'],
  params: z.object({ id: LongRowId }),
  replies: { 200: SearchCategories },
})
