import {
  addSuppression,
  decideRemoval,
  deleteSuppression,
  getRemovalRequests,
  getSuppressions,
} from '#contract/places/suppression.ts'
import { call } from '../../shared/api/call.ts'
import { changeCached, deleteById, read } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

export const entriesRead = read(['admin', 'suppressions'], 'Failed to fetch the do-not-contact list', getSuppressions)
export const requestsRead = read(
  ['admin', 'removal-requests'],
  'Failed to fetch the removal requests',
  getRemovalRequests,
)

export const useAddEntry = () =>
  useMutation({
    mutationFn: (body: { value: string; reason?: string }) => call(addSuppression, { body }),
    onSuccess: (entry, _input, client) =>
      changeCached(client, entriesRead.queryKey, entries => [entry, ...entries.filter(({ id }) => id !== entry.id)]),
  })

export const useRemoveEntry = () =>
  useMutation({
    mutationFn: (id: number) => deleteById(deleteSuppression, id),
    onSuccess: (_answer, id, client) =>
      changeCached(client, entriesRead.queryKey, entries => entries.filter(entry => entry.id !== id)),
    done: 'Removed from the list',
    failure: 'The entry was not removed',
  })

export const useDecide = (id: number) =>
  useMutation({
    mutationFn: (decision: 'remove' | 'refuse') => call(decideRemoval, { params: { id }, body: { decision } }),
    onSuccess: (decided, _decision, client) => {
      showToast({ title: decided.status === 'removed' ? 'Removed' : 'Refused', description: decided.businessName })
      changeCached(client, requestsRead.queryKey, requests =>
        requests.map(request => (request.id === decided.id ? decided : request)),
      )
      void client.invalidateQueries({ queryKey: entriesRead.queryKey })
    },
    failure: 'Your decision was not saved',
    onError: (_error, _decision, client) => void client.invalidateQueries({ queryKey: requestsRead.queryKey }),
  })
