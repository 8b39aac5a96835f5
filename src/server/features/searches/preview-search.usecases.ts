import {
  countedChoices,
  maxCountedAreas,
  maxComparedMatches,
  maxRelated,
  maxTownsWithMatches,
  NoPreview,
  type SearchPreview,
} from '#contract/searches/search-preview.ts'
import type { SearchCriteria } from '#contract/searches/searches.ts'
import type { Requester } from '#server/accounts/sessions/session.usecases.ts'
import { relatedSenses } from '#server/catalog/kinds/category-index.ts'
import type { LeftOutPlaces } from '#server/catalog/place/places-provider.ts'
import type { Deps } from '#server/features/deps.ts'
import { countOwned, leftOutFor } from '#server/leads/owned-places.usecases.ts'
import { readQuota } from '#server/money/usage/usage.usecases.ts'
import { limitsOfAccount } from '#server/platform/limits/limited-caller.ts'
import { countAgainst, forgiveHit, hitAll } from '#server/platform/limits/rate-limit.ts'
import { countMatches, countPlan } from './count-plan.ts'
import { assertInPlan, loadedTowns, type PlannedSearch, planSearch } from './plan-search.usecases.ts'
import { searchesOf } from './search-plan.rules.ts'
import { inEachAreaOnce } from './understand.ts'

/** Previews are free, and show how many businesses there are. */
const unconfirmedLimit = { name: 'search previews', limit: 60, windowSeconds: 3600, isLiftedByEmail: true } as const

/** Counts a preview, unless the same was counted before: a repetition shows nothing new. */
async function countPreview({ db, clock }: Deps, requester: Requester, asked: SearchCriteria): Promise<void> {
  const now = clock.now()
  const { windowSeconds } = unconfirmedLimit
  const same = { name: 'same preview', key: JSON.stringify([requester.account.id, asked]), limit: 1, windowSeconds }
  if ((await countAgainst(db, same, now)).isRefused) return
  await hitAll(db, limitsOfAccount(requester, unconfirmedLimit), now).catch(async (error: unknown) => {
    await forgiveHit(db, same)
    throw error
  })
}

/**
 * Estimates what a search would find, and what it would cost at most. Costs nothing and stores nothing. The search
 * itself may cost less, because it also gives possible duplicates of the user's leads for free.
 */
export async function previewSearch(
  deps: Deps,
  requester: Requester,
  criteria: SearchCriteria,
): Promise<SearchPreview | NoPreview> {
  return previewOrRefuse(deps, requester, criteria).catch(noPreviewOf)
}

/** The reason why there is no preview. Throws errors that are no such reason. */
export function noPreviewOf(error: unknown): NoPreview {
  const refusal = NoPreview.safeParse(error)
  if (!refusal.success) throw error
  return refusal.data
}

/** Like `previewSearch`, but throws the refusals that the search would throw. */
export async function previewOrRefuse(deps: Deps, requester: Requester, asked: SearchCriteria): Promise<SearchPreview> {
  const { account } = requester
  const now = deps.clock.now()
  if (!account.isEmailVerified) await countPreview(deps, requester, asked)
  assertInPlan(deps, account, asked)
  const { criteria, where } = inEachAreaOnce(deps.catalog, asked, account.tier)
  const planned = await planSearch(deps, await deps.catalog.refresh(), criteria, { where })
  const { plan, understood, area, snapshot } = planned
  const leftOut = await leftOutFor(deps, account, snapshot, criteria)
  const withOwned = { ...leftOut, without: undefined }
  const { returned, doNotContact } = leftOut
  const [counts, all] = await Promise.all([
    deps.catalog.places.count(plan, { atMost: maxComparedMatches, choices: countedChoices, ...withOwned }),
    doNotContact && deps.catalog.places.count(plan, { atMost: 0, returned }),
  ])
  const [{ owned, known }, quota] = await Promise.all([
    countOwned(deps, account, counts),
    readQuota(deps.db, account, now),
  ])
  const pulls = counts.total - (owned ?? 0) - (criteria.skipOwned ? (known ?? 0) : 0)
  const isEmpty = counts.total === 0 || (criteria.skipOwned && pulls === 0)
  return {
    understood,
    matches: counts.total,
    filterCounts: countedChoices.map(({ name, value }, index) => ({
      name,
      value,
      matches: counts.choices[index] ?? 0,
    })),
    areas: criteria.areas === undefined ? [] : await countByArea(deps, planned, withOwned),
    related: counts.total === 0 ? await relatedKinds(deps, planned, criteria, leftOut) : [],
    towns: counts.total === 0 ? await townsWithMatches(deps, planned, criteria, leftOut) : [],
    owned,
    known,
    doNotContact: all === undefined ? 0 : all.total - counts.total,
    searches: isEmpty ? 0 : searchesOf(criteria),
    pulls: Math.min(pulls, criteria.maxNewPulls ?? Infinity),
    pullsLeft: quota.remainingContactPulls,
    coverage: area.status === 'full' ? 'full' : 'partial',
    isSample: !plan.withoutSample,
  }
}

/** Counts the areas one after the other, so that a long list does not take all database connections. */
async function countByArea(
  deps: Deps,
  { plan, parts, snapshot }: PlannedSearch,
  leftOut: LeftOutPlaces,
): Promise<SearchPreview['areas']> {
  const counted: SearchPreview['areas'] = []
  for (const { label, anyOf } of parts.slice(0, maxCountedAreas))
    counted.push({ label, matches: await countPlan(deps, snapshot, { ...plan, where: { anyOf } }, leftOut) })
  return counted
}

const MAX_TOWNS_COUNTED = 8

/** The nearest towns outside the searched circle in which the same search finds real places. */
async function townsWithMatches(
  deps: Deps,
  { plan, snapshot }: PlannedSearch,
  criteria: SearchCriteria,
  leftOut: LeftOutPlaces,
): Promise<SearchPreview['towns']> {
  if (criteria.areas !== undefined) return []
  const towns = loadedTowns(deps, snapshot, {
    where: plan.where,
    beyondMiles: criteria.radius,
    isSampleShown: false,
    limit: MAX_TOWNS_COUNTED,
  })
  const found: SearchPreview['towns'] = []
  // Count one after the other, because the first towns are often enough.
  for (const { location, miles } of towns) {
    const matches = await countMatches(deps, snapshot, { ...criteria, location }, leftOut)
    if (matches !== null && matches > 0) found.push({ location, miles, matches })
    if (found.length === maxTownsWithMatches) break
  }
  return found
}

const MAX_RELATED_COUNTED = 8

/** Related kinds of business that the same area has, if the searched kind has none there. Most matches first. */
async function relatedKinds(
  deps: Deps,
  { plan: { what }, snapshot }: PlannedSearch,
  criteria: SearchCriteria,
  leftOut: LeftOutPlaces,
): Promise<SearchPreview['related']> {
  if (!('categoryIds' in what)) return []
  const senses = relatedSenses(snapshot.categories, what).slice(0, MAX_RELATED_COUNTED)
  const counted = await Promise.all(
    senses.map(async ({ label: category }) => {
      const matches = await countMatches(deps, snapshot, { ...criteria, businessCategory: category }, leftOut)
      return { category, matches: matches ?? 0 }
    }),
  )
  return counted
    .filter(({ matches }) => matches > 0)
    .toSorted((a, b) => b.matches - a.matches)
    .slice(0, maxRelated)
}
