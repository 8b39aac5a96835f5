import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/api-v1.ts'
import type { ConfirmationNeeded, SearchResult } from '#contract/searches.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { exportLeads } from '#server/features/leads/export.usecases.ts'
import { pageOfLeads } from '#server/features/leads/lead-list.usecases.ts'
import { currentLeadsOf } from '#server/features/leads/leads.usecases.ts'
import { getSearch, pageOfSearches } from '#server/features/searches/own-searches.usecases.ts'
import type { Puller } from '#server/features/searches/pull-limit.usecases.ts'
import { nextPage, type Page, runSearch } from '#server/features/searches/searches.usecases.ts'
import { serve } from '#server/http/serve.ts'
import { readUsage } from '#server/money/usage/usage.usecases.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { pathOf } from '#server/platform/basics/url-path.ts'
import { answerOnce, type Asked, claimKey, type Once } from './answer-once.usecases.ts'
import { describeApi } from './openapi.ts'

/** The public API: the same use cases as the screens, with API keys instead of sessions. */
export function apiV1Routes(app: FastifyInstance, deps: Deps): void {
  const description = JSON.stringify(describeApi())
  app.get('/api/v1/openapi.json', async (_request, reply) => {
    void reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8')
    return description
  })
  serve(app, deps, contract.getUsage, async ({ account }) => ({ status: 200, body: await readUsage(deps, account) }))
  serve(app, deps, contract.createSearch, async call => {
    const once = await answerOnce<SearchResult | ConfirmationNeeded>(deps, askedOf(call), inSameTransaction =>
      runSearch(deps, pullerOf(call), call.body, inSameTransaction),
    )
    const answer = await currentAnswer(deps, call, once)
    return 'requiresConfirmation' in answer ? { status: 202, body: answer } : { status: 200, body: answer }
  })
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
  serve(app, deps, contract.createExport, async call => {
    await claimKey(deps, askedOf(call))
    return { status: 200, body: await exportLeads(deps, call.account, call.body) }
  })
}

const pullerOf = ({ request, account }: Write): Puller => ({ account, address: request.ip })

type Write = { request: FastifyRequest; account: Account; body: unknown }

function askedOf({ request, account, body }: Write): Asked {
  const given = request.headers['idempotency-key']
  const key = contract.IdempotencyKey.optional().safeParse(given)
  if (!key.success) {
    const message = 'Invalid Idempotency-Key'
    throw new Refusal('INVALID_REQUEST', { message, issues: [{ path: 'Idempotency-Key', message }] })
  }
  return {
    userId: account.id,
    idempotencyKey: key.data,
    what: [request.method, pathOf(request.url), body],
  }
}

/**
 * A repeated response is marked as such, and its leads are current: a business may be on the do-not-contact list by
 * now.
 */
async function currentAnswer<Answer extends object>(
  deps: Deps,
  { reply, account }: { reply: FastifyReply; account: Account },
  { answer, isRepeated }: Once<Answer>,
): Promise<Answer> {
  if (!isRepeated) return answer
  void reply.header('idempotency-replayed', 'true')
  return hasLeads(answer) ? { ...answer, leads: await currentLeadsOf(deps, account, answer.leads) } : answer
}

const hasLeads = (answer: object): answer is Pick<Page, 'leads'> => 'leads' in answer
