const MIN_LATITUDE = -60
const NUMBER = String.raw`(-?\d{1,3}\.\d+) ?°? ?`
const pattern = new RegExp(
  String.raw`^\s*\(?(?:lat(?:itude)?)?[:= ]*${NUMBER}([ns])?(?: ?, ?| +)(?:lon(?:g|gitude)?|lng)?[:= ]*${NUMBER}([ew])?\)?\s*$`,
  'i',
)

/**
 * Reads degrees such as "40.0172, -105.2851", "40.0172° N, 105.2851° W", or 40°1'2"N 105°17'6"W; null for anything
 * else. The longitude may come first, as in GeoJSON. A first number below -60 must be a longitude.
 */
export function readCoordinates(typed: string): { lat: number; lon: number } | null {
  if (typed.length > 60) return null
  const found = pattern.exec(withLettersBehind(withDecimals(typed.replaceAll('−', '-'))))
  if (found === null) return null
  const [, lat, northSouth, lon, eastWest] = found
  const first = signed(lat, northSouth?.toLowerCase() === 's')
  const second = signed(lon, eastWest?.toLowerCase() === 'w')
  return first < MIN_LATITUDE ? { lat: second, lon: first } : { lat: first, lon: second }
}

/** "39°44'21"N" is 39.73917 N. */
const withDecimals = (typed: string): string =>
  typed.replaceAll(
    /(\d{1,3}) ?° ?(\d{1,2}) ?['’′] ?(?:(\d{1,2}(?:\.\d+)?) ?["”″])? ?(?=[nsew])/gi,
    (_, degrees: string, minutes: string, seconds = '0') =>
      (Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600).toFixed(5),
  )

const signed = (digits: string | undefined, isNegative: boolean) =>
  isNegative ? -Math.abs(Number(digits)) : Number(digits)

/** "N40.0172 W105.2851" means 40.0172N 105.2851W. */
const withLettersBehind = (typed: string): string =>
  typed.replace(/^\s*([ns]) ?(\d[\d.]*)°?,? ?([ew]) ?(\d[\d.]*)°?\s*$/i, '$2$1 $4$3')
