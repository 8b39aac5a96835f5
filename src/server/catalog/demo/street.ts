import { groupNamed, readGroups } from '#server/catalog/words/word-file.ts'
import { type Random, between, pick } from './random.ts'

const streets = readGroups('demo-streets.txt')
export const streetNames = groupNamed(streets, 'name')
const kinds = groupNamed(streets, 'kind')

/** A fictional street address, such as "1420 Maple Ave". */
export const inventStreet = (random: Random): string =>
  `${Math.floor(between(random, 100, 9900))} ${pick(random, streetNames)} ${pick(random, kinds)}`
