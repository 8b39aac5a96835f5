import { cellOf, cellsOfBox } from '#server/catalog/place/cell.ts'
import { boxAround, distanceMiles } from '#server/catalog/place/great-circle.ts'
import type { Gazetteer, Town, Zip } from './gazetteer.ts'

type Grid = { towns: ReadonlyMap<number, Town[]>; zips: ReadonlyMap<number, Zip[]> }
const grids = new WeakMap<Gazetteer, Grid>()

function gridOf(gazetteer: Gazetteer): Grid {
  const known = grids.get(gazetteer)
  if (known) return known
  const grid = {
    towns: Map.groupBy(gazetteer.towns, ({ lat, lon }) => cellOf(lat, lon)),
    zips: Map.groupBy(gazetteer.zips.values(), ({ lat, lon }) => cellOf(lat, lon)),
  }
  grids.set(gazetteer, grid)
  return grid
}

/** A point in degrees, and the USPS code of its state. */
type PointInState = { lat: number; lon: number; state: string }

/** The town of the state whose point is closest; null if none is within `miles`. */
export const nearestTown = (gazetteer: Gazetteer, point: PointInState, miles = 25): Town | null =>
  nearest(gridOf(gazetteer).towns, point, miles)

/** The ZIP of the state whose point is closest; null if none is within `miles`. */
export const nearestZip = (gazetteer: Gazetteer, point: PointInState, miles = 25): Zip | null =>
  nearest(gridOf(gazetteer).zips, point, miles)

function nearest<Item extends PointInState>(
  byCell: ReadonlyMap<number, readonly Item[]>,
  point: PointInState,
  miles: number,
): Item | null {
  let found: Item | null = null
  let closest = miles
  for (const cell of cellsOfBox(boxAround(point, miles)))
    for (const item of byCell.get(cell) ?? []) {
      const distance = item.state === point.state ? distanceMiles(point, item) : Infinity
      if (distance <= closest) {
        closest = distance
        found = item
      }
    }
  return found
}
