import { radiusMiles } from '#contract/searches/search-options.ts'
import { cellOf, cellsInCircle, type Gazetteer, stateNames, type Town } from '#geography/index.ts'
import { slugOf } from './counted-kinds.ts'

export type CountedTown = Town & {
  slug: string
  cell: number
  /** The cells that a search around the town touches. */
  cells: readonly number[]
}
export type CountedState = { code: string; name: string; slug: string; towns: ReadonlyMap<string, CountedTown> }

/** Smaller towns have no page, because it would repeat the page of the next larger town. */
const MIN_POPULATION = 10_000

const known = new WeakMap<Gazetteer, ReadonlyMap<string, CountedState>>()

/** The states and their larger towns, by their slugs. */
export const countedStates = (gazetteer: Gazetteer): ReadonlyMap<string, CountedState> =>
  known.getOrInsertComputed(gazetteer, statesOf)

const countedTown = (town: Town): CountedTown => ({
  ...town,
  slug: slugOf(town.name),
  cell: cellOf(town.lat, town.lon),
  cells: cellsInCircle(town, radiusMiles.default),
})

function statesOf({ towns }: Gazetteer): ReadonlyMap<string, CountedState> {
  const large = Map.groupBy(
    towns.filter(({ population }) => population >= MIN_POPULATION),
    ({ state }) => state,
  )
  const states = Object.entries(stateNames).map(([code, name]) => {
    const counted = (large.get(code) ?? []).map(countedTown)
    return { code, name, slug: slugOf(name), towns: new Map(counted.map(town => [town.slug, town])) }
  })
  return new Map(states.map(state => [state.slug, state]))
}
