import { distanceMiles, type Gazetteer, type Point, type Town } from '#geography/index.ts'
import { type Coverage, placesAt } from './coverage.ts'

const FARTHEST_MILES = 200
const MIN_POPULATION = 2500

type NearestTowns = {
  point: Point
  /** Leaves out towns that are closer. */
  beyondMiles: number
  isSampleShown: boolean
  limit: number
}

/** The towns of some size that are closest to a point and have places in the catalog, with their distance in miles. */
export function nearestLoadedTowns(
  { towns }: Gazetteer,
  coverage: Coverage,
  { point, beyondMiles, isSampleShown, limit }: NearestTowns,
): { town: Town; miles: number }[] {
  const isLoaded = (at: Point) => {
    const places = placesAt(coverage, at)
    return places === 'real' || (isSampleShown && places === 'sample')
  }
  return towns
    .filter(town => town.population >= MIN_POPULATION && isLoaded(town))
    .map(town => ({ town, miles: distanceMiles(point, town) }))
    .filter(({ miles }) => miles >= beyondMiles && miles <= FARTHEST_MILES)
    .toSorted((a, b) => a.miles - b.miles)
    .slice(0, limit)
}
