export type Point = {
  /** Degrees, WGS 84. */
  lat: number
  lon: number
}

export const MILES_PER_DEGREE = 69.09

/** How much shorter a degree of longitude is than a degree of latitude. */
export const narrowingAt = (lat: number): number => Math.cos((lat * Math.PI) / 180)

/** Flat approximation, accurate to one percent over a hundred miles. Good enough for placing fictional places. */
export function milesApart(a: Point, b: Point): number {
  const north = (a.lat - b.lat) * MILES_PER_DEGREE
  const east = (a.lon - b.lon) * MILES_PER_DEGREE * narrowingAt((a.lat + b.lat) / 2)
  return Math.sqrt(north * north + east * east)
}

export const moved = (from: Point, north: number, east: number): Point => ({
  lat: from.lat + north / MILES_PER_DEGREE,
  lon: from.lon + east / (MILES_PER_DEGREE * narrowingAt(from.lat)),
})

const CELLS_PER_DEGREE = 3
const COLUMNS = 360 * CELLS_PER_DEGREE
const cellAt = (degrees: number) => Math.floor(degrees * CELLS_PER_DEGREE)

export function createPointGrid<T extends Point>(points: readonly T[]): (center: Point, miles: number) => T[] {
  const cells = Map.groupBy(points, ({ lat, lon }) => cellAt(lat) * COLUMNS + cellAt(lon))
  return ({ lat, lon }, miles) => {
    const height = miles / MILES_PER_DEGREE
    const narrowing = narrowingAt(lat)
    const width = height / narrowing
    const found: T[] = []
    for (let row = cellAt(lat - height); row <= cellAt(lat + height); row++)
      for (let column = cellAt(lon - width); column <= cellAt(lon + width); column++)
        for (const point of cells.get(row * COLUMNS + column) ?? []) {
          const north = point.lat - lat
          const east = (point.lon - lon) * narrowing
          if (north * north + east * east <= height * height) found.push(point)
        }
    return found
  }
}
