import { countyOfFips, type Gazetteer, isInBox, isInCounty, type Town } from '#geography/index.ts'
import type { AreaPlace } from './place.ts'

const MIN_POPULATION = 200_000
/** A county with this many times the people of all others with its name is meant. */
const FAR_LARGER = 30

type Known = { townsOfState: ReadonlyMap<string, readonly Town[]>; people: Map<string, number> }
const known = new WeakMap<Gazetteer, Known>()

const knownIn = (gazetteer: Gazetteer): Known =>
  known.getOrInsertComputed(gazetteer, () => ({
    townsOfState: Map.groupBy(gazetteer.towns, ({ state }) => state),
    people: new Map(),
  }))

/** About how many people live in the county: those of its towns. */
function peopleOf(gazetteer: Gazetteer, { areas, state }: AreaPlace): number {
  const { townsOfState, people } = knownIn(gazetteer)
  const [area] = areas
  if (area === undefined || !('county' in area)) return 0
  return people.getOrInsertComputed(area.county, fips => {
    const county = countyOfFips(fips)
    return (townsOfState.get(state) ?? []).reduce(
      (sum, town) => (isInBox(town, county.box) && isInCounty(county, town) ? sum + town.population : sum),
      0,
    )
  })
}

/** Counties with the same name, largest first. Only the largest one if nearly everybody means it: King County, WA. */
export function likeliestCounties(gazetteer: Gazetteer, counties: readonly AreaPlace[]): AreaPlace[] {
  if (counties.length < 2) return [...counties]
  const ranked = counties
    .map(county => ({ county, people: peopleOf(gazetteer, county) }))
    .toSorted((a, b) => b.people - a.people)
  const [first, ...others] = ranked
  const rest = others.reduce((sum, { people }) => sum + people, 0)
  if (first !== undefined && first.people >= MIN_POPULATION && first.people >= rest * FAR_LARGER) return [first.county]
  return ranked.map(({ county }) => county)
}
