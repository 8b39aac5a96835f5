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

/** True for a point (degrees) in a box around the United States or one of its territories. */
export const isAroundUs = (lat: number, lon: number): boolean =>
  boxes.some(([south, north, west, east]) => lat >= south && lat <= north && lon >= west && lon <= east)

/** True for a box (degrees) that meets one of them. A side that is not known is everywhere. */
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

/** True for the United States or a territory; null if no country is given. */
export function isUsCountry(country: string | null): boolean | null {
  const words = country?.trim().toLowerCase() ?? ''
  return words === '' ? null : countryNames.has(words) || territories.has(words)
}
