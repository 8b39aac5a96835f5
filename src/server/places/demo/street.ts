import type { NameStyle } from './name-patterns.ts'
import { type Random, chance, pick } from './random.ts'
import { streetKinds, streetNames, streetSides, unitNames } from './streets.words.ts'

// Styles of businesses that sit in offices.
const officeStyles: ReadonlySet<NameStyle> = new Set<NameStyle>([
  ...(['law', 'cpa', 'physician', 'clinic', 'dental', 'agency'] as const),
  ...(['tech', 'firm', 'finance', 'insurance', 'realtor', 'homebuyer'] as const),
])

/** An invented street address such as "1420 Maple Ave". */
export function inventStreet(random: Random, style: NameStyle): string {
  const number = chance(random, 0.45) ? 100 + Math.floor(random() * 900) : 1000 + Math.floor(random() * 8900)
  const side = chance(random, 0.25) ? pick(random, streetSides) : ''
  const unit = chance(random, officeStyles.has(style) ? 0.35 : 0.08) ? ` ${pick(random, unitNames)}` : ''
  return `${number} ${side}${pick(random, streetNames)} ${pick(random, streetKinds)}${unit}`
}
