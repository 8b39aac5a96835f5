import { maxShownLeads, type PublicPreview } from '#contract/searches/public-preview.ts'
import type { YesNoFilterName } from '#contract/searches/search-filters.ts'
import { radiusMiles } from '#contract/searches/search-options.ts'
import type { NoPreview } from '#contract/searches/search-preview.ts'
import { SearchCriteria } from '#contract/searches/searches.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import type { CatalogSnapshot } from '#server/catalog/search/catalog.ts'
import type { Deps } from '#server/features/deps.ts'
import { keptAnswer } from '#server/platform/basics/kept-answers.ts'
import type { Network } from '#server/platform/basics/network.ts'
import { limitPerNetwork } from '#server/platform/limits/limited-caller.ts'
import { hitRateLimit } from '#server/platform/limits/rate-limit.ts'
import { catalogSize } from './catalog-size.ts'
import { countPlan } from './count-plan.ts'
import { largestTowns } from './examples.usecases.ts'
import { type PlannedSearch, planSearch } from './plan-search.usecases.ts'
import { noPreviewOf } from './preview-search.usecases.ts'
import { shownInPublic, wholePercent } from './public-preview.rules.ts'
import { understandWhere } from './understand.ts'

/** Enough previews for an office, but too few to copy the catalog with them. */
const visitorLimit = limitPerNetwork({ name: 'previews from your network', limit: 60, windowSeconds: 3600 })

type Words = { category: string; place: string }

/** The preview of a search for visitors: the number of real places, and a few of them with masked contacts. */
export async function previewInPublic(
  deps: Deps,
  { network, ...words }: Words & { network: Network },
): Promise<PublicPreview | NoPreview> {
  await hitRateLimit(deps.db, visitorLimit(network), deps.clock.now())
  return previewWords(deps, await deps.catalog.refresh(), words)
}

const examples = new WeakMap<CatalogSnapshot, Promise<PublicPreview | NoPreview>>()

/** The preview of a search in the largest loaded town. It is found once for each version of the catalog. */
export async function previewExample(deps: Deps): Promise<PublicPreview | NoPreview> {
  const snapshot = await deps.catalog.refresh()
  const example = await keptAnswer(examples, snapshot, () => findExample(deps, snapshot))
  // Places that are being prepared are there at the next call.
  if ('errorType' in example) examples.delete(snapshot)
  return example
}

/** The first of the usual examples that finds something, or else why the last one finds nothing. */
async function findExample(deps: Deps, snapshot: CatalogSnapshot): Promise<PublicPreview | NoPreview> {
  const [place = 'Boulder, CO'] = largestTowns(deps, snapshot)
  for (const category of ['Restaurants', 'Plumbers']) {
    const preview = await previewWords(deps, snapshot, { category, place })
    const isFound = 'leads' in preview ? preview.leads.length > 0 : preview.errorType !== 'CATEGORY_UNSURE'
    if (isFound) return preview
  }
  return previewWords(deps, snapshot, { category: 'Dentists', place })
}

async function previewWords(
  deps: Deps,
  known: CatalogSnapshot,
  { category, place }: Words,
): Promise<PublicPreview | NoPreview> {
  const criteria = SearchCriteria.parse({
    businessCategory: category,
    location: place,
    radius: radiusMiles.default,
  })
  try {
    const where = understandWhere(deps.catalog, criteria)
    return await previewPlan(deps, await planSearch(deps, known, criteria, { onlyReal: true, where }))
  } catch (error) {
    const { errorType, message } = noPreviewOf(error)
    return { errorType, message: errorType === 'AREA_NOT_LOADED' ? notLoaded(deps, criteria) : message }
  }
}

async function previewPlan(deps: Deps, { plan, understood, snapshot }: PlannedSearch): Promise<PublicPreview> {
  const [found, ways, catalog] = await Promise.all([
    deps.catalog.places.search(plan, { after: null, limit: maxShownLeads }),
    countWaysToReach(deps, snapshot, plan),
    catalogSize(deps, snapshot),
  ])
  return {
    category: understood.category.label,
    place: understood.location.label,
    radius: understood.radius,
    ...ways,
    leads: found.places.map(place => shownInPublic(place, snapshot)),
    catalog,
  }
}

/** Searches do not load whole states. */
function notLoaded({ catalog, config }: Deps, criteria: SearchCriteria): string {
  const { label, statewide } = understandWhere(catalog, criteria).location
  const isLoadedLater = config.PLACES_AUTO_LOAD && !statewide
  return `${label.split(',')[0]} is not loaded yet.${isLoadedLater ? ' Sign up, and it loads during your first search.' : ''}`
}

async function countWaysToReach(
  deps: Deps,
  snapshot: CatalogSnapshot,
  plan: SearchPlan,
): Promise<Pick<PublicPreview, 'matches' | 'shares'>> {
  const matches = await countPlan(deps, snapshot, plan)
  if (matches === 0) return { matches, shares: null }
  const shareWith = async (filter: YesNoFilterName) => {
    const having = await countPlan(deps, snapshot, { ...plan, filters: { ...plan.filters, [filter]: true } })
    return wholePercent(having, matches)
  }
  const [phone, website, email] = await Promise.all(
    (['hasPhoneNumber', 'hasWebsite', 'hasEmail'] as const).map(shareWith),
  )
  return { matches, shares: { phone: phone ?? 0, website: website ?? 0, email: email ?? 0 } }
}
