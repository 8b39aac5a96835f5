import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Search, SearchResult } from '#contract/searches.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { ledgerSums, searchCalls } from '#tests/support/search-calls.ts'
import { BOULDER, seedNamedCategories, seedPlumbers } from '#tests/support/seed-boulder.ts'
import { seedPlaces } from '#tests/support/seed-places.ts'

const plumbers = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 5, confirmed: true }

describeOnBothDatabases('searching', open => {
  let db: Db
  let boulder: TestApp
  let user: SignedIn

  beforeAll(async () => {
    db = await open()
    await seedPlumbers(db, 60)
    boulder = await createTestApp({ db })
  })
  beforeEach(async () => {
    user = await signUp(boulder.app)
  })

  const { post, get, next, quota } = searchCalls(() => ({ app: boulder.app, user }))

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
        message: '60 of your searches found nothing in the last hour. Please try again later.',
      },
    ])
    expect((await post(plumbers)).statusCode).toBe(200)
    expect(await ledgerSums(db, user)).toContainEqual({ bucket: 'searches', sum: 4, balance: 4 })
  })

  test('the same leads in a later search are free', async () => {
    await post(plumbers)
    await post({ ...plumbers, radius: 6 })
    expect(await quota()).toEqual({ remainingSearches: 3, remainingContactPulls: 30 })
  })

  test('sorting by name leaves no lead out, in any script', async () => {
    const chinese = await open()
    const [categoryId = 0] = await seedNamedCategories(chinese, ['plumbing'])
    const letters = Array.from('一二三四五六七八九十百千万中大小川老東西南北金木水火土山日月龍鳳福祿壽喜和平永安')
    const places = letters.map((letter, index) => ({
      name: `${letter}${'abcdefgh'.slice(0, index % 5)} plumbing`,
      lat: BOULDER.lat,
      lon: BOULDER.lon + 0.0001 * index,
      state: 'CO',
      categoryIds: [categoryId],
      quality: 50,
      rating: null,
      phone: 13_035_560_100 + index,
      website: null,
    }))
    await seedPlaces(chinese, places)
    const { app } = await createTestApp({ db: chinese })
    const { cookie } = await signUp(app)
    const payload = { ...plumbers, sortBy: 'name' }
    const first = (
      await app.inject({ method: 'POST', url: '/api/search', payload, headers: { cookie } })
    ).json<SearchResult>()
    const url = `/api/search/next?pageToken=${encodeURIComponent(first.nextPageToken ?? '')}&searchId=${first.search.id}`
    const second = (await app.inject({ url, headers: { cookie } })).json<SearchResult>()
    expect(first.total).toBe(letters.length)
    const names = [...first.leads, ...second.leads].map(lead => lead.businessName)
    expect(names).toEqual(
      places
        .map(({ name }) => name)
        .toSorted()
        .slice(0, 40),
    )
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

  test('the sixth search of a free month is refused, and the next month brings new ones', async () => {
    for (let i = 0; i < 5; i++) expect((await post(plumbers)).statusCode).toBe(200)
    const refused = await post(plumbers)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ errorType: 'SEARCH_QUOTA_EXCEEDED' })
    boulder.clock.advance({ days: 32 })
    const again = await signInAgain()
    expect(await quota(again)).toEqual({ remainingSearches: 5, remainingContactPulls: 50 })
    expect((await post(plumbers, again)).statusCode).toBe(200)
    expect(await quota(again)).toEqual({ remainingSearches: 4, remainingContactPulls: 50 })
    for (const { sum, balance } of await ledgerSums(db, user)) expect(sum).toBe(balance)
  })

  test('Pro can search beyond its 200 searches', async () => {
    await grantPlan(boulder.deps, { username: user.user.username, tier: 'pro' })
    await db.query(`UPDATE quota_balance SET balance = 0 WHERE bucket = 'searches' AND user_id = $1`, [user.user.id])
    expect((await post(plumbers)).statusCode).toBe(200)
    expect(await quota()).toEqual({ remainingSearches: Number.MAX_SAFE_INTEGER, remainingContactPulls: 1980 })
  })

  test('advanced filters are refused on Free and work on Pro, which shows what each left out', async () => {
    const filtered = { ...plumbers, minRating: 4, hasWebsite: true }
    const refused = await post(filtered)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toEqual({
      errorType: 'FEATURE_NOT_IN_PLAN',
      message: 'Advanced search filters are part of the Pro and Elite plans.',
    })
    expect((await post({ ...plumbers, minRating: 0, hasWebsite: false, keywords: ' ' })).statusCode).toBe(200)
    await grantPlan(boulder.deps, { username: user.user.username, tier: 'pro' })
    const answer = (await post(filtered)).json<SearchResult>()
    expect(answer.total).toBe(20)
    expect(answer.leftOut).toEqual({
      minRating: 30,
      withoutRating: 30,
      hasWebsite: 20,
      withoutWebsite: 0,
      hasPhoneNumber: 0,
      hasEmail: 0,
      independentOnly: 0,
      clearMatchesOnly: 0,
      minQuality: 0,
      firstSeenWithinDays: 0,
      keywords: 0,
      owned: 0,
    })
    expect(answer.leads.every(lead => lead.hasHighRating && lead.hasWebsite)).toBe(true)
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

  test('places with one phone are one lead and one charge, in a search and across searches', async () => {
    const shared = await open()
    await seedPlumbers(shared, 5, { phone: 13_035_550_100 })
    const { app } = await createTestApp({ db: shared })
    const { cookie } = await signUp(app)
    const answer = await app.inject({ method: 'POST', url: '/api/search', payload: plumbers, headers: { cookie } })
    expect(answer.json()).toMatchObject({ total: 1, leads: [{ businessName: 'Plumber 0000' }] })
  })

  test('a whole state is searched by its name, without distances', async () => {
    const answer = (await post({ ...plumbers, location: 'Colorado' })).json<SearchResult>()
    expect(answer).toMatchObject({ total: 60, search: { statewide: true, location: 'Colorado' } })
    expect(answer.leads[0]?.distanceMiles).toBeNull()
  })

  test('words that match no category search business names, and the response says so', async () => {
    const answer = (await post({ ...plumbers, businessCategory: 'plumber 0007' })).json<SearchResult>()
    expect(answer.understood.category.match).toBe('names')
    expect(answer.leads.map(lead => lead.businessName)).toEqual(['Plumber 0007'])
  })

  test('a search of business names finds no park, statue, or ATM; a search of its category does', async () => {
    const own = await open()
    const [parks = 0] = await seedNamedCategories(own, ['park'])
    const liberty = {
      ...BOULDER,
      state: 'CO',
      categoryIds: [parks],
      quality: 50,
      rating: null,
      phone: null,
      website: null,
    }
    await seedPlaces(own, [
      { ...liberty, name: 'Liberty Quux Park', isPublicPlace: true },
      { ...liberty, name: 'Liberty Quux Builders' },
    ])
    const product = await createTestApp({ db: own })
    const ann = await signUp(product.app)
    const calls = searchCalls(() => ({ app: product.app, user: ann }))
    const names = async (businessCategory: string) =>
      (await calls.post({ ...plumbers, businessCategory })).json<SearchResult>().leads.map(lead => lead.businessName)
    expect(await names('"Liberty Quux"')).toEqual(['Liberty Quux Builders'])
    expect(await names('park')).toHaveLength(2)
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

  test('a search can be limited to businesses that appeared in the last days', async () => {
    const own = await open()
    const product = await createTestApp({ db: own })
    const daysAgo = (days: number) =>
      new Date(product.clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10)
    const ids = await seedPlumbers(own, 4)
    for (const [index, days] of [10, 89, 91].entries())
      await own.query('UPDATE place SET first_seen_on = $2 WHERE id = $1', [ids[index], daysAgo(days)])
    const ann = await signUp(product.app)
    await grantPlan(product.deps, { username: ann.user.username, tier: 'pro' })
    const calls = searchCalls(() => ({ app: product.app, user: ann }))
    const answer = (await calls.post({ ...plumbers, firstSeenWithinDays: 90 })).json<SearchResult>()
    expect(answer.leads.map(({ businessName }) => businessName)).toEqual(['Plumber 0000', 'Plumber 0001'])
    expect(answer.leftOut.firstSeenWithinDays).toBe(2)
    expect(answer.search.filters).toEqual([{ name: 'firstSeenWithinDays', value: 90 }])
  })

  test('where no places are loaded, the nearest towns that have some are offered; far away, none is', async () => {
    const near = await post({ ...plumbers, location: 'Colorado Springs, CO' })
    expect([near.statusCode, near.json()]).toMatchObject([
      409,
      { errorType: 'AREA_NOT_LOADED', choices: [{ location: expect.stringMatching(/, CO$/) as string }] },
    ])
    const [nearest] = near.json<{ choices: { label: string; location: string }[] }>().choices
    expect(nearest?.label).toMatch(/^.+, CO, \d+ miles away$/)
    expect((await post({ ...plumbers, location: nearest?.location })).statusCode).toBe(200)
    expect((await post({ ...plumbers, location: 'Miami, FL' })).json()).not.toHaveProperty('choices')
  })

  test('propertyType is the older name of the category, with hyphens read as spaces', async () => {
    const { businessCategory: _, ...rest } = plumbers
    const answer = (await post({ ...rest, propertyType: 'plumbing-service' })).json<SearchResult>()
    expect(answer.search.propertyType).toBe('plumbing-service')
    expect(answer.total).toBe(60)
  })

  test('a search keeps the notes shown with its leads, and shows them again at no cost', async () => {
    const { search, total, understood, leftOut, sources, coverage } = (await post(plumbers)).json<SearchResult>()
    expect((await get(`/api/searches/${search.id}`)).json()).toEqual({
      search,
      total,
      notes: { understood, leftOut, sources, coverage },
    })
    expect(await quota()).toEqual({ remainingSearches: 4, remainingContactPulls: 30 })
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
    expect(empty.json().issues).toEqual(
      expect.arrayContaining([
        { path: 'radius', message: 'Please select a radius' },
        { path: 'location', message: 'Location must be at least 2 characters' },
      ]),
    )
  })

  async function signInAgain(): Promise<SignedIn> {
    const response = await boulder.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { username: user.user.username, password: 'correct horse battery' },
    })
    return { user: user.user, cookie: response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
  }
})
