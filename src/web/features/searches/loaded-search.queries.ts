import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { AreaLoad } from '#contract/area-load.ts'
import { getLeads, type Lead } from '#contract/leads/leads.ts'
import type { Outline } from '#contract/searches/search-areas.ts'
import { getSearch, nextPage, type Search, type SearchResult, type SearchNotes } from '#contract/searches/searches.ts'
import { call } from '../../shared/api/call.ts'
import type { Failure } from '../../shared/api/failures.ts'
import { refresh, wholeList } from '../../shared/api/reads.ts'
import { failedToFind } from '../../shared/api/unknown.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { paths } from '../../shared/paths.ts'
import { showLoadMoreFailure } from './search-failures.ts'

export type LoadedSearch = {
  search: Search
  leads: Lead[]
  nextPageToken: string | null
  total: number
  notes: SearchNotes | null
  /** The load that the search has started. Null after a reload of the page. */
  load: AreaLoad | null
}

/** Previews of searches: the number of matches, and how many of them the user already has. */
export const previewKey = ['search-previews'] as const

const resultsKey = (searchId: number) => ['search-results', searchId] as const

/** The areas of a search that have an outline: circles, and areas that were drawn. */
export const outlinesOf = ({ areas, circles }: Pick<Search, 'areas' | 'circles'> = nowhere): Outline[] => [
  ...areas.flatMap(area => ('polygon' in area ? [area.polygon] : [])),
  ...circles.map(circleOutline),
]
const nowhere = { areas: [], circles: [] }

const MILES_PER_DEGREE = 69.09
const CIRCLE_CORNERS = 72

function circleOutline({ latitude, longitude, miles }: Search['circles'][number]): Outline {
  const north = miles / MILES_PER_DEGREE
  const east = north / Math.cos((latitude * Math.PI) / 180)
  return Array.from({ length: CIRCLE_CORNERS }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / CIRCLE_CORNERS
    return [longitude + east * Math.sin(angle), latitude + north * Math.cos(angle)]
  })
}

export const unknownSearch: Failure = {
  title: 'Selected search not found',
  back: { href: paths.leads, label: 'See your searches' },
}
export const leadsFailure = failedToFind('Failed to fetch leads', unknownSearch)

const resultsQuery = (searchId: number) =>
  queryOptions({
    queryKey: resultsKey(searchId),
    queryFn: async (): Promise<LoadedSearch> => {
      const [{ search, total, notes }, leads] = await Promise.all([
        call(getSearch, { params: { id: searchId } }),
        call(getLeads, { query: { searchId } }).then(wholeList),
      ])
      return { search, leads, nextPageToken: search.nextPageToken, total, notes, load: null }
    },
    meta: { failure: leadsFailure },
  })

export const useLoadedSearch = (searchId: number | undefined) =>
  useQuery({ ...resultsQuery(searchId ?? 0), enabled: searchId !== undefined })

/** Caches the reply of a search, so that it is not requested again, and invalidates what the search has changed. */
export function cacheNewSearch(client: QueryClient, reply: SearchResult): void {
  const { search, leads, nextPageToken, total, load, understood, leftOut, sources, coverage } = reply
  const notes = { understood, leftOut, sources, coverage }
  client.setQueryData<LoadedSearch>(resultsKey(search.id), { search, leads, nextPageToken, total, notes, load })
  void refreshUsage(client)
  refreshPreviews(client)
}

export const useLoadMore = () =>
  useMutation({
    mutationFn: ({ searchId, pageToken }: { searchId: number; pageToken: string }) =>
      call(nextPage, { query: { pageToken, searchId } }),
    onSuccess: ({ leads, nextPageToken }, { searchId, pageToken }, client) => {
      client.setQueryData<LoadedSearch>(
        resultsKey(searchId),
        // If the user switches searches meanwhile, the same page may be requested twice. Only the first reply counts.
        before =>
          before?.nextPageToken === pageToken
            ? { ...before, leads: [...before.leads, ...leads], nextPageToken }
            : before,
      )
      // The buttons below depend on what is left, and change together with the list.
      return refreshUsage(client)
    },
    onError: (error, _input, client) => showLoadMoreFailure(error, client),
  })

/** The number of previews per minute is limited, so they are requested again once per action and not once per page. */
export const refreshPreviews = (client: QueryClient): void => void refresh(client, 'search-previews')

/** Invalidates what a search or page changes: the quota, lists, counts, and news. Resolves when the quota was read. */
export function refreshUsage(client: QueryClient): Promise<unknown> {
  void refresh(client, 'searches', 'leads', 'analytics', 'saved-searches')
  return refresh(client, 'user')
}
