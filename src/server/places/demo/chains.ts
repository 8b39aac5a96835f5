import { chainRows } from './chains.words.ts'
import { tableRows } from './table-rows.ts'

export type Chain = {
  name: string
  domain: string
  /** E.164 digits: one number that all its places give; null where each has its own. */
  sharedPhone: number | null
}

const chains = tableRows(chainRows).map(([name = '', category = '', domain = '', phone = '']) => ({
  category,
  name,
  domain: `${domain}.example`,
  sharedPhone: phone === '' ? null : Number(`1${phone.replaceAll('-', '')}`),
}))

const chainsByCategory = Map.groupBy(chains, chain => chain.category)
export const chainsOf = (category: string): readonly Chain[] => chainsByCategory.get(category) ?? []

/** Numbers that belong to a chain as a whole, and to nobody else. */
export const chainPhones: readonly number[] = chains.flatMap(({ sharedPhone }) => sharedPhone ?? [])
