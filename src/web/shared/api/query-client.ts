import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { holdsSession } from '../session/session-mark.ts'
import { userKey } from '../session/user-key.ts'
import { problemOf } from './api-error.ts'
import { failedToLoadMore, showFailure } from './load-failure.ts'

/** Reads never go stale, nothing is asked twice, nothing is asked again by itself. Each read that fails is told. */
export function createQueryClient(): QueryClient {
  const forgetEndedSession = (error: Error) => {
    if (problemOf(error)?.errorType === 'NOT_SIGNED_IN' && !holdsSession()) client.setQueryData(userKey, null)
  }
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        forgetEndedSession(error)
        const failure = isNextPage(query) ? failedToLoadMore : query.meta?.failure
        if (failure) showFailure(failure(error))
      },
    }),
    mutationCache: new MutationCache({ onError: forgetEndedSession }),
    defaultOptions: {
      queries: { refetchInterval: false, refetchOnWindowFocus: false, staleTime: Infinity, retry: false },
      mutations: { retry: false },
    },
  })
  return client
}

const isNextPage = ({ state }: Query<unknown, unknown>): boolean => state.fetchMeta?.fetchMore !== undefined
