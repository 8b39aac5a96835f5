import { countyOfFips, isInCounty } from '#server/catalog/gazetteer/counties.ts'
import type { Gazetteer, Town } from '#server/catalog/gazetteer/gazetteer.ts'
import { FAR_LARGER, MUCH_LARGER } from './location-resolution.ts'
import type { AreaLocation } from './named-areas.ts'

const MIN_POPULATION = 200_000

type Known = { townsOfState: ReadonlyMap<string, readonly Town[]>; populations: Map<string, number> }
const known = new WeakMap<Gazetteer, Known>()

function knownIn(gazetteer: Gazetteer): Known {
  const before = known.get(gazetteer)
  if (before) return before
  const populated = gazetteer.towns.filter(({ population }) => population > 0)
  const now = { townsOfState: Map.groupBy(populated, ({ state }) => state), populations: new Map<string, number>() }
  known.set(gazetteer, now)
  return now
}

/** About how many people live in the county: those of its towns. */
function populationOf(gazetteer: Gazetteer, { areas, state }: AreaLocation): number {
  const { townsOfState, populations } = knownIn(gazetteer)
  const [area] = areas
  if (area === undefined || !('county' in area)) return 0
  const before = populations.get(area.county)
  if (before !== undefined) return before
  const county = countyOfFips(area.county)
  const { south, north, west, east } = county.box
  const isInside = (town: Town) =>
    town.lat >= south && town.lat <= north && town.lon >= west && town.lon <= east && isInCounty(county, town)
  const towns = townsOfState.get(state) ?? []
  const people = towns.reduce((sum, town) => (isInside(town) ? sum + town.population : sum), 0)
  populations.set(area.county, people)
  return people
}

export const largestCountiesFirst = (gazetteer: Gazetteer, counties: readonly AreaLocation[]): AreaLocation[] =>
  counties.length < 2
    ? [...counties]
    : counties.toSorted((a, b) => populationOf(gazetteer, b) - populationOf(gazetteer, a))

/** The county that is meant because the others with its name have few people: King County in Washington. */
export function bestKnownCounty(gazetteer: Gazetteer, largestFirst: readonly AreaLocation[]): AreaLocation | null {
  const [largest, ...others] = largestFirst
  if (largest === undefined || others.length === 0) return null
  const [people, rest] = [
    populationOf(gazetteer, largest),
    others.reduce((sum, other) => sum + populationOf(gazetteer, other), 0),
  ]
  return people >= MIN_POPULATION && people >= rest * FAR_LARGER ? largest : null
}

/** Large counties with many times the people of a town with their name: Westchester County. */
export const muchLargerCounties = (
  gazetteer: Gazetteer,
  counties: readonly AreaLocation[],
  population: number,
): AreaLocation[] =>
  counties.filter(county => populationOf(gazetteer, county) >= Math.max(MIN_POPULATION, population * MUCH_LARGER))

/** Whether a county elsewhere with the name of the town has a tenth of its people: Allen is a town in Texas. */
export const isOtherCounty = (gazetteer: Gazetteer, counties: readonly AreaLocation[], town: Town): boolean =>
  counties.some(county => !isTownIn(county, town) && populationOf(gazetteer, county) * MUCH_LARGER >= town.population)

const isTownIn = ({ areas }: AreaLocation, town: Town): boolean =>
  areas.some(area => 'county' in area && isInCounty(countyOfFips(area.county), town))
