import { z } from 'zod'
import { commaList, readGroups, readTable } from '#server/catalog/words/word-file.ts'

/** How businesses of one style are named, e.g. "{last} {noun}". */
export const namePatterns = readGroups('demo-name-patterns.txt')

/** Where a category is found: in every town, in towns of at least 5,000 people, or in cities of at least 40,000. */
const reaches = ['everywhere', 'town', 'city'] as const
export type Reach = (typeof reaches)[number]

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

export const reachOf = (population: number): Reach =>
  population >= 40_000 ? 'city' : population >= 5000 ? 'town' : 'everywhere'

export const demoCategories: readonly DemoCategory[] = [
  'food',
  'home',
  'health',
  'office',
  'shop',
  'community',
].flatMap(topic => readTable(`demo-categories/${topic}.txt`, demoCategoryRow))

export const categoriesWithin = (reach: Reach): DemoCategory[] =>
  demoCategories.filter(category => reaches.indexOf(category.reach) <= reaches.indexOf(reach))
