import { distanceMiles, type Gazetteer, type Point, type Town } from '#geography/index.ts'
import { type Random, pick } from './random.ts'

type TownZip = Point & { zip: string }

export type Spot = Point & { zip: string | null }

const MAX_MILES = 8
const BEYOND_REACH = 4
const ZIP_MILES = 1.1
const MILES_PER_DEGREE = 69.09
/** The greatest distance of a place from the center of its town, in miles. */
export const MAX_MILES_FROM_TOWN = MAX_MILES + BEYOND_REACH + ZIP_MILES

/**
 * Scatters the places of a town around the points of its ZIPs, which follow the population and avoid lakes. Those of a
 * town with few ZIPs are around its center, within 0.6 to 8 miles depending on population.
 */
export function createScatter(gazetteer: Pick<Gazetteer, 'zips'>): (random: Random, town: Town) => () => Spot {
  const nearestZip = createZipSearch(gazetteer)
  return (random, town) => {
    const reach = Math.min(MAX_MILES, 0.6 * (town.population / 1000) ** 0.32)
    const own = ownZips(gazetteer, town, reach + BEYOND_REACH)
    const fallback = own.length === 0 ? nearestZip(town) : null
    return () => {
      const center = own.length > 2 ? pick(random, own) : null
      const point = around(random, center ?? town, center === null ? reach : ZIP_MILES)
      return { ...point, zip: center?.zip ?? nearest(point, own)?.zip ?? fallback }
    }
  }
}

function ownZips({ zips }: Pick<Gazetteer, 'zips'>, town: Town, withinMiles: number): TownZip[] {
  const listed = town.zips.flatMap(zip => zips.get(zip) ?? [])
  return listed.filter(zip => listed.length === 1 || distanceMiles(zip, town) <= withinMiles)
}

function around(random: Random, { lat, lon }: Point, miles: number): Point {
  const angle = random() * 2 * Math.PI
  const degrees = (miles * random()) / MILES_PER_DEGREE
  return {
    lat: rounded(lat + degrees * Math.sin(angle)),
    lon: rounded(lon + (degrees * Math.cos(angle)) / Math.cos((lat * Math.PI) / 180)),
  }
}

const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5

function nearest(point: Point, zips: readonly TownZip[]): TownZip | null {
  let [best, bestMiles]: [TownZip | null, number] = [null, Infinity]
  for (const zip of zips) {
    const miles = distanceMiles(point, zip)
    if (miles < bestMiles) [best, bestMiles] = [zip, miles]
  }
  return best
}

/** The nearest ZIP of the same state, for towns without a ZIP of their own. */
function createZipSearch({ zips }: Pick<Gazetteer, 'zips'>): (town: Town) => string | null {
  const byState = Map.groupBy(zips.values(), zip => zip.state)
  return town => nearest(town, byState.get(town.state) ?? [])?.zip ?? null
}
