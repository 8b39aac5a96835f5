import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Search, SearchResult, SearchWithNotes } from '#contract/searches/searches.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { seededSearch, seedTown } from '#tests/support/seed-town.ts'

describeOnBothDatabases('a stored search', open => {
  let product: TestApp
  let ann: SignedIn
  beforeAll(async () => {
    const db = await open()
    await seedTown(db)
    product = await createTestApp({ db })
    ann = await signUp(product.app)
  })
  afterAll(() => product.app.close())

  const search = async () =>
    (
      await product.app.inject({
        method: 'POST',
        url: '/api/search',
        payload: seededSearch,
        headers: { cookie: ann.cookie },
      })
    ).json<SearchResult>()
  const get = (url: string) => product.app.inject({ url, headers: { cookie: ann.cookie } })
  const next = ({ search: { id }, nextPageToken }: SearchResult) =>
    get(`/api/search/next?pageToken=${encodeURIComponent(nextPageToken ?? '')}&searchId=${id}`)
  const store = (id: number, columns: string) =>
    product.deps.db.query(`UPDATE search SET ${columns} WHERE id = $1`, [id])

  test('that cannot be read is listed without its next page, and costs no other search', async () => {
    const [good, bad] = [await search(), await search()]
    await store(bad.search.id, `plan = '{"version": 3, "where": "Mars"}', notes = '{"understood": 7}'`)
    const listed = (await get('/api/searches')).json<Search[]>()
    expect(listed.map(({ id, nextPageToken }) => [id, nextPageToken !== null])).toEqual([
      [bad.search.id, false],
      [good.search.id, true],
    ])
    expect((await get(`/api/searches/${bad.search.id}`)).json<SearchWithNotes>()).toMatchObject({ notes: null })
    const refused = await next(bad)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { errorType: 'INVALID_PAGE_TOKEN', message: 'This search cannot be continued. Please run it again.' },
    ])
    expect(product.log.join('')).toContain('the stored plan of a search is not readable')
    expect((await next(good)).statusCode).toBe(200)
  })

  test('of a county has no radius and no distances, and can be continued with its next page', async () => {
    const response = await product.app.inject({
      method: 'POST',
      url: '/api/search',
      payload: { ...seededSearch, location: 'boulder county' },
      headers: { cookie: ann.cookie },
    })
    const answer = response.json<SearchResult>()
    expect(answer.understood).toMatchObject({
      location: { label: 'Boulder County, CO', statewide: false },
      radius: null,
    })
    expect(answer.leads[0]?.distanceMiles).toBeNull()
    expect((await next(answer)).json<SearchResult>().leads).toHaveLength(10)
  })

  test('whose next page is damaged counts as completely loaded', async () => {
    const answer = await search()
    await store(answer.search.id, `next_key = '{"after": null}'`)
    const { search: listed } = (await get(`/api/searches/${answer.search.id}`)).json<SearchWithNotes>()
    expect(listed.nextPageToken).toBeNull()
  })
})
