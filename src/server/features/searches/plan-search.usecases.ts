import type { AreaLoad } from '#contract/area-load.ts'
import type { CategoryChoice } from '#contract/errors.ts'
import {
  allowsFeature,
  allowsPolygons,
  areasMessage,
  drawnAreasMessage,
  featureMessages,
  plans,
} from '#contract/plans.ts'
import type { SearchCriteria, Understood } from '#contract/searches/searches.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import { makeSamples } from '#server/catalog/demo/demo-catalog.usecases.ts'
import { filtersOf, noFilters } from '#server/catalog/place/search-filters.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import { loadMissingPlaces, type MissingPlaces } from '#server/catalog/pull/area-load.usecases.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import { type AreaCoverage, coverageOfArea, nearestLoadedTowns } from '#server/catalog/search/coverage.ts'
import { loadStarterData } from '#server/catalog/starter/starter-data.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { leftOutFor } from '#server/leads/owned-places.usecases.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { LimitedCaller } from '#server/platform/limits/limited-caller.ts'
import type { PlaceChoice } from '#words/index.ts'
import { usesAdvancedFilters } from './search-plan.rules.ts'
import {
  type CategoryQuestion,
  hasMoreAreasThan,
  type SearchedPart,
  type Sought,
  understandWhat,
  understandWhere,
  type Where,
} from './understand.ts'

export type PlannedSearch = {
  plan: SearchPlan
  area: AreaCoverage
  snapshot: CatalogSnapshot
  parts: SearchedPart[]
  understood: Understood
  /** The load of missing real places, if there is one. */
  load: AreaLoad | null
}

/** Throws a refusal if the account's plan does not include the filters or areas. */
export function assertInPlan({ catalog }: Deps, { tier }: Account, criteria: SearchCriteria): void {
  if (usesAdvancedFilters(criteria) && !allowsFeature(tier, 'advancedFilters'))
    throw new Refusal('FEATURE_NOT_IN_PLAN', { message: featureMessages.advancedFilters })
  const hasOutline = criteria.areas?.some(area => 'polygon' in area) === true
  if (hasOutline && !allowsPolygons(tier)) throw new Refusal('FEATURE_NOT_IN_PLAN', { message: drawnAreasMessage })
  if (hasMoreAreasThan(catalog, criteria, plans[tier].areasPerSearch))
    throw new Refusal('FEATURE_NOT_IN_PLAN', { message: areasMessage })
}

type PlanOptions = {
  /** The user who searches. A question about the category then says how many businesses each choice finds. */
  searcher?: LimitedCaller
  /** True to search real places only. Then no samples are made. */
  onlyReal?: boolean
  /** The areas that the criteria mean, if they were already looked up. */
  where?: Where | undefined
  /** The saved search whose news is wanted. By default, all places are searched. */
  newsOf?: number | undefined
}

/**
 * Turns the words of a search into a plan. Throws a refusal, which may be a question to the user. The first search in
 * an area without real places makes its sample places, or loads the starter data. So the returned snapshot may be newer
 * than `known`.
 */
export async function planSearch(
  deps: Deps,
  known: CatalogSnapshot,
  criteria: SearchCriteria,
  { searcher, onlyReal = false, where: searched, newsOf }: PlanOptions = {},
): Promise<PlannedSearch> {
  const { parts, location, radius } = searched ?? understandWhere(deps.catalog, criteria)
  const where = { anyOf: parts.flatMap(({ anyOf }) => anyOf) }
  const isSampleShown = deps.config.DEMO_CATALOG && !onlyReal
  const coveredIn = (catalog: CatalogSnapshot) => coverageOfArea(deps.catalog, catalog, { where, isSampleShown })
  const starter = await loadStarterData(deps, known, where)
  const samples = coveredIn(starter.snapshot).withoutSample ? starter : await makeSamples(deps, starter.snapshot, where)
  const { snapshot } = samples
  const isUnderWay = starter.isUnderWay || samples.isUnderWay
  const area = coveredIn(snapshot)
  const wanted = radius === null || parts.length > 1 ? location.label : `${radius} miles around ${location.label}`
  const { load, refusal = 'We have no places there.' }: MissingPlaces =
    searcher === undefined
      ? { load: null }
      : await loadMissingPlaces(deps, { caller: searcher, area: wanted, where, snapshot })
  // The same search would find more of them later.
  if (isUnderWay) throw new Refusal('AREA_BEING_PREPARED', { retryAfterSeconds: 1 })
  if (area.status === 'none')
    throw new Refusal('AREA_NOT_LOADED', {
      message: `${location.label} is not loaded yet. ${refusal}`,
      ...loadedNearby(deps, snapshot, where),
      ...(load !== null && { load }),
    })
  const filters = filtersOf(criteria, deps.clock.now())
  const planOf = ({ what }: Sought): SearchPlan => ({
    what,
    where,
    // For news, the filter by day is only shown to the user, and does not select places.
    filters: newsOf === undefined ? filters : { ...filters, firstSeenWithinDays: noFilters.firstSeenWithinDays },
    sortBy: criteria.sortBy,
    withoutSample: area.withoutSample,
    newsOf,
  })
  const understood = understandWhat(deps.catalog, snapshot, criteria)
  if ('choices' in understood && searcher === undefined && !criteria.acceptGuess)
    throw new Refusal('CATEGORY_UNSURE', { message: understood.message })
  // A guess stays the same, whatever the user already has.
  const asked = criteria.acceptGuess || !('choices' in understood) ? undefined : searcher?.account
  const leftOut = asked && (await leftOutFor(deps, asked, snapshot, criteria))
  const countOf = async (one: Sought): Promise<number> =>
    (await deps.catalog.places.count(planOf(one), { atMost: 0, ...leftOut })).total
  const sought = 'choices' in understood ? await guessOrAsk(understood, criteria, countOf) : understood
  return {
    plan: planOf(sought),
    area,
    snapshot,
    parts,
    understood: {
      category: sought.category,
      location,
      radius,
      areas: criteria.areas === undefined ? [] : parts.map(({ label }) => ({ label })),
    },
    load,
  }
}

const MAX_TOWNS_NEARBY = 3

/** The nearest towns with places, which the user can search instead. */
function loadedNearby(
  deps: Deps,
  snapshot: CatalogSnapshot,
  where: SearchPlan['where'],
): { choices: PlaceChoice[] } | undefined {
  const { DEMO_CATALOG: isSampleShown } = deps.config
  const towns = loadedTowns(deps, snapshot, { where, beyondMiles: 0, isSampleShown, limit: MAX_TOWNS_NEARBY })
  const choices = towns.map(({ location, miles }) => ({
    label: `${location}, ${miles} miles away`,
    location,
  }))
  return choices.length === 0 ? undefined : { choices }
}

/** The towns with places nearest to a circle's middle, beyond `beyondMiles`. Empty for other areas. */
export function loadedTowns(
  { catalog }: Deps,
  { coverage }: CatalogSnapshot,
  { where, ...wanted }: { where: SearchPlan['where']; beyondMiles: number; isSampleShown: boolean; limit: number },
): { location: string; miles: number }[] {
  const [area, ...others] = where.anyOf
  if (area === undefined || !('lat' in area) || others.length > 0) return []
  const towns = nearestLoadedTowns(catalog.gazetteer, coverage, { point: area, ...wanted })
  return towns.map(({ town: { name, state }, miles }) => ({
    location: `${name}, ${state}`,
    miles: Math.round(miles),
  }))
}

/**
 * Asks which category is meant, and says how many businesses each one finds. Those that find none are left out.
 * If the criteria accept a guess, the first category with businesses is used instead.
 */
async function guessOrAsk(
  { message, choices }: CategoryQuestion,
  { acceptGuess }: SearchCriteria,
  countOf: (sought: Sought) => Promise<number>,
): Promise<Sought> {
  const counted: CategoryChoice[] = []
  for (const { label, category, sought } of choices) {
    const count = await countOf(sought)
    if (count === 0 && !('nameWords' in sought.what)) continue
    if (acceptGuess) return sought
    counted.push({ label, category, count })
  }
  throw new Refusal('CATEGORY_UNSURE', { message, choices: counted })
}
