import { distanceMiles, type Point, stateCode } from '#geography/index.ts'

// Boxes around the United States and its territories, in degrees: south, north, west, east.
const boxes = [
  [24.3, 49.5, -125, -66.8], // contiguous
  [51, 71.6, -180, -129.9], // Alaska
  [51, 53.2, 172, 180], // Aleutians beyond the date line
  [18.8, 28.6, -178.5, -154.7], // Hawaii
  [17.6, 18.6, -67.4, -64.5], // Puerto Rico, Virgin Islands
  [13.1, 20.7, 144.5, 146.2], // Guam, Northern Marianas
  [-14.7, -11, -171.2, -168], // American Samoa
] as const

/** Whether a box (in degrees) overlaps one of these. An unknown side sets no limit. */
export const isAroundUsBox = (box: {
  south: number | null
  north: number | null
  west: number | null
  east: number | null
}): boolean =>
  boxes.some(
    ([south, north, west, east]) =>
      (box.south ?? south) <= north &&
      (box.north ?? north) >= south &&
      (box.west ?? west) <= east &&
      (box.east ?? east) >= west,
  )

const countryNames = new Set([
  'us',
  'usa',
  'u.s.',
  'u.s.a.',
  'united states',
  'united states of america',
  'puerto rico',
  'guam',
])
// Overture and others list the territories as countries.
const territories = new Set(['pr', 'vi', 'gu', 'as', 'mp', 'um'])

const CANADIAN_POSTCODE = /^\s*[a-z]\d[a-z] ?\d[a-z]\d\s*$/i

type Words = { country: string | null; region: string | null; postcode: string | null }

/** Whether an address names another country. Many lists of North America have no column for the country. */
export function isForeignAddress({ country, region, postcode }: Words): boolean {
  const words = country?.trim().toLowerCase() ?? ''
  if (words !== '') return !countryNames.has(words) && !territories.has(words)
  return stateCode(region ?? '') === null && CANADIAN_POSTCODE.test(postcode ?? '')
}

/** No ZIP or town that has a point of its own is larger, except in deserts and in Alaska. */
const MILES_FROM_HOME = 25
/** See `usBorders`. */
export type Borders = { isInside: (point: Point) => boolean; isNear: (point: Point) => boolean }

/**
 * Whether a place with coordinates is outside the United States. `home` is the point of the ZIP or town of its address.
 * If `home` is near, the place is inside, unless its address names another country and no state, because other
 * countries have ZIP codes of five digits, too. If not, another country in the address makes it a place abroad.
 * Otherwise the borders decide; close to a border, the region does.
 */
export function isAbroad(
  point: Point,
  words: Words,
  { home, borders }: { home: Point | null; borders: Borders },
): boolean {
  const isForeign = isForeignAddress(words)
  const isNearHome = home !== null && distanceMiles(home, point) <= MILES_FROM_HOME
  if (isNearHome && !isForeign) return false
  const region = words.region?.trim() ?? ''
  const isInState = stateCode(region) !== null
  if (isForeign) return !(isNearHome && isInState)
  if (borders.isInside(point)) return false
  return (region !== '' && !isInState) || !borders.isNear(point)
}
