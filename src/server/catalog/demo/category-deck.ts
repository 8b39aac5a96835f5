import { type DemoCategory, type Reach, categoriesWithin, reachOf } from './categories.ts'
import { type Random, shuffle } from './random.ts'
import type { TownShare } from './town-shares.ts'

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
  const total = categories.reduce((sum, { weight }) => sum + weight, 0)
  return categories.flatMap(category => {
    const cards = Math.max(1, Math.round((CARDS * category.weight) / total))
    return Array.from({ length: cards }, () => category)
  })
}
