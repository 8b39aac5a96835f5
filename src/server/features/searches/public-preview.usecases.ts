import { maxShownLeads, type PublicPreview, smallestShown } from '#contract/searches/public-preview.ts'
import type { YesNoFilterName } from '#contract/searches/search-filters.ts'
import { radiusMiles } from '#contract/searches/search-options.ts'
import { MentionedError, type NoPreview } from '#contract/searches/search-preview.ts'
import { SearchCriteria } from '#contract/searches/searches.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import type { Deps } from '#server/features/deps.ts'
import type { Network } from '#server/platform/basics/network.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { hitRateLimit, type RateLimit } from '#server/platform/limits/rate-limit.ts'
import { catalogSize } from './catalog-size.ts'
import { countPlan } from './count-plan.ts'
import { planSearch } from './plan-search.usecases.ts'
import { shownInPublic, wholePercent } from './public-preview.rules.ts'

/** Enough previews for an office, but too few to copy the catalog with them. */
const visitorLimit = (network: Network): RateLimit => ({
  name: 'previews from your network',
  key: network,
  limit: 60,
  windowSeconds: 3600,
})

/** The preview of a search for visitors: the number of places, and a few of them with masked contacts. */
export async function previewInPublic(
  deps: Deps,
  { category, place, network }: { category: string; place: string; network: Network },
): Promise<PublicPreview | NoPreview> {
  await hitRateLimit(deps.db, visitorLimit(network), deps.clock.now())
  const known = await deps.catalog.refresh()
  const criteria = SearchCriteria.parse({
    businessCategory: category,
    location: place,
    radius: radiusMiles.default,
  })
  try {
    const { plan, understood, snapshot } = await planSearch(deps, known, criteria, { countsChoices: false })
    const [found, { matches, shares }, catalog] = await Promise.all([
      deps.catalog.places.search(plan, { after: null, limit: maxShownLeads }),
      countWaysToReach(deps, snapshot, plan),
      catalogSize(deps, snapshot),
    ])
    return {
      category: understood.category.label,
      place: understood.location.label,
      radius: understood.radius,
      matches,
      shares,
      leads: found.places.map(shownInPublic),
      isSample: !plan.withoutSample,
      catalog,
    }
  } catch (error) {
    const { data: errorType } = MentionedError.safeParse(error instanceof Refusal ? error.errorType : null)
    if (errorType === undefined || !(error instanceof Refusal)) throw error
    return { errorType, message: error.message }
  }
}

async function countWaysToReach(
  deps: Deps,
  snapshot: CatalogSnapshot,
  plan: SearchPlan,
): Promise<Pick<PublicPreview, 'matches' | 'shares'>> {
  const matches = await countPlan(deps, snapshot, plan)
  if (matches < smallestShown) return { matches: null, shares: null }
  const shareWith = async (filter: YesNoFilterName) => {
    const having = await countPlan(deps, snapshot, { ...plan, filters: { ...plan.filters, [filter]: true } })
    return wholePercent(having, matches)
  }
  const [phone, website, email] = await Promise.all(
    (['hasPhoneNumber', 'hasWebsite', 'hasEmail'] as const).map(shareWith),
  )
  return { matches, shares: { phone: phone ?? 0, website: website ?? 0, email: email ?? 0 } }
}
