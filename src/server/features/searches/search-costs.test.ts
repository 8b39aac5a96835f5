import { expect, test } from 'vitest'
import type { User } from '#contract/accounts/account.ts'
import { featureMessages } from '#contract/plans.ts'
import { perFilter } from '#contract/searches/search-filters.ts'
import type { Search, SearchResult } from '#contract/searches/searches.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import { storedKey } from '#server/platform/limits/rate-limit.ts'
import { createTestApp, type SignedIn, signUp } from '#tests/support/app.ts'
import { describeSearches, plumbers } from '#tests/support/plumber-lab.ts'
import { ledgerSums, searchCalls } from '#tests/support/search-calls.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'

describeSearches('searching', (lab, open, kind) => {
  const { post, get, next, quota } = searchCalls(lab.caller)

  async function signInAgain(): Promise<SignedIn> {
    const response = await lab.product.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { username: lab.user.user.username, password: 'correct horse battery' },
    })
    return { user: lab.user.user, cookie: response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
  }

  test('the same leads in a later search are free', async () => {
    await post(plumbers)
    await post({ ...plumbers, radius: 6 })
    expect(await quota()).toEqual({ remainingSearches: 3, remainingContactPulls: 30 })
  })

  test('the sixth search of a free month is refused, and the next month brings new ones', async () => {
    for (let i = 0; i < 5; i++) expect((await post(plumbers)).statusCode).toBe(200)
    const refused = await post(plumbers)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ errorType: 'SEARCH_QUOTA_EXCEEDED' })
    lab.product.clock.advance({ days: 32 })
    const again = await signInAgain()
    expect(await quota(again)).toEqual({ remainingSearches: 5, remainingContactPulls: 50 })
    expect((await post(plumbers, again)).statusCode).toBe(200)
    expect(await quota(again)).toEqual({ remainingSearches: 4, remainingContactPulls: 50 })
    for (const { sum, balance } of await ledgerSums(lab.db, lab.user)) expect(sum).toBe(balance)
  })

  test('purchased leads are used after those of the month, and stay when the next one begins', async () => {
    const first = (await post(plumbers)).json<SearchResult>()
    await lab.db.query(`UPDATE quota_balance SET balance = 15 WHERE bucket = 'extra_pulls' AND user_id = $1`, [
      lab.user.user.id,
    ])
    const left = async (as = lab.user) => {
      const { monthlyContactPulls, purchasedContactPulls } = (await get('/api/user', as)).json<User>()
      return [monthlyContactPulls, purchasedContactPulls]
    }
    expect(await left()).toEqual([30, 15])
    const second = (await next(first.search.id, first.nextPageToken ?? '')).json<SearchResult>()
    expect(await left()).toEqual([10, 15])
    await next(first.search.id, second.nextPageToken ?? '')
    expect(await left()).toEqual([0, 5])
    lab.product.clock.advance({ days: 32 })
    expect(await left(await signInAgain())).toEqual([50, 5])
  })

  test('advanced filters are refused on Free and work on Pro, which shows what each left out', async () => {
    const filtered = { ...plumbers, minRating: 4, hasWebsite: true }
    const refused = await post(filtered)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toEqual({
      errorType: 'FEATURE_NOT_IN_PLAN',
      message: featureMessages.advancedFilters,
    })
    expect((await post({ ...plumbers, minRating: 0, hasWebsite: false, keywords: ' ' })).statusCode).toBe(200)
    await grantPlan(lab.product.deps, { username: lab.user.user.username, tier: 'pro' })
    const answer = (await post(filtered)).json<SearchResult>()
    expect(answer.total).toBe(20)
    expect(answer.leftOut).toEqual({
      ...perFilter(() => 0),
      minRating: 30,
      withoutRating: 30,
      hasWebsite: 20,
      owned: 0,
    })
    expect(answer.leads.every(lead => lead.hasHighRating && lead.hasWebsite)).toBe(true)
  })

  test('places with one phone and name are one lead and one charge; with another name, another one', async () => {
    const shared = await open()
    await seedPlumbers(shared, 5, { phone: 13_035_550_100, name: 'Ace Plumbing' })
    await seedPlumbers(shared, 1, { phone: 13_035_550_100, name: 'Boulder Pipes', quality: 1 }, 'csv')
    const { app } = await createTestApp({ db: shared })
    const { cookie } = await signUp(app)
    const answer = await app.inject({ method: 'POST', url: '/api/search', payload: plumbers, headers: { cookie } })
    expect(answer.json()).toMatchObject({
      total: 2,
      leads: [{ businessName: 'Ace Plumbing' }, { businessName: 'Boulder Pipes' }],
    })
    const account = await app.inject({ url: '/api/user', headers: { cookie } })
    expect(account.json()).toMatchObject({ remainingContactPulls: 48 })
  })

  // Other tests run the statements of the tests below on both databases, so PostgreSQL is enough here.
  if (kind === 'embedded') return

  test('a search costs one search and a contact pull for each lead it shows', async () => {
    const answer = (await post(plumbers)).json<SearchResult>()
    expect(answer).toMatchObject({ total: 60, hasNextPage: true, coverage: 'partial' })
    expect(answer.leads).toHaveLength(20)
    expect(answer.search).toMatchObject({ propertyType: 'Plumbers', location: 'Boulder, CO', statewide: false })
    expect(answer.understood.category).toMatchObject({ match: 'sure' })
    expect(await quota()).toEqual({ remainingSearches: 4, remainingContactPulls: 30 })
  })

  test('a search that finds nothing is listed and costs nothing, sixty times an hour', async () => {
    const nothing = { ...plumbers, businessCategory: 'Zzyzx Quuxery' }
    const found = (await post(nothing)).json<SearchResult>()
    expect(found).toMatchObject({ total: 0, leads: [] })
    expect(await quota()).toEqual({ remainingSearches: 5, remainingContactPulls: 50 })
    expect((await get('/api/searches')).json<Search[]>().map(({ id }) => id)).toEqual([found.search.id])
    for (let run = 2; run <= 60; run++) expect((await post(nothing)).statusCode).toBe(200)
    const refused = await post(nothing)
    expect(refused.headers['retry-after']).toBe('3600')
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      {
        errorType: 'TOO_MANY_REQUESTS',
        message: 'Too many searches that find nothing. Please try again in 60 minutes.',
      },
    ])
    expect((await post(plumbers)).statusCode).toBe(200)
    expect(await ledgerSums(lab.db, lab.user)).toContainEqual({ bucket: 'searches', sum: 4, balance: 4 })
  })

  test('accounts with unconfirmed emails on a network share 300 searches an hour that find nothing', async () => {
    const nothing = { ...plumbers, businessCategory: 'Zzyzx Quuxery' }
    await lab.db.query('DELETE FROM rate_limit')
    expect((await post(nothing)).statusCode).toBe(200)
    await lab.db.query('UPDATE rate_limit SET hits = 299 WHERE hits = 1')
    const stranger = await signUp(lab.product.app)
    expect((await post(nothing, stranger)).statusCode).toBe(200)
    expect((await post(nothing, stranger)).json()).toMatchObject({ errorType: 'UNCONFIRMED_LIMIT' })
    expect((await post(plumbers, stranger)).statusCode).toBe(200)
  })

  test('an account can run 50,000 searches a day, pages included', async () => {
    await post(plumbers)
    const key = storedKey({ name: 'searches in 24 hours', key: String(lab.user.user.id) })
    await lab.db.query('UPDATE rate_limit SET hits = 49999 WHERE key = $1', [key])
    expect((await post(plumbers)).statusCode).toBe(200)
    expect((await post(plumbers)).json()).toMatchObject({
      message: expect.stringContaining('Too many searches in 24 hours') as string,
    })
    lab.product.clock.advance({ hours: 24 })
    expect((await post(plumbers)).statusCode).toBe(200)
  })

  test('a search refused because no pulls are left costs nothing and is not listed', async () => {
    const first = (await post(plumbers)).json<SearchResult>()
    const second = (await next(first.search.id, first.nextPageToken ?? '')).json<SearchResult>()
    await next(first.search.id, second.nextPageToken ?? '')
    const refused = await post({ ...plumbers, sortBy: 'name', businessCategory: 'Plumber 005' })
    expect(refused.statusCode).toBe(403)
    expect(await quota()).toEqual({ remainingSearches: 4, remainingContactPulls: 0 })
    expect((await get('/api/searches')).json<Search[]>()).toHaveLength(1)
  })

  test('Pro can search beyond its 200 searches', async () => {
    await grantPlan(lab.product.deps, { username: lab.user.user.username, tier: 'pro' })
    await lab.db.query(`UPDATE quota_balance SET balance = 0 WHERE bucket = 'searches' AND user_id = $1`, [
      lab.user.user.id,
    ])
    expect((await post(plumbers)).statusCode).toBe(200)
    expect(await quota()).toEqual({ remainingSearches: Number.MAX_SAFE_INTEGER, remainingContactPulls: 1980 })
  })

  test('a rating of 4 or more is high', async () => {
    const rated = await open()
    await seedPlumbers(rated, 3)
    await rated.query(`UPDATE place SET rating = ('{4,3.9,null}'::real[])[1 + right(name, 1)::int]`)
    const { app } = await createTestApp({ db: rated })
    const { cookie } = await signUp(app)
    const found = await app.inject({ method: 'POST', url: '/api/search', payload: plumbers, headers: { cookie } })
    const ratings = found.json<SearchResult>().leads.map(({ rating, hasHighRating }) => [rating, hasHighRating])
    expect(ratings).toEqual([
      ['4', true],
      ['3.9', false],
      [null, false],
    ])
  })

  test('more than 500 matches need a confirmation, and cost nothing before it', async () => {
    const many = await open()
    await seedPlumbers(many, 501)
    const { app } = await createTestApp({ db: many })
    const { cookie } = await signUp(app)
    const ask = (confirmed: boolean) =>
      app.inject({ method: 'POST', url: '/api/search', payload: { ...plumbers, confirmed }, headers: { cookie } })
    const asked = await ask(false)
    expect(asked.statusCode).toBe(202)
    expect(asked.json()).toEqual({
      requiresConfirmation: true,
      estimatedLeads: 501,
      message: 'Please confirm you want to proceed with this search.',
    })
    expect((await app.inject({ url: '/api/user', headers: { cookie } })).json()).toMatchObject({ remainingSearches: 5 })
    expect((await ask(true)).statusCode).toBe(200)
  })

  test.each([
    ['Austin, TX', 409, 'AREA_NOT_LOADED'],
    ['Springfield', 400, 'AMBIGUOUS_LOCATION'],
    ['Qwxyzt', 400, 'UNKNOWN_LOCATION'],
  ])('a search in %s is refused with %i %s and costs nothing', async (location, status, errorType) => {
    const refused = await post({ ...plumbers, location })
    expect(refused.statusCode).toBe(status)
    expect(refused.json()).toMatchObject({ errorType })
    expect(await quota()).toEqual({ remainingSearches: 5, remainingContactPulls: 50 })
  })

  test('each invalid field has the specified message', async () => {
    const refused = await post({ businessCategory: 'x', location: 'B', radius: 31, sortBy: 'price', extra: 1 })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({
      message: 'Please enter a business category, industry or search term',
      issues: [
        { path: 'businessCategory', message: 'Please enter a business category, industry or search term' },
        { path: 'location', message: 'Location must be at least 2 characters' },
        { path: 'radius', message: 'Number must be less than or equal to 30' },
        { path: 'sortBy' },
        { path: '', message: "Unrecognized key(s) in object: 'extra'" },
      ],
    })
    const empty = await post({})
    expect(empty.json()).toEqual({
      errorType: 'INVALID_REQUEST',
      message: 'Please enter a business category, industry or search term',
      issues: [
        { path: 'businessCategory', message: 'Please enter a business category, industry or search term' },
        { path: 'location', message: 'Location must be at least 2 characters' },
        { path: 'radius', message: 'Please select a radius' },
      ],
    })
  })
})
