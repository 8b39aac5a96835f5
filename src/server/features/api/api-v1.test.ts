import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import type { User } from '#contract/accounts/account.ts'
import type { KeyScope } from '#contract/accounts/api-keys.ts'
import { requestsPerMinute } from '#contract/public-api/api-limits.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { removeSuppression, suppress } from '#server/catalog/suppression/suppression.usecases.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { type ApiCall, callApi, signUpProgrammer } from '#tests/support/api-calls.ts'
import { bearer, makeApiKey } from '#tests/support/api-key.ts'
import { createTestApp, type SignedIn, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { refusalOf } from '#tests/support/refusal-of.ts'
import { seededSearch, seedTown } from '#tests/support/seed-town.ts'

type Page = { items: { id: number }[]; total: number; nextCursor: string | null }

describeOnBothDatabases('the public API', open => {
  let db: Db
  let product: TestApp
  /** A second process on the same database. */
  let second: TestApp
  let app: FastifyInstance

  beforeAll(async () => {
    db = await open()
    await seedTown(db)
    product = await createTestApp({ db })
    second = await createTestApp({ db, clock: product.clock })
    ;({ app } = product)
  })

  const programmer = (scope?: KeyScope) => signUpProgrammer(product, scope)
  type Ask = ApiCall & { on?: FastifyInstance }
  const ask = (secret: string, url: string, { on = app, ...call }: Ask = {}) => callApi(on, secret, url, call)
  const search = (secret: string, options: Ask = {}) => ask(secret, '/searches', { payload: seededSearch, ...options })
  const leftOf = async ({ cookie }: SignedIn) => {
    const user = (await app.inject({ url: '/api/user', headers: { cookie } })).json<User>()
    return [user.remainingSearches, user.remainingContactPulls]
  }

  test('only a write key can change leads and lists, and a repeated write is done once', async () => {
    const person = await programmer('write')
    const { leads } = (await search(person.secret)).json<SearchResult>()
    const leadId = leads[0]?.id
    const { secret: lesser } = await makeApiKey(app, person, 'search')
    const refused = await ask(lesser, '/lists', { payload: { name: 'Mine' } })
    expect(refused.json()).toMatchObject({
      errorType: 'KEY_SCOPE_TOO_SMALL',
      detail: 'This API key has the scope “search”. This call needs “write”.',
    })
    const twice = async (url: string, payload: object) => {
      const first = await ask(person.secret, url, { key: url, payload })
      const again = await ask(person.secret, url, { key: url, payload, on: second.app })
      expect([again.body, again.headers['idempotency-replayed']]).toEqual([first.body, 'true'])
      return first.json<{ id: number }>()
    }
    const { id: listId } = await twice('/lists', { name: 'Mine' })
    await twice(`/leads/${leadId}/notes`, { body: 'Called' })
    expect(await twice('/leads/changes', { leadIds: [leadId], addToList: listId })).toEqual({ changed: 1 })
    const work = (await ask(person.secret, `/leads/${leadId}/work`)).json<{ notes: object[]; history: object[] }>()
    expect([work.notes.length, work.history.length]).toEqual([1, 2])
    const listed = (await ask(person.secret, `/leads?listId=${listId}`)).json<Page>()
    expect(listed.items.map(({ id }) => id)).toEqual([leadId])
    const both = { leadIds: [leadId], status: 'won', followUpOn: null }
    expect((await ask(person.secret, '/leads/changes', { payload: both })).json()).toMatchObject({
      errorType: 'INVALID_REQUEST',
      detail: 'Send exactly one of status, followUpOn, addToList, removeFromList',
    })
  })

  test('a call for several leads says which of them are not leads of the account', async () => {
    const [person, other] = [await programmer('write'), await programmer()]
    const [own, theirs] = [
      (await search(person.secret)).json<SearchResult>(),
      (await search(other.secret)).json<SearchResult>(),
    ]
    const leadIds = [own.leads[0]?.id, 9_999_999, theirs.leads[0]?.id]
    const detail = `leadIds: Not found: ${theirs.leads[0]?.id}, 9999999`
    for (const [url, more] of [
      ['/leads/changes', { status: 'won' }],
      ['/exports', {}],
      ['/leads/site-facts', {}],
    ] as const)
      expect((await ask(person.secret, url, { payload: { leadIds, ...more } })).json()).toMatchObject({
        status: 404,
        detail,
      })
    expect((await ask(person.secret, '/leads/9999999/site-facts')).json()).toMatchObject({
      status: 404,
      detail: 'leadId: Not found: 9999999',
    })
    const late = { leadIds: leadIds.slice(0, 1), followUpOn: '9999-12-31' }
    expect((await ask(person.secret, '/leads/changes', { payload: late })).json()).toMatchObject({
      detail: 'followUpOn: Please choose a day from 2000 to 2100',
    })
  })

  test('a search with a key costs the same and finds the same leads as on screen', async () => {
    const person = await programmer()
    const answer = (await search(person.secret)).json<SearchResult>()
    expect(answer.leads).toHaveLength(20)
    expect(answer.search).not.toHaveProperty('propertyType')
    expect(await leftOf(person)).toEqual([999, 6980])
    const next = await ask(person.secret, `/searches/${answer.search.id}/next-page`, {
      payload: { pageToken: answer.nextPageToken },
    })
    expect(next.json<SearchResult>()).toMatchObject({ hasNextPage: false, nextPageToken: null })
    expect(await leftOf(person)).toEqual([999, 6970])
    expect((await ask(person.secret, '/usage')).json()).toEqual({
      plan: 'elite',
      searches: { quota: 1000, remaining: 999 },
      contactPulls: { quota: 7000, remaining: 6970 },
      renewsAt: '2026-04-01T12:00:00.000Z',
    })
    const csv = await ask(person.secret, '/exports', { payload: { searchId: answer.search.id } })
    expect(csv.body.trim().split('\r\n')).toHaveLength(31)
  })

  test('leads come in pages without overlaps or gaps', async () => {
    const { secret } = await programmer()
    const { search: found } = (await search(secret)).json<SearchResult>()
    const first = (await ask(secret, `/leads?searchId=${found.id}&limit=15`)).json<Page>()
    expect((await ask(secret, `/leads?searchId=${found.id}&limit=15&cursor=`)).json()).toEqual(first)
    const rest = (await ask(secret, `/leads?searchId=${found.id}&limit=15&cursor=${first.nextCursor}`)).json<Page>()
    expect([first.items.length, rest.items.length, rest.nextCursor]).toEqual([15, 5, null])
    expect(new Set([...first.items, ...rest.items].map(({ id }) => id)).size).toBe(20)
  })

  test('a write repeated with its Idempotency-Key gets the first response and costs nothing', async () => {
    const person = await programmer()
    const first = await search(person.secret, { key: 'order-1' })
    const again = await search(person.secret, { key: 'order-1', on: second.app })
    expect(again.json()).toEqual(first.json())
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(first.headers).not.toHaveProperty('idempotency-replayed')
    expect(await leftOf(person)).toEqual([999, 6980])
  })

  test('a repeated response hides the contacts of a business suppressed since', async () => {
    const { secret } = await programmer()
    const [given] = (await search(secret, { key: 'before' })).json<SearchResult>().leads
    const phone = given?.phoneNumber?.replaceAll(/\D/g, '') ?? ''
    const listed = { kind: 'phone', value: `1${phone}` } as const
    await suppress(product.deps, [listed], 'asked for')
    const [again] = (await search(secret, { key: 'before' })).json<SearchResult>().leads
    await removeSuppression(product.deps, listed)
    expect(phone).toHaveLength(10)
    expect(again).toMatchObject({ id: given?.id, doNotContact: true, phoneNumber: null, email: null, website: null })
    expect((await search(secret, { key: 'before' })).json<SearchResult>().leads[0]).toEqual(given)
  })

  test('the same request sent to two processes at once is one search, even for the last unit of the quota', async () => {
    const person = await programmer()
    await search(person.secret)
    await db.query(`UPDATE quota_balance SET balance = 1 WHERE user_id = $1 AND bucket = 'searches'`, [person.user.id])
    const twins = await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        search(person.secret, { key: 'twin', on: turn % 2 === 0 ? app : second.app }),
      ),
    )
    expect(new Set(twins.map(({ body }) => body)).size).toBe(1)
    expect(twins.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200))
    const [{ count } = { count: 0 }] = await db.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM search WHERE user_id = $1',
      [person.user.id],
    )
    expect(count).toBe(2)
  })

  test('an Idempotency-Key belongs to one request of one account for a day', async () => {
    const { secret } = await programmer()
    await search(secret, { key: 'mine' })
    expect(refusalOf(await search(secret, { key: 'mine', payload: { ...seededSearch, radius: 10 } }))).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    )
    expect(refusalOf(await ask(secret, '/exports', { key: 'mine', payload: {} }))).toBe('IDEMPOTENCY_KEY_REUSED')
    expect((await search((await programmer()).secret, { key: 'mine' })).headers).not.toHaveProperty(
      'idempotency-replayed',
    )
    expect(refusalOf(await search(secret, { key: 'a b' }))).toBe('INVALID_REQUEST')
    product.clock.advance({ hours: 25 })
    expect((await search(secret, { key: 'mine' })).headers).not.toHaveProperty('idempotency-replayed')
  })

  test('an export repeated with its Idempotency-Key runs again, but is refused for other leads', async () => {
    const { secret } = await programmer()
    const { search: found } = (await search(secret)).json<SearchResult>()
    const exported = (payload: object) => ask(secret, '/exports', { key: 'file', payload })
    expect((await exported({ searchId: found.id })).statusCode).toBe(200)
    expect((await exported({ searchId: found.id })).statusCode).toBe(200)
    expect(refusalOf(await exported({}))).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  test('a refusal is not stored: the same key can try again', async () => {
    const person = await programmer()
    await db.query(`UPDATE quota_balance SET balance = 0 WHERE user_id = $1 AND bucket = 'searches'`, [person.user.id])
    expect(refusalOf(await search(person.secret, { key: 'later' }))).toBe('SEARCH_QUOTA_EXCEEDED')
    await grantPlan(product.deps, { username: person.user.username, tier: 'elite' })
    expect((await search(person.secret, { key: 'later' })).statusCode).toBe(200)
  })

  test('every response says how many requests a key has left, across all processes', async () => {
    const { secret } = await programmer('read')
    const limits = async (on: FastifyInstance) => {
      const { headers } = await ask(secret, '/usage', { on })
      return [headers['ratelimit-limit'], headers['ratelimit-remaining'], headers['ratelimit-reset']]
    }
    expect(await limits(app)).toEqual(['120', '119', '60'])
    expect(await limits(second.app)).toEqual(['120', '118', '60'])
    for (let sent = 2; sent < requestsPerMinute; sent++) await ask(secret, '/usage')
    const refused = await ask(secret, '/usage', { on: second.app })
    expect(refusalOf(refused)).toBe('TOO_MANY_REQUESTS')
    expect(refused.headers).toMatchObject({ 'ratelimit-remaining': '0', 'retry-after': '60' })
    product.clock.advance({ minutes: 1 })
    expect((await ask(secret, '/usage')).statusCode).toBe(200)
  })

  test('a refusal is sent as problem details', async () => {
    const { secret } = await programmer()
    const refused = await search(secret, { payload: { ...seededSearch, radius: 99 } })
    expect(refused.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(refused.json()).toEqual({
      type: '/docs/api#INVALID_REQUEST',
      title: 'Invalid request',
      status: 400,
      detail: 'radius: Number must be less than or equal to 30',
      message: 'Number must be less than or equal to 30',
      errorType: 'INVALID_REQUEST',
      issues: [{ path: 'radius', message: 'Number must be less than or equal to 30' }],
    })
    const bodyless = await app.inject({ method: 'POST', url: '/api/v1/match', headers: bearer(secret) })
    expect(bodyless.json()).toMatchObject({ detail: 'Please send a JSON body' })
    const unknown = await app.inject('/api/v1/nothing')
    expect(unknown.json()).toMatchObject({ status: 404, errorType: 'NOT_FOUND' })
    const keyless = await app.inject('/api/v1/usage')
    expect(keyless.headers['www-authenticate']).toBe('Bearer')
  })
})
