import type { Point } from '#geography/index.ts'

const MILES_PER_DEGREE = 69.09

/** How much shorter a degree of longitude is than a degree of latitude. */
const narrowingAt = (lat: number): number => Math.cos((lat * Math.PI) / 180)

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
