import { expect, test, vi } from 'vitest'
import type { Search, SearchResult } from '#contract/searches/searches.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import { createTestApp, signUp } from '#tests/support/app.ts'
import { describeSearches, plumbers } from '#tests/support/plumber-lab.ts'
import { searchCalls } from '#tests/support/search-calls.ts'
import { BOULDER, seedNamedCategories, seedPlumbers } from '#tests/support/seed-boulder.ts'
import { seedPlaces } from '#tests/support/seed-places.ts'

describeSearches('searching', (lab, open) => {
  const { post, get, quota } = searchCalls(lab.caller)

  test('sorting by name leaves no lead out, in any script', async () => {
    const chinese = await open()
    const [categoryId = 0] = await seedNamedCategories(chinese, ['plumbing'])
    const letters = Array.from('一二三四五六七八九十百千万中大小川老東西南北金木水火土山日月龍鳳福祿壽喜和平永安')
    const places = letters.map((letter, index) => ({
      // Sorting takes the syllable apart, into nine bytes.
      name: `${letter}${'abcdefgh'.slice(0, index % 5)} ${'각'.repeat(90)} plumbing`,
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

  test('the list of all searches is read in portions, however many there are', async () => {
    const { search } = (await post(plumbers)).json<SearchResult>()
    const { db } = lab
    await db.query(
      `INSERT INTO search (user_id, category_words, location_label, is_statewide, criteria, plan, total, delivered, created_at,
         notes, pages)
       SELECT user_id, category_words, location_label, is_statewide, criteria, plan, total, delivered, created_at, notes, pages
       FROM search, generate_series(1, 1000) WHERE id = $1`,
      [search.id],
    )
    const ask = vi.spyOn(db, 'query')
    const listed = (await get('/api/searches')).json<Search[]>()
    const portions = await Promise.all(ask.mock.results.map(({ value }) => value as Promise<unknown[]>))
    ask.mockRestore()
    expect(listed).toHaveLength(1001)
    expect(listed.at(-1)).toEqual(search)
    expect(new Set(listed.map(({ id }) => id)).size).toBe(1001)
    expect(Math.max(...portions.map(rows => rows.length))).toBeLessThanOrEqual(200)
  })
})
