import type { ReplyOf } from '#contract/endpoint.ts'
import { type getExamples, maxExamples } from '#contract/examples.ts'
import { radiusMiles, SearchCriteria } from '#contract/searches.ts'
import { cellOf } from '#server/catalog/place/cell.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import type { Deps } from '#server/features/deps.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { catalogSize } from './catalog-size.ts'
import { countPlan } from './count-plan.ts'
import { planSearch } from './plan-search.usecases.ts'

type Example = ReplyOf<typeof getExamples>['examples'][number]

const categories = ['Dentists', 'Plumbers', 'Restaurants']
/** Of a further town. */
const MIN_POPULATION = 10_000
/** Where only fictional places are loaded. */
const sampleTowns = ['Austin, TX', 'Boulder, CO', 'Miami, FL']

/** Searches that find something: one for each category, in the largest towns with real places if there are any. */
export async function findExamples(deps: Deps): Promise<ReplyOf<typeof getExamples>> {
  const snapshot = await deps.catalog.refresh()
  const towns = largestTowns(deps, snapshot)
  const wanted = categories.flatMap((category, index) => {
    const place = towns[index % towns.length]
    return place === undefined ? [] : { category, place }
  })
  const counted = await Promise.all(wanted.map(example => countExample(deps, snapshot, example)))
  return {
    examples: counted.filter(({ matches }) => matches > 0),
    catalog: await catalogSize(deps, snapshot),
  }
}

function largestTowns({ catalog, config }: Deps, { coverage }: CatalogSnapshot): string[] {
  const isReal = (lat: number, lon: number) =>
    coverage.byCell.get(cellOf(lat, lon))?.some(({ isSample }) => !isSample) === true
  const real = catalog.gazetteer.towns
    .filter(({ lat, lon }) => isReal(lat, lon))
    .toSorted((a, b) => b.population - a.population)
    .filter(({ population }, index) => index === 0 || (population >= MIN_POPULATION && index < maxExamples))
    .map(({ name, state }) => `${name}, ${state}`)
  return real.length > 0 ? real : config.DEMO_CATALOG ? sampleTowns : []
}

async function countExample(
  deps: Deps,
  snapshot: CatalogSnapshot,
  { category, place }: Omit<Example, 'matches'>,
): Promise<Example> {
  const criteria = SearchCriteria.parse({
    businessCategory: category,
    location: place,
    radius: radiusMiles.default,
  })
  try {
    const { plan } = await planSearch(deps, snapshot, criteria, { countsChoices: false })
    return { category, place, matches: await countPlan(deps, snapshot, plan) }
  } catch (error) {
    if (error instanceof Refusal) return { category, place, matches: 0 }
    throw error
  }
}
