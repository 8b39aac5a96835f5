import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { getSiteVisits } from '#contract/leads/site-facts.ts'
import {
  decideRelease,
  getCatalogSources,
  getPlaceLoads,
  getPlaceReleases,
  type PlaceLoad,
  type PlaceLoadInput,
  type ReleaseDecisionInput,
  startPlaceLoad,
} from '#contract/places/place-loads.ts'
import { changeCached } from '../../shared/api/cached-reads.ts'
import { call } from '../../shared/api/call.ts'
import { failedTo, showError } from '../../shared/api/failures.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

const PROGRESS_MS = 2000
/** Polls less often after a failure, because each failure shows a toast. */
const AFTER_FAILURE_MS = 30_000

export const loadsFailure = failedTo('Failed to fetch the loads')
export const releasesFailure = failedTo('Failed to fetch the releases')
export const visitsFailure = failedTo('Failed to fetch the progress of reading websites')
export const sourcesFailure = failedTo('Failed to fetch what the catalog holds')

export const isUnderWay = ({ state }: PlaceLoad): boolean => state === 'waiting' || state === 'running'

export const loadsQuery = queryOptions({
  queryKey: ['admin', 'place-loads'],
  queryFn: ({ signal }) => call(getPlaceLoads, { signal }),
  refetchInterval: ({ state }) => {
    if (state.data?.some(isUnderWay) !== true) return false
    return state.status === 'error' ? AFTER_FAILURE_MS : PROGRESS_MS
  },
  meta: { failure: loadsFailure },
})

export const sourcesQuery = queryOptions({
  queryKey: ['admin', 'places'],
  queryFn: ({ signal }) => call(getCatalogSources, { signal }),
  meta: { failure: sourcesFailure },
})

export const visitsQuery = queryOptions({
  queryKey: ['admin', 'site-visits'],
  queryFn: ({ signal }) => call(getSiteVisits, { signal }),
  meta: { failure: visitsFailure },
})

export const releasesQuery = queryOptions({
  queryKey: ['admin', 'releases'],
  queryFn: ({ signal }) => call(getPlaceReleases, { signal }),
  meta: { failure: releasesFailure },
})

export function useDecideRelease() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ReleaseDecisionInput) => call(decideRelease, { body }),
    onSuccess: (releases, { release, state }) => {
      client.setQueryData(releasesQuery.queryKey, releases)
      showToast(
        state === 'approved'
          ? { title: 'Loading started', description: `Release ${release}` }
          : { title: 'Release stopped', description: `Release ${release} will not be loaded.` },
      )
    },
    onError: error => showError('Nothing was decided', error),
  })
}

export function useStartLoad() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: PlaceLoadInput) => call(startPlaceLoad, { body }),
    onSuccess: load => {
      changeCached(client, loadsQuery.queryKey, loads => [load, ...loads])
      showToast({ title: 'Loading started', description: load.area })
    },
    onError: error => showError('Loading did not start', error),
  })
}
