import { queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  addSuppression,
  decideRemoval,
  deleteSuppression,
  getRemovalRequests,
  getSuppressions,
} from '#contract/places/suppression.ts'
import { changeCached } from '../../shared/api/cached-reads.ts'
import { call } from '../../shared/api/call.ts'
import { failedTo, showError } from '../../shared/api/failures.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

export const entriesFailure = failedTo('Failed to fetch the do-not-contact list')
export const requestsFailure = failedTo('Failed to fetch the removal requests')

export const entriesQuery = queryOptions({
  queryKey: ['admin', 'suppressions'],
  queryFn: ({ signal }) => call(getSuppressions, { signal }),
  meta: { failure: entriesFailure },
})

export const requestsQuery = queryOptions({
  queryKey: ['admin', 'removal-requests'],
  queryFn: ({ signal }) => call(getRemovalRequests, { signal }),
  meta: { failure: requestsFailure },
})

export function useAddEntry() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { value: string; reason?: string }) => call(addSuppression, { body }),
    onSuccess: entry =>
      changeCached(client, entriesQuery.queryKey, entries => [entry, ...entries.filter(({ id }) => id !== entry.id)]),
  })
}

export function useRemoveEntry() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(deleteSuppression, { params: { id } }),
    onSuccess: (_answer, id) => {
      changeCached(client, entriesQuery.queryKey, entries => entries.filter(entry => entry.id !== id))
      showToast({ title: 'Removed from the list' })
    },
    onError: error => showError('The entry was not removed', error),
  })
}

export function useDecide() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, decision }: { id: number; decision: 'remove' | 'refuse' }) =>
      call(decideRemoval, { params: { id }, body: { decision } }),
    onSuccess: decided => {
      changeCached(client, requestsQuery.queryKey, requests =>
        requests.map(request => (request.id === decided.id ? decided : request)),
      )
      void client.invalidateQueries({ queryKey: entriesQuery.queryKey })
    },
    onError: error => showError('Your decision was not saved', error),
  })
}
