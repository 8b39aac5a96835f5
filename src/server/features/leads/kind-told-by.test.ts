import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lead } from '#contract/leads.ts'
import type { SearchPreview } from '#contract/search-preview.ts'
import type { SearchResult } from '#contract/searches.ts'
import { importFiles, importPlaces } from '#server/catalog/load/import.usecases.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { inBoulder, testDeps, writeCsv, writeOverture } from '#tests/support/imports.ts'
import type { TestPlace } from '#tests/support/overture-file.ts'

const plumber = (name: string, number: number, facts: Partial<TestPlace> = {}): TestPlace => ({
  id: name,
  name,
  ...inBoulder,
  phones: [`303-440-00${number}`],
  street: `${number} Pearl St`,
  ...facts,
})
const places = [
  plumber('Ann Plumbing', 11),
  plumber('Bob & Sons', 22, { websites: ['https://bobplumbing.com'] }),
  plumber('Cam', 33),
  // A contractor that its source calls a plumber, too.
  plumber('Dan Construction', 44, { category: 'contractor', alternates: ['plumbing'] }),
]

const told = (leads: readonly Lead[]) =>
  Object.fromEntries(leads.map(({ businessName, kindToldBy }) => [businessName, kindToldBy]))

describeOnBothDatabases('what says that a business is of its category', open => {
  let product: TestApp
  let user: SignedIn
  let folder: string

  const post = (url: string, payload: object) =>
    product.app.inject({ method: 'POST', url, headers: { cookie: user.cookie }, payload })
  const plumbers = { businessCategory: 'plumbers', location: 'Boulder, CO', radius: 10 }
  const search = async (filters: object = {}): Promise<SearchResult> =>
    (await post('/api/search', { ...plumbers, ...filters })).json()

  beforeAll(async () => {
    product = await createTestApp({ db: await open() })
    folder = await mkdtemp(path.join(tmpdir(), 'kind-test-'))
    user = await signUp(product.app)
    await product.deps.db.query(`UPDATE user_account SET subscription_tier = 'pro' WHERE id = $1`, [user.user.id])
    const files = [await writeOverture(folder, 'p.parquet', places)]
    await importPlaces(testDeps(product.deps.db), { files, release: '2026-04-15.0' })
  })
  afterAll(async () => {
    await product.app.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('stands on each lead: its name, its website, or only its source', async () => {
    expect(told((await search()).leads)).toEqual({
      'Ann Plumbing': 'name',
      'Bob & Sons': 'website',
      Cam: 'source',
      'Dan Construction': 'name',
    })
  })

  test('is a column that an export can choose', async () => {
    const { body } = await post('/api/export', { columns: ['name', 'kind_told_by'] })
    expect(body).toContain('Ann Plumbing,name')
    expect(body).toContain('Cam,source')
  })

  test('decides which leads are clear matches, and the preview counts them first', async () => {
    const { filterCounts } = (await post('/api/search/preview', plumbers)).json<SearchPreview>()
    expect(filterCounts).toContainEqual({ name: 'clearMatchesOnly', value: true, matches: 2 })
    const { leads, total, leftOut } = await search({ clearMatchesOnly: true })
    expect(leads.map(({ businessName }) => businessName).toSorted()).toEqual(['Ann Plumbing', 'Bob & Sons'])
    expect([total, leftOut.clearMatchesOnly]).toEqual([2, 2])
  })

  test('of a merged place comes from any row with the same category', async () => {
    const list = [
      'name,address,zip,phone,type,lat,lon',
      `Cam Plumbing,33 Pearl St,80302,303-440-0033,Plumbing,${inBoulder.lat},${inBoulder.lon}`,
    ]
    await importFiles(testDeps(product.deps.db), { files: [await writeCsv(folder, 'list.csv', list)], listName: 'own' })
    const { leads, total } = await search({ clearMatchesOnly: true })
    expect(total).toBe(3)
    expect(told(leads)).toMatchObject({ Cam: 'name' })
  })
})
