import { communityCategories } from './community-categories.words.ts'
import { foodCategories } from './food-categories.words.ts'
import { healthCategories } from './health-categories.words.ts'
import { homeCategories } from './home-categories.words.ts'
import { type NameStyle, isNameStyle } from './name-patterns.ts'
import { officeCategories } from './office-categories.words.ts'
import { shopCategories } from './shop-categories.words.ts'
import { cellWords, tableRows } from './table-rows.ts'

/** Where a category is found: in every town, in towns of 5,000 people and more, in cities of 40,000 and more. */
const reaches = ['everywhere', 'town', 'city'] as const
export type Reach = (typeof reaches)[number]

export type DemoCategory = {
  /** The data's own key. */
  key: string
  /** Places of this category among all, relative to the others. */
  weight: number
  reach: Reach
  style: NameStyle
  /** What such businesses call themselves. */
  nouns: string[]
  /** Further keys that such places often carry. */
  alternates: string[]
}

export const reachOf = (population: number): Reach =>
  population >= 40_000 ? 'city' : population >= 5000 ? 'town' : 'everywhere'

/** Row: key | weight | reach | style of names | nouns | alternate keys. */
function parseCategory([key = '', weight, reach, style = '', nouns, alternates]: string[]): DemoCategory {
  const knownReach = reaches.find(known => known === reach)
  if (knownReach === undefined || !isNameStyle(style)) throw new Error(`Category row ${key}: ${reach}, ${style}`)
  return {
    key,
    weight: Number(weight),
    reach: knownReach,
    style,
    nouns: cellWords(nouns),
    alternates: cellWords(alternates),
  }
}

export const demoCategories: readonly DemoCategory[] = [
  foodCategories,
  homeCategories,
  healthCategories,
  officeCategories,
  shopCategories,
  communityCategories,
]
  .flatMap(tableRows)
  .map(parseCategory)

export const categoriesWithin = (reach: Reach): DemoCategory[] =>
  demoCategories.filter(category => reaches.indexOf(category.reach) <= reaches.indexOf(reach))
