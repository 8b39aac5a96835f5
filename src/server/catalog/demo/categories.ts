import { z } from 'zod'
import { commaList, readTable } from '#server/catalog/words/word-file.ts'
import { namePatterns } from './name-patterns.ts'

/** Where a category is found: in every town, in towns of 5,000 people and more, in cities of 40,000 and more. */
const reaches = ['everywhere', 'town', 'city'] as const
export type Reach = (typeof reaches)[number]

const demoCategoryRow = z
  .tuple([
    z.string().regex(/^[a-z\d_']+$/),
    z.string().regex(/^\d+$/).transform(Number),
    z.enum(reaches),
    z.string().refine(style => namePatterns.has(style), 'there is no such style of names'),
    commaList.pipe(z.array(z.string()).min(1)),
    commaList,
  ])
  .transform(([key, weight, reach, style, nouns, alternates]) => ({ key, weight, reach, style, nouns, alternates }))

/**
 * `key` is the data's own; `weight` is the share of this category among all places, relative to the others; `nouns` are
 * what such businesses call themselves; `alternates` are further keys that such places often carry.
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
