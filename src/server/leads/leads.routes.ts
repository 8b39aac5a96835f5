import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/leads/leads.ts'
import * as sites from '#contract/leads/site-facts.ts'
import { serve } from '#server/http/serve.ts'
import type { Deps } from './deps.ts'
import { exportLeads, previewExport } from './export.usecases.ts'
import { listOrPageLeads, pointsOfSearch, summarizeOwnLeads } from './lead-list.usecases.ts'
import { checkSites, countUncheckedOf, pauseChecks, readLeadSite, siteCheckProgress } from './site-checks.usecases.ts'

export function leadRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.getLeads, async ({ account, query }) => listOrPageLeads(deps, account, query))
  serve(app, deps, contract.getLeadSummary, async ({ account, query }) => summarizeOwnLeads(deps, account, query))
  serve(app, deps, contract.getSearchPoints, async ({ account, params }) => ({
    points: await pointsOfSearch(deps, account, params.id),
  }))
  serve(app, deps, contract.exportLeads, async ({ account, network, body }) =>
    exportLeads(deps, { account, network }, body),
  )
  serve(app, deps, contract.previewExport, async ({ account, body }) => previewExport(deps, account, body))
  serve(app, deps, sites.getSiteCheckProgress, async ({ account, query }) =>
    siteCheckProgress(deps, account, query.since),
  )
  serve(app, deps, sites.getUncheckedSites, async ({ account, query }) => countUncheckedOf(deps, account, query))
  serve(app, deps, sites.pauseSiteChecks, async caller => pauseChecks(deps, caller))
  serve(app, deps, sites.getLeadSite, async ({ account, params }) => readLeadSite(deps, account, params.id))
  serve(app, deps, sites.checkSites, async ({ account, network, body }) => checkSites(deps, { account, network }, body))
}
