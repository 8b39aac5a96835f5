import type { QueryClient } from '@tanstack/react-query'
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
import { cacheNewSearch } from '../../features/searches/loaded-search.queries.ts'
import { showSearchFailure } from '../../features/searches/search-failures.ts'
import { call } from '../../shared/api/call.ts'
import { changeCached, deleteById, read, refresh } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'

export const savedSearchesRead = read(['saved-searches'], 'Failed to fetch the saved searches', getSavedSearches)

/** Another tab may have deleted the saved search. */
const readAgain = (_error: Error, _input: unknown, client: QueryClient) => refresh(client, 'saved-searches')

export const useChangeSavedSearch = (id: number) =>
  useMutation({
    mutationFn: (body: SavedSearchChange) => call(changeSavedSearch, { params: { id }, body }),
    inOrder: true,
    onSuccess: (_answer, change, client) =>
      changeCached(client, savedSearchesRead.queryKey, all => ({
        ...all,
        savedSearches: all.savedSearches.map(saved => (saved.id === id ? Object.assign({}, saved, change) : saved)),
      })),
    failure: 'The saved search was not changed',
    onError: readAgain,
  })

export const useDeleteSavedSearch = () =>
  useMutation({
    mutationFn: (id: number) => deleteById(deleteSavedSearch, id),
    onSuccess: (_answer, id, client) =>
      changeCached(client, savedSearchesRead.queryKey, all => ({
        ...all,
        savedSearches: all.savedSearches.filter(saved => saved.id !== id),
      })),
    done: 'Saved search deleted',
    failure: 'The saved search was not deleted',
  })

export const useRunSavedSearch = ({ id, newBusinesses }: SavedSearch) =>
  useMutation({
    mutationFn: () => call(runSavedSearch, { params: { id }, body: { newBusinesses } }),
    onSuccess: (reply, _input, client) => cacheNewSearch(client, reply),
    onError: (error, input, client) => {
      showSearchFailure(error, client)
      return readAgain(error, input, client)
    },
  })

export const useChangeAlertSettings = () =>
  useMutation({
    mutationFn: (frequency: AlertSettings['frequency']) => call(changeAlertSettings, { body: { frequency } }),
    inOrder: true,
    onSuccess: (settings, _input, client) =>
      changeCached(client, savedSearchesRead.queryKey, all => ({ ...all, settings })),
    failure: 'The setting was not saved',
  })
