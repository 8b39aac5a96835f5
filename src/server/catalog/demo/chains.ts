import { z } from 'zod'
import { readTable } from '#server/catalog/words/word-file.ts'

export type Chain = {
  name: string
  domain: string
  /** E.164 digits of one number for all places of the chain; null if each has its own. */
  sharedPhone: number | null
}

const text = z.string().min(1)
const rows = readTable('demo-chains.txt', z.tuple([text, text, text, z.string().regex(/^(\d{3}-555-01\d{2})?$/)]))

const chains = rows.map(([name, category, domain, phone]) => ({
  category,
  name,
  domain: `${domain}.example`,
  sharedPhone: phone === '' ? null : Number(`1${phone.replaceAll('-', '')}`),
}))

const chainsByCategory = Map.groupBy(chains, chain => chain.category)
export const chainsOf = (category: string): readonly Chain[] => chainsByCategory.get(category) ?? []

export const chainPhones: readonly number[] = chains.flatMap(({ sharedPhone }) => sharedPhone ?? [])
