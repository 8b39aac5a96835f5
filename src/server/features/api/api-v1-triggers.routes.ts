import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/public-api/api-v1-triggers.ts'
import { newestHits } from '#server/features/alerts/saved-searches.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { newestStatusChanges } from '#server/features/work/read-work.usecases.ts'
import { serve } from '#server/http/serve.ts'
import { pageOfLeads } from '#server/leads/lead-list.usecases.ts'

/** Endpoints to poll, for tools that cannot receive webhooks. */
export function apiV1TriggerRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.pollNewLeads, async ({ account, query }) => ({
    status: 200,
    body: (await pageOfLeads(deps, account, query)).items,
  }))
  serve(app, deps, contract.pollStatusChanges, async ({ account, query }) => ({
    status: 200,
    body: await newestStatusChanges(deps, account, query.limit),
  }))
  serve(app, deps, contract.pollHits, async ({ account, query }) => ({
    status: 200,
    body: await newestHits(deps, account, query.limit),
  }))
}
