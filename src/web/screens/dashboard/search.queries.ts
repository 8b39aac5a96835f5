import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { User } from '#contract/account.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { getLeads, type Lead } from '#contract/leads.ts'
import { UNLIMITED } from '#contract/plans.ts'
import {
  getSearches,
  nextPage,
  runSearch,
  type Search,
  type SearchAnswer,
  type SearchForm,
} from '#contract/searches.ts'
import { call } from '../../shared/api/call.ts'
import { wholeList } from '../../shared/api/whole-list.ts'
import { userKey } from '../../shared/session/user-key.ts'
import { toCriteria } from './search-criteria.ts'
import { tellLoadMoreFailure, tellSearchFailure } from './search-failures.ts'

/** A search with the leads loaded so far. `answer` is what only the search itself said: gone after a reload. */
export type LoadedSearch = {
  search: Search
  leads: Lead[]
  nextPageToken: string | null
  answer?: Omit<SearchAnswer, 'leads' | 'search' | 'hasNextPage' | 'nextPageToken'>
}
export type SearchReply = ReplyOf<typeof runSearch>
export const isAnswer = (reply: SearchReply): reply is SearchAnswer => 'leads' in reply

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

export function useRunSearch() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (form: SearchForm) => call(runSearch, { body: toCriteria(form) }),
    onSuccess: reply => {
      if (!isAnswer(reply)) return
      const { search, leads, hasNextPage: _, nextPageToken, ...answer } = reply
      client.setQueryData<LoadedSearch>(resultsKey(search.id), { search, leads, nextPageToken, answer })
      client.setQueryData<User | null>(userKey, countSearch)
      refreshUsage(client)
    },
    onError: error => tellSearchFailure(error, client),
  })
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

/** One search less, until the server has said how many there are. */
const countSearch = (user: User | null | undefined) =>
  user && user.remainingSearches > 0 && user.remainingSearches !== UNLIMITED
    ? { ...user, remainingSearches: user.remainingSearches - 1 }
    : user

function refreshUsage(client: QueryClient): void {
  for (const queryKey of [userKey, ['searches'], ['leads'], ['analytics']]) void client.invalidateQueries({ queryKey })
}
