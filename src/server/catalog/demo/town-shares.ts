import type { Gazetteer, Town } from '#geography/index.ts'
import { sum } from '#server/platform/basics/sums.ts'
import { type DemoCategory, type Reach, categoriesWithin, reachOf } from './categories.ts'
import { type Random, shuffle } from './random.ts'
import { fiftyStatesAndDc } from './states.ts'

const SMALLEST_TOWN = 1000

// Two fifths of all places are spread evenly over the towns, and the rest by a flattened population. A village then has
// a few everyday businesses, and a city of a million does not take all places of its state.
const EVEN_SHARE = 0.4
const FLATTENING = 0.7
// A town without its own post office is part of another town, whose population includes it.
const SUBURB_FACTOR = 0.5
const STATE_MINIMUM = 0.006

/** Towns that people are likely to try first get more than their share of all places. */
const showcases: Readonly<Record<string, number>> = { 'CO Boulder': 0.003, 'DC Washington': 0.004 }

export type TownShare = { town: Town; places: number }

/** Distributes `count` places over the towns, neighbors one after another. */
export function shareOut({ towns }: Pick<Gazetteer, 'towns'>, count: number): TownShare[] {
  const chosen = towns.filter(town => town.population >= SMALLEST_TOWN && fiftyStatesAndDc.has(town.state))
  const weights = withStateMinimum(chosen, weightsBySize(chosen))
  const ordered = chosen.map((town, position) => ({ town, weight: weights[position] ?? 0 })).toSorted(byNeighborhood)
  const total = sum(weights)
  let [reached, given] = [0, 0]
  return ordered.map(({ town, weight }) => {
    reached += weight
    const places = Math.round((count * reached) / total) - given
    given += places
    return { town, places }
  })
}

function weightsBySize(towns: Town[]): number[] {
  const sizes = towns.map(town => town.population ** FLATTENING)
  const total = sum(sizes)
  return towns.map((town, position) => {
    const bySize = ((1 - EVEN_SHARE) * (sizes[position] ?? 0)) / total
    const share = (EVEN_SHARE / towns.length + bySize) * (town.zips.length === 0 ? SUBURB_FACTOR : 1)
    return share + (showcases[`${town.state} ${town.name}`] ?? 0)
  })
}

function withStateMinimum(towns: Town[], weights: number[]): number[] {
  const states = new Map<string, number>()
  for (const [position, { state }] of towns.entries())
    states.set(state, (states.get(state) ?? 0) + (weights[position] ?? 0))
  return weights.map((weight, position) => {
    const ofState = states.get(towns[position]?.state ?? '') ?? 1
    return weight * Math.max(1, STATE_MINIMUM / ofState)
  })
}

type Weighted = { town: Town; weight: number }
const HALF_DEGREES = 2
const band = ({ lat }: Town) => Math.floor(lat * HALF_DEGREES)
const byNeighborhood = ({ town: a }: Weighted, { town: b }: Weighted) =>
  compare(a.state, b.state) || band(a) - band(b) || a.lon - b.lon || compare(a.name, b.name)
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const CARDS = 3000

/**
 * Deals categories by weight from shuffled decks, one for each size of town. A town continues where the one before it
 * ended, so that a region does not miss a category by chance.
 */
export function createCategoryDecks(
  random: Random,
  shares: readonly TownShare[],
): (position: number) => () => DemoCategory {
  const decks = new Map<Reach, { cards: DemoCategory[]; dealt: number }>()
  const starts = shares.map(({ town, places }) => {
    const reach = reachOf(town.population)
    const deck = decks.get(reach) ?? { cards: shuffle(random, cardsOf(categoriesWithin(reach))), dealt: 0 }
    decks.set(reach, deck)
    const start = deck.dealt
    deck.dealt += places
    return { cards: deck.cards, start }
  })
  return position => {
    const { cards, start } = starts[position] ?? { cards: [], start: 0 }
    let next = start
    return () => cards[next++ % cards.length] as DemoCategory
  }
}

function cardsOf(categories: DemoCategory[]): DemoCategory[] {
  const total = sum(categories.map(({ weight }) => weight))
  return categories.flatMap(category => {
    const cards = Math.max(1, Math.round((CARDS * category.weight) / total))
    return Array.from({ length: cards }, () => category)
  })
}
