import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LeadList } from '#contract/leads/lead-lists.ts'
import type { LeadWorkDetails } from '#contract/leads/lead-work.ts'
import type { Lead, LeadSummary } from '#contract/leads/leads.ts'
import type { ListPage } from '#contract/lists.ts'
import type { Receipt } from '#contract/searches/receipts.ts'
import type { Search, SearchResult } from '#contract/searches/searches.ts'
import { dropPlaces } from '#server/catalog/load/drop-places.usecases.ts'
import { importFiles } from '#server/catalog/load/import.usecases.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { testDeps } from '#tests/support/imports.ts'
import { ledgerSums } from '#tests/support/search-calls.ts'

const header = 'source_id,name,address,city,state,zip,category,website,phone,lat,lng'
type Facts = {
  id?: string
  name?: string
  street?: string
  zip?: string
  website?: string
  phone?: string
  lat?: number
}
const row = ({ id, name, street, zip, website, phone, lat }: Facts) =>
  [
    id ?? '',
    name ?? 'Flatirons Plumbing',
    street ?? '1200 Pearl Street',
    `Boulder,CO,${zip ?? '80302'},Plumbing`,
    website ?? '',
    phone ?? '',
    lat ?? 40.0176,
    -105.2797,
  ].join(',')

describeOnBothDatabases('a lead that was paid for', open => {
  let product: TestApp
  let user: SignedIn
  let folder: string

  beforeAll(async () => {
    product = await createTestApp({ db: await open() })
    folder = await mkdtemp(path.join(tmpdir(), 'paid-once-'))
  })
  beforeEach(async () => {
    for (const list of ['one', 'two', 'three']) await dropPlaces(testDeps(product.deps.db), list).catch(() => [])
    user = await signUp(product.app)
  })
  afterAll(async () => {
    await product.app.close()
    await rm(folder, { recursive: true })
  })

  const load = async (list: string, ...rows: Facts[]) => {
    const file = path.join(folder, `${list}.csv`)
    await writeFile(file, `${[header, ...rows.map(row)].join('\n')}\n`)
    await importFiles(testDeps(product.deps.db), { files: [file], listName: list })
  }
  const get = async <T>(url: string) => (await product.app.inject({ url, headers: { cookie: user.cookie } })).json<T>()
  const search = async () => {
    const payload = { businessCategory: 'plumbing', location: 'Boulder, CO', radius: 5 }
    const answer = await product.app.inject({
      method: 'POST',
      url: '/api/search',
      payload,
      headers: { cookie: user.cookie },
    })
    return answer
      .json<SearchResult>()
      .leads.map(({ id, businessName, phoneNumber }) => ({ id, businessName, phoneNumber }))
  }
  const paid = async () => 50 - (await get<{ remainingContactPulls: number }>('/api/user')).remainingContactPulls
  const lastReceipt = async () => {
    const [{ id } = { id: 0 }] = await get<Search[]>('/api/searches')
    const { pages } = await get<Receipt>(`/api/searches/${id}/receipt`)
    return pages.map(({ leads, pulls, doubles }) => ({ leads, pulls, doubles }))
  }
  const filtered = async (query: string) => (await get<ListPage<Lead>>(`/api/leads?limit=5&${query}`)).items
  const written = () => product.deps.db.query('SELECT id, xmin::text AS "by" FROM lead ORDER BY id')
  const allLeads = async () => (await get<Lead[]>('/api/leads')).map(({ id }) => id)

  const post = (url: string, payload: object) =>
    product.app.inject({ method: 'POST', url, payload, headers: { cookie: user.cookie } })
  const counts = async () => ({
    shown: (await get<LeadSummary>('/api/leads/summary')).total,
    exported: (await post('/api/export', {})).body.trim().split('\n').length - 1,
    onLists: (await get<{ lists: LeadList[] }>('/api/lists')).lists.map(({ leadCount }) => leadCount),
  })

  test('is not written again by a search that finds it unchanged', async () => {
    const other = { name: 'Boulder Drains', street: '900 Walnut Street', phone: '(303) 440-0002', lat: 40.02 }
    await load('one', { phone: '(303) 440-0001' }, other)
    const first = await search()
    const before = await written()
    expect(first).toHaveLength(2)
    expect(await search()).toEqual(first)
    expect(await written()).toEqual(before)
    await load('one', { phone: '(303) 440-0001' }, { ...other, name: 'Boulder Drains and Sewers' })
    expect((await search()).map(({ businessName }) => businessName)).toContain('Boulder Drains and Sewers')
    expect(await paid()).toBe(2)
  })

  test('is recognized by a row that its place got before the last search', async () => {
    const phone = '(303) 440-0001'
    await load('one', { phone })
    const found = await search()
    await load('two', { phone })
    expect(await search()).toEqual(found)
    await dropPlaces(testDeps(product.deps.db), 'one')
    expect(await search()).toEqual(found)
    expect(await paid()).toBe(1)
  })

  test('is not charged again for a place that may be the same business', async () => {
    const website = 'https://elegant.example'
    const worse = { name: 'Elegant Tailoring And Drapes', website }
    await load('one', { name: 'Elegant Tailoring And Mending', website, phone: '(303) 440-0001' })
    await load('two', worse)
    expect(await search()).toHaveLength(2)
    expect(await paid()).toBe(1)
    expect(await lastReceipt()).toEqual([{ leads: 2, pulls: 1, doubles: 1 }])
    await search()
    expect(await lastReceipt()).toEqual([{ leads: 2, pulls: 0, doubles: 0 }])
    await dropPlaces(testDeps(product.deps.db), 'one')
    const other = await signUp(product.app)
    user = other
    expect(await search()).toHaveLength(1)
    await load('one', { name: 'Elegant Tailoring And Mending', website, phone: '(303) 440-0001' })
    expect(await search()).toHaveLength(2)
    expect(await paid()).toBe(1)
  })

  test('is not charged again when it becomes one place with a lead that was returned', async () => {
    const website = 'https://flatironsplumbing.org'
    await load('one', { id: 'a', website })
    await load('two', { id: 'b', name: 'Zebra Drains', street: '77 Walnut Street', lat: 40.03 })
    const returned = (await search()).filter(({ businessName }) => businessName === 'Flatirons Plumbing')
    await product.app.inject({
      method: 'POST',
      url: '/api/leads/reports',
      payload: { leadIds: returned.map(({ id }) => id), reason: 'moved' },
      headers: { cookie: user.cookie },
    })
    expect(await paid()).toBe(1)
    await load('two', { id: 'b', website })
    await load('one', { id: 'a', website, name: 'Flatirons Plumbing LLC' })
    expect(await search()).toHaveLength(1)
    expect(await paid()).toBe(1)
  })

  test('is charged once by its phone and name, and another business with that phone by itself', async () => {
    await load('one', {})
    await load('two', { website: 'https://flatironsplumbing.org' })
    const [lead] = await search()
    await dropPlaces(testDeps(product.deps.db), 'two')
    await load('one', { phone: '303-440-0002' })
    expect(await search()).toMatchObject([{ id: lead?.id, phoneNumber: '(303) 440-0002' }])
    const far = { street: '9 Far Street', zip: '80301', phone: '303-440-0002', lat: 40.05 }
    await load('three', { ...far, website: 'https://flatironsplumbing.org' })
    await search()
    expect(await paid()).toBe(1)
    expect(await allLeads()).toEqual([lead?.id])
    await load('three', { ...far, name: 'Bob Heating', website: 'https://bobheating.org' })
    expect(await search()).toHaveLength(2)
    expect(await paid()).toBe(2)
    expect(await allLeads()).toHaveLength(2)
  })

  test('is charged once by a phone that only one of its rows has, also in OpenStreetMap', async () => {
    await load('one', { phone: '303-440-0001', website: 'https://flatironsplumbing.org' })
    await load('two', { phone: '303-440-0002' })
    const merged = await search()
    expect(merged).toHaveLength(1)
    const other = merged[0]?.phoneNumber === '(303) 440-0001' ? '303-440-0002' : '303-440-0001'
    const node = { type: 'node', id: 7, lat: 40.05, lon: -105.2797 }
    const address = { 'addr:housenumber': '9', 'addr:street': 'Far Street', 'addr:state': 'CO' }
    const tags = { name: 'FLATIRONS Plumbing', craft: 'plumber', phone: `+1 ${other}`, ...address }
    const osm = { version: 0.6, osm3s: { timestamp_osm_base: '2026-04-29T04:35:58Z' }, elements: [{ ...node, tags }] }
    const file = path.join(folder, 'osm.json')
    await writeFile(file, JSON.stringify(osm))
    await importFiles(testDeps(product.deps.db), { files: [file] })
    const both = await search()
    await dropPlaces(testDeps(product.deps.db), 'osm')
    expect(both.map(({ businessName }) => businessName)).toContain('FLATIRONS Plumbing')
    expect(await paid()).toBe(1)
    expect(await allLeads()).toEqual(merged.map(({ id }) => id))
  })

  test('is listed under its new name after a rename with the same phone, and is not charged again', async () => {
    await load('one', { name: 'Old Name Plumbing', phone: '303-440-0001' })
    const [old] = await search()
    await load('one', { name: 'New Name Heating & Plumbing', street: '1 Other Road', phone: '303-440-0001' })
    const [renamed] = await search()
    expect(renamed).toMatchObject({ businessName: 'New Name Heating & Plumbing' })
    expect(renamed?.id).not.toBe(old?.id)
    expect(await paid()).toBe(1)
    const all = await get<Lead[]>('/api/leads')
    expect(all).toMatchObject([{ id: renamed?.id, businessName: 'New Name Heating & Plumbing', isListed: true }])
    const exported = await product.app.inject({
      method: 'POST',
      url: '/api/export',
      payload: {},
      headers: { cookie: user.cookie },
    })
    expect(exported.body).toContain('New Name Heating & Plumbing')
    expect(exported.body).not.toContain('Old Name Plumbing')
    // The lead returns to its older key when that row exists again.
    await load('one', { name: 'Old Name Plumbing', phone: '303-440-0001' })
    expect(await get<Lead[]>('/api/leads')).toMatchObject([{ id: old?.id, isListed: true }])
  })

  test('loses its phone when its new row has none', async () => {
    await load('one', {})
    await load('two', { website: 'https://flatironsplumbing.org', phone: '303-440-0001' })
    await search()
    await dropPlaces(testDeps(product.deps.db), 'two')
    await search()
    expect(await filtered('hasPhone=true')).toEqual([])
    expect(await filtered('hasPhone=false')).toMatchObject([{ phoneNumber: null }])
  })

  test('stays the same lead when the row from which it was pulled is gone', async () => {
    await load('one', {})
    await load('two', { website: 'https://flatironsplumbing.org' })
    const [lead, ...others] = await search()
    expect(others).toEqual([])
    await dropPlaces(testDeps(product.deps.db), 'two')
    expect(await search()).toEqual([lead])
    expect(await get<Lead[]>('/api/leads')).toMatchObject([{ id: lead?.id, isListed: true, website: null }])
    await load('two', { website: 'https://flatironsplumbing.org' })
    expect(await search()).toEqual([lead])
    expect(await paid()).toBe(1)
    expect(await allLeads()).toEqual([lead?.id])
  })

  test.each([
    ['with a phone', '303-440-0001'],
    ['without a phone', ''],
  ])('stays the same lead when a release lists it under another id, %s', async (_, phone) => {
    await load('one', { id: 'a', phone })
    const found = await search()
    await load('one', { id: 'b', phone })
    expect(await get<Lead[]>('/api/leads')).toMatchObject([{ id: found[0]?.id, isListed: true }])
    expect(await search()).toEqual(found)
    expect(await allLeads()).toEqual([found[0]?.id])
    expect(await paid()).toBe(1)
  })

  test('stays on the do-not-contact list when a release lists it under another id', async () => {
    await load('one', { id: 'a' })
    const leadIds = (await search()).map(({ id }) => id)
    const url = '/api/leads/actions'
    const payload = { leadIds, action: { kind: 'doNotContact' } }
    const answer = await product.app.inject({ method: 'POST', url, payload, headers: { cookie: user.cookie } })
    expect(answer.json()).toMatchObject({ changed: 1 })
    await load('one', { id: 'b' })
    expect(await search()).toEqual([])
    expect(await get<Lead[]>('/api/leads')).toMatchObject([{ id: leadIds[0], doNotContact: true }])
  })

  test('is one of two that a release no longer lists, if it lists only one with their facts', async () => {
    await load('one', { id: 'a' })
    await search()
    await product.deps.db
      .query(`INSERT INTO lead (user_id, place_key, is_first_of_phone, facts, name, quality, search_id, pulled_at)
      SELECT user_id, 'csv/one:older', true, facts, name, quality, search_id, pulled_at FROM lead WHERE user_id = ${user.user.id}`)
    await load('one', { id: 'b' })
    const listed = (await get<Lead[]>('/api/leads')).map(({ isListed }) => isListed)
    expect([listed.length, listed.filter(isListed => isListed).length]).toEqual([2, 1])
  })

  test.each(['is searched for', 'is opened'])(
    'is listed once, with the work on both, when it becomes one place with another, both without a phone, and %s',
    async how => {
      const found = () => (how === 'is opened' ? allLeads() : search())
      const website = 'https://flatironsplumbing.org'
      const other = { id: 'b', name: 'Zebra Drains', street: '77 Walnut Street', lat: 40.03 }
      await load('one', { id: 'a', website })
      await load('two', other)
      const ids = (await search()).map(({ id }) => id).toSorted((a, b) => a - b)
      const [first = 0, second = 0] = ids
      const { id: listId } = (await post('/api/lists', { name: 'Mondays' })).json<LeadList>()
      for (const id of ids) await post(`/api/leads/${id}/notes`, { body: `Note ${id}` })
      await post('/api/leads/actions', { leadIds: ids, action: { kind: 'addToList', listId } })
      await post('/api/leads/actions', { leadIds: [second], action: { kind: 'status', status: 'contacted' } })
      await load('two', { id: 'b', website })
      expect(await found()).toHaveLength(1)
      expect([await allLeads(), await counts()]).toEqual([[first], { shown: 1, exported: 1, onLists: [1] }])
      for (const id of ids) {
        const { status, notes } = await get<LeadWorkDetails>(`/api/leads/${id}/work`)
        expect([status, notes.map(({ body }) => body).toSorted()]).toEqual([
          'contacted',
          ids.map(each => `Note ${each}`),
        ])
      }
      await load('two', other)
      expect(await found()).toHaveLength(2)
      expect(await counts()).toEqual({ shown: 2, exported: 2, onLists: [2] })
      await load('two', { id: 'b', website })
      expect(await allLeads()).toEqual([first])
      for (const list of ['one', 'two']) await dropPlaces(testDeps(product.deps.db), list)
      expect(await allLeads()).toEqual([first])
      expect(await paid()).toBe(2)
      for (const { sum, balance } of await ledgerSums(product.deps.db, user)) expect(sum).toBe(balance)
    },
  )

  test('becomes two paid leads when its rows are split', async () => {
    await load('one', {})
    await load('two', { website: 'https://flatironsplumbing.org' })
    const [lead] = await search()
    await load('one', { name: 'Boulder Drains', street: '77 Walnut Street', zip: '80301', lat: 40.02 })
    await load('two', { website: 'https://flatironsplumbing.org' })
    const apart = await search()
    expect(apart.map(({ businessName }) => businessName).toSorted()).toEqual(['Boulder Drains', 'Flatirons Plumbing'])
    expect(apart.map(({ id }) => id)).toContain(lead?.id)
    expect(await search()).toEqual(apart)
    expect(await allLeads()).toHaveLength(2)
  })

  test('is the lead of its new phone: another place with it and the name is free, and filters know it', async () => {
    await load('one', { name: 'Ann Plumbing' })
    const [ann] = await search()
    await load('one', { name: 'Ann Plumbing', phone: '303-440-0001' })
    expect(await search()).toEqual([{ ...ann, phoneNumber: '(303) 440-0001' }])
    expect(await filtered('hasPhone=true')).toMatchObject([{ id: ann?.id }])
    expect(await filtered('hasPhone=false')).toEqual([])
    await load('two', {
      name: 'Ann PLUMBING',
      street: '9 Far Street',
      zip: '80301',
      lat: 40.05,
      phone: '303-440-0001',
      website: 'https://annplumbing.org',
    })
    expect((await search()).map(({ businessName }) => businessName)).toEqual(['Ann PLUMBING'])
    expect(await paid()).toBe(1)
    expect(await allLeads()).toEqual([ann?.id])
  })

  test('passes its former phone to the business that has it now, which is listed', async () => {
    await load('one', { name: 'Ann Plumbing', phone: '303-440-0001' })
    const [ann] = await search()
    await load(
      'one',
      { name: 'Ann Plumbing', phone: '303-440-0002' },
      { name: 'Cy Plumbing', street: '9 Far Street', zip: '80301', lat: 40.03, phone: '303-440-0001' },
    )
    const found = await search()
    expect(found.map(({ businessName }) => businessName).toSorted()).toEqual(['Ann Plumbing', 'Cy Plumbing'])
    expect((await allLeads()).toSorted((a, b) => a - b)).toEqual(found.map(({ id }) => id).toSorted((a, b) => a - b))
    expect(found.map(({ id }) => id)).toContain(ann?.id)
  })
})
