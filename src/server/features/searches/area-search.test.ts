import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Problem } from '#contract/errors.ts'
import type { Tier } from '#contract/plans.ts'
import type { SearchPreview } from '#contract/searches/search-preview.ts'
import type { Search, SearchResult } from '#contract/searches/searches.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { searchCalls } from '#tests/support/search-calls.ts'
import { BOULDER, seedPlumbers } from '#tests/support/seed-boulder.ts'

const denver = { lat: 39.7392, lon: -104.9903 }
const square = (lat: number, lon: number, half: number): [number, number][] => [
  [lon - half, lat - half],
  [lon + half, lat - half],
  [lon + half, lat + half],
  [lon - half, lat + half],
]

const places = (...names: string[]) => names.map(place => ({ place }))
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ place: `40.01, ${(-105.27 - index / 1e4).toFixed(4)}` }))

describeOnBothDatabases('a search in several areas', open => {
  let db: Db
  let product: TestApp
  let user: SignedIn

  beforeAll(async () => {
    db = await open()
    await seedPlumbers(db, 25, { zip: '80302' })
    await seedPlumbers(db, 10, { ...denver, zip: '80203', phone: null }, 'foursquare')
    product = await createTestApp({ db })
  })
  beforeEach(async () => {
    user = await signUp(product.app)
    await use('pro')
  })
  const use = (tier: Tier) =>
    db.query(`UPDATE user_account SET subscription_tier = $2, plan_source = 'grant' WHERE id = $1`, [
      user.user.id,
      tier,
    ])
  const { next, quota, get } = searchCalls(() => ({ app: product.app, user }))
  const ask = (areas: object[], own: object = {}, path = '/api/area-searches') =>
    product.app.inject({
      method: 'POST',
      url: path,
      payload: { businessCategory: 'Plumbers', areas, radius: 5, confirmed: true, ...own },
      headers: { cookie: user.cookie },
    })
  const search = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).json<SearchResult>()
  const problem = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).json<Problem>()
  const ledger = async () => {
    const [row] = await db.query<{ searches: number }>(
      `SELECT -coalesce(sum(amount), 0)::int AS searches FROM ledger_entry
       WHERE user_id = $1 AND bucket = 'searches' AND reason = 'search'`,
      [user.user.id],
    )
    return row?.searches
  }

  test('finds what is in any of them, once, and continues', async () => {
    const found = await search(places('Boulder, CO', 'Denver, CO', 'Boulder County, CO'))
    expect(found).toMatchObject({
      total: 35,
      search: {
        location: 'Boulder, CO and 2 more',
        radius: null,
        circles: [
          { latitude: expect.closeTo(40.02, 1) as number, longitude: expect.closeTo(-105.25, 1) as number, miles: 5 },
          { latitude: expect.closeTo(39.74, 1) as number, longitude: expect.closeTo(-104.98, 1) as number, miles: 5 },
        ],
        areas: places('Boulder, CO', 'Denver, CO', 'Boulder County, CO'),
      },
      understood: { areas: [{ label: 'Boulder, CO' }, { label: 'Denver, CO' }, { label: 'Boulder County, CO' }] },
    })
    const rest = (await next(found.search.id, found.nextPageToken ?? '')).json<SearchResult>()
    const names = [...found.leads, ...rest.leads].map(({ id }) => id)
    expect(new Set(names).size).toBe(35)
    expect((await get('/api/searches')).json<Search[]>()).toMatchObject([{ location: 'Boulder, CO and 2 more' }])
  })

  test('is also meant by two towns in the field for one place, if the plan includes so many', async () => {
    await use('starter')
    const two = { businessCategory: 'Plumbers', location: 'Boulder, Denver', radius: 5, confirmed: true }
    const post = (path: string) =>
      product.app.inject({ method: 'POST', url: path, payload: two, headers: { cookie: user.cookie } })
    expect((await post('/api/search/preview')).json<SearchPreview>()).toMatchObject({
      matches: 35,
      searches: 2,
      areas: [{ matches: 25 }, { matches: 10 }],
    })
    const found = (await post('/api/search')).json<SearchResult>()
    expect(found).toMatchObject({ total: 35, search: { areas: places('Boulder', 'Denver') } })
    expect(await ledger()).toBe(2)
    const { businessCategory: propertyType, ...older } = two
    const headers = { cookie: user.cookie }
    const again = await product.app.inject({
      method: 'POST',
      url: '/api/search',
      payload: { ...older, propertyType },
      headers,
    })
    const { id } = again.json<SearchResult>().search
    expect((await get(`/api/searches/${id}/categories`)).json()).toMatchObject({ categories: [{ matches: 35 }] })
    expect(await ledger()).toBe(4)
    await use('free')
    for (const path of ['/api/search', '/api/search/preview'])
      expect((await post(path)).json<Problem>()).toMatchObject({
        errorType: 'AMBIGUOUS_LOCATION',
        message: expect.stringContaining('You named 2 places.'),
      })
    expect((await post('/api/search')).json<Problem>().choices).toEqual(
      ['Boulder', 'Denver'].map(town => ({ label: `${town}, CO`, location: town })),
    )
    expect(await ledger()).toBe(4)
  })

  test('costs a search for each of them', async () => {
    await use('starter')
    await search(places('Boulder, CO', 'Denver, CO'))
    expect(await ledger()).toBe(2)
    expect((await quota()).remainingSearches).toBe(48)
    await search(places('Laramie, WY', 'Cheyenne, WY', 'Casper, WY'))
    expect(await ledger()).toBe(2)
  })

  test('that has more areas than searches are left is refused, and costs nothing', async () => {
    await use('starter')
    await search(places('Boulder, CO'))
    await db.query(`UPDATE quota_balance SET balance = 1 WHERE user_id = $1 AND bucket = 'searches'`, [user.user.id])
    const before = await quota()
    expect(await problem(places('Boulder, CO', 'Denver, CO'))).toMatchObject({ errorType: 'SEARCH_QUOTA_EXCEEDED' })
    expect(await quota()).toEqual(before)
  })

  test.each([
    ['free', 1],
    ['starter', 5],
    ['pro', 50],
  ] as const)('may have as many areas as the plan says: %s %d', async (tier, most) => {
    await use(tier)
    expect((await ask(many(most), {}, '/api/area-searches/preview')).statusCode).toBe(200)
    expect(await problem(many(most + 1))).toMatchObject({
      errorType: 'FEATURE_NOT_IN_PLAN',
      message: 'Free: 1, Starter: 5, Pro: 50, and Elite: 500 places in one search.',
    })
  })

  test('costs one search for a place that it names twice, and its preview, list, and plan count it once', async () => {
    await use('starter')
    const twice = places('80302', 'Boulder, CO', '80302', 'boulder co', 'City of Boulder, Colorado')
    const preview = (await ask(twice, {}, '/api/area-searches/preview')).json<SearchPreview>()
    expect(preview).toMatchObject({ searches: 2, matches: 25 })
    const { search: made, total, understood } = await search(twice)
    expect([made.areas, total, understood.areas.length]).toEqual([places('80302', 'Boulder, CO'), 25, 2])
    expect(await ledger()).toBe(2)
    await use('free')
    expect((await search(places('80302', '80302'))).search.areas).toEqual(places('80302'))
    const spellings = places('Boulder, CO', 'City of Boulder, Colorado', 'boulder  co')
    expect((await search(spellings)).search.areas).toEqual(places('Boulder, CO'))
    expect((await ask(spellings, {}, '/api/area-searches/preview')).statusCode).toBe(200)
    expect(await problem([...spellings, ...places('80302')])).toMatchObject({ errorType: 'FEATURE_NOT_IN_PLAN' })
    expect(await problem(places('80302', '80302', 'Qwzyx, CO'))).toMatchObject({ errorType: 'FEATURE_NOT_IN_PLAN' })
    await use('pro')
    const unknown = await problem(places('80302', '80302', 'Qwzyx, CO'))
    expect(unknown.issues?.map(({ path }) => path)).toEqual(['areas.2'])
  })

  test('names all places that are not found, and costs nothing', async () => {
    const before = await quota()
    expect(await problem(places('Boulder, CO', 'Qwzyx, CO', 'Springfield', 'Nowhere Xyzzy'))).toMatchObject({
      errorType: 'UNKNOWN_LOCATION',
      issues: [
        { path: 'areas.1', message: expect.stringContaining('"Qwzyx, CO"') },
        { path: 'areas.2', message: expect.stringContaining('"Springfield" may mean several places') },
        { path: 'areas.3', message: expect.stringContaining('"Nowhere Xyzzy"') },
      ],
    })
    expect(await quota()).toEqual(before)
  })

  test('means inside of a ZIP code', async () => {
    expect((await search(places('80302'))).total).toBe(25)
    expect((await search(places('80304'))).total).toBe(0)
    expect((await search(places('80302', '80203'))).total).toBe(35)
  })

  test('in a drawn area finds what is inside', async () => {
    expect((await search([{ polygon: square(BOULDER.lat, BOULDER.lon, 0.1) }])).total).toBe(25)
    expect((await search([{ polygon: square(41, -104, 0.1) }, ...places('Denver, CO')])).total).toBe(10)
  })

  test('in a drawn area of a few blocks, with neither a town nor a ZIP code in its middle, finds what is inside', async () => {
    const blocks = square(BOULDER.lat + 0.0012, BOULDER.lon, 0.0006)
    const { total, coverage } = await search([{ polygon: blocks }])
    expect(total).toBeGreaterThan(10)
    expect(coverage).toBe('full')
  })

  test('calls a drawn area by a town near its middle, not by a larger one beyond the next towns', async () => {
    const polygon = square(BOULDER.lat - 0.01, BOULDER.lon + 0.04, 0.04)
    expect((await search([{ polygon }])).search.location).toBe('an area near Boulder, CO')
  })

  test.each([
    [
      'crosses itself',
      [
        [-105, 40],
        [-104, 41],
        [-104, 40],
        [-105, 41],
      ],
      'crosses itself',
    ],
    ['is elsewhere', square(48.8, 2.3, 0.1), 'not in the United States'],
    [
      'is a line',
      [
        [-105, 40],
        [-104, 40],
        [-103, 40],
      ],
      'is a line',
    ],
    ['is too large', square(40, -100, 3), 'too large'],
  ])('refuses an outline that %s', async (_, polygon, message) => {
    expect((await problem([{ polygon }])).issues).toMatchObject([
      { path: 'areas.0', message: expect.stringContaining(message) },
    ])
  })

  test.each([
    ['an outline of 201 corners', [{ polygon: Array.from({ length: 201 }, (_, index) => [-105, 40 + index / 1e4]) }]],
    ['501 areas', many(501)],
    ['no area', []],
    ['a line instead of an outline', [{ polygon: square(40, -105, 0.1).slice(0, 2) }]],
  ])('refuses %s', async (_, areas) => {
    expect(await problem(areas)).toMatchObject({ errorType: 'INVALID_REQUEST' })
  })

  test('refuses drawn areas on smaller plans', async () => {
    await use('starter')
    expect(await problem([{ polygon: square(BOULDER.lat, BOULDER.lon, 0.1) }])).toMatchObject({
      errorType: 'FEATURE_NOT_IN_PLAN',
      message: 'Drawn areas are part of the Pro and Elite plans.',
    })
  })

  test('says beforehand what each area has and what the search costs', async () => {
    const reply = await ask(places('Boulder, CO', 'Denver, CO'), {}, '/api/area-searches/preview')
    expect(reply.json<SearchPreview>()).toMatchObject({
      matches: 35,
      searches: 2,
      areas: [
        { label: 'Boulder, CO', matches: 25 },
        { label: 'Denver, CO', matches: 10 },
      ],
    })
  })
})
