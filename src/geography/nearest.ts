import { cellOf, cellsOfBox } from './cell.ts'
import type { Gazetteer, Town, Zip } from './gazetteer.ts'
import { boxAround, distanceMiles, type Point } from './great-circle.ts'

type PointInState = Point & {
  /** USPS code. */
  state: string
}

/** Finds what is closest to a point in its state. Each gazetteer is sorted into cells once. */
function createFinder<Found extends PointInState>(
  allOf: (gazetteer: Gazetteer) => Iterable<Found>,
  farthestMiles: number,
): (gazetteer: Gazetteer, point: PointInState) => Found | null {
  const grids = new WeakMap<Gazetteer, ReadonlyMap<number, Found[]>>()
  return (gazetteer, point) => {
    const grid = grids.getOrInsertComputed(gazetteer, () =>
      Map.groupBy(allOf(gazetteer), ({ lat, lon }) => cellOf(lat, lon)),
    )
    let found: Found | null = null
    let closest = farthestMiles
    for (const cell of cellsOfBox(boxAround(point, farthestMiles)))
      for (const candidate of grid.get(cell) ?? []) {
        const distance = candidate.state === point.state ? distanceMiles(point, candidate) : Infinity
        if (distance <= closest) {
          closest = distance
          found = candidate
        }
      }
    return found
  }
}

/** The town of the state whose point is closest; null if none is within 25 miles. */
export const nearestTown = createFinder<Town>(({ towns }) => towns, 25)

/** The ZIP of the state with the closest point, within 10 miles; else null. More often right than `nearestTown`. */
export const nearestZip = createFinder<Zip>(({ zips }) => zips.values(), 10)
