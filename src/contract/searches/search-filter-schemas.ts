import { z } from 'zod'
import { type FilterName, filterNames, type YesNoFilterName, yesNoFilterNames } from './search-filters.ts'

const IsOn = z.boolean()
const Words = z.string().max(200)
const Choice = z.string()
const eachYesNo = <Schema>(schema: Schema): Record<YesNoFilterName, Schema> =>
  Object.fromEntries(yesNoFilterNames.map(name => [name, schema])) as Record<YesNoFilterName, Schema>

/** In the body of a search. */
export const filterCriteria = {
  minRating: z.number().min(0).max(5).optional(),
  ...eachYesNo(IsOn.default(false)),
  minQuality: z.number().int().min(0).max(100).optional(),
  firstSeenWithinDays: z.number().int().min(1).max(3650).optional(),
  keywords: Words.default(''),
} satisfies Record<FilterName, z.ZodType>

/** In the search form. */
export const filterFields = {
  minRating: Choice,
  ...eachYesNo(IsOn),
  minQuality: Choice,
  firstSeenWithinDays: Choice,
  keywords: Words,
} satisfies Record<FilterName, z.ZodType>

/** A filter that is on, with its value as a search sends it. */
export const UsedFilter = z.object({
  name: z.enum(filterNames),
  value: z.union([z.literal(true), z.number(), z.string()]),
})
export type UsedFilter = z.infer<typeof UsedFilter>

/** The filters that are on. A value of 0, false, or no words means off. */
export const usedFilters = (criteria: Readonly<Record<string, unknown>>): UsedFilter[] =>
  filterNames.flatMap(name => {
    const value = criteria[name]
    return isOn(value) ? { name, value } : []
  })

const isOn = (value: unknown): value is UsedFilter['value'] =>
  value === true || (typeof value === 'number' && value !== 0) || (typeof value === 'string' && value !== '')
