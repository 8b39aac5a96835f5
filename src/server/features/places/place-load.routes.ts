import * as contract from '#contract/places/place-loads.ts'
import { placesStatus } from '#server/catalog/load/drop-places.usecases.ts'
import { readAreaLoad, retryAreaLoad } from '#server/catalog/pull/area-load.usecases.ts'
import { listPlaceLoads, startPlaceLoad } from '#server/catalog/pull/place-load.usecases.ts'
import { decideAndQueueUpdate, placeReleases } from '#server/catalog/pull/update-places.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import type { Serve } from '#server/http/serve.ts'

export function placeLoadRoutes(serve: Serve, deps: Deps): void {
  serve(contract.getCatalogSources, async () => placesStatus(deps.db))
  serve(contract.getPlaceLoads, async () => listPlaceLoads(deps))
  serve(contract.startPlaceLoad, async ({ body }) => startPlaceLoad(deps, body))
  serve(contract.getPlaceReleases, async () => placeReleases(deps))
  serve(contract.decideRelease, async ({ body }) => {
    await decideAndQueueUpdate(deps, body.release, body.state)
    return placeReleases(deps)
  })
  serve(contract.getAreaLoad, async ({ params }) => readAreaLoad(deps, params.id))
  serve(contract.retryAreaLoad, async ({ account, network, params }) =>
    retryAreaLoad(deps, { account, network }, params.id),
  )
}
