import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/public-api/api-v1-facts.ts'
import { matchRows } from '#contract/public-api/api-v1-match.ts'
import type { Deps } from '#server/features/deps.ts'
import { matchOwnRows } from '#server/features/known-businesses/match-rows.usecases.ts'
import { readOwnReports, reportLeads } from '#server/features/reports/reports.usecases.ts'
import { serve } from '#server/http/serve.ts'
import { checkSites, readLeadSite, siteCheckProgress } from '#server/leads/site-checks.usecases.ts'
import { answerWrite, onOnePage, pullerOf } from './api-v1-write.ts'

/** The public API for reports and websites of leads, and for businesses of the user's own. It has the same use cases as the screens. */
export function apiV1FactsRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, matchRows, async ({ account, body }) => ({
    status: 200,
    body: await matchOwnRows(deps, account, body.rows),
  }))
  serve(app, deps, contract.reportLeads, async call => ({
    status: 200,
    body: await answerWrite(deps, call, () => reportLeads(deps, call.account, call.body)),
  }))
  serve(app, deps, contract.getReports, async ({ account }) => {
    const { reports, ...figures } = await readOwnReports(deps, account)
    return { status: 200, body: { ...figures, ...onOnePage(reports) } }
  })
  serve(app, deps, contract.readSites, async call => ({
    status: 202,
    body: await answerWrite(deps, call, () => checkSites(deps, pullerOf(call), call.body)),
  }))
  serve(app, deps, contract.getSiteProgress, async ({ account, query }) => ({
    status: 200,
    body: await siteCheckProgress(deps, account, query.since),
  }))
  serve(app, deps, contract.getLeadSite, async ({ account, params }) => ({
    status: 200,
    body: await readLeadSite(deps, account, params.leadId),
  }))
}
