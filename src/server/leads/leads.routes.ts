import * as contract from '#contract/leads/leads.ts'
import * as sites from '#contract/leads/site-facts.ts'
import type { Serve } from '#server/http/serve.ts'
import type { Deps } from './deps.ts'
import { exportLeads, previewExport } from './export.usecases.ts'
import { listOrPageLeads, pointsOfSearch, summarizeOwnLeads } from './lead-list.usecases.ts'
import { checkSites, countUncheckedOf, pauseChecks, readLeadSite, siteCheckProgress } from './site-checks.usecases.ts'

export function leadRoutes(serve: Serve, deps: Deps): void {
  serve(contract.getLeads, async ({ account, query }) => listOrPageLeads(deps, account, query))
  serve(contract.getLeadSummary, async ({ account, query }) => summarizeOwnLeads(deps, account, query))
  serve(contract.getSearchPoints, async ({ account, params }) => ({
    points: await pointsOfSearch(deps, account, params.id),
  }))
  serve(contract.exportLeads, async ({ account, network, body }) => exportLeads(deps, { account, network }, body))
  serve(contract.previewExport, async ({ account, body }) => previewExport(deps, account, body))
  serve(sites.getSiteCheckProgress, async ({ account, query }) => siteCheckProgress(deps, account, query.since))
  serve(sites.getUncheckedSites, async ({ account, query }) => countUncheckedOf(deps, account, query))
  serve(sites.pauseSiteChecks, async caller => pauseChecks(deps, caller))
  serve(sites.getLeadSite, async ({ account, params }) => readLeadSite(deps, account, params.id))
  serve(sites.checkSites, async ({ account, network, body }) => checkSites(deps, { account, network }, body))
}
