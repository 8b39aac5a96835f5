import { cellOf, cellsOfBox } from '#server/catalog/place/cell.ts'
import { boxAround, distanceMiles } from '#server/catalog/place/great-circle.ts'
import type { Gazetteer, Zip } from './gazetteer.ts'

const grids = new WeakMap<Gazetteer, ReadonlyMap<number, Zip[]>>()

function zipsByCell(gazetteer: Gazetteer): ReadonlyMap<number, Zip[]> {
  const known = grids.get(gazetteer)
  if (known) return known
  const grid = Map.groupBy(gazetteer.zips.values(), ({ lat, lon }) => cellOf(lat, lon))
  grids.set(gazetteer, grid)
  return grid
}

const FARTHEST_MILES = 10

/**
 * The ZIP of the state whose point is closest; null if none is within 10 miles. Degrees, and a USPS code. Its town is
 * that of the address for four places in five; the town whose own point is closest, for three in five.
 */
export function nearestZip(gazetteer: Gazetteer, point: { lat: number; lon: number; state: string }): Zip | null {
  const byCell = zipsByCell(gazetteer)
  let found: Zip | null = null
  let closest = FARTHEST_MILES
  for (const cell of cellsOfBox(boxAround(point, FARTHEST_MILES)))
    for (const zip of byCell.get(cell) ?? []) {
      const distance = zip.state === point.state ? distanceMiles(point, zip) : Infinity
      if (distance <= closest) {
        closest = distance
        found = zip
      }
    }
  return found
}
