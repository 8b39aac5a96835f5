import type { CatalogSize } from '#contract/places/examples.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { placesAt } from '#server/catalog/search/coverage.ts'
import { countOffered } from '#server/catalog/search/places.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { keptAnswer } from '#server/platform/basics/kept-answers.ts'

const sizes = new WeakMap<CatalogSnapshot, Promise<CatalogSize>>()

/** The size of the catalog. It is counted once for each version. */
export const catalogSize = (deps: Deps, snapshot: CatalogSnapshot): Promise<CatalogSize> =>
  keptAnswer(sizes, snapshot, () => countCatalog(deps, snapshot))

/** Counts the real places and the towns with real places. The source is the one that covers the most cells. */
async function countCatalog({ db, catalog }: Deps, { coverage, datasets }: CatalogSnapshot): Promise<CatalogSize> {
  const real = [...coverage.byCell.values()].flat().filter(({ isSample }) => !isSample)
  const [largest] = [...Map.groupBy(real, ({ datasetId }) => datasetId)].toSorted(([, a], [, b]) => b.length - a.length)
  const source = largest && datasets.get(largest[0])
  if (largest === undefined || source === undefined) return null
  return {
    places: await countOffered(
      db,
      real.map(({ datasetId }) => datasetId),
    ),
    towns: catalog.gazetteer.towns.filter(town => placesAt(coverage, town) === 'real').length,
    source: source.name,
    release: largest[1].reduce((newest, { release }) => (release > newest ? release : newest), ''),
  }
}
