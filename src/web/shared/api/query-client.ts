import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { userKey } from '../session/user-key.ts'
import { problemOf } from './api-error.ts'

/** Reads never go stale, nothing is asked twice, nothing is asked again by itself. */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (problemOf(error)?.errorType === 'NOT_SIGNED_IN') client.setQueryData(userKey, null)
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { refetchInterval: false, refetchOnWindowFocus: false, staleTime: Infinity, retry: false },
      mutations: { retry: false },
    },
  })
  return client
}
