import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Lead, leadOrders, leadQuality, type LeadSummary, type SearchPoint } from '#contract/leads/leads.ts'
import { scoreBand } from '#contract/leads/score-bands.ts'
import type { ListPage } from '#contract/lists.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { cursorOf } from '#server/platform/basics/list-cursor.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signUp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { BOULDER, seedNamedCategories } from '#tests/support/seed-boulder.ts'
import { type SeedPlace, seedPlaces } from '#tests/support/seed-places.ts'

const PLACES = 60
const plumbers = { businessCategory: 'plumbing', location: 'Boulder, CO', radius: 30 }

/** Names, ratings, and scores repeat across pages, so equal values must be ordered by id. */
const placeAt = (index: number, categoryIds: number[]): SeedPlace => ({
  name: `${['Ace', 'bravo', 'Éclair', '100% Pipes_'][index % 4] ?? ''} ${index % 7}`,
  lat: BOULDER.lat + index / 10_000,
  lon: BOULDER.lon,
  state: index % 5 === 0 ? 'WY' : 'CO',
  categoryIds,
  quality: [90, 70, 69, 40, 39, 10][index % 6] ?? 0,
  rating: [null, 4.5, 3][index % 3] ?? null,
  phone: index % 4 === 3 ? null : 13_035_550_100 + index,
  website: index % 2 === 0 ? null : `https://plumber-${index}.example`,
})

describeOnBothDatabases('lists of leads', open => {
  let db: Db
  let app: FastifyInstance
  let owner: SignedIn
  let stranger: SignedIn
  let all: Lead[]
  let searchId: number

  const get = async <T>(query: Record<string, string>, user = owner, path = '/api/leads') => {
    const response = await app.inject({ url: path, query, headers: { cookie: user.cookie } })
    if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`)
    return response.json<T>()
  }
  const refusal = async (query: Record<string, string>, path = '/api/leads') =>
    (await app.inject({ url: path, query, headers: { cookie: owner.cookie } })).json<{ errorType: string }>().errorType

  /** All pages of a list, one after the other. */
  const everyPage = async (query: Record<string, string>) => {
    const pages: ListPage<Lead>[] = []
    for (
      let cursor: string | null = '';
      cursor !== null && pages.length < 50;
      cursor = pages.at(-1)?.nextCursor ?? null
    )
      pages.push(await get<ListPage<Lead>>({ ...query, limit: '7', ...(cursor === '' ? {} : { cursor }) }))
    return { items: pages.flatMap(({ items }) => items), totals: new Set(pages.map(({ total }) => total)) }
  }

  const search = async ({ cookie }: SignedIn): Promise<SearchResult> =>
    (await app.inject({ method: 'POST', url: '/api/search', payload: plumbers, headers: { cookie } })).json()

  beforeAll(async () => {
    db = await open()
    const categoryIds = await seedNamedCategories(db, ['plumbing'])
    await seedPlaces(
      db,
      Array.from({ length: PLACES }, (_, index) => placeAt(index, categoryIds)),
    )
    ;({ app } = await createTestApp({ db }))
    owner = await signUp(app)
    stranger = await signUp(app)
    let page: Pick<SearchResult, 'nextPageToken'> = await search(owner)
    searchId = (await get<{ id: number }[]>({}, owner, '/api/searches'))[0]?.id ?? 0
    for (let pages = 0; page.nextPageToken !== null && pages < 2; pages++) {
      const query = { searchId: String(searchId), pageToken: page.nextPageToken }
      page = await get(query, owner, '/api/search/next')
    }
    all = await get<Lead[]>({})
  })
  afterAll(() => app.close())

  test('without a limit, a list is complete, newest first', async () => {
    expect(all).toHaveLength(50)
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => b - a))
  })

  test('the points of a search are the positions and score bands of its leads, for its owner alone', async () => {
    const path = `/api/searches/${searchId}/points`
    const { points } = await get<{ points: SearchPoint[] }>({}, owner, path)
    const leads = await get<Lead[]>({ searchId: String(searchId) })
    expect(points).toEqual(
      leads.map(({ id, latitude, longitude, qualityScore }) => ({
        id,
        lat: latitude,
        lon: longitude,
        band: scoreBand(qualityScore).name,
      })),
    )
    await expect(get({}, stranger, path)).rejects.toThrow('404')
  })

  test('a list sent in portions is one array in order, for a search and for all leads', async () => {
    const user = await signUp(app)
    await search(user)
    await db.query(
      `WITH first AS (SELECT * FROM lead WHERE user_id = $1 ORDER BY id LIMIT 1),
       more AS (
         INSERT INTO lead (user_id, place_key, is_first_of_phone, facts, name, quality, search_id, pulled_at)
         SELECT user_id, place_key || ':' || n, true, facts, name, quality, search_id, pulled_at
         FROM first, generate_series(1, 1200) n RETURNING id, search_id)
       INSERT INTO search_lead (search_id, position, lead_id, distance_miles)
       SELECT search_id, 20 + row_number() OVER (ORDER BY id DESC), id, 1 FROM more`,
      [user.user.id],
    )
    const [{ id: own } = { id: 0 }] = await get<{ id: number }[]>({}, user, '/api/searches')
    const ordered = async (order: string) =>
      (
        await db.query<{ id: number }>(`SELECT l.id FROM lead l JOIN search_lead ON lead_id = l.id
        WHERE l.user_id = ${user.user.id} ORDER BY ${order}`)
      ).map(({ id }) => id)
    const idsOf = async (query: Record<string, string>) => (await get<Lead[]>(query, user)).map(({ id }) => id)
    expect(await idsOf({})).toEqual(await ordered('l.id DESC'))
    expect(await idsOf({ searchId: String(own) })).toEqual(await ordered('position'))
    expect(await idsOf({})).toHaveLength(1220)
    expect(await get<Lead[]>({}, await signUp(app))).toEqual([])
  })

  const filters: [Record<string, string>, (lead: Lead) => boolean][] = [
    [{}, () => true],
    [{ quality: 'high' }, lead => lead.qualityScore >= 70],
    [{ quality: 'medium' }, lead => lead.qualityScore >= 40 && lead.qualityScore < 70],
    [{ quality: 'low' }, lead => lead.qualityScore < 40],
    [{ hasWebsite: 'true' }, lead => lead.website !== null],
    [{ hasPhone: 'false' }, lead => lead.phoneNumber === null],
    [{ hasEmail: 'false' }, lead => lead.email === null],
    [{ state: 'wy' }, lead => lead.state === 'WY'],
    [{ text: 'BRAVO' }, lead => lead.businessName.startsWith('bravo')],
    [
      { text: 'éclair', hasWebsite: 'false', state: 'CO' },
      lead => lead.businessName.startsWith('É') && lead.state === 'CO',
    ],
    [{ text: '0% pipes_' }, lead => lead.businessName.startsWith('100% Pipes_')],
  ]
  const inOrder: Record<string, (a: Lead, b: Lead) => number> = {
    newest: (a, b) => b.id - a.id,
    name: (a, b) => order(a.businessName.toLowerCase(), b.businessName.toLowerCase()) || a.id - b.id,
    rating: (a, b) => Number(b.rating) - Number(a.rating) || b.id - a.id,
    quality: (a, b) => b.qualityScore - a.qualityScore || b.id - a.id,
  }

  test.each(Object.keys(inOrder))('pages by %s have no gaps or repeats, with every filter', async sort => {
    for (const [filter, matches] of filters) {
      const expected = all.filter(matches).toSorted(inOrder[sort])
      const { items, totals } = await everyPage({ ...filter, sort })
      expect([filter, items.map(({ id }) => id)]).toEqual([filter, expected.map(({ id }) => id)])
      expect([...totals]).toEqual([expected.length])
    }
  })

  test.each(leadOrders)(
    'leads that are pulled between two pages by %s cause no lead to be repeated or missing',
    async sort => {
      const known = new Set((await get<Lead[]>({})).map(({ id }) => id))
      const shown: number[] = []
      for (let cursor: string | null = '', page = 0; cursor !== null; page++) {
        const answer: ListPage<Lead> = await get({ sort, limit: '7', ...(cursor === '' ? {} : { cursor }) })
        shown.push(...answer.items.map(({ id }) => id))
        cursor = answer.nextCursor
        // Some sort before what was shown, some after it, and some are equal.
        if (page < 3)
          await db.query(
            `INSERT INTO lead (user_id, place_key, is_first_of_phone, facts, name, quality, state, search_id, pulled_at)
           SELECT user_id, place_key || $2::text, true, facts, name, quality, state, search_id, pulled_at
           FROM lead WHERE user_id = $1 AND id % 5 = $3 AND place_key NOT LIKE '%+'`,
            [owner.user.id, `${page}+`, page],
          )
      }
      await db.query(`DELETE FROM lead WHERE user_id = $1 AND place_key LIKE '%+'`, [owner.user.id])
      expect(new Set(shown).size).toBe(shown.length)
      expect(known.difference(new Set(shown))).toEqual(new Set())
    },
  )

  test('the pages of one search keep its order and its distances', async () => {
    const { items, totals } = await everyPage({ searchId: String(searchId) })
    expect(items).toEqual(await get<Lead[]>({ searchId: String(searchId) }))
    expect([...totals]).toEqual([50])
    expect(items[0]?.distanceMiles).not.toBeNull()
  })

  test('a phone number is found as written and by its digits', async () => {
    const lead = all.find(({ phoneNumber }) => phoneNumber !== null)
    const written = lead?.phoneNumber ?? ''
    for (const text of [written, written.replaceAll(/\D/g, ''), written.slice(6), `+1 ${written}`]) {
      const { items } = await get<ListPage<Lead>>({ text, limit: '200' })
      expect([text, items.map(({ id }) => id)]).toEqual([text, [lead?.id]])
    }
  })

  test('SQL wildcards in a search text are plain characters', async () => {
    for (const text of ['%%', 'a_e', '\\']) expect((await get<ListPage<Lead>>({ text, limit: '5' })).total).toBe(0)
  })

  test("another user's leads are never listed, counted, or summed", async () => {
    expect(await get({ limit: '5' }, stranger)).toEqual({ items: [], total: 0, nextCursor: null })
    const none = { total: 0, high: 0, medium: 0, low: 0, states: [] }
    expect(await get({}, stranger, '/api/leads/summary')).toEqual(none)
    for (const path of ['/api/leads', '/api/leads/summary']) {
      const query = { searchId: String(searchId), ...(path === '/api/leads' ? { limit: '5' } : {}) }
      const response = await app.inject({ url: path, query, headers: { cookie: stranger.cookie } })
      expect(response.statusCode).toBe(404)
    }
  })

  test('the cards count each lead once, in the bucket of its score', async () => {
    const buckets = Object.groupBy(all, lead => leadQuality(lead.qualityScore))
    const [high, medium, low] = [buckets.high?.length, buckets.medium?.length, buckets.low?.length]
    const expected = { total: 50, high, medium, low }
    const summary = await get<LeadSummary>({}, owner, '/api/leads/summary')
    expect(summary).toEqual({ ...expected, states: ['CO', 'WY'] })
    expect(await get({ searchId: String(searchId) }, owner, '/api/leads/summary')).toEqual(summary)
    expect([100, 70, 69, 40, 39, 0].map(leadQuality)).toEqual(['high', 'high', 'medium', 'medium', 'low', 'low'])
  })

  test('a limit that is too large, an invalid cursor, one of another order, and a filter without a limit are refused', async () => {
    const { nextCursor } = await get<ListPage<Lead>>({ limit: '5', sort: 'name' })
    const wrong: Record<string, string>[] = [
      { limit: '201' },
      { limit: '0' },
      { limit: '5', cursor: 'abc' },
      { sort: 'name' },
      { cursor: 'abc' },
    ]
    for (const query of [...wrong, { limit: '5', sort: 'rating', cursor: nextCursor ?? '' }])
      expect([query, await refusal(query)]).toEqual([query, 'INVALID_REQUEST'])
    expect(await refusal({ limit: '5', cursor: 'abc' }, '/api/searches')).toBe('INVALID_REQUEST')
  })

  test.each([
    ['newest', 1.5],
    ['quality', 99_999],
    ['rating', 1e300],
    ['rating', 1e-300],
    ['position', 1e10],
    ['name', 'a\u0000b'],
  ] as const)('a made-up cursor after the %s %j is refused', async (order, value) => {
    const sort: Record<string, string> = order === 'position' ? { searchId: String(searchId) } : { sort: order }
    expect(await refusal({ ...sort, limit: '5', cursor: cursorOf(order, { value, id: 1 }) })).toBe('INVALID_REQUEST')
  })

  test('searches come in pages, newest first', async () => {
    for (let searches = 0; searches < 3; searches++) await search(owner)
    const whole = await get<{ id: number }[]>({}, owner, '/api/searches')
    const first = await get<ListPage<{ id: number }>>({ limit: '3' }, owner, '/api/searches')
    const second = await get<ListPage<{ id: number }>>(
      { limit: '3', cursor: first.nextCursor ?? '' },
      owner,
      '/api/searches',
    )
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
    expect([first.total, second.total, second.nextCursor]).toEqual([4, 4, null])
  })
})

const order = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
