import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Lead } from '#contract/leads/leads.ts'
import type { Comparison } from '#contract/searches/receipts.ts'
import type { Search, SearchResult } from '#contract/searches/searches.ts'
import { addSampleCategories } from '#server/catalog/demo/demo-catalog.usecases.ts'
import { raiseCatalogVersion } from '#server/catalog/tables/dataset.repository.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import { creditExtraPulls } from '#server/money/usage/credits.usecases.ts'
import { createTestApp, type SignedIn, signUp } from '#tests/support/app.ts'
import { describeSearches, plumbers } from '#tests/support/plumber-lab.ts'
import { ledgerSums, searchCalls } from '#tests/support/search-calls.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const textOf = (rows: { key: string }[]) => rows.map(({ key }) => `${key}\n`).join('')

describeSearches('the pages of a search', (lab, open, databaseKind) => {
  const { post, get, next, quota } = searchCalls(lab.caller)
  const setTier = (tier: string) =>
    lab.db.query('UPDATE user_account SET subscription_tier = $2 WHERE id = $1', [lab.user.user.id, tier])
  const send = (url: string, criteria: object) =>
    lab.product.app.inject({ method: 'POST', url, payload: criteria, headers: { cookie: lab.user.cookie } })
  const head = (url: string) => lab.product.app.inject({ method: 'HEAD', url, headers: { cookie: lab.user.cookie } })

  test('have no gaps, and a page loaded twice costs once', async () => {
    const first = (await post(plumbers)).json<SearchResult>()
    const second = (await next(first.search.id, first.nextPageToken ?? '')).json<SearchResult>()
    const again = (await next(first.search.id, first.nextPageToken ?? '')).json<SearchResult>()
    expect(again).toEqual(second)
    expect(await quota()).toMatchObject({ remainingContactPulls: 10 })
    const names = [...first.leads, ...second.leads].map(lead => lead.businessName)
    expect(names).toEqual(Array.from({ length: 40 }, (_, index) => `Plumber ${String(index).padStart(4, '0')}`))
    const stored = (await get(`/api/leads?searchId=${first.search.id}`)).json<Lead[]>()
    expect(stored).toEqual([...first.leads, ...second.leads])
    expect((await get('/api/searches')).json<Search[]>()[0]?.nextPageToken).toBe(second.nextPageToken)
  })

  test('of a search with filters or areas of a larger plan end with that plan; those that were loaded stay', async () => {
    const areas = [{ place: 'Boulder, CO' }, { place: 'Denver, CO' }]
    const inAreas = { businessCategory: 'Plumbers', areas, radius: 5, confirmed: true }
    const searches = [
      () => send('/api/search', { ...plumbers, hasWebsite: true }),
      () => send('/api/area-searches', inAreas),
    ]
    for (const search of searches) {
      await setTier('pro')
      const first = (await search()).json<SearchResult>()
      const token = first.nextPageToken ?? ''
      const before = await quota()
      await setTier('free')
      const refused = await next(first.search.id, token)
      expect(refused.json()).toMatchObject({ errorType: 'FEATURE_NOT_IN_PLAN' })
      expect((await get(`/api/leads?searchId=${first.search.id}`)).json()).toEqual(first.leads)
      await setTier('pro')
      expect(await quota()).toEqual(before)
      const second = (await next(first.search.id, token)).json<SearchResult>()
      await setTier('free')
      expect((await next(first.search.id, token)).json<SearchResult>().leads).toEqual(second.leads)
    }
  })

  test('are on its receipt, with what each cost; running it again costs nothing and says what has changed', async () => {
    const changing = await open()
    await seedPlumbers(changing, 60)
    const { app } = await createTestApp({ db: changing })
    const owner = await signUp(app)
    const calls = searchCalls(() => ({ app, user: owner }))
    const { search, nextPageToken } = (await calls.post({ ...plumbers, skipOwned: true })).json<SearchResult>()
    const receiptOf = () => calls.receipt(search.id)
    const compare = async () => {
      const url = `/api/searches/${search.id}/comparison`
      return (await app.inject({ method: 'POST', url, headers: { cookie: owner.cookie } })).json<Comparison>()
    }
    const one = await receiptOf()
    await calls.next(search.id, nextPageToken ?? '')
    const two = await receiptOf()
    expect(two).toMatchObject({ leads: 40, search: { total: 60 }, notes: { coverage: 'partial' }, refundedAt: null })
    expect(two.pages.map(({ leads }) => leads)).toEqual([20, 20])
    expect(two.charges.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['search', 1],
      ['monthly pull', 20],
      ['monthly pull', 20],
    ])
    expect(two.total).toEqual({ searches: 1, pulls: 40 })
    const stored = await changing.query<{ key: string }>(
      'SELECT place_key AS key FROM lead JOIN search_lead ON lead_id = lead.id ORDER BY position',
    )
    expect(stored).toHaveLength(40)
    expect(one.hash).toBe(hashOf(textOf(stored.slice(0, 20))))
    expect(two.hash).toBe(hashOf(one.hash + textOf(stored.slice(20))))

    const before = await calls.quota()
    const same = { compared: 40, isSame: true, appeared: 0, gone: 0, matchesThen: 60, matchesNow: 60 }
    expect(await compare()).toMatchObject(same)
    await changing.query(
      `DELETE FROM place_category USING place p WHERE p.id = place_id AND p.name IN ('Plumber 0003', 'Plumber 0050')`,
    )
    await raiseCatalogVersion(changing)
    expect(await compare()).toMatchObject({ isSame: false, appeared: 1, gone: 1, matchesThen: 60, matchesNow: 58 })
    expect(await calls.quota()).toEqual(before)
    const stranger = await signUp(app)
    for (const [method, path] of [
      ['GET', 'receipt'],
      ['POST', 'comparison'],
    ] as const) {
      const url = `/api/searches/${search.id}/${path}`
      expect((await app.inject({ method, url, headers: { cookie: stranger.cookie } })).statusCode).toBe(404)
    }
  })

  test('are charged once for two concurrent requests with one token', async () => {
    const first = (await post(plumbers)).json<SearchResult>()
    const pages = await Promise.all([1, 2, 3].map(() => next(first.search.id, first.nextPageToken ?? '')))
    const [second, ...others] = pages.map(page => page.json<SearchResult>())
    expect(second?.leads).toHaveLength(20)
    for (const other of others) expect(other).toEqual(second)
    expect(await quota()).toMatchObject({ remainingContactPulls: 10 })
  })

  test('are loaded once for concurrent requests with one token, even if the quota cuts the page', async () => {
    const first = (await post(plumbers)).json<SearchResult>()
    const second = (await next(first.search.id, first.nextPageToken ?? '')).json<SearchResult>()
    const pages = await Promise.all([1, 2].map(() => next(first.search.id, second.nextPageToken ?? '')))
    const [cut, other] = pages.map(page => page.json<SearchResult>())
    expect(cut?.leads).toHaveLength(10)
    expect(other).toEqual(cut)
  })

  test('stay the same after the catalog changes, and nothing is charged without being listed', async () => {
    const changing = await open()
    await seedPlumbers(changing, 70)
    const { app, deps } = await createTestApp({ db: changing })
    const { user: owner, cookie } = await signUp(app)
    await grantPlan(deps, { username: owner.username, tier: 'elite' })
    const ask = (url: string) => app.inject({ url, headers: { cookie } })
    const page = async (token: string | null) =>
      (await ask(`/api/search/next?pageToken=${encodeURIComponent(token ?? '')}&searchId=1`)).json<SearchResult>()
    const left = async () => (await ask('/api/user')).json<{ remainingContactPulls: number }>().remainingContactPulls
    const first = (
      await app.inject({ method: 'POST', url: '/api/search', payload: plumbers, headers: { cookie } })
    ).json<SearchResult>()
    const second = await page(first.nextPageToken)
    const pulls = await left()
    await changing.query(`DELETE FROM place_category USING place p WHERE p.id = place_id AND p.name = 'Plumber 0025'`)
    expect(await page(first.nextPageToken)).toEqual(second)
    expect(await left()).toBe(pulls)
    const third = await page(second.nextPageToken)
    await page(third.nextPageToken)
    const again = await page(first.nextPageToken)
    expect(again.leads).toEqual(second.leads)
    expect((await page(again.nextPageToken)).leads).toEqual(third.leads)
    const listed = (await ask('/api/leads?searchId=1')).json<Lead[]>().map(({ id }) => id)
    const all = (await ask('/api/leads')).json<Lead[]>().map(({ id }) => id)
    expect(listed.toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b))
    expect(all).toHaveLength(70)
  })

  test('are cut to the remaining pulls, and the next one says that the quota is used up', async () => {
    const first = (await post(plumbers)).json<SearchResult>()
    const second = (await next(first.search.id, first.nextPageToken ?? '')).json<SearchResult>()
    const third = (await next(first.search.id, second.nextPageToken ?? '')).json<SearchResult>()
    expect(third.leads).toHaveLength(10)
    expect(third.hasNextPage).toBe(true)
    const fourth = await next(first.search.id, third.nextPageToken ?? '')
    expect(fourth.statusCode).toBe(403)
    expect(fourth.json()).toEqual({
      errorType: 'QUOTA_EXCEEDED',
      message: 'Contact limit reached. You can purchase additional lead credits or upgrade your plan.',
    })
    expect(await quota()).toEqual({ remainingSearches: 4, remainingContactPulls: 0 })
    await lab.db.transaction(tx =>
      creditExtraPulls(tx, { userId: lab.user.user.id, amount: 300, reason: 'package', now: lab.product.clock.now() }),
    )
    const bought = (await next(first.search.id, third.nextPageToken ?? '')).json<SearchResult>()
    expect(bought).toMatchObject({ hasNextPage: false, nextPageToken: null })
    expect(bought.leads).toHaveLength(10)
    expect(await quota()).toMatchObject({ remainingContactPulls: 290 })
    for (const { sum, balance } of await ledgerSums(lab.db, lab.user)) expect(sum).toBe(balance)
  })

  // Other tests run the statements of the tests below on both databases, so PostgreSQL is enough here.
  if (databaseKind === 'embedded') return

  test('are not loaded, and not charged, by a HEAD request, which gets no leads', async () => {
    const { search, nextPageToken } = (await post(plumbers)).json<SearchResult>()
    const query = new URLSearchParams({ searchId: String(search.id), pageToken: nextPageToken ?? '' })
    const refused = await head(`/api/search/next?${query.toString()}`)
    expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'GET'])
    expect(await quota()).toMatchObject({ remainingContactPulls: 30 })
    expect((await head(`/api/searches/${search.id}`)).statusCode).toBe(200)
  })

  test('of a search that began with fictional places stay fictional after real ones are loaded', async () => {
    const filling = await open()
    const { app, deps } = await createTestApp({ db: filling, settings: { DEMO_CATALOG: 'on' } })
    await addSampleCategories(deps)
    const owner = await signUp(app)
    const calls = searchCalls(() => ({ app, user: owner }))
    const first = (await calls.post({ ...plumbers, businessCategory: 'Restaurants' })).json<SearchResult>()
    await seedPlumbers(filling, 30, { name: 'Real Plumber', phone: null })
    await raiseCatalogVersion(deps.db)
    const second = (await calls.next(first.search.id, first.nextPageToken ?? '')).json<SearchResult>()
    expect([...first.leads, ...second.leads].map(({ isSample }) => isSample)).toEqual(
      Array.from({ length: 40 }, () => true),
    )
    const real = (await calls.post({ ...plumbers, radius: 6 })).json<SearchResult>()
    expect(real).toMatchObject({ total: 30, leads: Array.from({ length: 10 }, () => ({ isSample: false })) })
  })

  test('include a cut page again as it was', async () => {
    const first = (await post(plumbers)).json<SearchResult>()
    const second = (await next(first.search.id, first.nextPageToken ?? '')).json<SearchResult>()
    const cut = (await next(first.search.id, second.nextPageToken ?? '')).json<SearchResult>()
    expect(cut.leads).toHaveLength(10)
    expect((await next(first.search.id, second.nextPageToken ?? '')).json()).toEqual(cut)
  })

  test('do not repeat a place that moves behind the end of a page', async () => {
    const changing = await open()
    await seedPlumbers(changing, 30)
    const { app } = await createTestApp({ db: changing })
    const { cookie } = await signUp(app)
    const calls = searchCalls(() => ({ app, user: { cookie } as SignedIn }))
    const first = (await calls.post(plumbers)).json<SearchResult>()
    const last = Number.MAX_SAFE_INTEGER
    await changing.query(`UPDATE place_category SET name_order = ${last}, relevance = 0
       WHERE place_id = (SELECT id FROM place WHERE name = 'Plumber 0003')`)
    const second = (await calls.next(first.search.id, first.nextPageToken ?? '')).json<SearchResult>()
    const names = [...first.leads, ...second.leads].map(({ businessName }) => businessName)
    expect(names).toEqual(Array.from({ length: 30 }, (_, index) => `Plumber ${String(index).padStart(4, '0')}`))
    expect(second).toMatchObject({ hasNextPage: false })
    expect((await calls.next(first.search.id, first.nextPageToken ?? '')).json()).toEqual(second)
    expect(await calls.quota()).toMatchObject({ remainingContactPulls: 20 })
  })

  test('list a place that was split from one on an earlier page, whether or not it is a lead', async () => {
    const changing = await open()
    await seedPlumbers(changing, 30)
    const { app, deps } = await createTestApp({ db: changing })
    const owner = await signUp(app)
    await grantPlan(deps, { username: owner.user.username, tier: 'elite' })
    const calls = searchCalls(() => ({ app, user: owner }))
    for (const _ of ['new', 'a lead already']) {
      const first = (await calls.post(plumbers)).json<SearchResult>()
      // The leads as pulled while the two rows were one place.
      await changing.query(
        `INSERT INTO lead_name (user_id, place_key, lead_id) SELECT $1, 'overture:' || p.source_id, l.id
         FROM place p, lead l WHERE p.name = 'Plumber 0025' AND l.name = 'Plumber 0003' ON CONFLICT DO NOTHING`,
        [owner.user.id],
      )
      const second = (await calls.next(first.search.id, first.nextPageToken ?? '')).json<SearchResult>()
      const names = [...first.leads, ...second.leads].map(({ businessName }) => businessName)
      expect(names).toEqual(Array.from({ length: 30 }, (_place, index) => `Plumber ${String(index).padStart(4, '0')}`))
    }
  })

  test("cannot be loaded with another user's token or search", async () => {
    const first = (await post(plumbers)).json<SearchResult>()
    const token = first.nextPageToken ?? ''
    const stranger = await signUp(lab.product.app)
    expect((await next(first.search.id, token, stranger)).statusCode).toBe(404)
    expect((await get(`/api/leads?searchId=${first.search.id}`, stranger)).statusCode).toBe(404)
    expect((await get(`/api/searches/${first.search.id}`, stranger)).statusCode).toBe(404)
    const own = (await post(plumbers, stranger)).json<SearchResult>()
    expect((await next(own.search.id, token, stranger)).json()).toMatchObject({ errorType: 'INVALID_PAGE_TOKEN' })
    expect((await next(first.search.id, `${token}x`)).statusCode).toBe(400)
    expect(await quota(stranger)).toEqual({ remainingSearches: 4, remainingContactPulls: 30 })
  })
})
