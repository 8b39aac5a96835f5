import { getExamples } from '#contract/places/examples.ts'
import { getMapStyle, getTowns } from '#contract/places/towns.ts'
import { getPublicExample, previewInPublic } from '#contract/searches/public-preview.ts'
import { compareSearch, getReceipt } from '#contract/searches/receipts.ts'
import { getSearchCategories } from '#contract/searches/search-categories.ts'
import { previewAreaSearch, previewSearch } from '#contract/searches/search-preview.ts'
import * as contract from '#contract/searches/searches.ts'
import { suggest, suggestInPublic } from '#contract/searches/suggestions.ts'
import type { Deps } from '#server/features/deps.ts'
import { accepted, type Serve } from '#server/http/serve.ts'
import { mapStylesOf } from '#server/platform/config/config.ts'
import { countCategories } from './count-categories.usecases.ts'
import { findExamples } from './examples.usecases.ts'
import { nextPage } from './next-page.usecases.ts'
import { getSearch, getSearches } from './own-searches.usecases.ts'
import { previewSearch as preview } from './preview-search.usecases.ts'
import { previewExample, previewInPublic as publicPreview } from './public-preview.usecases.ts'
import { compareSearch as compare, readReceipt } from './receipts.usecases.ts'
import { oneSearchOf } from './search-plan.rules.ts'
import { knownAtStart, runSearch } from './searches.usecases.ts'
import { suggest as suggestions, suggestForVisitor, townsIn } from './suggest.usecases.ts'

export function searchRoutes(serve: Serve, deps: Deps): void {
  serve(
    contract.runSearch,
    async ({ account, network, body, along: known }) =>
      accepted(await runSearch(deps, { account, network, known }, body), 'requiresConfirmation'),
    knownAtStart,
  )
  serve(previewSearch, async ({ account, network, body }) =>
    accepted(await preview(deps, { account, network }, body), 'errorType'),
  )
  serve(
    contract.runAreaSearch,
    async ({ account, network, body, along: known }) =>
      accepted(await runSearch(deps, { account, network, known }, oneSearchOf(body)), 'requiresConfirmation'),
    knownAtStart,
  )
  serve(previewAreaSearch, async ({ account, network, body }) =>
    accepted(await preview(deps, { account, network }, oneSearchOf(body)), 'errorType'),
  )
  serve(previewInPublic, async ({ network, query }) =>
    accepted(await publicPreview(deps, { ...query, network }), 'errorType'),
  )
  serve(getPublicExample, async () => accepted(await previewExample(deps), 'errorType'))
  serve(suggestInPublic, async ({ network, query }) => ({
    suggestions: await suggestForVisitor(deps, { ...query, network }),
  }))
  serve(getExamples, async () => findExamples(deps))
  serve(suggest, async ({ query }) => ({ suggestions: await suggestions(deps, query) }))
  serve(contract.nextPage, async ({ account, network, query }) => nextPage(deps, { account, network }, query))
  serve(contract.getSearches, async ({ account, query }) => getSearches(deps, account, query))
  serve(contract.getSearch, async ({ account, params }) => getSearch(deps, account, params.id))
  serve(getMapStyle, async () => ({ styles: mapStylesOf(deps.config) }))
  serve(getReceipt, async ({ account, params }) => readReceipt(deps, account, params.id))
  serve(compareSearch, async ({ account, params }) => compare(deps, account, params.id))
  serve(getSearchCategories, async ({ account, params }) => countCategories(deps, account, params.id))
  serve(getTowns, async ({ query }) => ({ towns: townsIn(deps, query) }))
}
