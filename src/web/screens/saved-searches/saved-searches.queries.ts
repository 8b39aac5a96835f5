import { queryOptions, useQueryClient } from '@tanstack/react-query'
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
import { changeCached } from '../../shared/api/cached-reads.ts'
import { call } from '../../shared/api/call.ts'
import { failedTo, showError } from '../../shared/api/failures.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

export const savedSearchesFailure = failedTo('Failed to fetch the saved searches')

export const savedSearchesQuery = queryOptions({
  queryKey: ['saved-searches'],
  queryFn: ({ signal }) => call(getSavedSearches, { signal }),
  meta: { failure: savedSearchesFailure },
})

export function useChangeSavedSearch(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SavedSearchChange) => call(changeSavedSearch, { params: { id }, body }),
    onSuccess: (_answer, change) =>
      changeCached(client, savedSearchesQuery.queryKey, all => ({
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
      changeCached(client, savedSearchesQuery.queryKey, all => ({
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
      void client.invalidateQueries({ queryKey: savedSearchesQuery.queryKey })
    },
    onError: error => showSearchFailure(error, client),
  })
}

export function useChangeAlertSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (frequency: AlertSettings['frequency']) => call(changeAlertSettings, { body: { frequency } }),
    onSuccess: settings => changeCached(client, savedSearchesQuery.queryKey, all => ({ ...all, settings })),
    onError: error => showError('The setting was not saved', error),
  })
}
