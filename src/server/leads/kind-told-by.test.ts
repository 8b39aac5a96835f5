import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lead } from '#contract/leads/leads.ts'
import type { LeadSite } from '#contract/leads/site-facts.ts'
import type { SearchPreview } from '#contract/searches/search-preview.ts'
import { applySiteFacts } from '#server/catalog/load/apply-sites.usecases.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { inBoulder } from '#tests/support/imports.ts'
import { openTown, plumber, plumbersInBoulder, type Town } from '#tests/support/town-of-plumbers.ts'
import { visited } from '#tests/support/visited-sites.ts'

const places = [
  plumber('Ann Plumbing', 11),
  plumber('Bob & Sons', 22, { websites: ['https://bobplumbing.com'] }),
  plumber('Cam', 33),
  plumber('Dee & Daughters', 55, { websites: ['https://deedaughters.com'] }),
  plumber('Eve Pizza', 66, { category: 'italian_restaurant' }),
  plumber('Fay Italian Restaurant', 77, { category: 'italian_restaurant' }),
  // A contractor that its source calls a plumber, too.
  plumber('Dan Construction', 44, { category: 'contractor', alternates: ['plumbing'] }),
]

const told = (leads: readonly Lead[]) =>
  Object.fromEntries(leads.map(({ businessName, kindToldBy }) => [businessName, kindToldBy]))

describeOnPostgres('what says that a business is of its category', open => {
  let town: Town
  beforeAll(async () => {
    town = await openTown(await open(), places)
  })
  afterAll(() => town.close())

  test('is shown on each lead: its name, its website, or only its source', async () => {
    expect(told((await town.search()).leads)).toEqual({
      'Ann Plumbing': 'name',
      'Bob & Sons': 'website',
      Cam: 'source',
      'Dee & Daughters': 'source',
      'Dan Construction': 'name',
    })
  })

  test('is a column that an export can choose', async () => {
    const { body } = await town.call('POST', '/api/export', { columns: ['name', 'kind_told_by'] })
    expect(body).toContain('Ann Plumbing,name')
    expect(body).toContain('Cam,source')
  })

  test('decides which leads are clear matches, and the preview counts them first', async () => {
    const { filterCounts } = (await town.call('POST', '/api/search/preview', plumbersInBoulder)).json<SearchPreview>()
    expect(filterCounts).toContainEqual({ name: 'clearMatchesOnly', value: true, matches: 2 })
    const { leads, total, leftOut } = await town.search({ clearMatchesOnly: true })
    expect(leads.map(({ businessName }) => businessName).toSorted()).toEqual(['Ann Plumbing', 'Bob & Sons'])
    expect([total, leftOut.clearMatchesOnly]).toEqual([2, 3])
  })

  test('is its name, if that says another category of the same search: the lead is a clear match, and not behind others', async () => {
    const restaurants = { businessCategory: 'restaurants' }
    const { leads } = await town.search(restaurants)
    expect(told(leads)).toEqual({ 'Eve Pizza': 'otherName', 'Fay Italian Restaurant': 'name' })
    expect(leads.map(({ businessName }) => businessName)).toEqual(['Eve Pizza', 'Fay Italian Restaurant'])
    expect((await town.search({ ...restaurants, clearMatchesOnly: true })).total).toBe(2)
    expect((await town.search({ businessCategory: 'italian restaurants', clearMatchesOnly: true })).total).toBe(1)
  })

  test('of a merged place comes from any row with the same category', async () => {
    await town.loadList([
      'name,address,zip,phone,type,lat,lon',
      `Cam Plumbing,33 Pearl St,80302,303-440-0033,Plumbing,${inBoulder.lat},${inBoulder.lon}`,
    ])
    const { leads, total } = await town.search({ clearMatchesOnly: true })
    expect(total).toBe(3)
    expect(told(leads)).toMatchObject({ Cam: 'name' })
  })

  test('is the website, once its front page says so, and then the lead is a clear match', async () => {
    const front = { pageUrl: 'https://deedaughters.com/', how: 'text' } as const
    await visited(town.db, 'deedaughters.com', [{ kind: 'kind', value: 'plumbing', ...front }])
    await applySiteFacts({ db: town.db })
    const { leads, total } = await town.search({ clearMatchesOnly: true })
    expect(total).toBe(4)
    expect(told(leads)).toMatchObject({ 'Dee & Daughters': 'website' })
    const dee = leads.find(({ businessName }) => businessName === 'Dee & Daughters')
    const { facts } = (await town.call('GET', `/api/leads/${dee?.id}/site-facts`)).json<LeadSite>()
    expect(facts).toMatchObject([{ kind: 'kind', value: 'Plumbing', pageUrl: front.pageUrl }])
    const { body } = await town.call('POST', '/api/export', { columns: ['name', 'kind_told_by'] })
    expect(body).toContain('Dee & Daughters,website')
  })
})
