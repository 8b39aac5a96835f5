import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FileColumns, KnownFile, KnownFiles } from '#contract/known-businesses.ts'
import type { Comparison } from '#contract/receipts.ts'
import type { SavedSearches } from '#contract/saved-searches.ts'
import type { SearchPreview } from '#contract/search-preview.ts'
import type { SearchResult } from '#contract/searches.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { runChore } from '#server/entry/job-runner.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { emptyCatalog, inBoulder, testDeps, writeOverture } from '#tests/support/imports.ts'
import { refusalOf } from '#tests/support/refusal-of.ts'
import { matchAgain } from './match-known.usecases.ts'

const at = { city: 'Boulder', state: 'CO', zip: '80302' }
const ann = { id: 'ann', name: 'Ann Plumbing', ...inBoulder, ...at, phones: ['303-440-0001'], street: '1 Pearl Street' }
const bob = {
  id: 'bob',
  name: 'Bob Plumbing',
  ...inBoulder,
  ...at,
  websites: ['https://www.bobplumbing.org/us'],
  street: '2 Pearl Street',
}
const cat = {
  id: 'cat',
  name: 'Cat & Daughters Plumbing LLC',
  ...inBoulder,
  ...at,
  street: '3 Pearl St Suite 4',
  phones: ['303-440-0003'],
}
const dan = {
  id: 'dan',
  name: 'Dan Plumbing',
  ...inBoulder,
  ...at,
  street: '5 Walnut Street',
  phones: ['303-440-0004'],
  websites: ['https://danplumbing.org'],
}
const dan2 = {
  id: 'dan-2',
  name: 'Dan Drains',
  ...inBoulder,
  ...at,
  street: '6 Walnut Street',
  phones: ['303-440-0005'],
  websites: ['https://danplumbing.org'],
}
const eve = {
  id: 'eve',
  name: 'Eve Plumbing',
  ...inBoulder,
  ...at,
  street: '7 Walnut Street',
  phones: ['303-440-0006'],
}
const plumbers = { businessCategory: 'plumbers', location: 'Boulder, CO', radius: 10 }
const header = 'Company name,Phone Number,Company Domain Name,Street address,City,State/Region,Postal code'

describeOnBothDatabases('businesses that a user knows', open => {
  let product: TestApp
  let user: SignedIn
  let folder: string
  let release = 0

  beforeAll(async () => {
    product = await createTestApp({ db: await open() })
    folder = await mkdtemp(path.join(tmpdir(), 'known-test-'))
    await emptyCatalog(product.deps.db)
  })
  afterAll(async () => {
    await product.app.close()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    await load([ann, bob, cat, dan, dan2, eve])
    user = await signUp(product.app)
  })
  const load = async (places: object[]) =>
    importPlaces(testDeps(product.deps.db), {
      files: [await writeOverture(folder, 'p.parquet', places as never)],
      release: `2026-04-${String(++release).padStart(2, '0')}.0`,
    })
  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, who = user) =>
    product.app.inject({ method, url, headers: { cookie: who.cookie }, ...(payload && { payload }) })
  const upload = (url: string, query: Record<string, string>, payload: string | Buffer, who = user) =>
    product.app.inject({
      method: 'POST',
      url,
      query,
      payload,
      headers: { cookie: who.cookie, 'content-type': 'application/octet-stream' },
    })
  const columnsOf = async (payload: string | Buffer) =>
    (await upload('/api/known-files/columns', { name: 'crm.csv' }, payload)).json<FileColumns>().columns
  const send = async (payload: string | Buffer) => {
    const fields = (await columnsOf(payload)).map(({ field }) => field ?? '').join(',')
    return upload('/api/known-files', { name: 'crm.csv', fields }, payload)
  }
  /** Imports rows and waits until they are compared. */
  const know = async (...rows: string[]) => {
    const { id } = (await send([header, ...rows].join('\n'))).json<KnownFile>()
    await runDueJobs(product.deps)
    return id
  }
  const files = async (who = user) => (await call('GET', '/api/known-files', undefined, who)).json<KnownFiles>().files
  const report = async (id: number) =>
    (await call('GET', `/api/known-files/${id}/report`)).body
      .split('\r\n')
      .slice(1, -1)
      .map(line => line.split(',').slice(0, 4))
  const kinds = async (id: number) => (await report(id)).map(([, kind]) => kind)
  const search = async (options = {}, who = user) =>
    (await call('POST', '/api/search', { ...plumbers, ...options }, who)).json<SearchResult>()
  const found = async (who = user) =>
    (await search({ skipOwned: true }, who)).leads.map(({ businessName }) => businessName).toSorted()
  const preview = async (options = {}) =>
    (await call('POST', '/api/search/preview', { ...plumbers, ...options })).json<SearchPreview>()
  const everyone = [ann, bob, cat, dan, dan2, eve].map(({ name }) => name).toSorted()
  const without = (...names: string[]) => everyone.filter(name => !names.includes(name))

  test.each([
    ['phone', 'Somebody,(303) 440-0001,,,,,', 'phone', [ann.name]],
    ['website', 'Somebody,,http://shop.bobplumbing.org/x,,,,', 'website', [bob.name]],
    ['email under its domain', 'Somebody,,,,,,', 'website', [bob.name]],
    [
      'name and address',
      'Cat and Daughters Plumbing,,,3 Pearl Street,Boulder,Colorado,',
      'name and address',
      [cat.name],
    ],
    [
      'name and address with another phone',
      'Cat & Daughters Plumbing,303-440-0099,,"3 Pearl Street #4",,,80302',
      'name and address',
      [cat.name],
    ],
    ['name and town', 'Eve Plumbing,,,,Boulder,CO,', 'name and address', [eve.name]],
    ['branch of its domain by address', 'D. P.,,danplumbing.org,6 Walnut St,Boulder,CO,80302', 'website', [dan2.name]],
    ['branch of its domain by name', 'Dan Drains Inc,,danplumbing.org,,,,', 'website', [dan2.name]],
    ['one of several', 'Somebody,,danplumbing.org,,,,', 'several places', []],
    ['nothing', 'Zoe Plumbing,303-440-0098,zoe.org,8 Walnut Street,Boulder,CO,80302', 'not found', []],
    ['its name elsewhere', 'Eve Plumbing,,,,Denver,CO,', 'not found', []],
    ['its name in another house', 'Eve Plumbing,,,9 Walnut Street,Boulder,CO,80302', 'not found', []],
  ])('a row is found by %s', async (what, row, kind, names) => {
    const id = what.startsWith('email')
      ? (await send('Company,Email\nSomebody,info@bobplumbing.org')).json<KnownFile>().id
      : await know(row)
    await runDueJobs(product.deps)
    expect(await kinds(id)).toEqual([kind])
    const { known, owned, pulls } = await preview({ skipOwned: true })
    expect([known, owned, pulls]).toEqual([names.length, 0, everyone.length - names.length])
    expect(await preview()).toMatchObject({ known: names.length, pulls: everyone.length })
    const result = await search({ skipOwned: true })
    expect(result.leads.map(({ businessName }) => businessName).toSorted()).toEqual(without(...names))
    expect(result).toMatchObject({ total: everyone.length - names.length, leftOut: { owned: names.length } })
  })

  test('a search that does not leave them out finds them, with their contacts, and charges for them as usual', async () => {
    await know('Ann,303-440-0001,,,,,')
    const { leads, leftOut } = await search()
    expect([leads.length, leftOut.owned]).toEqual([everyone.length, 0])
    const lead = leads.find(({ businessName }) => businessName === ann.name)
    expect(lead).toMatchObject({ phoneNumber: '(303) 440-0001', doNotContact: false })
    expect(await preview()).toMatchObject({ owned: everyone.length, known: 0, pulls: 0 })
    expect(await preview({ skipOwned: true })).toMatchObject({ owned: everyone.length, known: 0, pulls: 0 })
    expect(await search({ skipOwned: true })).toMatchObject({ total: 0, leftOut: { owned: everyone.length } })
  })

  test('they concern one account alone', async () => {
    const other = await signUp(product.app)
    const id = await know('Ann,303-440-0001,,,,,')
    expect(await found(other)).toEqual(everyone)
    expect(await files(other)).toEqual([])
    for (const [method, url] of [
      ['DELETE', ''],
      ['GET', '/report'],
    ] as const)
      expect(refusalOf(await call(method, `/api/known-files/${id}${url}`, undefined, other))).toBe('NOT_FOUND')
    expect(await found()).toEqual(without(ann.name))
  })

  test('after a file is deleted, its businesses count as new again', async () => {
    const id = await know('Ann,303-440-0001,,,,,', 'Bob,,bobplumbing.org,,,,')
    const second = await know('Ann,303-440-0001,,,,,')
    expect((await files()).map(file => file.id)).toEqual([second, id])
    expect((await preview()).known).toBe(2)
    expect((await call('DELETE', `/api/known-files/${id}`)).statusCode).toBe(200)
    expect((await preview()).known).toBe(1)
    expect((await call('DELETE', `/api/known-files/${second}`)).statusCode).toBe(200)
    expect((await preview()).known).toBe(0)
    expect(await files()).toEqual([])
    const { search: made, total } = await search({ skipOwned: true })
    expect(total).toBe(everyone.length)
    await know('Ann,303-440-0001,,,,,')
    // The leads of a search do not vanish from it when its user imports them later.
    const compared = (await call('POST', `/api/searches/${made.id}/comparison`)).json<Comparison>()
    expect(compared).toMatchObject({ matchesThen: everyone.length, matchesNow: everyone.length })
  })

  test('rows that were not found are compared again after each import of places', async () => {
    const id = await know('Zoe,,zoeplumbing.org,,,,', 'Eve Plumbing,,,7 Walnut Street,Boulder,CO,80302')
    expect(await kinds(id)).toEqual(['not found', 'name and address'])
    const zoe = {
      id: 'zoe',
      name: 'Zoe Plumbing',
      ...inBoulder,
      ...at,
      phones: ['303-440-0007'],
      websites: ['https://zoeplumbing.org'],
    }
    await load([ann, bob, cat, dan, dan2, zoe])
    await product.deps.catalog.refresh()
    await matchAgain(product.deps)
    expect(await kinds(id)).toEqual(['website', 'not found'])
    expect(await found()).toEqual(without(eve.name))
    expect((await files())[0]?.counts).toEqual({ phone: 0, website: 1, address: 0, several: 0, none: 1, unreadable: 0 })
    await load([ann, { ...zoe, id: 'zoe-2', phones: ['303-440-0008'] }, { ...eve, phones: null }])
    await matchAgain(product.deps)
    expect(await kinds(id)).toEqual(['website', 'name and address'])
    expect(await preview()).toMatchObject({ matches: 3, owned: 1, known: 2 })
    expect(await search({ skipOwned: true })).toMatchObject({ total: 0, leftOut: { owned: 3 } })
  })

  test('the merged rows of one business are found by each of their contacts', async () => {
    await load([ann, { ...ann, id: 'ann-2', phones: ['303-440-0077'] }, bob])
    const id = await know('A.,303-440-0077,,,,,')
    expect(await kinds(id)).toEqual(['phone'])
    expect(await found()).toEqual([bob.name])
  })

  test('rows say why they cannot be read', async () => {
    const id = await know(
      'Ann Plumbing,,,,,,',
      'Ann,12,,,,,',
      'Ann,,facebook.com/ann,,,,',
      ',,,1 Pearl Street,Boulder,CO,',
      'Ann,,,1 Pearl Street,,,',
    )
    expect(await report(id)).toEqual([
      ['1', 'unreadable', 'no', 'It has only a name'],
      ['2', 'unreadable', 'no', 'Its phone number is not a valid US number'],
      ['3', 'unreadable', 'no', 'Its website is not one of its own'],
      ['4', 'unreadable', 'no', '"It has no phone number'],
      ['5', 'unreadable', 'no', 'Its address has no town or ZIP code'],
    ])
    const abroad = await send('Company,Phone,Country\nAnn,303-440-0001,Canada')
    await runDueJobs(product.deps)
    expect(await report(abroad.json<KnownFile>().id)).toEqual([
      ['1', 'unreadable', 'no', 'It is outside the United States'],
    ])
    expect(await found()).toEqual(everyone)
  })

  test('the report is safe to open in a spreadsheet', async () => {
    const id = await know('"=HYPERLINK(""http://evil.example"")",303-440-0001,,@SUM(A1),Boulder,CO,80302')
    const { body, headers } = await call('GET', `/api/known-files/${id}/report`)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(body).toContain(`"'=HYPERLINK(""http://evil.example"")",(303) 440-0001,,'@SUM(A1),Boulder,CO,80302`)
  })

  test('an Excel file is read like a CSV file', async () => {
    const rows = [
      ['Our customers'],
      [],
      [
        'Account Name',
        'Phone',
        'Website',
        'Billing Street',
        'Billing City',
        'Billing State/Province',
        'Billing Zip/Postal Code',
      ],
      ['Ann', 3_034_400_001, null, null, null, null, null],
      ['Cat & Daughters Plumbing', null, null, '3 Pearl Street', 'Boulder', 'CO', 80_302],
    ]
    const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: 'CRM', rows }] }))
    expect((await columnsOf(bytes)).map(({ field }) => field)).toEqual([
      'name',
      'phone',
      'website',
      'street',
      'city',
      'state',
      'zip',
    ])
    const { id, rows: count } = (await send(bytes)).json<KnownFile>()
    await runDueJobs(product.deps)
    expect([count, await kinds(id)]).toEqual([2, ['phone', 'name and address']])
    expect(await found()).toEqual(without(ann.name, cat.name))
  })

  test('they are not news for a saved search', async () => {
    const { search: made } = await search()
    await call('POST', '/api/saved-searches', { searchId: made.id, name: 'Plumbers' })
    await runChore(product.deps, 'news')
    await know('Zoe,303-440-0007,,,,,')
    const zoe = { id: 'zoe', name: 'Zoe Plumbing', ...inBoulder, ...at, phones: ['303-440-0007'] }
    const yan = { ...zoe, id: 'yan', name: 'Yan Plumbing', phones: ['303-440-0008'], street: '8 Walnut Street' }
    await load([ann, bob, cat, dan, dan2, eve, zoe, yan])
    await runChore(product.deps, 'news')
    const { savedSearches } = (await call('GET', '/api/saved-searches')).json<SavedSearches>()
    expect(savedSearches).toMatchObject([{ newBusinesses: 1 }])
  })

  test("they are part of the download of the account's data, and deleted with the account", async () => {
    await know('Ann,303-440-0001,,,,,', 'Bob,,bobplumbing.org,,,,')
    const data = (await call('GET', '/api/account/data')).json<Record<string, object[]>>()
    expect(data.knownFiles).toMatchObject([{ name: 'crm.csv', row_count: 2 }])
    expect(data.knownBusinesses).toMatchObject([
      { row: 1, name: 'Ann', phone: 13_034_400_001, match: 'phone' },
      { row: 2, domain: 'bobplumbing.org', match: 'website' },
    ])
    const deleted = await call('POST', '/api/account/delete', { currentPassword: 'correct horse battery' })
    expect(deleted.statusCode).toBe(200)
    for (const table of ['known_file', 'known_business', 'known_place'])
      expect(await product.deps.db.query(`SELECT FROM ${table} WHERE user_id = $1`, [user.user.id])).toEqual([])
  })
})
