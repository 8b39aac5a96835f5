import { expect, test } from 'vitest'
import type { SearchPreview } from '#contract/searches/search-preview.ts'
import type { Search, SearchResult } from '#contract/searches/searches.ts'
import { createTestApp, signUp } from '#tests/support/app.ts'
import { describeSearchesOnPostgres, plumbers } from '#tests/support/plumber-lab.ts'
import { searchCalls } from '#tests/support/search-calls.ts'
import { seedNamedCategories, seedPlumbers } from '#tests/support/seed-boulder.ts'

describeSearchesOnPostgres('the preview of a search', (lab, open) => {
  const { post, get, next, quota } = searchCalls(lab.caller)
  const ask = (criteria: object = plumbers, by = lab.caller()) =>
    by.app.inject({
      method: 'POST',
      url: '/api/search/preview',
      payload: criteria,
      headers: { cookie: by.user.cookie },
    })
  const preview = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).json<SearchPreview>()

  test('says what the search finds and costs, and costs and lists nothing itself', async () => {
    expect(await preview()).toMatchObject({
      matches: 60,
      owned: 0,
      searches: 1,
      pulls: 60,
      pullsLeft: 50,
      coverage: 'partial',
      isSample: false,
      understood: { category: { label: 'Plumbers' }, location: { label: 'Boulder, CO' }, radius: 5 },
    })
    expect(await quota()).toEqual({ remainingSearches: 5, remainingContactPulls: 50 })
    expect((await get('/api/searches')).json<Search[]>()).toEqual([])
  })

  test('subtracts the leads that the user has; the rest is what the pages then cost', async () => {
    const first = (await post(plumbers)).json<SearchResult>()
    expect(await preview()).toMatchObject({ matches: 60, owned: 20, pulls: 40, pullsLeft: 30 })
    await next(first.search.id, first.nextPageToken ?? '')
    expect(await preview()).toMatchObject({ matches: 60, owned: 40, pulls: 20, pullsLeft: 10 })
    const before = await quota()
    await post(plumbers)
    expect((await quota()).remainingContactPulls).toBe(before.remainingContactPulls)
  })

  test('of a search that finds nothing says that it is free', async () => {
    expect(await preview({ ...plumbers, businessCategory: 'Zzyzx Quuxery' })).toMatchObject({
      matches: 0,
      searches: 0,
      pulls: 0,
    })
  })

  test('of a search that finds nothing names related kinds of business that are here', async () => {
    const own = await open()
    await seedPlumbers(own, 5)
    await seedNamedCategories(own, ['hvac_service', 'law_firm'])
    const product = await createTestApp({ db: own })
    const by = { app: product.app, user: await signUp(product.app) }
    expect(await preview({ ...plumbers, businessCategory: 'HVAC' }, by)).toMatchObject({
      matches: 0,
      related: [{ category: 'Plumbers', matches: 5 }],
    })
    expect(await preview({ ...plumbers, businessCategory: 'Lawyers' }, by)).toMatchObject({ matches: 0, related: [] })
  })

  test('of a search that finds nothing names the nearest town where it finds something', async () => {
    const own = await open()
    await seedPlumbers(own, 5)
    const categoryIds = await seedNamedCategories(own, ['law_firm'])
    // Longmont's places are loaded, but none is a plumber.
    await seedPlumbers(own, 1, { lat: 40.1672, lon: -105.1019, phone: 13_035_559_999, categoryIds }, 'osm')
    const product = await createTestApp({ db: own })
    const by = { app: product.app, user: await signUp(product.app) }
    const { matches, towns } = await preview({ ...plumbers, location: 'Longmont, CO' }, by)
    expect(matches).toBe(0)
    expect(towns[0]).toMatchObject({ matches: 5 })
    const [nearest = { location: '' }] = towns
    expect(await preview({ ...plumbers, location: nearest.location }, by)).toMatchObject({ matches: 5, towns: [] })
  })

  test('of a search that finds nothing offers as many leads as the other search then lists', async () => {
    const own = await open()
    await seedPlumbers(own, 25)
    const categoryIds = await seedNamedCategories(own, ['law_firm', 'hvac_service'])
    await seedPlumbers(own, 1, { lat: 40.1672, lon: -105.1019, phone: 13_035_559_999, categoryIds }, 'osm')
    const product = await createTestApp({ db: own })
    const by = { app: product.app, user: await signUp(product.app) }
    const calls = searchCalls(() => by)
    await calls.post(plumbers)
    const headers = { cookie: by.user.cookie }
    const payload = { text: '(303) 555-0124' }
    await product.app.inject({ method: 'POST', url: '/api/do-not-contact', payload, headers })
    for (const skipOwned of [false, true]) {
      const { related } = await preview({ ...plumbers, businessCategory: 'HVAC', skipOwned }, by)
      const { towns } = await preview({ ...plumbers, location: 'Longmont, CO', skipOwned }, by)
      const { total } = (await calls.post({ ...plumbers, skipOwned })).json<SearchResult>()
      expect(total).toBe(skipOwned ? 4 : 24)
      expect(related).toEqual([{ category: 'Plumbers', matches: total }])
      expect(towns[0]?.matches).toBe(total)
    }
    const left = { ...plumbers, businessCategory: 'HVAC', skipOwned: true }
    expect(await preview(left, by)).toMatchObject({ matches: 0, related: [] })
  })

  test('says what each filter of the form would leave, also for a plan without filters', async () => {
    const { filterCounts } = await preview()
    const left = (filter: string, value: number | true = true) =>
      filterCounts.find(count => count.name === filter && count.value === value)?.matches
    expect([left('hasWebsite'), left('withoutWebsite'), left('hasPhoneNumber'), left('hasEmail')]).toEqual([
      40, 20, 60, 0,
    ])
    expect([left('minRating', 4.5), left('minRating', 5)]).toEqual([30, 0])
  })

  test('counts leads without a phone by their place', async () => {
    const own = await open()
    await seedPlumbers(own, 5, { phone: null })
    const product = await createTestApp({ db: own })
    const ann = await signUp(product.app)
    expect(await preview(plumbers, { app: product.app, user: ann })).toMatchObject({ matches: 5, owned: 0 })
    await searchCalls(() => ({ app: product.app, user: ann })).post(plumbers)
    expect(await preview(plumbers, { app: product.app, user: ann })).toMatchObject({ matches: 5, owned: 5, pulls: 0 })
  })

  test('of a search that would ask or find no place says why, as an answer and not as an error', async () => {
    const unknown = await ask({ ...plumbers, location: 'Nowhereville Xyz' })
    expect([unknown.statusCode, unknown.json()]).toMatchObject([202, { errorType: 'UNKNOWN_LOCATION' }])
    const unsure = await ask({ ...plumbers, location: 'Springfield' })
    expect([unsure.statusCode, unsure.json()]).toMatchObject([202, { errorType: 'AMBIGUOUS_LOCATION' }])
    const category = await ask({ ...plumbers, businessCategory: 'drone service' })
    expect([category.statusCode, category.json()]).toMatchObject([202, { errorType: 'CATEGORY_UNSURE' }])
  })

  test('is refused for filters that the plan does not include', async () => {
    expect((await ask({ ...plumbers, hasWebsite: true })).json()).toMatchObject({ errorType: 'FEATURE_NOT_IN_PLAN' })
  })

  test('runs sixty times a minute, and before the email is confirmed for sixty searches an hour, however often', async () => {
    await lab.db.query('DELETE FROM rate_limit')
    const askFor = (maxNewPulls: number) => ask({ ...plumbers, maxNewPulls })
    for (let asked = 1; asked <= 60; asked++) expect((await askFor(asked)).statusCode).toBe(200)
    expect((await askFor(61)).statusCode).toBe(429)
    lab.product.clock.advance({ minutes: 1 })
    expect((await askFor(60)).statusCode).toBe(200)
    expect((await askFor(61)).statusCode).toBe(429)
    const refused = await askFor(61)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3540'])
    expect(refused.json()).toEqual({
      errorType: 'UNCONFIRMED_LIMIT',
      message:
        'Too many search previews. Open the link in the email we sent you to continue right away, or try again in 59 minutes.',
    })
    await lab.db.query('UPDATE user_account SET email_verified_at = created_at WHERE id = $1', [lab.user.user.id])
    expect((await ask()).statusCode).toBe(200)
  })

  test('accounts with unconfirmed emails on one network share 300 previews an hour', async () => {
    await lab.db.query('DELETE FROM rate_limit')
    expect((await ask()).statusCode).toBe(200)
    await lab.db.query('UPDATE rate_limit SET hits = 299 WHERE hits = 1')
    const by = { app: lab.product.app, user: await signUp(lab.product.app) }
    expect((await ask(plumbers, by)).statusCode).toBe(200)
    const refused = await ask({ ...plumbers, radius: 6 }, by)
    expect([refused.statusCode, refused.json()]).toMatchObject([429, { errorType: 'UNCONFIRMED_LIMIT' }])
  })
})
