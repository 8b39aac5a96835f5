import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { SearchResult } from '#contract/searches/searches.ts'
import type { Suggestion } from '#contract/searches/suggestions.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { searchCalls } from '#tests/support/search-calls.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'

describeOnBothDatabases('suggestions while typing', open => {
  let db: Db
  let product: TestApp
  let user: SignedIn

  beforeAll(async () => {
    db = await open()
    await seedPlumbers(db, 60)
    product = await createTestApp({ db })
  })
  beforeEach(async () => {
    user = await signUp(product.app)
  })

  const ask = (query: Record<string, string>) =>
    product.app.inject({ url: '/api/suggest', query, headers: { cookie: user.cookie } })
  const suggested = async (query: Record<string, string>) =>
    (await ask(query)).json<{ suggestions: Suggestion[] }>().suggestions

  test('a kind of business comes with the number that a search then finds', async () => {
    const near = { near: 'Boulder, CO', radius: '5' }
    const [plumbers] = await suggested({ kind: 'category', q: 'plu', ...near })
    const { post } = searchCalls(() => ({ app: product.app, user }))
    const criteria = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 5 }
    const { total } = (await post(criteria)).json<SearchResult>()
    expect(plumbers).toEqual({ kind: 'category', text: 'Plumbers', matches: total })
    expect(total).toBe(60)
    expect((await suggested({ kind: 'category', q: 'plu', ...near }))[0]).toEqual(plumbers)
  })

  test('no number of businesses is shown without a place, or if the place is unknown or not loaded', async () => {
    for (const near of ['', 'Nowhereville Xyz', 'Springfield', 'M', 'Miami, FL'])
      expect((await suggested({ kind: 'category', q: 'plumbers', ...(near !== '' && { near }) }))[0]).toEqual({
        kind: 'category',
        text: 'Plumbers',
        matches: null,
      })
  })

  test('a place comes with its population, and says whether its businesses are loaded', async () => {
    const [boulder] = await suggested({ kind: 'place', q: 'boulder' })
    expect(boulder).toMatchObject({ kind: 'place', text: 'Boulder, CO', places: 'real' })
    expect(boulder).toHaveProperty('population', expect.any(Number))
    expect((await suggested({ kind: 'place', q: 'miami' }))[0]).toMatchObject({ text: 'Miami, FL', places: 'none' })
    expect((await suggested({ kind: 'place', q: 'colo' }))[0]).toMatchObject({ text: 'Colorado', population: null })
  })

  test('there are at most eight, and none for one letter', async () => {
    expect(await suggested({ kind: 'place', q: 'sa' })).toHaveLength(8)
    expect(await suggested({ kind: 'place', q: ' s ' })).toEqual([])
    expect(await suggested({ kind: 'category', q: 'p' })).toEqual([])
  })

  test('they cost nothing, and 300 a minute are allowed', async () => {
    const { quota } = searchCalls(() => ({ app: product.app, user }))
    const before = await quota()
    for (let asked = 1; asked <= 300; asked++) expect((await ask({ kind: 'place', q: 'boul' })).statusCode).toBe(200)
    expect((await ask({ kind: 'place', q: 'boul' })).statusCode).toBe(429)
    expect(await quota()).toEqual(before)
  })

  test('visitors get suggestions without numbers and without samples, and are limited by network', async () => {
    const samples = await createTestApp({ db, settings: { DEMO_CATALOG: 'on' } })
    const visit = (query: Record<string, string>) => samples.app.inject({ url: '/api/public-suggestions', query })
    const first = async (query: Record<string, string>) =>
      (await visit(query)).json<{ suggestions: Suggestion[] }>().suggestions[0]
    expect(await first({ kind: 'category', q: 'plu' })).toEqual({ kind: 'category', text: 'Plumbers', matches: null })
    expect(await first({ kind: 'place', q: 'austin, tx' })).toMatchObject({ text: 'Austin, TX', places: 'none' })
    expect(await first({ kind: 'place', q: 'boulder, co' })).toMatchObject({ text: 'Boulder, CO', places: 'real' })
    for (let typed = 3; typed < 300; typed++) await visit({ kind: 'place', q: 'b' })
    expect((await visit({ kind: 'place', q: 'bou' })).statusCode).toBe(429)
  })
})
