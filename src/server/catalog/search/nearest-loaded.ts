import type { Gazetteer, Town } from '#server/catalog/gazetteer/gazetteer.ts'
import { cellOf } from '#server/catalog/place/cell.ts'
import { distanceMiles, type Point } from '#server/catalog/place/great-circle.ts'
import type { Coverage } from './coverage.ts'

const FARTHEST_MILES = 200
const MIN_POPULATION = 2500

/** The towns of some size that are closest to a point and have places in the catalog, with their distance in miles. */
export function nearestLoadedTowns(
  { towns }: Gazetteer,
  { byCell }: Coverage,
  { point, isSampleShown, limit }: { point: Point; isSampleShown: boolean; limit: number },
): { town: Town; miles: number }[] {
  const isLoaded = ({ lat, lon }: Point) =>
    byCell.get(cellOf(lat, lon))?.some(({ isSample }) => isSampleShown || !isSample) === true
  return towns
    .filter(town => town.population >= MIN_POPULATION && isLoaded(town))
    .map(town => ({ town, miles: distanceMiles(point, town) }))
    .filter(({ miles }) => miles <= FARTHEST_MILES)
    .toSorted((a, b) => a.miles - b.miles)
    .slice(0, limit)
}
