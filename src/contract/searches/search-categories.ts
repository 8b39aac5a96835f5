import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LongRowId } from '../row-id.ts'

export const SearchCategories = z.object({
  /** The categories in `understood.category.contains`, with how many places have each. A place can have several. */
  categories: z.array(z.object({ category: z.string(), matches: z.number().int() })),
})
export type SearchCategories = z.infer<typeof SearchCategories>

/** How many places a search would find now in each of its categories; costs nothing. */
export const getSearchCategories = endpoint('GET', '/api/searches/:id/categories', {
  limit: 'preview',
  params: z.object({ id: LongRowId }),
  replies: { 200: SearchCategories },
})
