import { useQueryClient } from '@tanstack/react-query'
import {
  addSuppression,
  decideRemoval,
  deleteSuppression,
  getRemovalRequests,
  getSuppressions,
} from '#contract/places/suppression.ts'
import { call } from '../../shared/api/call.ts'
import { showError } from '../../shared/api/failures.ts'
import { changeCached, read } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

export const entriesRead = read(['admin', 'suppressions'], 'Failed to fetch the do-not-contact list', getSuppressions)
export const requestsRead = read(
  ['admin', 'removal-requests'],
  'Failed to fetch the removal requests',
  getRemovalRequests,
)

export function useAddEntry() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { value: string; reason?: string }) => call(addSuppression, { body }),
    onSuccess: entry =>
      changeCached(client, entriesRead.queryKey, entries => [entry, ...entries.filter(({ id }) => id !== entry.id)]),
  })
}

export function useRemoveEntry() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(deleteSuppression, { params: { id } }),
    onSuccess: (_answer, id) => {
      changeCached(client, entriesRead.queryKey, entries => entries.filter(entry => entry.id !== id))
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
      changeCached(client, requestsRead.queryKey, requests =>
        requests.map(request => (request.id === decided.id ? decided : request)),
      )
      void client.invalidateQueries({ queryKey: entriesRead.queryKey })
    },
    onError: error => showError('Your decision was not saved', error),
  })
}
