import { distanceMiles } from '#geography/index.ts'

type Corner = readonly [lon: number, lat: number]

const MAX_SQUARE_MILES = 40_000

/** Between American Samoa and Alaska, and from the Virgin Islands west to Guam, across the date line. */
const isNearUs = ([lon, lat]: Corner): boolean => lat > -15 && lat < 72 && (lon < -64 || lon > 144)

/** The reason why a polygon cannot be searched; null if it can. */
export function polygonFault(corners: readonly Corner[]): string | null {
  if (!corners.every(isNearUs)) return 'The drawn area is not in the United States.'
  if (crossesItself(corners)) return 'The line around the drawn area crosses itself.'
  const size = squareMiles(corners)
  if (size === 0) return 'The drawn area is a line.'
  return size > MAX_SQUARE_MILES ? 'The drawn area is too large: at most 40,000 square miles.' : null
}

type Side = { from: Corner; to: Corner; west: number; east: number; south: number; north: number }

const sidesOf = (corners: readonly Corner[]): Side[] =>
  corners
    .map((from, index) => sideOf(from, corners[(index + 1) % corners.length] ?? from))
    .filter(({ from, to }) => from[0] !== to[0] || from[1] !== to[1])

function sideOf(from: Corner, to: Corner): Side {
  const [west, east] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])]
  const [south, north] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])]
  return { from, to, west, east, south, north }
}

/** A line that only touches itself crosses itself, too: the areas of two parts that meet in a corner can cancel out. */
function crossesItself(corners: readonly Corner[]): boolean {
  const sides = sidesOf(corners)
  for (const [i, a] of sides.entries())
    for (let j = i + 2; j < sides.length; j++) {
      const b = sides[j]
      if (b !== undefined && !(i === 0 && j === sides.length - 1) && meet(a, b)) return true
    }
  return false
}

function meet(a: Side, b: Side): boolean {
  // Most sides are far from each other. A request can have hundreds of outlines, and everybody waits meanwhile.
  if (a.west > b.east || b.west > a.east || a.south > b.north || b.south > a.north) return false
  const isApart = (side: Side, other: Side) => turn(side, other.from) * turn(side, other.to) < 0
  if (isApart(a, b) && isApart(b, a)) return true
  return isOn(a, b.from) || isOn(a, b.to) || isOn(b, a.from) || isOn(b, a.to)
}

const isOn = (side: Side, [lon, lat]: Corner): boolean =>
  turn(side, [lon, lat]) === 0 && lon >= side.west && lon <= side.east && lat >= side.south && lat <= side.north

/** Positive if the point is to the left of the side. */
const turn = ({ from, to }: Pick<Side, 'from' | 'to'>, point: Corner): number =>
  (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0])

/** The area, computed on a plane, which is exact enough for a limit. */
function squareMiles(corners: readonly Corner[]): number {
  const middle = corners.reduce((sum, [, lat]) => sum + lat, 0) / corners.length
  const milesPerLat = distanceMiles({ lat: middle, lon: 0 }, { lat: middle + 1, lon: 0 })
  const milesPerLon = distanceMiles({ lat: middle, lon: 0 }, { lat: middle, lon: 1 })
  const doubled = sidesOf(corners).reduce((sum, { from, to }) => sum + from[0] * to[1] - to[0] * from[1], 0)
  return (Math.abs(doubled) / 2) * milesPerLat * milesPerLon
}
