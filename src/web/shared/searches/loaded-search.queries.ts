import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getLeads, type Lead } from '#contract/leads.ts'
import { getSearches, nextPage, type Search, type SearchAnswer } from '#contract/searches.ts'
import { call } from '../api/call.ts'
import { wholeList } from '../api/whole-list.ts'
import { userKey } from '../session/user-key.ts'
import { tellLoadMoreFailure } from './search-failures.ts'

/** A search with the leads loaded so far. `answer` is what only the search itself said: gone after a reload. */
export type LoadedSearch = {
  search: Search
  leads: Lead[]
  nextPageToken: string | null
  answer?: Omit<SearchAnswer, 'leads' | 'search' | 'hasNextPage' | 'nextPageToken'>
}

const resultsKey = (searchId: number) => ['search-results', searchId] as const

const resultsQuery = (searchId: number, client: QueryClient) =>
  queryOptions({
    queryKey: resultsKey(searchId),
    queryFn: async (): Promise<LoadedSearch> => {
      const [searches, leads] = await Promise.all([
        call(getSearches).then(wholeList),
        call(getLeads, { query: { searchId } }).then(wholeList),
      ])
      const search = searches.find(({ id }) => id === searchId)
      if (!search) throw new Error('Selected search not found')
      const answer = client.getQueryData<LoadedSearch>(resultsKey(searchId))?.answer
      return { search, leads, nextPageToken: search.nextPageToken, ...(answer === undefined ? {} : { answer }) }
    },
  })

export function useLoadedSearch(searchId: number | undefined) {
  const client = useQueryClient()
  return useQuery({ ...resultsQuery(searchId ?? 0, client), enabled: searchId !== undefined })
}

/** Keeps what a search has just answered, so that nobody asks for it again. */
export function keepLoadedSearch(client: QueryClient, reply: SearchAnswer): void {
  const { search, leads, hasNextPage: _, nextPageToken, ...answer } = reply
  client.setQueryData<LoadedSearch>(resultsKey(search.id), { search, leads, nextPageToken, answer })
}

export function useLoadMore() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ searchId, pageToken }: { searchId: number; pageToken: string }) =>
      call(nextPage, { query: { pageToken, searchId } }),
    onSuccess: ({ leads, nextPageToken }, { searchId }) => {
      client.setQueryData<LoadedSearch>(
        resultsKey(searchId),
        before => before && { ...before, leads: [...before.leads, ...leads], nextPageToken },
      )
      refreshUsage(client)
    },
    onError: error => tellLoadMoreFailure(error, client),
  })
}

/** What a search or a page changes: the quota, and every list and figure of leads. */
export function refreshUsage(client: QueryClient): void {
  for (const queryKey of [userKey, ['searches'], ['leads'], ['analytics']]) void client.invalidateQueries({ queryKey })
}
