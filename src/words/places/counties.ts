import { countyOfFips, type Gazetteer, isInBox, isInCounty, type Town } from '#geography/index.ts'
import { countiesNamed } from './named-places.ts'
import type { AreaPlace } from './place.ts'
import { type PlaceWords, trailingStates } from './typed-words.ts'

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

/** The counties that the words name: "Cook County, IL", "Cook Co., IL", "County of Cook", "Orleans Parish". */
export function countiesOf({ words, parts, state }: PlaceWords): AreaPlace[] {
  // "Dallas County, Collin County, TX" are two counties.
  if (parts.slice(0, -1).some(part => withoutCounty(part, true) !== null)) return []
  const readings =
    state === null ? [...trailingStates(words), { town: words, state: null }] : [{ town: parts.at(-1) ?? [], state }]
  for (const reading of readings) {
    const name = withoutCounty(reading.town, reading.state !== null)
    const named = name === null ? [] : countiesNamed(name, reading.state)
    const isParish = reading.town.includes('parish')
    const found = named.filter(({ label }) => label.includes(' Parish, ') === isParish)
    if (found.length > 0) return found
  }
  return []
}

/** Counties for words that name no town: "Gwinnett", or "Bucks Co", where "Co" does not mean Colorado. */
export function countiesOfName({ words, parts, state }: PlaceWords): AreaPlace[] {
  if (state !== null || parts.length > 1) return []
  if (words.length > 1 && words.at(-1) === 'co') return countiesNamed(words.slice(0, -1), null)
  return trailingStates(words).length > 0 ? [] : countiesNamed(words, null)
}

// "Co" only means "county" if the state is known: "Boulder Co" alone is Boulder in Colorado.
function withoutCounty(words: readonly string[], isStateKnown: boolean): string[] | null {
  if (words[0] === 'county' && words[1] === 'of' && words.length > 2) return words.slice(2)
  const kinds = ['county', 'cnty', 'parish', 'borough', 'municipio', 'municipality']
  if (words.length > 2 && words.slice(-2).join(' ') === 'census area') return words.slice(0, -2)
  const last = words.at(-1) ?? ''
  return words.length > 1 && (kinds.includes(last) || (isStateKnown && last === 'co')) ? words.slice(0, -1) : null
}
