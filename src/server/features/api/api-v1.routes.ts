import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/public-api/api-v1.ts'
import type { ConfirmationNeeded, SearchCriteria, SearchResult } from '#contract/searches/searches.ts'
import type { Deps } from '#server/features/deps.ts'
import { nextPage } from '#server/features/searches/next-page.usecases.ts'
import { getSearch, pageOfSearches } from '#server/features/searches/own-searches.usecases.ts'
import { previewOrRefuse } from '#server/features/searches/preview-search.usecases.ts'
import type { Page } from '#server/features/searches/search-page.ts'
import { oneSearchOf } from '#server/features/searches/search-plan.rules.ts'
import { runSearch } from '#server/features/searches/searches.usecases.ts'
import { serve } from '#server/http/serve.ts'
import { exportLeads } from '#server/leads/export.usecases.ts'
import { pageOfLeads } from '#server/leads/lead-list.usecases.ts'
import { readLead } from '#server/leads/read-leads.usecases.ts'
import { readUsage } from '#server/money/usage/usage.usecases.ts'
import { answerOnce, claimKey } from './answer-once.usecases.ts'
import { askedOf, currentAnswer, pullerOf, type Write } from './api-v1-write.ts'
import { apiDescription } from './openapi.ts'

/** The public API: the same use cases as the screens, with API keys instead of sessions. */
export function apiV1Routes(app: FastifyInstance, deps: Deps): void {
  app.get('/api/v1/openapi.json', async (_request, reply) => {
    void reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8')
    return apiDescription()
  })
  serve(app, deps, contract.getUsage, async ({ account }) => ({ status: 200, body: await readUsage(deps, account) }))
  serve(app, deps, contract.previewSearch, async ({ account, network, body }) => ({
    status: 200,
    body: await previewOrRefuse(deps, { account, network }, body),
  }))
  serve(app, deps, contract.previewAreaSearch, async ({ account, network, body }) => ({
    status: 200,
    body: await previewOrRefuse(deps, { account, network }, oneSearchOf(body)),
  }))
  const searchOnce = async (call: Write, criteria: SearchCriteria) => {
    const once = await answerOnce<SearchResult | ConfirmationNeeded>(deps, askedOf(call), inSameTransaction =>
      runSearch(deps, pullerOf(call), criteria, inSameTransaction),
    )
    const answer = await currentAnswer(deps, call, once)
    return 'requiresConfirmation' in answer
      ? ({ status: 202, body: answer } as const)
      : ({ status: 200, body: answer } as const)
  }
  serve(app, deps, contract.createSearch, async call => searchOnce(call, call.body))
  serve(app, deps, contract.createAreaSearch, async call => searchOnce(call, oneSearchOf(call.body)))
  serve(app, deps, contract.loadNextPage, async call => {
    const asked = { searchId: call.params.searchId, pageToken: call.body.pageToken }
    const once = await answerOnce<Page>(deps, askedOf(call), inSameTransaction =>
      nextPage(deps, pullerOf(call), asked, inSameTransaction),
    )
    return { status: 200, body: await currentAnswer(deps, call, once) }
  })
  serve(app, deps, contract.listSearches, async ({ account, query }) => ({
    status: 200,
    body: await pageOfSearches(deps, account, query),
  }))
  serve(app, deps, contract.getSearch, async ({ account, params }) => ({
    status: 200,
    body: (await getSearch(deps, account, params.searchId)).search,
  }))
  serve(app, deps, contract.listLeads, async ({ account, query }) => ({
    status: 200,
    body: await pageOfLeads(deps, account, query),
  }))
  serve(app, deps, contract.getLead, async ({ account, params }) => ({
    status: 200,
    body: await readLead(deps, account, params.leadId),
  }))
  serve(app, deps, contract.createExport, async call => {
    await claimKey(deps, askedOf(call))
    return { status: 200, body: await exportLeads(deps, pullerOf(call), call.body) }
  })
}
