import { useQueryClient } from '@tanstack/react-query'
import {
  type AlertSettings,
  changeAlertSettings,
  changeSavedSearch,
  deleteSavedSearch,
  getSavedSearches,
  runSavedSearch,
  type SavedSearch,
  type SavedSearchChange,
} from '#contract/searches/saved-searches.ts'
import { cacheLoadedSearch, refreshPreviews, refreshUsage } from '../../features/searches/loaded-search.queries.ts'
import { showSearchFailure } from '../../features/searches/search-failures.ts'
import { call } from '../../shared/api/call.ts'
import { showError } from '../../shared/api/failures.ts'
import { changeCached, read } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

export const savedSearchesRead = read(['saved-searches'], 'Failed to fetch the saved searches', getSavedSearches)

export function useChangeSavedSearch(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SavedSearchChange) => call(changeSavedSearch, { params: { id }, body }),
    onSuccess: (_answer, change) =>
      changeCached(client, savedSearchesRead.queryKey, all => ({
        ...all,
        savedSearches: all.savedSearches.map(saved => (saved.id === id ? Object.assign({}, saved, change) : saved)),
      })),
    onError: error => showError('The saved search was not changed', error),
  })
}

export function useDeleteSavedSearch() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(deleteSavedSearch, { params: { id } }),
    onSuccess: (_answer, id) => {
      changeCached(client, savedSearchesRead.queryKey, all => ({
        ...all,
        savedSearches: all.savedSearches.filter(saved => saved.id !== id),
      }))
      showToast({ title: 'Saved search deleted' })
    },
    onError: error => showError('The saved search was not deleted', error),
  })
}

export function useRunSavedSearch({ id, newBusinesses }: SavedSearch) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(runSavedSearch, { params: { id }, body: { newBusinesses } }),
    onSuccess: reply => {
      cacheLoadedSearch(client, reply)
      void refreshUsage(client)
      refreshPreviews(client)
      void client.invalidateQueries({ queryKey: savedSearchesRead.queryKey })
    },
    onError: error => showSearchFailure(error, client),
  })
}

export function useChangeAlertSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (frequency: AlertSettings['frequency']) => call(changeAlertSettings, { body: { frequency } }),
    onSuccess: settings => changeCached(client, savedSearchesRead.queryKey, all => ({ ...all, settings })),
    onError: error => showError('The setting was not saved', error),
  })
}
