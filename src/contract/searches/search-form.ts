import { z } from 'zod'
import { whenMissing } from '../messages.ts'
import { locationMessage, Outline } from './search-areas.ts'
import { filterFields } from './search-filter-schemas.ts'
import { radiusMiles } from './search-options.ts'

export const SortBy = z.enum(['relevance', 'rating', 'name'])
export type SortBy = z.infer<typeof SortBy>

export const categoryMessage = 'Please enter a business category, industry or search term'
export const maxCategoryLength = 200
export const CategoryWords = z
  .string(whenMissing(categoryMessage))
  .trim()
  .min(2, categoryMessage)
  .max(maxCategoryLength)
export const Radius = z.number(whenMissing('Please select a radius')).int().min(radiusMiles.min).max(radiusMiles.max)

/** What the search form holds, before it becomes `SearchCriteria`. */
export const SearchForm = z.object({
  businessType: CategoryWords,
  /** One place, or several with semicolons between them. */
  location: z.string(whenMissing(locationMessage)).trim().min(2, locationMessage).max(20_000),
  /** Drawn areas. The location names the first one "Drawn area 1". */
  outlines: z.array(Outline),
  radius: Radius,
  ...filterFields,
  skipOwned: z.boolean(),
  /** Empty: no limit. */
  maxNewPulls: z
    .string()
    .trim()
    .regex(/^(?:[1-9]\d{0,5}|[1-9]\d{0,2},\d{3})?$/, 'Enter a number from 1 to 999,999, or nothing'),
  sortBy: SortBy,
})
export type SearchForm = z.infer<typeof SearchForm>
