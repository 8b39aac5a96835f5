/** Mean radius of the earth in miles. */
export const EARTH_RADIUS_MILES = 3958.7613

export type Point = { lat: number; lon: number }
export type Box = { south: number; north: number; west: number; east: number }

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180
const toDegrees = (radians: number): number => (radians * 180) / Math.PI
// Prevents rounding from excluding a place exactly on the edge.
const MARGIN_DEGREES = 1e-9

/** Great-circle distance in miles between two points in degrees (haversine). */
export function distanceMiles(a: Point, b: Point): number {
  const halfVersine = (from: number, to: number): number => Math.sin(toRadians(to - from) / 2) ** 2
  const h =
    halfVersine(a.lat, b.lat) + Math.cos(toRadians(a.lat)) * Math.cos(toRadians(b.lat)) * halfVersine(a.lon, b.lon)
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(h)))
}

export const widenedBox = ({ south, north, west, east }: Box, degrees: number): Box => ({
  south: south - degrees,
  north: north + degrees,
  west: west - degrees,
  east: east + degrees,
})

export const boxAroundAll = (boxes: readonly Box[]): Box => ({
  south: Math.min(...boxes.map(box => box.south)),
  north: Math.max(...boxes.map(box => box.north)),
  west: Math.min(...boxes.map(box => box.west)),
  east: Math.max(...boxes.map(box => box.east)),
})

export const boxesMeet = (a: Box, b: Box): boolean =>
  a.south <= b.north && b.south <= a.north && a.west <= b.east && b.west <= a.east

/** Replaces boxes that overlap or touch by one box around them, until none do. */
export function boxesJoined(boxes: readonly Box[]): Box[] {
  const joined: Box[] = []
  for (let next of boxes) {
    let met: Box[]
    while ((met = joined.filter(box => boxesMeet(box, next))).length > 0) {
      for (const box of met) joined.splice(joined.indexOf(box), 1)
      next = boxAroundAll([...met, next])
    }
    joined.push(next)
  }
  return joined
}

export const isInBox = ({ lat, lon }: Point, { south, north, west, east }: Box): boolean =>
  lat >= south && lat <= north && lon >= west && lon <= east

/** The distance in miles to the nearest point of a box; 0 inside. */
export function milesToBox({ lat, lon }: Point, { south, north, west, east }: Box): number {
  const miles = [-360, 0, 360].map(turn =>
    distanceMiles({ lat, lon }, { lat: clamp(lat, south, north), lon: clamp(lon + turn, west, east) }),
  )
  return Math.min(...miles)
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)

export const middleOf = ({ south, north, west, east }: Box): Point => ({
  lat: (south + north) / 2,
  lon: (west + east) / 2,
})

/** The smallest box that contains all points within `radiusMiles`, in degrees. */
export function boxAround(point: Point, radiusMiles: number): Box {
  const angle = radiusMiles / EARTH_RADIUS_MILES
  const dLat = toDegrees(angle) + MARGIN_DEGREES
  const dLon = toDegrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(toRadians(point.lat))))) + MARGIN_DEGREES
  const box = { south: point.lat - dLat, north: point.lat + dLat, west: point.lon - dLon, east: point.lon + dLon }
  // Across the date line, the box has all longitudes. Callers check the distance, too.
  return box.west < -180 || box.east > 180 ? { ...box, west: -180, east: 180 } : box
}
