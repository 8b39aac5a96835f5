import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/public-api/api-v1.ts'
import { callMcp } from '#contract/public-api/mcp.ts'
import type { ConfirmationNeeded, SearchCriteria, SearchResult } from '#contract/searches/searches.ts'
import type { Deps } from '#server/features/deps.ts'
import { nextPage } from '#server/features/searches/next-page.usecases.ts'
import { getSearch, pageOfSearches } from '#server/features/searches/own-searches.usecases.ts'
import { previewOrRefuse } from '#server/features/searches/preview-search.usecases.ts'
import type { Page } from '#server/features/searches/search-page.ts'
import { oneSearchOf } from '#server/features/searches/search-plan.rules.ts'
import { runSearch } from '#server/features/searches/searches.usecases.ts'
import { sendPrepared } from '#server/http/prepared-answer.ts'
import { accepted, serving } from '#server/http/serve.ts'
import { exportLeads } from '#server/leads/export.usecases.ts'
import { pageOfLeads } from '#server/leads/lead-list.usecases.ts'
import { readLead } from '#server/leads/read-leads.usecases.ts'
import { readUsage } from '#server/money/usage/usage.usecases.ts'
import { claimKey } from './answer-once.usecases.ts'
import { askedOf, type Write, writeOnce } from './api-v1-write.ts'
import { apiDescription } from './openapi.ts'

/** The public API, and MCP: the same use cases as the screens, with API keys instead of sessions. */
export function apiV1Routes(app: FastifyInstance, deps: Deps): void {
  const serve = serving(app, deps)
  app.get('/api/v1/openapi.json', async (request, reply) =>
    sendPrepared(request, reply.type('application/json; charset=utf-8'), apiDescription()),
  )
  serve(contract.getUsage, async ({ account }) => readUsage(deps, account))
  serve(contract.previewSearch, async ({ account, network, body }) => previewOrRefuse(deps, { account, network }, body))
  serve(contract.previewAreaSearch, async ({ account, network, body }) =>
    previewOrRefuse(deps, { account, network }, oneSearchOf(body)),
  )
  const searchOnce = async (call: Write, criteria: SearchCriteria) => {
    const answer = await writeOnce<SearchResult | ConfirmationNeeded>(deps, call, inSameTransaction =>
      runSearch(deps, call, criteria, inSameTransaction),
    )
    return accepted(answer, 'requiresConfirmation')
  }
  serve(contract.createSearch, async call => searchOnce(call, call.body))
  serve(contract.createAreaSearch, async call => searchOnce(call, oneSearchOf(call.body)))
  serve(contract.loadNextPage, async call => {
    const asked = { searchId: call.params.searchId, pageToken: call.body.pageToken }
    return writeOnce<Page>(deps, call, inSameTransaction => nextPage(deps, call, asked, inSameTransaction))
  })
  serve(contract.listSearches, async ({ account, query }) => pageOfSearches(deps, account, query))
  serve(contract.getSearch, async ({ account, params }) => (await getSearch(deps, account, params.searchId)).search)
  serve(contract.listLeads, async ({ account, query }) => pageOfLeads(deps, account, query))
  serve(contract.getLead, async ({ account, params }) => readLead(deps, account, params.leadId))
  serve(contract.createExport, async call => {
    await claimKey(deps, askedOf(call))
    return exportLeads(deps, call, call.body)
  })
  serve(callMcp, async call => {
    // The library needs 20 MB of memory, so it is loaded when the first message arrives.
    const { answerMcp } = await import('./mcp-server.ts')
    return answerMcp(deps, call)
  })
}
