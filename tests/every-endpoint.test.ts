import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { recordPageVisit } from '#contract/admin/visits.ts'
import { allEndpoints } from '#contract/all-endpoints.ts'
import { stripeWebhook } from '#contract/billing/billing.ts'
import { type Endpoint, FileOf, keyScopeOf } from '#contract/endpoint.ts'
import type { ErrorType } from '#contract/errors.ts'
import { grantAdmin } from '#server/accounts/identity/account.usecases.ts'
import { callLimits, publicLimit } from '#server/http/call-limits.ts'
import { parseBody } from '#server/http/parse-input.ts'
import { networkOf } from '#server/platform/basics/network.ts'
import { storedKey } from '#server/platform/limits/rate-limit.ts'
import { bearer, makeApiKey, signUpElite } from './support/api-key.ts'
import { type SignedIn, signUp } from './support/app.ts'
import { describeOnBothDatabases } from './support/databases.ts'
import { callOf, goodCalls, nameOf } from './support/good-calls.ts'
import type { GoodCall } from './support/good-calls/good-call.ts'
import {
  hostileBodiesOf,
  hostileUrlsOf,
  LARGEST_REFUSAL_BYTES,
  propertiesOf,
  refusesBody,
  refusesUrl,
} from './support/hostile-values.ts'
import { createPaymentsApp, type PaymentsApp } from './support/payments-app.ts'
import { refusalOf } from './support/refusal-of.ts'
import { seedTown } from './support/seed-town.ts'

const DEFAULT_BODY_LIMIT_BYTES = 100_000
/** One in this many refused values is sent, and of values beside a file. Over all fields, each hostile value is sent. */
const SAMPLED = 13
const urlOf = ({ path }: Endpoint): string => path.replaceAll(/:\w+/g, '1')

/** Those with a limit per network. Stripe signs its calls, and page visits are counted in memory. */
const publicEndpoints = allEndpoints.filter(
  endpoint => endpoint.access === 'public' && endpoint !== stripeWebhook && endpoint !== recordPageVisit,
)
const limitedEndpoints = allEndpoints.filter(({ limit }) => limit !== undefined)
const limitRefusals = ['TOO_MANY_REQUESTS', 'UNCONFIRMED_LIMIT']
const writes = allEndpoints.filter(({ method }) => method !== 'GET')
const withQuery = allEndpoints.filter(({ query }) => query !== undefined)
const withBody = allEndpoints.filter(({ body }) => body !== undefined)
const withUrlFields = allEndpoints.filter(({ query, params }) => query !== undefined || params !== undefined)

/** These count passwords, codes, mails, or loads themselves, or delete something that exists only once. */
const limitedByThemselves = [
  'DELETE /api/account/programs',
  'DELETE /api/account/sessions',
  'DELETE /api/account/sessions/:id',
  'DELETE /api/api-keys/:id',
  'POST /api/account/delete',
  'POST /api/account/two-factor',
  'POST /api/area-loads/:id/retry',
  'POST /mcp',
]
test('every call of a user that changes something is limited', () => {
  const unlimited = writes.filter(({ access, limit }) => !/public|admin/.test(access) && limit === undefined)
  expect(unlimited.map(nameOf).toSorted()).toEqual(limitedByThemselves)
})

test('each kind of call has its limit, and new accounts of a network share some of the limits', () => {
  const caller = { account: { id: 1, isEmailVerified: false }, network: networkOf('192.0.2.1') }
  const kinds = new Set(limitedEndpoints.flatMap(({ limit }) => limit ?? []))
  const shown = [...kinds].map(kind => {
    const counted = callLimits(kind, caller).map(({ limit, windowSeconds, key }) =>
      [limit, windowSeconds, key === caller.network ? 'shared' : 'own'].join(' '),
    )
    return [kind, counted]
  })
  expect(Object.fromEntries(shown)).toEqual({
    search: ['6000 60 own', '50000 86400 own'],
    preview: ['60 60 own'],
    suggestion: ['300 60 own'],
    export: ['300 600 shared'],
    'lead change': ['600 600 own', '3000 600 shared'],
    file: ['20 60 shared'],
    'webhook change': ['120 3600 shared'],
    'webhook send': ['60 3600 shared'],
    billing: ['60 3600 own', '300 3600 shared'],
    'billing read': ['120 600 own', '600 600 shared'],
    mail: ['120 3600 own', '600 3600 shared'],
  })
})

test('every endpoint of the contract has a good call here, and no good call is obsolete', () => {
  expect(Object.keys(goodCalls).toSorted()).toEqual(allEndpoints.map(nameOf).toSorted())
})

/** What a schema refuses never reaches the endpoint's own code, so a sample is enough. A file is read each time. */
const isSent = (isRefused: boolean, at: number, { takesFile }: Endpoint) =>
  (!isRefused && takesFile !== true) || at % SAMPLED === 0

describeOnBothDatabases('every endpoint', (open, kind) => {
  let product: PaymentsApp
  let app: FastifyInstance
  let user: SignedIn
  let admin: SignedIn
  let userKey: string

  beforeAll(async () => {
    const db = await open()
    await seedTown(db)
    product = await createPaymentsApp(db)
    ;({ app } = product)
    user = await signUpElite(app, product.deps)
    userKey = (await makeApiKey(app, user)).secret
    admin = await signUp(app)
    await grantAdmin(product.deps, admin.user.username)
  })
  afterAll(() => product.close())

  const headersFor = async (endpoint: Endpoint, as?: SignedIn): Promise<Record<string, string>> => {
    const cookie = as?.cookie ?? (endpoint.access === 'admin' ? admin.cookie : user.cookie)
    if (keyScopeOf(endpoint) === null) return endpoint.access === 'public' ? {} : { cookie }
    // API keys have a limit per minute.
    product.clock.advance({ minutes: 1 })
    return bearer(as === undefined ? userKey : (await makeApiKey(app, as)).secret)
  }
  const send = async (endpoint: Endpoint, options: InjectOptions = {}) =>
    app.inject({
      method: endpoint.method,
      url: urlOf(endpoint),
      ...options,
      headers: { ...(await headersFor(endpoint)), ...options.headers },
    })
  /** So that limits do not hide other answers. */
  const forgetLimits = () => product.deps.db.query('DELETE FROM rate_limit')
  const sendJson = (endpoint: Endpoint, payload: string) =>
    send(endpoint, { payload, headers: { 'content-type': 'application/json' } })

  test.each(allEndpoints)('$method $path answers only with fields that its reply schemas name', async endpoint => {
    const { options, as } = await callOf(endpoint, app, product.deps)
    const response = await send(endpoint, {
      ...options,
      headers: { ...options.headers, ...(await headersFor(endpoint, as)) },
    })
    expect(contentOf(response)).toEqual(declaredPartOf(endpoint, response))
  })

  // Statements that the other tests run on both databases take every value that a schema accepts, so one kind is enough.
  if (kind === 'embedded') return

  test.each(withBody)('$method $path: no field value, however hostile, causes a server error', async endpoint => {
    const { options, body, as } = await callOf(endpoint, app, product.deps)
    const headers = { ...(await headersFor(endpoint, as)), 'content-type': 'application/json' }
    const ask = (payload: string) => send(endpoint, { ...options, payload, headers })
    const bodies = hostileBodiesOf(endpoint, body).filter((json, at) =>
      isSent(refusesBody(endpoint, json), at, endpoint),
    )
    expect(await faultsOf(bodies, ask, forgetLimits)).toEqual([])
  })

  test.each(withUrlFields)(
    '$method $path: no part of the URL, however hostile, causes a server error',
    async endpoint => {
      const { options, as } = await callOf(endpoint, app, product.deps)
      const headers = { ...options.headers, ...(await headersFor(endpoint, as)) }
      const ask = (url: string) => send(endpoint, { ...options, query: {}, url, headers })
      const urls = hostileUrlsOf(endpoint, options).filter((url, at) => isSent(refusesUrl(endpoint, url), at, endpoint))
      expect(await faultsOf(urls, ask, forgetLimits)).toEqual([])
    },
  )

  test.each(publicEndpoints)('$method $path may be called 600 times a minute from a network', async endpoint => {
    await forgetLimits()
    const refusalFrom = async (remoteAddress: string) => refusalOf(await send(endpoint, { remoteAddress }))
    const [network, other] = ['198.51.100.7', '198.51.100.8']
    expect(await refusalFrom(network)).not.toBe('TOO_MANY_REQUESTS')
    const key = storedKey(publicLimit(endpoint, networkOf(network)))
    const set = await product.deps.db.query('UPDATE rate_limit SET hits = 599 WHERE key = $1 RETURNING hits', [key])
    expect(set).toEqual([{ hits: 599 }])
    expect(await refusalFrom(network)).not.toBe('TOO_MANY_REQUESTS')
    expect(await refusalFrom(network)).toBe('TOO_MANY_REQUESTS')
    expect(await refusalFrom(other)).not.toBe('TOO_MANY_REQUESTS')
  })

  test.each(limitedEndpoints)('$method $path counts toward its limit, $limit', async endpoint => {
    product.clock.advance({ minutes: 1 })
    await forgetLimits()
    expect(limitRefusals).not.toContain(refusalOf(await send(endpoint)))
    const { limit = 'search' } = endpoint
    const caller = { account: { id: user.user.id, isEmailVerified: false }, network: networkOf('127.0.0.1') }
    const blockedUntil = new Date(product.clock.now().getTime() + 3_600_000)
    // A process counts searches of a day in advance; `search-costs.test.ts` has a test at their limit.
    for (const counted of callLimits(limit, caller).filter(({ windowSeconds }) => windowSeconds < 86_400)) {
      const setBlocked = (until: Date | null) =>
        product.deps.db.query('UPDATE rate_limit SET blocked_until = $1 WHERE key = $2 RETURNING key', [
          until,
          storedKey(counted),
        ])
      expect(await setBlocked(blockedUntil)).toHaveLength(1)
      expect(limitRefusals).toContain(refusalOf(await send(endpoint)))
      await setBlocked(null)
    }
  })

  test.each(writes)('$method $path: a write from another site gets 403', async endpoint => {
    const foreign = [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]
    expect(await notRefusedAs('CROSS_SITE', foreign, headers => send(endpoint, { headers }))).toEqual([])
  })

  test.each(withQuery)('$method $path: a query with wrong values gets 400', async endpoint => {
    const queries = wrongQueriesOf(endpoint)
    expect(await notRefusedAs('INVALID_REQUEST', queries, query => send(endpoint, { query }))).toEqual([])
  })

  test.each(withQuery.filter(({ path }) => path.startsWith('/api/v1/')))(
    '$method $path: a misspelled name of a query gets 400, so that no filter is ignored',
    async endpoint => {
      const { options } = await callOf(endpoint, app, product.deps)
      const queries = [{ ...(options.query as object), mising: 'booking' }]
      expect(await notRefusedAs('INVALID_REQUEST', queries, query => send(endpoint, { query }))).toEqual([])
    },
  )

  test.each(withBody)('$method $path: a body that is not JSON, not an object, or hostile gets 400', async endpoint => {
    await forgetLimits()
    const bodies = ['{', '{"a":}', '[]', '"text"', '7', 'null', ...hostileBodies]
    expect(await notRefusedAs('INVALID_REQUEST', bodies, body => sendJson(endpoint, body))).toEqual([])
  })

  test.each(withBody)('$method $path: a field with the wrong type or an unknown name gets 400', async endpoint => {
    const { body } = await callOf(endpoint, app, product.deps)
    const bodies = [...wrongBodiesOf(endpoint, body), { ...body, isAdmin: true }].map(wrong => JSON.stringify(wrong))
    expect(bodies.filter(wrong => !refusesBody(endpoint, wrong))).toEqual([])
    await forgetLimits()
    expect(await notRefusedAs('INVALID_REQUEST', bodies.slice(-1), wrong => sendJson(endpoint, wrong))).toEqual([])
  })

  test.each(withBody.filter(({ path }) => path.startsWith('/api/v1/')))(
    '$method $path: null leaves a field out, and a number may be text',
    async endpoint => {
      const { body = {} } = await callOf(endpoint, app, product.deps)
      // A field of several types may have a meaning for null.
      const optional = Object.entries(propertiesOf(endpoint.body)).flatMap(([field, { type }]) =>
        type !== undefined && !(field in body) && isLeftOutByNull(endpoint, body, field) ? [field] : [],
      )
      const nulls = Object.fromEntries(optional.map(field => [field, null]))
      const numbersAsText = JSON.parse(
        JSON.stringify(body, (_name, value: unknown) => (typeof value === 'number' ? String(value) : value)),
      ) as object
      expect(parseBody(endpoint, { ...nulls, ...numbersAsText })).toEqual(parseBody(endpoint, body))
    },
  )

  test.each(withBody)('$method $path: a body with another content type gets 415', async endpoint => {
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'a/b']
    const sendAs = (type: string) => send(endpoint, { payload: 'a=b', headers: { 'content-type': type } })
    expect(await notRefusedAs('UNSUPPORTED_TYPE', types, sendAs)).toEqual([])
  })

  test.each(withBody)('$method $path: a body that is too large gets 413', async endpoint => {
    const bytes = (endpoint.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES) + 1
    expect(refusalOf(await sendJson(endpoint, JSON.stringify('x'.repeat(bytes))))).toBe('TOO_LARGE')
  })

  test('an unknown path gets 404, and an unknown method 405', async () => {
    expect(refusalOf(await app.inject('/api/nothing'))).toBe('NOT_FOUND')
    expect(refusalOf(await app.inject({ method: 'DELETE', url: '/api/user' }))).toBe('METHOD_NOT_ALLOWED')
  })
})

/** Inputs that were not refused with this error, and the answers to them. */
async function notRefusedAs<Input>(
  errorType: ErrorType,
  inputs: Input[],
  ask: (input: Input) => Promise<LightMyRequestResponse>,
): Promise<{ input: Input; answer: string }[]> {
  expect(inputs).not.toEqual([])
  const others = []
  for (const input of inputs) {
    const answer = refusalOf(await ask(input))
    if (answer !== errorType) others.push({ input, answer })
  }
  return others
}

/** So few that no limit is reached before it is reset. */
const INPUTS_AT_ONCE = 3

/** Inputs that caused a server error or an unnecessarily large refusal. */
async function faultsOf(
  inputs: string[],
  ask: (input: string) => Promise<LightMyRequestResponse>,
  forgetLimits: () => Promise<unknown>,
): Promise<{ input: string; answer: string }[]> {
  const faults: { input: string; answer: string }[] = []
  const tryOne = async (input: string) => {
    const { statusCode, body } = await ask(input)
    if (statusCode === 429 || statusCode >= 500 || (statusCode >= 400 && body.length > LARGEST_REFUSAL_BYTES))
      faults.push({ input: input.slice(0, 200), answer: `${statusCode} ${body.slice(0, 200)}` })
  }
  for (let at = 0; at < inputs.length; at += INPUTS_AT_ONCE) {
    await forgetLimits()
    await Promise.all(inputs.slice(at, at + INPUTS_AT_ONCE).map(tryOne))
  }
  return faults
}

type Reply = { content: unknown }
/** The declared part of an answer. Parsing removes undeclared fields at every depth. */
function declaredPartOf({ replies }: Endpoint, response: LightMyRequestResponse): Reply {
  const shape = replies[response.statusCode]
  if (shape === undefined) throw new Error(`Status ${response.statusCode} is not declared: ${response.body}`)
  return { content: shape instanceof FileOf ? response.body : z.parse(shape, jsonOf(response)) }
}
const contentOf = (response: LightMyRequestResponse): Reply => ({
  content: response.headers['content-disposition'] === undefined ? jsonOf(response) : response.body,
})
/** Undefined for an answer without content. */
const jsonOf = (response: LightMyRequestResponse): unknown =>
  response.statusCode === 204 && response.body === '' ? undefined : response.json<unknown>()

const hostileBodies = [
  `{"a":${'['.repeat(40)}${']'.repeat(40)}}`,
  '{"a":"\\u0000"}',
  '{"a":"\\ud800"}',
  '{"__proto__":{"isAdmin":true}}',
]

/** The good body with each of its fields in turn replaced by values of other types. */
function wrongBodiesOf(endpoint: Endpoint, good: GoodCall['body']): object[] {
  return Object.entries(propertiesOf(endpoint.body)).flatMap(([field, { type }]) =>
    [7, 'text', true, null, {}, ['text']]
      .filter(value => !isOfType(value, type) && !(value === null && isLeftOutByNull(endpoint, good, field)))
      // Programs may send a number for a text.
      .filter(value => !(value === 7 && type === 'string' && keyScopeOf(endpoint) !== null))
      .map(value => Object.assign({}, good, { [field]: value })),
  )
}

/** Programs may send null for a field that they can leave out. */
const isLeftOutByNull = (endpoint: Endpoint, good: GoodCall['body'], field: string): boolean =>
  keyScopeOf(endpoint) !== null && !refusesBody(endpoint, JSON.stringify({ ...good, [field]: undefined }))

/** Queries with one wrong field each: every field is empty, is repeated, and has text that no field accepts. */
function wrongQueriesOf({ query }: Endpoint): Record<string, string | string[]>[] {
  return Object.keys(propertiesOf(query)).flatMap(field => [
    // An empty cursor is the first page.
    { [field]: field === 'cursor' ? '?' : '' },
    { [field]: ['1', '2'] },
    { [field]: '\0' },
  ])
}

function isOfType(value: unknown, type: string | undefined): boolean {
  if (type === undefined) return true
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === (type === 'integer' ? 'number' : type)
}
