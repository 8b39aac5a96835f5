import { cellOf, cellsOfBox } from '#server/catalog/place/cell.ts'
import { boxAround, distanceMiles } from '#server/catalog/place/great-circle.ts'
import type { Gazetteer, Town } from './gazetteer.ts'

const grids = new WeakMap<Gazetteer, ReadonlyMap<number, Town[]>>()

function townsByCell(gazetteer: Gazetteer): ReadonlyMap<number, Town[]> {
  const known = grids.get(gazetteer)
  if (known) return known
  const grid = Map.groupBy(gazetteer.towns, ({ lat, lon }) => cellOf(lat, lon))
  grids.set(gazetteer, grid)
  return grid
}

const FARTHEST_MILES = 25

/** The town of the state whose point is closest; null if none is within 25 miles. Degrees, and a USPS code. */
export function nearestTown(gazetteer: Gazetteer, point: { lat: number; lon: number; state: string }): Town | null {
  const byCell = townsByCell(gazetteer)
  let found: Town | null = null
  let closest = FARTHEST_MILES
  for (const cell of cellsOfBox(boxAround(point, FARTHEST_MILES)))
    for (const town of byCell.get(cell) ?? []) {
      const distance = town.state === point.state ? distanceMiles(point, town) : Infinity
      if (distance <= closest) {
        closest = distance
        found = town
      }
    }
  return found
}
