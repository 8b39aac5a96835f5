import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lead } from '#contract/leads/leads.ts'
import type { LeadSite } from '#contract/leads/site-facts.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { inBoulder } from '#tests/support/imports.ts'
import { openTown, plumber, type Town } from '#tests/support/town-of-plumbers.ts'

const [ann, bob, cam] = [plumber('Ann Plumbing', 11), plumber('Bob Plumbing', 22), plumber('Cam Plumbing', 33)]

const brands = (leads: Lead[]) =>
  Object.fromEntries(leads.map(({ businessName, brand }) => [businessName.split(' ')[0], brand]))
const csv = (brand: string) => [
  'source_id,name,address,zip,phone,type,lat,lon,chain',
  `own1,Ann Plumbing,11 Pearl St,80302,303-440-0011,Plumber,${inBoulder.lat},${inBoulder.lon},${brand}`,
]

describeOnPostgres('the brand of a chain', open => {
  let town: Town
  beforeAll(async () => {
    town = await openTown(await open(), [ann, bob, cam])
  })
  afterAll(() => town.close())

  test('changes only the rows that have one when a release brings it, and reaches leads that were pulled before', async () => {
    expect(brands((await town.search()).leads)).toEqual({ Ann: null, Bob: null, Cam: null })
    const before = await town.call('POST', '/api/export', {})
    const { counts } = await town.load('2026-05-20.0', [ann, { ...bob, brand: ' Roto \n Rooter ' }, cam])
    expect(counts).toMatchObject({ added: 0, changed: 1, unchanged: 2 })
    expect(brands(await town.leads())).toEqual({
      Ann: null,
      Bob: 'Roto Rooter',
      Cam: null,
    })
    // The default file has no column for it, so it stays the same.
    expect((await town.call('POST', '/api/export', {})).body).toBe(before.body)
    expect(before.body).not.toContain('Roto')
  })

  test('is renamed on a lead, and leaves it when the source takes it back', async () => {
    await town.load('2026-06-17.0', [ann, { ...bob, brand: 'Rooter Inc' }, cam])
    expect(brands(await town.leads())).toMatchObject({ Bob: 'Rooter Inc' })
    await town.load('2026-07-15.0', [ann, bob, cam])
    expect(brands(await town.leads())).toMatchObject({ Bob: null })
  })

  test('is left out by the filter for independent businesses, which says how many', async () => {
    await town.load('2026-08-19.0', [ann, { ...bob, brand: 'Rooter' }, cam])
    const { leads, total, leftOut } = await town.search({ independentOnly: true })
    expect(leads.map(({ businessName }) => businessName).toSorted()).toEqual(['Ann Plumbing', 'Cam Plumbing'])
    expect([total, leftOut.independentOnly]).toEqual([2, 1])
  })

  test('comes from whichever row of a merged place knows it, and goes with that row', async () => {
    await town.loadList(csv('Mister Pipe'))
    expect(brands((await town.search()).leads)).toEqual({ Ann: 'Mister Pipe', Bob: 'Rooter', Cam: null })
    expect((await town.search({ independentOnly: true })).total).toBe(1)
    // Many lists only say whether a business belongs to a chain.
    await town.loadList(csv('no'))
    expect(brands((await town.search()).leads)).toMatchObject({ Ann: null })
    expect((await town.search({ independentOnly: true })).total).toBe(2)
  })

  test("a chain's store locator is not a website of the branch, so it is not checked", async () => {
    const websites = ['https://www.rooter.com/stores/boulder']
    await town.load('2026-09-16.0', [ann, { ...bob, brand: 'Rooter Inc', websites }, cam])
    const branch = (await town.leads()).find(({ businessName }) => businessName.startsWith('Bob'))
    expect(branch?.website).toBe(websites[0])
    const site = (await town.call('GET', `/api/leads/${branch?.id}/site-facts`)).json<LeadSite>()
    expect(site).toMatchObject({ hasOwnWebsite: false, isDue: false, check: null })
  })
})
