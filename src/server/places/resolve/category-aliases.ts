import { automotiveAliases } from './aliases/automotive.ts'
import { foodAliases } from './aliases/food.ts'
import { healthAliases } from './aliases/health.ts'
import { homeAliases } from './aliases/home.ts'
import { leisureAliases } from './aliases/leisure.ts'
import { professionalAliases } from './aliases/professional.ts'
import { shoppingAliases } from './aliases/shopping.ts'

/**
 * What people call a kind of business, and the data's keys for it. `key` means it and all kinds below it, `key!` it
 * alone, `*_key` every key that ends so, `-key` what does not belong.
 */
export type AliasSet = { label: string; phrases: string[]; keys: string[] }

export const aliasSets: readonly AliasSet[] = [
  foodAliases,
  healthAliases,
  homeAliases,
  automotiveAliases,
  shoppingAliases,
  professionalAliases,
  leisureAliases,
].flatMap(readAliases)

// A label; below it, indented, its phrases between commas; below those, behind "=", its keys.
function readAliases(text: string): AliasSet[] {
  const sets: AliasSet[] = []
  for (const line of text.trim().split('\n')) {
    const current = sets.at(-1)
    if (!line.startsWith(' ')) sets.push({ label: line, phrases: [], keys: [] })
    else if (line.startsWith('  = ')) current?.keys.push(...line.slice(4).split(' '))
    else current?.phrases.push(...line.trim().replace(/,$/, '').split(', '))
  }
  return sets
}
