import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { z } from 'zod'
import type { LoginInput, ProfileInput, RegisterInput } from '#contract/account.ts'
import type { ApiKey, ApiKeyInput } from '#contract/api-keys.ts'
import type { ContactInput } from '#contract/contact.ts'
import type { BodyOf, Endpoint } from '#contract/endpoint.ts'
import type { KnownFile } from '#contract/known-businesses.ts'
import type { LeadList, LeadListInput } from '#contract/lead-lists.ts'
import type { LeadReportInput } from '#contract/lead-reports.ts'
import type { LeadActionInput, LeadNote, NoteInput } from '#contract/lead-work.ts'
import type { callMcp } from '#contract/mcp.ts'
import type { DatedOwnEntry, OwnEntriesInput } from '#contract/own-suppression.ts'
import type { PlaceLoadInput, ReleaseDecisionInput } from '#contract/place-loads.ts'
import type { SavedSearchChange, SavedSearchInput } from '#contract/saved-searches.ts'
import type { AreaSearchCriteria, SearchResult } from '#contract/searches.ts'
import type {
  BothFactorsInput,
  ChangePasswordInput,
  CodeInput,
  ForgotPasswordInput,
  LinkInput,
  PasswordInput,
  ResetPasswordInput,
  SignedInDevice,
} from '#contract/security.ts'
import type { SiteCheckInput } from '#contract/site-facts.ts'
import type { RemovalInput } from '#contract/suppression.ts'
import type { PageVisitInput } from '#contract/visits.ts'
import type { Webhook, WebhookChange, WebhookInput } from '#contract/webhooks.ts'
import { unsubscribeToken } from '#server/features/alerts/unsubscribe-token.ts'
import type { Deps } from '#server/features/deps.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { newAddress, type SignedIn, signUp } from './app.ts'
import { tokenMailedTo } from './due-jobs.ts'
import { paymentCalls } from './payment-calls.ts'
import { seededSearch } from './seed-town.ts'
import { beginTwoFactor, codeNow, withTwoFactor } from './two-factor.ts'

export type GoodCall = {
  /** The query and other options. */
  options?: InjectOptions
  body?: Record<string, unknown>
  /** The caller, if it is not the test's own user. */
  as?: SignedIn
}

const contactInput = {
  name: 'Ann Lee',
  email: 'ann@example.com',
  subject: 'Custom plan',
  message: 'We need more leads.',
} satisfies ContactInput
const password = 'correct horse battery'
const ownPassword = { currentPassword: password } satisfies PasswordInput
const knownFile = {
  payload: 'Name,Phone\nAnn,(303) 440-0099',
  headers: { 'content-type': 'application/octet-stream' },
}
let names = 0
const newName = (): string => `visitor${++names}`

async function bothFactors(app: FastifyInstance): Promise<GoodCall> {
  const { recoveryCodes, ...as } = await withTwoFactor(app)
  return { body: { ...ownPassword, code: recoveryCodes[0] ?? '' } satisfies BothFactorsInput, as }
}

const areaSearch = {
  businessCategory: seededSearch.businessCategory,
  areas: [{ place: seededSearch.location }],
} satisfies z.input<typeof AreaSearchCriteria>

/** A load of places that a search has started and that has failed. */
async function makeLoad(db: Db, now: Date): Promise<string> {
  const [load] = await db.query<{ key: string }>(
    `INSERT INTO place_load (wish, cells, area, state, created_at, finished_at)
     VALUES ('{}', '{1}', '5 miles around Boulder, CO', 'failed', $1, $1) RETURNING key`,
    [now],
  )
  return load?.key ?? ''
}

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
const apiCalls = Object.fromEntries(
  Object.entries(likeSessions).map(([name, like]) => [
    name,
    (app: FastifyInstance, deps: Deps) => withKey(app, deps, like),
  ]),
)
async function withKey(app: FastifyInstance, deps: Deps, like: string): Promise<GoodCall> {
  const call = await goodCalls[like]?.(app, deps)
  if (call?.as !== undefined) await grantPlan(deps, { username: call.as.user.username, tier: 'elite' })
  const { url } = call?.options ?? {}
  return typeof url === 'string'
    ? { ...call, options: { ...call?.options, url: url.replace('/api/', '/api/v1/') } }
    : { ...call }
}

/** A message of the Model Context Protocol, as a client of a 2025 revision sends it. */
const mcpMessage = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} } satisfies BodyOf<typeof callMcp>

/** One successful call for each endpoint of the contract, on a database filled by `seedTown`. */
export const goodCalls: Record<string, (app: FastifyInstance, deps: Deps) => Promise<GoodCall>> = {
  'GET /api/user': async () => ({}),
  'GET /api/v1/triggers/new-leads': async () => ({}),
  'GET /api/v1/triggers/status-changes': async () => ({}),
  'GET /api/v1/triggers/hits': async () => ({}),
  'POST /mcp': async () => ({
    options: { headers: { accept: 'application/json, text/event-stream' } },
    body: mcpMessage,
  }),
  'POST /api/login': async app => {
    const { user } = await signUp(app, { username: newName() })
    return { body: { username: user.username, password } satisfies LoginInput }
  },
  'POST /api/register': async () => {
    const username = newName()
    return { body: { username, email: `${username}@example.com`, password } satisfies RegisterInput }
  },
  'POST /api/logout': async app => ({ as: await signUp(app) }),
  'POST /api/contact': async () => ({ body: contactInput }),
  'GET /api/support': async () => ({}),
  'PATCH /api/profile': async app => ({
    body: {
      firstName: 'Dana',
      lastName: '',
      email: `${newName()}@example.com`,
      username: newName(),
    } satisfies ProfileInput,
    as: await signUp(app),
  }),
  'POST /api/forgot-password': async () => ({ body: { email: 'nobody@example.com' } satisfies ForgotPasswordInput }),
  'POST /api/reset-password': async app => {
    const { user } = await signUp(app)
    await app.inject({ method: 'POST', url: '/api/forgot-password', payload: { email: user.email } })
    const token = await tokenMailedTo(app, user.email, '/reset-password#')
    return { body: { token, newPassword: 'another long password' } satisfies ResetPasswordInput }
  },
  'POST /api/verify-email': async app => {
    const { user } = await signUp(app)
    return { body: { token: await tokenMailedTo(app, user.email, '/verify-email#') } satisfies LinkInput }
  },
  'POST /api/verify-email/resend': async app => ({ as: await signUp(app) }),
  'POST /api/undo-email': async app => {
    const { user, cookie } = await signUp(app)
    const payload = { email: `${newName()}@example.com` }
    await app.inject({ method: 'PATCH', url: '/api/profile', payload, headers: { cookie } })
    const token = await tokenMailedTo(app, payload.email, '/verify-email#')
    await app.inject({ method: 'POST', url: '/api/verify-email', payload: { token } })
    return { body: { token: await tokenMailedTo(app, user.email, '/verify-email#undo.') } satisfies LinkInput }
  },
  'GET /api/account/security': async app => ({ as: await signUp(app) }),
  'POST /api/account/password': async app => ({
    body: { currentPassword: password, newPassword: 'another long password' } satisfies ChangePasswordInput,
    as: await signUp(app),
  }),
  'GET /api/account/security-events': async app => ({ options: { query: { limit: '20' } }, as: await signUp(app) }),
  'GET /api/account/sessions': async app => ({ as: await signUp(app) }),
  'DELETE /api/account/sessions/:id': async app => {
    const as = await signUp(app)
    const [session] = (await app.inject({ url: '/api/account/sessions', headers: { cookie: as.cookie } })).json<
      SignedInDevice[]
    >()
    return { options: { url: `/api/account/sessions/${session?.id}` }, as }
  },
  'DELETE /api/account/sessions': async app => ({ as: await signUp(app) }),
  'POST /api/account/two-factor': async app => ({ body: ownPassword, as: await signUp(app) }),
  'POST /api/account/two-factor/confirm': async app => {
    const as = await signUp(app)
    const secret = await beginTwoFactor(app, as)
    return { body: { code: codeNow(app, secret) } satisfies CodeInput, as }
  },
  'POST /api/account/two-factor/recovery-codes': bothFactors,
  'POST /api/account/two-factor/remove': bothFactors,
  'POST /api/account/delete': async app => ({ body: ownPassword, as: await signUp(app) }),
  'GET /api/account/data': async app => ({ as: await searcher(app) }),
  'PATCH /api/admin/users/:id': async app => {
    const { user } = await signUp(app)
    return { options: { url: `/api/admin/users/${user.id}` }, body: { isDisabled: true } }
  },
  'DELETE /api/admin/users/:id/sessions': async app => {
    const { user } = await signUp(app)
    return { options: { url: `/api/admin/users/${user.id}/sessions` } }
  },
  'GET /api/admin/security-events': async () => ({ options: { query: { limit: '20' } } }),
  'POST /api/page-visits': async () => ({ body: { page: '/about', referrer: null } satisfies PageVisitInput }),
  'POST /api/removal-requests': async () => ({
    body: { businessName: 'Ann Plumbing', email: `${newName()}@gmail.com` } satisfies RemovalInput,
  }),
  'POST /api/removal-requests/confirm': async (_app, { db, clock }) => {
    const token = randomBytes(32).toString('base64url')
    await db.query(
      `INSERT INTO removal_request (business_name, email, message, status, token_hash, created_at)
       VALUES ('Ann', 'ann@ann-plumbing.example.org', '', 'awaiting_mail', $1, $2)`,
      [createHash('sha256').update(token).digest(), clock.now()],
    )
    return { body: { token } }
  },
  'GET /api/admin/removal-requests': async () => ({}),
  'POST /api/admin/removal-requests/:id': async (_app, { db, clock }) => {
    const [request] = await db.query<{ id: number }>(
      `INSERT INTO removal_request (business_name, email, message, status, created_at)
       VALUES ('Bob', 'bob@gmail.com', '', 'awaiting_admin', $1) RETURNING id`,
      [clock.now()],
    )
    return { options: { url: `/api/admin/removal-requests/${request?.id}` }, body: { decision: 'refuse' } }
  },
  'GET /api/admin/lead-reports': async () => ({}),
  'POST /api/admin/lead-reports/:id': async (app, { db, clock }) => {
    const { as, leadId } = await ownerOfLead(app)
    const [report] = await db.query<{ id: number }>(
      `INSERT INTO lead_report (lead_id, user_id, place_key, reason, state, created_at)
       VALUES ($1, $2, '', 'closed', 'waiting', $3) RETURNING id`,
      [leadId, as.user.id, clock.now()],
    )
    return { options: { url: `/api/admin/lead-reports/${report?.id}` }, body: { decision: 'refuse' } }
  },
  'GET /api/admin/place-overrides': async () => ({}),
  'POST /api/admin/place-overrides': async (app, { db }) => {
    const { leadId } = await ownerOfLead(app)
    const [lead] = await db.query<{ placeKey: string }>('SELECT place_key AS "placeKey" FROM lead WHERE id = $1', [
      leadId,
    ])
    return { body: { placeKey: lead?.placeKey, fault: 'closed' } }
  },
  'POST /api/admin/place-overrides/:id': async (_app, { db, clock }) => {
    const [override] = await db.query<{ id: number }>(
      `INSERT INTO place_override (place_key, place_keys, fault, effect, basis, fact_mark, from_release, name, created_at, confirmed_at)
       VALUES ('overture:gone', '{overture:gone}', 'closed', 'doubted', 'reports', 0, '', 'Gone', $1, $1)
       ON CONFLICT (place_key, fault) WHERE ended_at IS NULL DO UPDATE SET name = EXCLUDED.name RETURNING id`,
      [clock.now()],
    )
    return { options: { url: `/api/admin/place-overrides/${override?.id}` }, body: { decision: 'remove' } }
  },
  'GET /api/admin/suppressions': async () => ({}),
  'POST /api/admin/suppressions': async () => ({ body: { value: '303-440-9999' } }),
  'DELETE /api/admin/suppressions/:id': async (_app, { db, clock }) => {
    const [entry] = await db.query<{ id: number }>(
      `INSERT INTO suppression (kind, value, reason, created_at) VALUES ('email', $1, '', $2) RETURNING id`,
      [`${newName()}@example.org`, clock.now()],
    )
    return { options: { url: `/api/admin/suppressions/${entry?.id}` } }
  },
  'GET /api/admin/places': async () => ({}),
  'GET /api/admin/place-loads': async () => ({}),
  'POST /api/admin/place-loads': async () => ({
    body: { location: 'Boulder, CO', miles: 10 } satisfies PlaceLoadInput,
  }),
  'GET /api/admin/releases': async () => ({}),
  'POST /api/admin/releases/decisions': async () => ({
    body: { release: '2026-05-20.0', state: 'stopped' } satisfies ReleaseDecisionInput,
  }),
  'GET /api/area-loads/:id': async (_app, { db, clock }) => ({
    options: { url: `/api/area-loads/${await makeLoad(db, clock.now())}` },
  }),
  'POST /api/area-loads/:id/retry': async (_app, { db, clock }) => ({
    options: { url: `/api/area-loads/${await makeLoad(db, clock.now())}/retry` },
  }),
  'GET /api/admin/stats': async () => ({}),
  'GET /api/admin/users': async () => ({}),
  'GET /api/admin/page-visits': async () => ({ options: { query: { limit: '20' } } }),
  'GET /api/admin/page-visit-counts': async () => ({}),
  'GET /api/admin/contacts': async () => ({ options: { query: { limit: '20' } } }),
  'PATCH /api/admin/contacts/:id': async app => {
    await app.inject({ method: 'POST', url: '/api/contact', payload: contactInput })
    return { body: { status: 'read' } }
  },
  'POST /api/search': async () => ({ body: seededSearch }),
  'POST /api/search/preview': async () => ({ body: seededSearch }),
  'POST /api/area-searches': async () => ({ body: areaSearch }),
  'POST /api/area-searches/preview': async () => ({ body: areaSearch }),
  'GET /api/public-preview': async () => ({
    options: { query: { category: seededSearch.businessCategory, place: seededSearch.location } },
  }),
  'GET /api/examples': async () => ({}),
  'GET /api/towns': async () => ({ options: { query: { south: '39', north: '41', west: '-106', east: '-104' } } }),
  'GET /api/map-style': async () => ({}),
  'GET /api/suggest': async () => ({ options: { query: { kind: 'category', q: 'plu', near: seededSearch.location } } }),
  'GET /api/search/next': async app => {
    const as = await signUp(app)
    const { search, nextPageToken } = await runSearch(app, as)
    return { options: { query: { searchId: String(search.id), pageToken: nextPageToken ?? '' } }, as }
  },
  'GET /api/searches': async app => ({ as: await searcher(app) }),
  'GET /api/searches/:id': async app => {
    const as = await signUp(app)
    const { search } = await runSearch(app, as)
    return { options: { url: `/api/searches/${search.id}` }, as }
  },
  'GET /api/searches/:id/points': async app => {
    const as = await signUp(app)
    const { search } = await runSearch(app, as)
    return { options: { url: `/api/searches/${search.id}/points` }, as }
  },
  'GET /api/searches/:id/receipt': async app => {
    const as = await signUp(app)
    const { search } = await runSearch(app, as)
    return { options: { url: `/api/searches/${search.id}/receipt` }, as }
  },
  'GET /api/searches/:id/categories': async app => {
    const as = await signUp(app)
    const { search } = await runSearch(app, as)
    return { options: { url: `/api/searches/${search.id}/categories` }, as }
  },
  'POST /api/searches/:id/comparison': async app => {
    const as = await signUp(app)
    const { search } = await runSearch(app, as)
    return { options: { url: `/api/searches/${search.id}/comparison` }, as }
  },
  'GET /api/leads': async app => ({ as: await searcher(app) }),
  'GET /api/leads/site-facts/progress': async app => ({ as: await searcher(app) }),
  'GET /api/admin/site-visits': async () => ({}),
  'GET /api/leads/:id/site-facts': async app => {
    const { as, leadId } = await ownerOfLead(app)
    return { options: { url: `/api/leads/${leadId}/site-facts` }, as }
  },
  'POST /api/leads/site-facts': async app => {
    const { as, leadId } = await ownerOfLead(app)
    return { body: { leadIds: [leadId] } satisfies SiteCheckInput, as }
  },
  'GET /api/leads/:id/work': async app => {
    const { as, leadId } = await ownerOfLead(app)
    return { options: { url: `/api/leads/${leadId}/work` }, as }
  },
  'POST /api/leads/:id/notes': async app => {
    const { as, leadId } = await ownerOfLead(app)
    return { options: { url: `/api/leads/${leadId}/notes` }, body: note, as }
  },
  'PATCH /api/leads/:id/notes/:noteId': async app => {
    const { as, url } = await ownerOfNote(app)
    return { options: { url }, body: note, as }
  },
  'DELETE /api/leads/:id/notes/:noteId': async app => {
    const { as, url } = await ownerOfNote(app)
    return { options: { url }, as }
  },
  'POST /api/leads/actions': async app => {
    const { as, leadId } = await ownerOfLead(app)
    return {
      body: { leadIds: [leadId], action: { kind: 'status', status: 'contacted' } } satisfies LeadActionInput,
      as,
    }
  },
  'POST /api/leads/reports': async app => {
    const { as, leadId } = await ownerOfLead(app)
    return { body: { leadIds: [leadId], reason: 'closed' } satisfies LeadReportInput, as }
  },
  'GET /api/leads/reports': async app => ({ as: await searcher(app) }),
  'GET /api/saved-searches': async () => ({}),
  'POST /api/saved-searches': async app => {
    const as = await signUp(app)
    const { search } = await runSearch(app, as)
    return { body: { searchId: search.id, name: 'Boulder' } satisfies SavedSearchInput, as }
  },
  'PATCH /api/saved-searches/:id': async app => {
    const { as, url } = await ownerOfSavedSearch(app)
    return { options: { url }, body: { isMailed: false } satisfies SavedSearchChange, as }
  },
  'DELETE /api/saved-searches/:id': async app => {
    const { as, url } = await ownerOfSavedSearch(app)
    return { options: { url }, as }
  },
  'POST /api/saved-searches/:id/run': async app => {
    const { as, url } = await ownerOfSavedSearch(app)
    return { options: { url: `${url}/run` }, body: { newBusinesses: 1 }, as }
  },
  'PUT /api/alert-settings': async () => ({ body: { frequency: 'month' } }),
  'POST /api/unsubscribe': async (app, deps) => {
    const { user } = await signUp(app)
    return { options: { query: { token: unsubscribeToken(deps.pageTokenKey, user.id) } } }
  },
  'GET /api/leads/actions/:batchId': async app => {
    const { as, url } = await ownerOfChange(app)
    return { options: { url }, as }
  },
  'POST /api/leads/actions/:batchId/undo': async app => {
    const { as, url } = await ownerOfChange(app)
    return { options: { url: `${url}/undo` }, as }
  },
  'GET /api/do-not-contact': async () => ({}),
  'POST /api/do-not-contact': async app => ({
    body: { text: '(303) 440-0099' } satisfies OwnEntriesInput,
    as: await signUp(app),
  }),
  'POST /api/do-not-contact/import': async app => ({ options: knownFile, as: await signUp(app) }),
  'DELETE /api/do-not-contact/:id': async app => {
    const as = await signUp(app)
    const headers = { cookie: as.cookie }
    await app.inject({ method: 'POST', url: '/api/do-not-contact', payload: { text: 'ann@example.com' }, headers })
    const [entry] = (await app.inject({ url: '/api/do-not-contact', headers })).json<DatedOwnEntry[]>()
    return { as, options: { url: `/api/do-not-contact/${entry?.id}` } }
  },
  'GET /api/known-files': async () => ({}),
  'POST /api/known-files/columns': async app => ({
    options: { query: { name: 'crm.csv' }, ...knownFile },
    as: await signUp(app),
  }),
  'POST /api/known-files': async app => ({
    options: { query: { name: 'crm.csv', fields: 'name,phone' }, ...knownFile },
    as: await signUp(app),
  }),
  'GET /api/known-files/:id/report': async app => {
    const { as, url } = await ownerOfKnownFile(app)
    return { options: { url: `${url}/report` }, as }
  },
  'DELETE /api/known-files/:id': async app => {
    const { as, url } = await ownerOfKnownFile(app)
    return { options: { url }, as }
  },
  'GET /api/lists': async app => ({ as: (await ownerOfList(app)).as }),
  'POST /api/lists': async app => ({ body: { name: newName() } satisfies LeadListInput, as: await signUp(app) }),
  'PATCH /api/lists/:id': async app => {
    const { as, url } = await ownerOfList(app)
    return { options: { url }, body: { name: newName() } satisfies LeadListInput, as }
  },
  'DELETE /api/lists/:id': async app => {
    const { as, url } = await ownerOfList(app)
    return { options: { url }, as }
  },
  'GET /api/analytics': async app => ({ as: await searcher(app) }),
  'GET /api/leads/summary': async app => ({ as: await searcher(app) }),
  ...paymentCalls,
  'POST /api/export': async app => {
    const as = await signUp(app)
    const { search } = await runSearch(app, as)
    return { body: { searchId: search.id }, as }
  },
  'POST /api/export/preview': async app => {
    const as = await signUp(app)
    const { search } = await runSearch(app, as)
    return { body: { searchId: search.id }, as }
  },
  'GET /api/api-keys': async () => ({}),
  'POST /api/api-keys': async (app, deps) => ({
    body: { name: 'Nightly sync', scope: 'search', ...ownPassword } satisfies ApiKeyInput,
    as: await signUpElite(app, deps),
  }),
  'DELETE /api/api-keys/:id': async (app, deps) => {
    const as = await signUpElite(app, deps)
    const { apiKey } = await makeApiKey(app, as)
    return { options: { url: `/api/api-keys/${apiKey.id}` }, as }
  },
  'GET /api/account/programs': async () => ({}),
  'DELETE /api/account/programs': async (app, deps) => ({ as: await signUpElite(app, deps) }),
  'GET /api/webhooks': async () => ({}),
  'POST /api/webhooks': async (app, deps) => ({ body: webhookInput, as: await signUpElite(app, deps) }),
  'PATCH /api/webhooks/:id': async (app, deps) => ({
    ...(await onWebhook(app, deps)),
    body: { isOn: false } satisfies WebhookChange,
  }),
  'DELETE /api/webhooks/:id': onWebhook,
  'POST /api/webhooks/:id/rotation': async (app, deps) => onWebhook(app, deps, '/rotation'),
  'POST /api/webhooks/:id/test': async (app, deps) => onWebhook(app, deps, '/test'),
  'GET /api/webhooks/:id/messages': async (app, deps) => onWebhook(app, deps, '/messages'),
  'POST /api/webhooks/:id/messages/:messageId/resend': async (app, deps) => {
    const { as, options } = await onWebhook(app, deps)
    const [message] = await deps.db.query<{ id: number }>(
      `INSERT INTO webhook_message (endpoint_id, user_id, type, content, state, tries_left, created_at)
       SELECT id, user_id, 'test', '{}', 'failed', 0, $2 FROM webhook_endpoint WHERE user_id = $1 RETURNING id`,
      [as.user.id, deps.clock.now()],
    )
    return { as, options: { url: `${options.url}/messages/${message?.id}/resend` } }
  },
  ...apiCalls,
  'GET /api/v1/leads/:leadId': async (app, deps) => {
    const { as, leadId } = await ownerOfLead(app)
    await grantPlan(deps, { username: as.user.username, tier: 'elite' })
    return { options: { url: `/api/v1/leads/${leadId}` }, as }
  },
  'GET /api/v1/usage': async () => ({}),
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

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** The endpoint's good call, with its body as the payload. */
export async function callOf(
  endpoint: Endpoint,
  app: FastifyInstance,
  deps: Deps,
): Promise<GoodCall & { options: InjectOptions }> {
  const good = goodCalls[nameOf(endpoint)]
  if (good === undefined) throw new Error(`No good call is known for ${nameOf(endpoint)}: add one to goodCalls`)
  const call = await good(app, deps)
  return { ...call, options: { ...call.options, ...(call.body === undefined ? {} : { payload: call.body }) } }
}

export async function signUpElite(app: FastifyInstance, deps: Deps): Promise<SignedIn> {
  const signedIn = await signUp(app)
  await grantPlan(deps, { username: signedIn.user.username, tier: 'elite' })
  return signedIn
}

export const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

export async function makeApiKey(
  app: FastifyInstance,
  { cookie }: SignedIn,
  scope: ApiKey['scope'] = 'write',
): Promise<{ apiKey: ApiKey; secret: string }> {
  const payload = { name: `To ${scope}`, scope, ...ownPassword } satisfies ApiKeyInput
  const response = await app.inject({ method: 'POST', url: '/api/api-keys', payload, headers: { cookie } })
  if (response.statusCode !== 201) throw new Error(`The key was refused: ${response.body}`)
  return response.json<{ apiKey: ApiKey; secret: string }>()
}

const webhookInput = { url: 'https://hooks.example/leadline', events: ['lead.pulled'] } satisfies WebhookInput

async function onWebhook(app: FastifyInstance, deps: Deps, path = '') {
  const as = await signUpElite(app, deps)
  const made = await app.inject({
    method: 'POST',
    url: '/api/webhooks',
    payload: webhookInput,
    headers: { cookie: as.cookie },
  })
  const { webhook } = made.json<{ webhook: Webhook }>()
  return { as, options: { url: `/api/webhooks/${webhook.id}${path}` } }
}

async function searcher(app: FastifyInstance): Promise<SignedIn> {
  const user = await signUp(app)
  await runSearch(app, user)
  return user
}

const note = { body: 'Call again in May' } satisfies NoteInput

async function ownerOfLead(app: FastifyInstance): Promise<{ as: SignedIn; leadId: number }> {
  const as = await signUp(app)
  const { leads } = await runSearch(app, as)
  return { as, leadId: leads[0]?.id ?? 0 }
}

async function ownerOfSavedSearch(app: FastifyInstance): Promise<{ as: SignedIn; url: string }> {
  const as = await signUp(app)
  const { search } = await runSearch(app, as)
  const saved = await app.inject({
    method: 'POST',
    url: '/api/saved-searches',
    payload: { searchId: search.id, name: 'Boulder' } satisfies SavedSearchInput,
    headers: { cookie: as.cookie },
  })
  return { as, url: `/api/saved-searches/${saved.json<{ id: number }>().id}` }
}

async function ownerOfNote(app: FastifyInstance): Promise<{ as: SignedIn; url: string }> {
  const { as, leadId } = await ownerOfLead(app)
  const url = `/api/leads/${leadId}/notes`
  const made = await app.inject({ method: 'POST', url, payload: note, headers: { cookie: as.cookie } })
  return { as, url: `${url}/${made.json<LeadNote>().id}` }
}

async function ownerOfChange(app: FastifyInstance): Promise<{ as: SignedIn; url: string }> {
  const { as, leadId } = await ownerOfLead(app)
  const url = '/api/leads/actions'
  const payload = { leadIds: [leadId], action: { kind: 'status', status: 'won' } } satisfies LeadActionInput
  const made = await app.inject({ method: 'POST', url, payload, headers: { cookie: as.cookie } })
  return { as, url: `${url}/${made.json<{ batchId: number }>().batchId}` }
}

async function ownerOfKnownFile(app: FastifyInstance): Promise<{ as: SignedIn; url: string }> {
  const as = await signUp(app)
  const { payload, headers } = knownFile
  const response = await app.inject({
    method: 'POST',
    url: '/api/known-files',
    query: { name: 'crm.csv', fields: 'name,phone' },
    payload,
    headers: { ...headers, cookie: as.cookie },
  })
  return { as, url: `/api/known-files/${response.json<KnownFile>().id}` }
}

async function ownerOfList(app: FastifyInstance): Promise<{ as: SignedIn; url: string }> {
  const as = await signUp(app)
  const payload = { name: newName() } satisfies LeadListInput
  const made = await app.inject({ method: 'POST', url: '/api/lists', payload, headers: { cookie: as.cookie } })
  return { as, url: `/api/lists/${made.json<LeadList>().id}` }
}

async function runSearch(app: FastifyInstance, { cookie }: SignedIn): Promise<SearchResult> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/search',
    payload: seededSearch,
    headers: { cookie },
    remoteAddress: newAddress(),
  })
  if (response.statusCode !== 200) throw new Error(`The search was refused: ${response.body}`)
  return response.json<SearchResult>()
}
