import { type DemoCategory, type Reach, categoriesWithin, reachOf } from './categories.ts'
import { type Random, shuffle } from './random.ts'

const CARDS = 3000

/**
 * Draws categories by weight from shuffled decks, one for each size of town. A deck is used up before it is shuffled
 * again, so that a region does not miss a category by chance.
 */
export function createCategoryDeck(random: Random): (population: number) => DemoCategory {
  const decks = new Map<Reach, Deck>()
  return population => {
    const reach = reachOf(population)
    const deck = decks.get(reach) ?? { cards: cardsOf(categoriesWithin(reach)), dealt: Infinity }
    decks.set(reach, deck)
    if (deck.dealt >= deck.cards.length) {
      shuffle(random, deck.cards)
      deck.dealt = 0
    }
    return deck.cards[deck.dealt++] as DemoCategory
  }
}

type Deck = { cards: DemoCategory[]; dealt: number }

function cardsOf(categories: DemoCategory[]): DemoCategory[] {
  const total = categories.reduce((sum, { weight }) => sum + weight, 0)
  return categories.flatMap(category => {
    const cards = Math.max(1, Math.round((CARDS * category.weight) / total))
    return Array.from({ length: cards }, () => category)
  })
}
