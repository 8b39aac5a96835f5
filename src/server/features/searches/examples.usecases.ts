import type { ReplyOf } from '#contract/endpoint.ts'
import { type getExamples, maxExamples } from '#contract/places/examples.ts'
import { radiusMiles } from '#contract/searches/search-options.ts'
import { starterTown } from '#server/catalog/place/starter-data.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { placesAt } from '#server/catalog/search/coverage.ts'
import type { Deps } from '#server/features/deps.ts'
import { catalogSize } from './catalog-size.ts'
import { countBusinesses } from './count-plan.ts'

const categories = ['Dentists', 'Plumbers', 'Restaurants']
/** Towns need this population, except for the largest one, which is always used. */
const MIN_POPULATION = 10_000
/** Used if no real places are loaded. */
const sampleTowns = ['Boulder, CO', 'Austin, TX', 'Miami, FL']

/** Example searches that find something. They are in the largest towns with real places if there are any. */
export async function findExamples(deps: Deps): Promise<ReplyOf<typeof getExamples>> {
  const snapshot = await deps.catalog.refresh()
  const towns = largestTowns(deps, snapshot)
  const wanted = categories.flatMap((category, index) => {
    const place = towns[index % towns.length]
    return place === undefined ? [] : { category, place }
  })
  const counted = await Promise.all(
    wanted.map(async ({ category, place }) => {
      const matches = await countBusinesses(deps, snapshot, { category, place, radius: radiusMiles.default })
      return { category, place, matches: matches ?? 0 }
    }),
  )
  return {
    examples: counted.filter(({ matches }) => matches > 0),
    // Counting may have loaded the starter data.
    catalog: await catalogSize(deps, await deps.catalog.refresh()),
  }
}

/** The largest towns with real places. Without any, the towns whose places are made or loaded at the first search. */
export function largestTowns({ catalog, config }: Deps, { coverage }: CatalogSnapshot): string[] {
  const real = catalog.gazetteer.towns
    .filter(town => placesAt(coverage, town) === 'real')
    .toSorted((a, b) => b.population - a.population)
    .filter(({ population }, index) => index === 0 || (population >= MIN_POPULATION && index < maxExamples))
    .map(({ name, state }) => `${name}, ${state}`)
  if (real.length > 0) return real
  if (config.STARTER_DATA) return [`${starterTown.name}, ${starterTown.state}`]
  return config.DEMO_CATALOG ? sampleTowns : []
}
