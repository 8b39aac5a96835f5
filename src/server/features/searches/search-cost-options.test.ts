import { expect, test } from 'vitest'
import type { SearchPreview } from '#contract/searches/search-preview.ts'
import type { Search, SearchResult } from '#contract/searches/searches.ts'
import { createTestApp, signUp } from '#tests/support/app.ts'
import { describeSearches, plumbers } from '#tests/support/plumber-lab.ts'
import { ledgerSums, searchCalls } from '#tests/support/search-calls.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'

const namesOf = ({ leads }: Pick<SearchResult, 'leads'>) => leads.map(({ businessName }) => businessName)
const plumber = (index: number) => `Plumber ${String(index).padStart(4, '0')}`
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => plumber(from + index))

describeSearches('the options of a search that limit its cost', (lab, open) => {
  const calls = searchCalls(lab.caller)
  const search = async (options: object = {}) => (await calls.post({ ...plumbers, ...options })).json<SearchResult>()
  const next = async ({ search: { id }, nextPageToken }: SearchResult) =>
    (await calls.next(id, nextPageToken ?? '')).json<SearchResult>()

  const preview = async (options: object) => {
    const headers = { cookie: lab.user.cookie }
    const payload = { ...plumbers, ...options }
    const answer = await lab.product.app.inject({ method: 'POST', url: '/api/search/preview', payload, headers })
    return answer.json<SearchPreview>()
  }

  test('leads that the user has are left out of every page, and counted', async () => {
    await search()
    const first = await search({ skipOwned: true })
    expect(first).toMatchObject({ total: 40, leftOut: { owned: 20 }, search: { skipOwned: true } })
    expect(namesOf(first)).toEqual(range(20, 40))
    expect(await calls.quota()).toEqual({ remainingSearches: 3, remainingContactPulls: 10 })
    // Ten pulls are left for the twenty leads of the last page.
    const second = await next(first)
    expect(namesOf(second)).toEqual(range(40, 50))
  })

  test('a search that finds only leads that the user has is free', async () => {
    const own = await open()
    await seedPlumbers(own, 15, { phone: null })
    const small = await createTestApp({ db: own })
    const ann = await signUp(small.app)
    const annCalls = searchCalls(() => ({ app: small.app, user: ann }))
    await annCalls.post(plumbers)
    const before = await annCalls.quota()
    const asked = { payload: { ...plumbers, skipOwned: true }, headers: { cookie: ann.cookie } }
    const previewed = await small.app.inject({ method: 'POST', url: '/api/search/preview', ...asked })
    expect(previewed.json<SearchPreview>()).toMatchObject({ matches: 15, owned: 15, searches: 0, pulls: 0 })
    const again = (await annCalls.post({ ...plumbers, skipOwned: true })).json<SearchResult>()
    expect(again).toMatchObject({ leads: [], total: 0, leftOut: { owned: 15 }, nextPageToken: null })
    expect(await annCalls.quota()).toEqual(before)
  })

  test('a search ends at its number of pulls, and its last page is cut', async () => {
    const first = await search({ maxNewPulls: 25 })
    expect(first).toMatchObject({ total: 60, hasNextPage: true, search: { maxNewPulls: 25 } })
    const second = await next(first)
    expect(namesOf(second)).toEqual(range(20, 25))
    expect(second).toMatchObject({ hasNextPage: false, nextPageToken: null })
    expect(await calls.quota()).toMatchObject({ remainingContactPulls: 25 })
    const [listed] = (await calls.get('/api/searches')).json<Search[]>()
    expect(listed).toMatchObject({ maxNewPulls: 25, nextPageToken: null })
    for (const { sum, balance } of await ledgerSums(lab.db, lab.user)) expect(sum).toBe(balance)
  })

  test('a number of pulls less than a page cuts the first page', async () => {
    const only = await search({ maxNewPulls: 3 })
    expect(namesOf(only)).toEqual(range(0, 3))
    expect(only).toMatchObject({ hasNextPage: false, nextPageToken: null })
    expect(await calls.quota()).toMatchObject({ remainingContactPulls: 47 })
  })

  test('leads that the user has do not count toward the number of pulls', async () => {
    await search()
    const again = await search({ maxNewPulls: 5 })
    expect(namesOf(again)).toEqual(range(0, 20))
    expect(namesOf(await next(again))).toEqual(range(20, 25))
    expect(await calls.quota()).toMatchObject({ remainingContactPulls: 25 })
  })

  test('twenty concurrent requests for the last page cost no more than the number of pulls', async () => {
    const first = await search({ maxNewPulls: 25 })
    const pages = await Promise.all(Array.from({ length: 20 }, () => next(first)))
    for (const page of pages) expect(namesOf(page)).toEqual(range(20, 25))
    expect(await calls.quota()).toMatchObject({ remainingContactPulls: 25 })
  })

  test('the preview says what a search with them costs at most', async () => {
    await search()
    expect(await preview({ skipOwned: true })).toMatchObject({ matches: 60, owned: 20, pulls: 40 })
    expect(await preview({ maxNewPulls: 7 })).toMatchObject({ matches: 60, owned: 20, pulls: 7 })
    expect(await preview({ maxNewPulls: 50 })).toMatchObject({ pulls: 40 })
  })

  test.each([0, -1, 1.5, 1_000_000, '5'])('%j is not a valid number of pulls', async maxNewPulls => {
    expect((await calls.post({ ...plumbers, maxNewPulls })).statusCode).toBe(400)
  })
})
