import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, problemOf } from '../api/api-error.ts'
import { failedTo, failedToLoadMore, showFailure } from '../api/failures.ts'
import { syncSession, clearPreviousUsers } from './session.queries.ts'

/**
 * Reads do not become stale and are not retried; without a network they fail immediately. Each failed read shows a
 * toast. The results of a user who is no longer signed in are discarded.
 */
export function createQueryClient(): QueryClient {
  const checkSession = () => void syncSession(client).catch(() => {})
  const rejectPreviousUser = ({ mutationId }: { mutationId: number }) => {
    if (
      !client
        .getMutationCache()
        .getAll()
        .some(kept => kept.mutationId === mutationId)
    )
      throw sessionEnded()
  }
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        const isOver = problemOf(error)?.errorType === 'NOT_SIGNED_IN'
        if (isOver) checkSession()
        const failure = isNextPage(query) ? failedToLoadMore : query.meta?.failure
        if (failure) showFailure((isOver ? failedTo('Your session has ended') : failure)(error))
      },
    }),
    mutationCache: new MutationCache({
      onMutate: async (_variables, mutation) => {
        await syncSession(client)
        rejectPreviousUser(mutation)
      },
      onSuccess: (_reply, _variables, _context, mutation) => rejectPreviousUser(mutation),
      onSettled: checkSession,
    }),
    defaultOptions: {
      queries: {
        refetchInterval: false,
        refetchOnWindowFocus: false,
        staleTime: Infinity,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  clearPreviousUsers(client)
  return client
}

const sessionEnded = () =>
  new ApiError(401, JSON.stringify({ message: 'The session of this page has ended.', errorType: 'NOT_SIGNED_IN' }), '')

const isNextPage = ({ state }: Query<unknown, unknown>): boolean => state.fetchMeta?.fetchMore !== undefined
