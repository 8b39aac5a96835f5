import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lead } from '#contract/leads.ts'
import type { SearchResult } from '#contract/searches.ts'
import { importFiles, importPlaces } from '#server/catalog/load/import.usecases.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { inBoulder, testDeps, writeCsv, writeOverture } from '#tests/support/imports.ts'
import type { TestPlace } from '#tests/support/overture-file.ts'

const plumber = (id: string, number: number, facts: Partial<TestPlace> = {}): TestPlace => ({
  id,
  name: `${id} Plumbing`,
  ...inBoulder,
  phones: [`303-440-00${number}`],
  street: `${number} Pearl St`,
  ...facts,
})
const [ann, bob, cam] = [plumber('Ann', 11), plumber('Bob', 22), plumber('Cam', 33)]

const brands = (leads: Lead[]) =>
  Object.fromEntries(leads.map(({ businessName, brand }) => [businessName.split(' ')[0], brand]))
const csv = (brand: string) => [
  'source_id,name,address,zip,phone,type,lat,lon,chain',
  `own1,Ann Plumbing,11 Pearl St,80302,303-440-0011,Plumber,${inBoulder.lat},${inBoulder.lon},${brand}`,
]

describeOnBothDatabases('the brand of a chain', open => {
  let product: TestApp
  let user: SignedIn
  let folder: string

  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    product.app.inject({ method, url, headers: { cookie: user.cookie }, ...(payload ? { payload } : {}) })
  const search = async (filters: object = {}): Promise<SearchResult> =>
    (
      await call('POST', '/api/search', {
        businessCategory: 'plumbers',
        location: 'Boulder, CO',
        radius: 10,
        ...filters,
      })
    ).json()
  const load = async (release: string, places: TestPlace[]) =>
    importPlaces(testDeps(product.deps.db), { files: [await writeOverture(folder, 'p.parquet', places)], release })
  const loadList = async (brand: string) =>
    importFiles(testDeps(product.deps.db), {
      files: [await writeCsv(folder, 'list.csv', csv(brand))],
      listName: 'own',
    })

  beforeAll(async () => {
    product = await createTestApp({ db: await open() })
    folder = await mkdtemp(path.join(tmpdir(), 'brand-test-'))
    user = await signUp(product.app)
    await product.deps.db.query(`UPDATE user_account SET subscription_tier = 'pro' WHERE id = $1`, [user.user.id])
    await load('2026-04-15.0', [ann, bob, cam])
  })
  afterAll(async () => {
    await product.app.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('changes only the rows that have one when a release brings it, and reaches leads that were pulled before', async () => {
    expect(brands((await search()).leads)).toEqual({ Ann: null, Bob: null, Cam: null })
    const before = await call('POST', '/api/export', {})
    const { counts } = await load('2026-05-20.0', [ann, { ...bob, brand: ' Roto \n Rooter ' }, cam])
    expect(counts).toMatchObject({ added: 0, changed: 1, unchanged: 2 })
    expect(brands((await call('GET', '/api/leads')).json<Lead[]>())).toEqual({
      Ann: null,
      Bob: 'Roto Rooter',
      Cam: null,
    })
    // The default file has no column for it, so it stays the same.
    expect((await call('POST', '/api/export', {})).body).toBe(before.body)
    expect(before.body).not.toContain('Roto')
  })

  test('is renamed on a lead, and leaves it when the source takes it back', async () => {
    await load('2026-06-17.0', [ann, { ...bob, brand: 'Rooter Inc' }, cam])
    expect(brands((await call('GET', '/api/leads')).json<Lead[]>())).toMatchObject({ Bob: 'Rooter Inc' })
    await load('2026-07-15.0', [ann, bob, cam])
    expect(brands((await call('GET', '/api/leads')).json<Lead[]>())).toMatchObject({ Bob: null })
  })

  test('is left out by the filter for independent businesses, which says how many', async () => {
    await load('2026-08-19.0', [ann, { ...bob, brand: 'Rooter' }, cam])
    const { leads, total, leftOut } = await search({ independentOnly: true })
    expect(leads.map(({ businessName }) => businessName).toSorted()).toEqual(['Ann Plumbing', 'Cam Plumbing'])
    expect([total, leftOut.independentOnly]).toEqual([2, 1])
  })

  test('comes from whichever row of a merged place knows it, and goes with that row', async () => {
    await loadList('Mister Pipe')
    expect(brands((await search()).leads)).toEqual({ Ann: 'Mister Pipe', Bob: 'Rooter', Cam: null })
    expect((await search({ independentOnly: true })).total).toBe(1)
    // Many lists only say whether a business belongs to a chain.
    await loadList('no')
    expect(brands((await search()).leads)).toMatchObject({ Ann: null })
    expect((await search({ independentOnly: true })).total).toBe(2)
  })
})
