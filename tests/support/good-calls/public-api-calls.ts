import type { FastifyInstance } from 'fastify'
import type { BodyOf } from '#contract/endpoint.ts'
import type { callMcp } from '#contract/public-api/mcp.ts'
import type { Deps } from '#server/features/deps.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import { signUpElite } from '../api-key.ts'
import { seededSearch } from '../seed-town.ts'
import { type GoodCall, type GoodCalls, ownerOfLead, ownerOfSavedSearch, runSearch } from './good-call.ts'

/** The same calls with a key: the path of the public API, with the one of a session that it is like. */
const likeSessions: Record<string, string> = {
  'POST /api/v1/searches/preview': 'POST /api/search/preview',
  'POST /api/v1/area-searches': 'POST /api/area-searches',
  'POST /api/v1/area-searches/preview': 'POST /api/area-searches/preview',
  'GET /api/v1/searches/:searchId/receipt': 'GET /api/searches/:id/receipt',
  'POST /api/v1/searches/:searchId/comparison': 'POST /api/searches/:id/comparison',
  'GET /api/v1/leads/:leadId/work': 'GET /api/leads/:id/work',
  'POST /api/v1/leads/:leadId/notes': 'POST /api/leads/:id/notes',
  'PATCH /api/v1/leads/:leadId/notes/:noteId': 'PATCH /api/leads/:id/notes/:noteId',
  'DELETE /api/v1/leads/:leadId/notes/:noteId': 'DELETE /api/leads/:id/notes/:noteId',
  'POST /api/v1/leads/reports': 'POST /api/leads/reports',
  'GET /api/v1/leads/reports': 'GET /api/leads/reports',
  'POST /api/v1/leads/site-facts': 'POST /api/leads/site-facts',
  'GET /api/v1/leads/site-facts/progress': 'GET /api/leads/site-facts/progress',
  'GET /api/v1/leads/:leadId/site-facts': 'GET /api/leads/:id/site-facts',
  'GET /api/v1/lists': 'GET /api/lists',
  'POST /api/v1/lists': 'POST /api/lists',
  'PATCH /api/v1/lists/:listId': 'PATCH /api/lists/:id',
  'DELETE /api/v1/lists/:listId': 'DELETE /api/lists/:id',
  'GET /api/v1/webhooks': 'GET /api/webhooks',
  'POST /api/v1/webhooks': 'POST /api/webhooks',
  'DELETE /api/v1/webhooks/:webhookId': 'DELETE /api/webhooks/:id',
  'GET /api/v1/saved-searches': 'GET /api/saved-searches',
  'POST /api/v1/saved-searches': 'POST /api/saved-searches',
  'PATCH /api/v1/saved-searches/:savedSearchId': 'PATCH /api/saved-searches/:id',
  'DELETE /api/v1/saved-searches/:savedSearchId': 'DELETE /api/saved-searches/:id',
}

/** A message of the Model Context Protocol, as a client of a 2025 revision sends it. */
const mcpMessage = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} } satisfies BodyOf<typeof callMcp>

const ownCalls: GoodCalls = {
  'GET /api/v1/triggers/new-leads': async () => ({}),
  'GET /api/v1/triggers/status-changes': async () => ({}),
  'GET /api/v1/triggers/hits': async () => ({}),
  'POST /mcp': async () => ({
    options: { headers: { accept: 'application/json, text/event-stream' } },
    body: mcpMessage,
  }),
  'GET /api/v1/leads/:leadId': async (app, deps) => {
    const { as, leadId } = await ownerOfLead(app)
    await grantPlan(deps, { username: as.user.username, tier: 'elite' })
    return { options: { url: `/api/v1/leads/${leadId}` }, as }
  },
  'GET /api/v1/usage': async () => ({}),
  'POST /api/v1/match': async () => ({ body: { rows: [{ name: 'Ann Plumbing', phone: '(303) 440-0099' }] } }),
  'GET /api/v1/searches': async () => ({}),
  'GET /api/v1/lead-news': async () => ({}),
  'POST /api/v1/leads/changes': async (app, deps) => {
    const { as, leadId } = await ownerOfLead(app)
    await grantPlan(deps, { username: as.user.username, tier: 'elite' })
    return { body: { leadIds: [leadId], status: 'contacted' }, as }
  },
  'POST /api/v1/saved-searches/:savedSearchId/searches': async (app, deps) => {
    const { as, url } = await ownerOfSavedSearch(app)
    await grantPlan(deps, { username: as.user.username, tier: 'elite' })
    return { options: { url: `${url.replace('/api/', '/api/v1/')}/searches` }, body: { maxNewPulls: 1 }, as }
  },
  'POST /api/v1/searches': async () => ({ body: seededSearch }),
  'GET /api/v1/searches/:searchId': async (app, deps) => {
    const as = await signUpElite(app, deps)
    const { search } = await runSearch(app, as)
    return { options: { url: `/api/v1/searches/${search.id}` }, as }
  },
  'POST /api/v1/searches/:searchId/next-page': async (app, deps) => {
    const as = await signUpElite(app, deps)
    const { search, nextPageToken } = await runSearch(app, as)
    return { options: { url: `/api/v1/searches/${search.id}/next-page` }, body: { pageToken: nextPageToken }, as }
  },
  'GET /api/v1/leads': async (app, deps) => {
    const as = await signUpElite(app, deps)
    const { search } = await runSearch(app, as)
    return { options: { query: { searchId: String(search.id) } }, as }
  },
  'POST /api/v1/exports': async (app, deps) => {
    const as = await signUpElite(app, deps)
    const { leads } = await runSearch(app, as)
    return { body: { leadIds: leads.map(({ id }) => id) }, as }
  },
}

/** Good calls of the public API. Many are like one of `sessionCalls`. */
export const publicApiCalls = (sessionCalls: GoodCalls): GoodCalls => ({
  ...ownCalls,
  ...Object.fromEntries(
    Object.entries(likeSessions).map(([name, like]) => [
      name,
      async (app: FastifyInstance, deps: Deps) => withKey(deps, await sessionCalls[like]?.(app, deps)),
    ]),
  ),
})

async function withKey(deps: Deps, call: GoodCall = {}): Promise<GoodCall> {
  if (call.as !== undefined) await grantPlan(deps, { username: call.as.user.username, tier: 'elite' })
  const { url } = call.options ?? {}
  return typeof url === 'string'
    ? { ...call, options: { ...call.options, url: url.replace('/api/', '/api/v1/') } }
    : call
}
