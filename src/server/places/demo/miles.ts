export type Point = {
  /** Degrees, WGS 84. */
  lat: number
  lon: number
}

export const MILES_PER_DEGREE = 69.09
const RADIANS = Math.PI / 180

/** Flat approximation, good to a percent over a hundred miles: enough for spreading made-up places. */
export function milesApart(a: Point, b: Point): number {
  const north = (a.lat - b.lat) * MILES_PER_DEGREE
  const east = (a.lon - b.lon) * MILES_PER_DEGREE * Math.cos(((a.lat + b.lat) / 2) * RADIANS)
  return Math.sqrt(north * north + east * east)
}

/** The point so many miles to the north and east. */
export const moved = (from: Point, north: number, east: number): Point => ({
  lat: from.lat + north / MILES_PER_DEGREE,
  lon: from.lon + east / (MILES_PER_DEGREE * Math.cos(from.lat * RADIANS)),
})

/** Finds the points that lie within some miles of one, by cells of one degree. */
export function createPointGrid<T extends Point>(points: readonly T[]): (centre: Point, miles: number) => T[] {
  const columns = 1000
  const cells = Map.groupBy(points, ({ lat, lon }) => Math.floor(lat) * columns + Math.floor(lon))
  return ({ lat, lon }, miles) => {
    const height = miles / MILES_PER_DEGREE
    const narrowing = Math.cos(lat * RADIANS)
    const width = height / narrowing
    const isNear = (point: T) => (point.lat - lat) ** 2 + ((point.lon - lon) * narrowing) ** 2 <= height ** 2
    const found: T[] = []
    for (let row = Math.floor(lat - height); row <= Math.floor(lat + height); row++)
      for (let column = Math.floor(lon - width); column <= Math.floor(lon + width); column++)
        for (const point of cells.get(row * columns + column) ?? []) if (isNear(point)) found.push(point)
    return found
  }
}
