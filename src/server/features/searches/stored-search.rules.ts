import { z } from 'zod'
import { SearchedArea } from '#contract/searches/search-areas.ts'
import { usedFilters } from '#contract/searches/search-filter-schemas.ts'
import { SortBy } from '#contract/searches/search-form.ts'
import { AreaSearchCriteria, type Search, SearchCriteria, SearchNotes } from '#contract/searches/searches.ts'
import { storedFilters } from '#server/catalog/place/search-filters.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import type { Cursor } from './page-token.ts'
import { oneSearchOf } from './search-plan.rules.ts'

/** Increase this when the format of stored plans changes. */
const PLAN_VERSION = 1

const StoredArea = z.union([
  z.object({ lat: z.number(), lon: z.number(), radiusMiles: z.number() }),
  z.object({ state: z.string() }),
  z.object({ county: z.string() }),
  z.object({ zip: z.string(), lat: z.number(), lon: z.number() }),
  z.object({ polygon: z.array(z.number()) }),
])

const StoredPlan = z
  .object({
    version: z.literal(PLAN_VERSION),
    what: z.union([
      z.object({ categoryIds: z.array(z.number().int()), relatedMains: z.array(z.number().int()) }),
      z.object({ nameWords: z.array(z.string()) }),
    ]),
    where: z.object({ anyOf: z.array(StoredArea).min(1) }),
    filters: z.record(z.string(), z.unknown()).transform(storedFilters),
    sortBy: SortBy,
    withoutSample: z.boolean(),
    newsOf: z.number().int().optional(),
  })
  .transform(({ version: _version, ...plan }): SearchPlan => plan)
const StoredCursor = z.object({
  after: z.object({ value: z.union([z.number(), z.string()]), id: z.number().int() }),
  delivered: z.number().int().nonnegative(),
})

export const writePlan = (plan: SearchPlan): string => JSON.stringify({ version: PLAN_VERSION, ...plan })

export type SearchOptions = Pick<
  Search,
  'areas' | 'filters' | 'mainCategoryOnly' | 'withoutCategories' | 'skipOwned' | 'maxNewPulls' | 'sortBy'
>

// Older searches lack the newer options.
const StoredCriteria = z.looseObject({
  areas: z.array(SearchedArea).optional().catch(undefined),
  mainCategoryOnly: z.boolean().catch(false),
  withoutCategories: z.array(z.string()).catch([]),
  skipOwned: z.boolean().catch(false),
  maxNewPulls: z.number().optional().catch(undefined),
  sortBy: SortBy.catch('relevance'),
})

/** The criteria of a stored search, for running it again. Null if this version cannot read them. */
export function readCriteria(stored: unknown): SearchCriteria | null {
  const parts = z.looseObject({ areas: z.unknown().optional(), location: z.unknown() }).safeParse(stored)
  if (!parts.success) return null
  const { location: _location, propertyType: businessCategory, ...others } = parts.data
  const inAreas = { businessCategory, ...others }
  if (inAreas.areas === undefined) return SearchCriteria.safeParse(stored).data ?? null
  const criteria = AreaSearchCriteria.safeParse(inAreas)
  return criteria.success ? oneSearchOf(criteria.data) : null
}

export const optionsOf = (criteria: z.output<typeof StoredCriteria>): SearchOptions => ({
  areas: criteria.areas ?? [],
  filters: usedFilters(criteria),
  mainCategoryOnly: criteria.mainCategoryOnly,
  withoutCategories: criteria.withoutCategories,
  skipOwned: criteria.skipOwned,
  maxNewPulls: criteria.maxNewPulls ?? null,
  sortBy: criteria.sortBy,
})

export type StoredJson = { criteria: unknown; plan: unknown; next: unknown; notes?: unknown }
export type ReadJson = {
  options: SearchOptions
  /** Null if this version cannot read it. The search is listed, but cannot continue. */
  plan: SearchPlan | null
  /** Where the next page begins; null if all pages are loaded, or the search cannot continue. */
  next: Cursor | null
  notes: SearchNotes | null
}

/** Reads stored JSON of this or an earlier version. Never throws, so that an unreadable row does not break a list. */
export function readStoredJson({ criteria, plan, next, notes }: StoredJson): ReadJson {
  const parsed = StoredPlan.safeParse(plan)
  const cursor = StoredCursor.safeParse(next)
  return {
    options: optionsOf(StoredCriteria.parse(criteria ?? {})),
    plan: parsed.data ?? null,
    next: parsed.success && cursor.success ? cursor.data : null,
    notes: SearchNotes.safeParse(notes).data ?? null,
  }
}
