import { fileURLToPath } from 'node:url'
import { cellOf, findTown } from '#geography/index.ts'
import type { Deps } from '#server/catalog/deps.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import { starterRelease, starterTown } from '#server/catalog/place/starter-data.ts'
import type { Catalog, CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { isAnsweredByStarter } from '#server/catalog/search/coverage.ts'
import { cellsBehind } from '#server/catalog/tables/dataset.repository.ts'
import { type Made, makeOnNeed } from './make-on-need.ts'

const file = fileURLToPath(new URL('../../../../starter-data/boulder-co/places.parquet', import.meta.url))

type StarterDeps = Pick<Deps, 'db' | 'catalog' | 'clock' | 'log' | 'config'>

/** Loads the starter data if this is the first search in its town, and no release is loaded there. */
export async function loadStarterData(
  deps: StarterDeps,
  snapshot: CatalogSnapshot,
  where: SearchPlan['where'],
): Promise<Made> {
  const isWanted =
    deps.config.STARTER_DATA && isAnsweredByStarter(snapshot.coverage, where) && isMissing(deps.catalog, snapshot)
  return isWanted ? makeOnNeed(deps, () => importStarterData(deps)) : { snapshot, isUnderWay: false }
}

/** All places of the starter data are in the cell of its town. Lists are not a whole source. */
const isMissing = ({ gazetteer }: Catalog, { coverage, datasets }: CatalogSnapshot): boolean => {
  const covering = cellsOfTown(gazetteer).flatMap(cell => coverage.byCell.get(cell) ?? [])
  return !covering.some(({ datasetId, isSample }) => !isSample && datasets.get(datasetId)?.source.isList === false)
}

function cellsOfTown(gazetteer: Catalog['gazetteer']): number[] {
  const town = findTown(gazetteer, starterTown.name, starterTown.state)
  return town === null ? [] : [cellOf(town.lat, town.lon)]
}

async function importStarterData({ db, catalog, clock, log }: StarterDeps): Promise<void> {
  if (!isMissing(catalog, await catalog.refresh())) return
  const startedAt = performance.now()
  const { gazetteer } = catalog
  const { counts } = await importPlaces(
    { db, gazetteer, clock },
    {
      files: [file],
      source: 'overture',
      release: starterRelease,
      // Another process may have loaded it, or a release, in the meantime.
      isStillWanted: async session => {
        const missing = await cellsBehind(session, { source: 'overture', release: '', cells: cellsOfTown(gazetteer) })
        return missing.length > 0
      },
    },
  )
  log.info({ places: counts.added, seconds: (performance.now() - startedAt) / 1000 }, 'starter data loaded')
}
