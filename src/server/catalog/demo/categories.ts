import { z } from 'zod'
import { commaList, readGroups, readTable } from '#server/catalog/words/word-file.ts'
import { sum } from '#server/platform/basics/sums.ts'
import { createRandom } from './random.ts'

/** How businesses of one style are named, e.g. "{last} {noun}". */
export const namePatterns = readGroups('demo-name-patterns.txt')

/** Where a category is found: in every town, in towns of at least 5,000 people, or in cities of at least 40,000. */
const reaches = ['everywhere', 'town', 'city'] as const
type Reach = (typeof reaches)[number]

const demoCategoryRow = z
  .tuple([
    z.string().regex(/^[a-z\d_']+$/),
    z.string().regex(/^\d+$/).transform(Number),
    z.enum(reaches),
    z.string().refine(style => namePatterns.has(style), 'unknown style of names'),
    commaList.pipe(z.array(z.string()).min(1)),
    commaList,
  ])
  .transform(([key, weight, reach, style, nouns, alternates]) => ({ key, weight, reach, style, nouns, alternates }))

/**
 * `key` is the category key; `weight` is the share of this category among all places, relative to the others; `nouns`
 * are what such businesses call themselves; `alternates` are additional keys that such places often have.
 */
export type DemoCategory = z.output<typeof demoCategoryRow>

const reachOf = (population: number): Reach =>
  population >= 40_000 ? 'city' : population >= 5000 ? 'town' : 'everywhere'

export const demoCategories: readonly DemoCategory[] = [
  'food',
  'home',
  'health',
  'office',
  'shop',
  'community',
].flatMap(topic => readTable(`demo-categories/${topic}.txt`, demoCategoryRow))

const CARDS = 3000

/** The categories of places with this reach, mixed evenly, and each as often as its weight says. */
function cardsWithin(reach: Reach): DemoCategory[] {
  const random = createRandom(reaches.indexOf(reach))
  const within = demoCategories.filter(category => reaches.indexOf(category.reach) <= reaches.indexOf(reach))
  const perWeight = CARDS / sum(within.map(({ weight }) => weight))
  return within
    .flatMap(category => {
      const copies = Math.max(1, Math.round(category.weight * perWeight))
      return Array.from({ length: copies }, (_, copy) => ({ category, at: (copy + random()) / copies }))
    })
    .toSorted((a, b) => a.at - b.at)
    .map(({ category }) => category)
}
const cards = new Map(reaches.map(reach => [reach, cardsWithin(reach)]))

/** Dealt one after another, so that a region does not miss a category by chance. */
export function dealCategory(population: number, number: number): DemoCategory {
  const dealt = cards.get(reachOf(population)) ?? []
  return dealt[number % dealt.length] as DemoCategory
}
