import { beforeAll, expect, test } from 'vitest'
import type { User } from '#contract/accounts/account.ts'
import type { KeyScope } from '#contract/accounts/api-keys.ts'
import { maxAreas } from '#contract/searches/search-areas.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { callApi, type Programmer, signUpProgrammer } from '#tests/support/api-calls.ts'
import { bearer } from '#tests/support/api-key.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'

const plumbers = { businessCategory: 'Plumbers', radius: 5 }
const locations = ['Boulder, CO', 'Denver, CO']

describeOnBothDatabases('an assistant that searches several places at once', open => {
  let product: TestApp
  let person: Programmer

  beforeAll(async () => {
    const db = await open()
    await seedPlumbers(db, 25, { zip: '80302' })
    await seedPlumbers(db, 10, { lat: 39.7392, lon: -104.9903, zip: '80203', phone: null }, 'foursquare')
    product = await createTestApp({ db })
    person = await signUpProgrammer(product, 'search')
  })
  const call = async (name: string, given: object, { secret } = person) => {
    const payload = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }
    const headers = { ...bearer(secret), accept: 'application/json, text/event-stream' }
    const answer = await product.app.inject({ method: 'POST', url: '/mcp', headers, payload })
    const { result } = answer.json<{
      result: { isError?: boolean; content: { text: string }[]; structuredContent: SearchResult }
    }>()
    return { ...result, refusal: result.isError === true ? result.content[0]?.text : undefined }
  }
  const used = async () => {
    const { cookie } = person
    const user = (await product.app.inject({ url: '/api/user', headers: { cookie } })).json<User>()
    return { searches: 1000 - user.remainingSearches, pulls: 7000 - user.remainingContactPulls }
  }

  test('pays one search for each place, and at most the chosen number of pulls on all pages together', async () => {
    const preview = await call('preview_search', { ...plumbers, locations, maxNewPulls: 22 })
    expect(preview.structuredContent).toMatchObject({ matches: 35, searches: 2, pulls: 22 })
    const { structuredContent: found } = await call('search', { ...plumbers, locations, maxNewPulls: 22 })
    expect(found).toMatchObject({
      total: 35,
      understood: { areas: [{ label: 'Boulder, CO' }, { label: 'Denver, CO' }] },
    })
    const next = await call('next_page', { searchId: found.search.id, pageToken: found.nextPageToken })
    expect([found.leads.length, next.structuredContent.leads.length]).toEqual([20, 2])
    expect(next.structuredContent.nextPageToken).toBeNull()
    expect(await used()).toEqual({ searches: 2, pulls: 22 })
  })

  test('is done once for an idempotency key, also through the public API', async () => {
    const before = await used()
    const given = { ...plumbers, skipOwned: true, maxNewPulls: 1 }
    const { structuredContent: first } = await call('search', { ...given, locations, idempotencyKey: 'areas' })
    const areas = locations.map(place => ({ place }))
    const direct = await callApi(product.app, person.secret, '/area-searches', {
      key: 'areas',
      payload: { ...given, confirmed: true, areas },
    })
    expect(direct.json<SearchResult>().search.id).toBe(first.search.id)
    expect(await used()).toEqual({ searches: before.searches + 2, pulls: before.pulls + 1 })
  })

  test.each<[string, object, string]>([
    ['without a ceiling', { locations }, '"path":"maxNewPulls"'],
    ['without a place', { maxNewPulls: 5 }, 'Send either `location` or `locations`'],
    ['with both', { maxNewPulls: 5, locations, location: 'Boulder, CO' }, 'Send either `location` or `locations`'],
    ['in no places', { maxNewPulls: 5, locations: [] }, 'INVALID_REQUEST'],
    [
      'in too many',
      { maxNewPulls: 5, locations: Array.from({ length: maxAreas + 1 }, () => 'Boulder, CO') },
      'INVALID',
    ],
    ['in unknown places', { maxNewPulls: 5, locations: [...locations, 'Xyzzyville, CO'] }, 'UNKNOWN_LOCATION'],
  ])('%s, it is refused and costs nothing', async (_what, given, refusal) => {
    const before = await used()
    expect((await call('search', { ...plumbers, ...given })).refusal).toContain(refusal)
    expect(await used()).toEqual(before)
  })

  test('a key that only reads previews, and does not search', async () => {
    const reader = await signUpProgrammer(product, 'read' satisfies KeyScope)
    const { structuredContent } = await call('preview_search', { ...plumbers, locations }, reader)
    expect(structuredContent).toMatchObject({ searches: 2, pulls: 35 })
  })
})
