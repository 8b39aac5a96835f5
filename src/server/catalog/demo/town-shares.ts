import type { Gazetteer, Town } from '#geography/index.ts'
import { sum } from '#server/platform/basics/sums.ts'
import { fiftyStatesAndDc } from './states.ts'

const SMALLEST_TOWN = 1000

// Two fifths of all places are spread evenly over the towns, and the rest by a flattened population. A village then has
// a few everyday businesses, and a city of a million does not take all places of its state.
const EVEN_SHARE = 0.4
const FLATTENING = 0.7
const STATE_MINIMUM = 0.006

/** Towns that people are likely to try first get more than their share of all places. */
const showcases: Readonly<Record<string, number>> = { 'CO Boulder': 0.004, 'DC Washington': 0.004, 'TX Austin': 0.002 }

export type TownShare = { town: Town; places: number }

/** Distributes `count` places over the towns, state by state, and neighbors one after another. */
export function shareOut({ towns }: Pick<Gazetteer, 'towns'>, count: number): TownShare[] {
  const chosen = towns
    .filter(town => town.population >= SMALLEST_TOWN && fiftyStatesAndDc.has(town.state))
    .toSorted((a, b) => (a.state < b.state ? -1 : a.state > b.state ? 1 : a.lat - b.lat))
  const sizes = chosen.map(town => town.population ** FLATTENING)
  const perSize = (1 - EVEN_SHARE) / sum(sizes)
  const weights = withStateMinimum(
    chosen,
    chosen.map(
      ({ state, name }, position) =>
        EVEN_SHARE / chosen.length + perSize * (sizes[position] ?? 0) + (showcases[`${state} ${name}`] ?? 0),
    ),
  )
  const total = sum(weights)
  let [reached, given] = [0, 0]
  return chosen.map((town, position) => {
    reached += weights[position] ?? 0
    const places = Math.round((count * reached) / total) - given
    given += places
    return { town, places }
  })
}

function withStateMinimum(towns: readonly Town[], weights: readonly number[]): number[] {
  const ofState = new Map<string, number>()
  for (const [position, { state }] of towns.entries())
    ofState.set(state, (ofState.get(state) ?? 0) + (weights[position] ?? 0))
  return weights.map(
    (weight, position) => weight * Math.max(1, STATE_MINIMUM / (ofState.get(towns[position]?.state ?? '') ?? 1)),
  )
}
