import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query'
import { addOwnEntries, getOwnEntries } from '#contract/own-suppression.ts'
import { refreshOwnList } from '../../features/leads/own-list.queries.ts'
import { call } from '../../shared/api/call.ts'
import { failedTo } from '../../shared/api/failures.ts'
import { onePage } from '../../shared/api/one-page.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'

export const entriesFailure = failedTo('Failed to fetch your do-not-contact list')

const ROWS = 50

export const entriesQuery = infiniteQueryOptions({
  queryKey: ['do-not-contact'],
  queryFn: async ({ pageParam, signal }) =>
    onePage(await call(getOwnEntries, { query: { limit: ROWS, cursor: pageParam }, signal })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: page => page.nextCursor,
  meta: { failure: entriesFailure },
})

export function useAddEntries() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => call(addOwnEntries, { body: { text } }),
    onSuccess: () => refreshOwnList(client),
  })
}
