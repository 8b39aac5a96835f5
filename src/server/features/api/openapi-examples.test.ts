import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, FileOf } from '#contract/endpoint.ts'
import { apiV1Endpoints } from '#contract/public-api/api-v1.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import { bearer, makeApiKey, signUpElite } from '#tests/support/api-key.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { createTestDatabase } from '#tests/support/databases.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import { type Example, exampleOf } from './openapi-examples.ts'
import type { Json } from './openapi-schemas.ts'
import { describeApi } from './openapi.ts'

type Response = { headers?: Json; content: Record<string, { examples?: Json }> }
type Operation = { operationId: string; responses: Record<string, Response> }
const operations = Object.values(describeApi().paths as Record<string, Record<string, Operation>>).flatMap(methods =>
  Object.values(methods),
)
const calls = Object.entries<Endpoint>(apiV1Endpoints).map(([operationId, endpoint]) => ({
  operationId,
  endpoint,
  example: exampleOf(operationId, endpoint),
  responses: operations.find(each => each.operationId === operationId)?.responses ?? {},
}))

let product: TestApp
let app: FastifyInstance
let secret: string
/** Keys of other accounts: one that may only read, and one whose plan has no API. */
let reader: string
let lesser: string
/** Values that only a real search has. */
let real: Record<string, unknown>

beforeAll(async () => {
  const db = await createTestDatabase('postgres')
  await seedPlumbers(db, 30)
  // Denver has more places than can be searched without a confirmation.
  await seedPlumbers(db, 501, { lat: 39.7392, lon: -104.9903 }, 'foursquare')
  product = await createTestApp({ db })
  ;({ app } = product)
  const owner = await signUpElite(app, product.deps)
  ;({ secret } = await makeApiKey(app, owner))
  const { search, nextPageToken, leads } = (
    await send(apiV1Endpoints.createSearch, exampleOf('createSearch', apiV1Endpoints.createSearch))
  ).json<SearchResult>()
  const leadId = leads[0]?.id ?? 0
  real = { searchId: search.id, pageToken: nextPageToken, leadId, leadIds: [leadId] }
  const idOf = async (name: keyof typeof apiV1Endpoints, more: Json = {}) => {
    const { params, body, answers } = exampleOf(name, apiV1Endpoints[name])
    const made = await send(apiV1Endpoints[name], { answers, ...(params && { params }), body: { ...body, ...more } })
    return made.json<{ id: number }>().id
  }
  real.noteId = await idOf('addNote')
  real.listId = await idOf('createList', { name: 'Another list' })
  real.savedSearchId = await idOf('saveSearch')
  real.webhookId = await idOf('createWebhook')
  ;({ secret: reader } = await makeApiKey(app, await signUpElite(app, product.deps), 'read'))
  const starter = await signUpElite(app, product.deps)
  ;({ secret: lesser } = await makeApiKey(app, starter))
  await grantPlan(product.deps, { username: starter.user.username, tier: 'starter' })
})
afterAll(async () => {
  await app.close()
  await product.deps.db.close()
})

const present = (fields: Json | undefined): Json | undefined =>
  fields === undefined
    ? undefined
    : { ...fields, ...Object.fromEntries(Object.entries(real ?? {}).filter(([name]) => name in fields)) }

/** The example's request, with ids and tokens of a real search. */
function send(endpoint: Endpoint, { params, query, body }: Example, more: InjectOptions = {}) {
  product.clock.advance({ minutes: 1 })
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => String(present(params)?.[name]))
  const address = new URLSearchParams(present(query) as Record<string, string> | undefined)
  return app.inject({
    method: endpoint.method,
    url: address.size === 0 ? path : `${path}?${address.toString()}`,
    ...(body === undefined ? {} : { payload: present(body) }),
    headers: bearer(secret),
    ...more,
  } as InjectOptions)
}

test.each(calls)('the example of $operationId works and matches the real response', async call => {
  const { endpoint, example, responses } = call
  const statuses = Object.keys(endpoint.replies)
  expect(Object.keys(example.answers)).toEqual(statuses)
  for (const status of statuses) {
    const needsConfirmation = status === '202' && '200' in example.answers
    const body = needsConfirmation ? inDenver(example.body) : example.body
    const answer = await send(endpoint, body === undefined ? example : { ...example, body })
    expect([String(answer.statusCode), answer.body.slice(0, 200)]).toEqual([status, expect.any(String)])
    const announced = Object.keys(responses[status]?.headers ?? {}).filter(name => name !== 'Idempotency-Replayed')
    expect(Object.keys(answer.headers)).toEqual(expect.arrayContaining(announced.map(name => name.toLowerCase())))
    expect(faultsOfExample(endpoint, example.answers[status], answer)).toEqual([])
  }
})

const inDenver = (body: Json = {}): Json => ({
  ...body,
  ...('areas' in body ? { areas: [{ place: 'Denver, CO' }] } : { location: 'Denver, CO' }),
})

function faultsOfExample({ replies }: Endpoint, example: unknown, answer: LightMyRequestResponse): string[] {
  const shape = replies[answer.statusCode]
  if (answer.statusCode === 204) return [example, answer.body].filter(Boolean).map(() => 'a body')
  if (shape === undefined || shape instanceof FileOf)
    return headerOf(String(example)) === headerOf(answer.body.replace('\ufeff', '')) ? [] : ['other columns']
  // Parsing removes fields that the schema does not name.
  const isWhole = isDeepStrictEqual(z.parse(shape, example), example)
  return [...(isWhole ? [] : ['fields that its schema does not name']), ...differencesOf(example, answer.json())]
}

const headerOf = (csv: string): string => csv.split('\r\n')[0] ?? ''

/**
 * Lists where an example and the real response differ in fields or types. Null matches anything, and an empty list
 * matches any list.
 */
function differencesOf(example: unknown, actual: unknown, path = ''): string[] {
  if (example === null || actual === null) return []
  if (Array.isArray(example) && Array.isArray(actual))
    return example.length === 0 || actual.length === 0 ? [] : differencesOf(example[0], actual[0], `${path}[]`)
  if (typeof example !== 'object' || typeof actual !== 'object')
    return typeof example === typeof actual ? [] : [`${path}: ${typeof example}, but really ${typeof actual}`]
  const [exampleFields, actualFields] = [example as Json, actual as Json]
  const names = new Set([...Object.keys(exampleFields), ...Object.keys(actualFields)])
  return [...names].flatMap(name => {
    const inner = `${path}.${name}`
    if (!(name in exampleFields)) return [`${inner} is missing`]
    return name in actualFields
      ? differencesOf(exampleFields[name], actualFields[name], inner)
      : [`${inner} does not exist`]
  })
}

test.each(calls)('the description of $operationId lists its errors with their headers', async call => {
  const { endpoint, example, responses } = call
  const json = { ...bearer(secret), 'content-type': 'application/json' }
  const tries: (() => Promise<LightMyRequestResponse>)[] = [
    () => send(endpoint, example, { headers: {} }),
    () => send(endpoint, example, { headers: bearer(lesser) }),
    () => send(endpoint, example, { headers: bearer(reader) }),
    ...(endpoint.body === undefined
      ? []
      : [
          () => send(endpoint, example, { payload: '{', headers: json }),
          () => send(endpoint, example, { payload: '{}', headers: { ...json, 'content-type': 'text/plain' } }),
          () => send(endpoint, example, { payload: JSON.stringify('x'.repeat(1_000_001)), headers: json }),
          () =>
            send(endpoint, { ...example, body: { location: 'Nowhere, ZZ', businessCategory: 'Plumbers', radius: 5 } }),
        ]),
    ...(endpoint.params === undefined ? [] : [() => send(endpoint, { ...example, params: { none: 1 } })]),
    ...(endpoint.query === undefined ? [] : [() => send(endpoint, { ...example, query: { limit: 0 } })]),
  ]
  const undocumented = []
  for (const attempt of tries) {
    const answer = await attempt()
    if (answer.statusCode < 400) continue
    const { errorType } = answer.json<{ errorType: string }>()
    const told = responses[answer.statusCode]
    const names = Object.keys(told?.content['application/problem+json']?.examples ?? {})
    const missing = Object.keys(told?.headers ?? {}).filter(name => !(name.toLowerCase() in answer.headers))
    if (!names.includes(errorType) || missing.length > 0)
      undocumented.push({ status: answer.statusCode, errorType, missing })
  }
  expect(undocumented).toEqual([])
})

test('a key on a lower plan is refused with the plan that includes API access', async () => {
  const owner = await signUpElite(app, product.deps)
  const { secret: key } = await makeApiKey(app, owner)
  await grantPlan(product.deps, { username: owner.user.username, tier: 'pro' })
  const refused = await send(apiV1Endpoints.getUsage, { answers: {} }, { headers: bearer(key) })
  expect(refused.json()).toMatchObject({
    errorType: 'FEATURE_NOT_IN_PLAN',
    title: 'This is not part of your plan.',
    detail: 'API access is part of the Elite plan.',
    message: 'API access is part of the Elite plan.',
  })
  expect(refused.body).not.toContain('filters')
})
