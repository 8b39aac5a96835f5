import { groupNamed, readGroups } from '#server/catalog/words/word-file.ts'
import { type Random, chance, pick } from './random.ts'

const streets = readGroups('demo-streets.txt')
export const streetNames = groupNamed(streets, 'name')
const kinds = groupNamed(streets, 'kind')
const sides = groupNamed(streets, 'side')
const units = groupNamed(streets, 'unit')

// Styles of businesses with offices.
const officeStyles: ReadonlySet<string> = new Set(
  'law cpa physician clinic dental agency tech firm finance insurance realtor homebuyer'.split(' '),
)

/** A fictional street address such as "1420 Maple Ave" for a business of this style. */
export function inventStreet(random: Random, style: string): string {
  const number = chance(random, 0.45) ? 100 + Math.floor(random() * 900) : 1000 + Math.floor(random() * 8900)
  const side = chance(random, 0.25) ? `${pick(random, sides)} ` : ''
  const unit = chance(random, officeStyles.has(style) ? 0.35 : 0.08) ? ` ${pick(random, units)}` : ''
  return `${number} ${side}${pick(random, streetNames)} ${pick(random, kinds)}${unit}`
}
