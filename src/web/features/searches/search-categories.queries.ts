import { queryOptions } from '@tanstack/react-query'
import { getSearchCategories } from '#contract/searches/search-categories.ts'
import { call } from '../../shared/api/call.ts'
import { previewKey } from './loaded-search.queries.ts'

/**
 * The number of places in each category that a search would find. A failure is not reported, because the categories are
 * listed anyway.
 */
export const searchCategoriesQuery = (searchId: number) =>
  queryOptions({
    queryKey: [...previewKey, 'categories', searchId],
    queryFn: ({ signal }) => call(getSearchCategories, { params: { id: searchId }, signal }),
    retry: false,
  })
