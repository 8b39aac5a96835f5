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
import { call } from '../../shared/api/call.ts'
import { changeCached, pollWhile, read } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

export const isUnderWay = ({ state }: PlaceLoad): boolean => state === 'waiting' || state === 'running'

export const loadsRead = read(['admin', 'place-loads'], 'Failed to fetch the loads', getPlaceLoads, undefined, {
  refetchInterval: pollWhile(loads => loads.some(isUnderWay)),
})
export const sourcesRead = read(['admin', 'places'], 'Failed to fetch what the catalog holds', getCatalogSources)
export const releasesRead = read(['admin', 'releases'], 'Failed to fetch the releases', getPlaceReleases)

export const useDecideRelease = (release: string) =>
  useMutation({
    mutationFn: (state: ReleaseDecisionInput['state']) => call(decideRelease, { body: { release, state } }),
    onSuccess: (releases, state, client) => {
      client.setQueryData(releasesRead.queryKey, releases)
      showToast(
        state === 'approved'
          ? { title: 'Loading started', description: `Release ${release}` }
          : { title: 'Release stopped', description: `Release ${release} will not be loaded.` },
      )
    },
    failure: 'Nothing was decided',
  })

export const useStartLoad = () =>
  useMutation({
    mutationFn: (body: PlaceLoadInput) => call(startPlaceLoad, { body }),
    onSuccess: (load, _input, client) => {
      changeCached(client, loadsRead.queryKey, loads => [load, ...loads])
      showToast({ title: 'Loading started', description: load.area })
    },
    failure: 'Loading did not start',
  })
