import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lead } from '#contract/leads/leads.ts'
import type { SearchPreview } from '#contract/searches/search-preview.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { openTown, plumber, plumbersInBoulder, type Town } from '#tests/support/town-of-plumbers.ts'

const page = 'https://www.facebook.com/bobplumbing'
const places = [
  plumber('Ann Plumbing', 11, { websites: ['https://annplumbing.com'] }),
  plumber('Bob Plumbing', 22, { websites: [page] }),
  plumber('Cam Plumbing', 33),
]
const names = (leads: readonly Lead[]) => leads.map(({ businessName }) => businessName.slice(0, 3)).toSorted()

describeOnPostgres('a page on a platform is not a website of the business', open => {
  let town: Town
  beforeAll(async () => {
    town = await openTown(await open(), places)
  })
  afterAll(() => town.close())

  test('in the counts of the form and in both filters, which share out all leads', async () => {
    const { filterCounts } = (await town.call('POST', '/api/search/preview', plumbersInBoulder)).json<SearchPreview>()
    const counted = (filter: string) => filterCounts.find(({ name }) => name === filter)?.matches
    expect([counted('hasWebsite'), counted('withoutWebsite')]).toEqual([1, 2])
    const having = await town.search({ hasWebsite: true })
    expect([names(having.leads), having.leftOut.hasWebsite]).toEqual([['Ann'], 2])
    expect(names((await town.search({ withoutWebsite: true })).leads)).toEqual(['Bob', 'Cam'])
  })

  test('in lists, although the lead and its file show the page', async () => {
    const bob = (await town.search()).leads.find(({ businessName }) => businessName.startsWith('Bob'))
    expect([bob?.website, bob?.hasWebsite]).toEqual([page, false])
    const listed = async (hasWebsite: boolean) =>
      names((await town.call('GET', `/api/leads?limit=10&hasWebsite=${hasWebsite}`)).json<{ items: Lead[] }>().items)
    expect([await listed(true), await listed(false)]).toEqual([['Ann'], ['Bob', 'Cam']])
    expect((await town.call('POST', '/api/export', { columns: ['website'] })).body).toContain(page)
  })
})
