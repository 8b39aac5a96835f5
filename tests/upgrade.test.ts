import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Lead } from '#contract/leads/leads.ts'
import type { ListPage } from '#contract/lists.ts'
import type { Search, SearchResult, SearchWithNotes } from '#contract/searches/searches.ts'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import type { Db } from '#server/platform/database/db.ts'
import { databaseKinds } from './support/databases.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from './support/payments-app.ts'
import { loadPlaces } from './upgrade/fill-database.ts'
import { openStored } from './upgrade/open-stored.ts'

const files = readdirSync(path.join(import.meta.dirname, 'upgrade')).filter(name => name.endsWith('.sql.gz'))
const stored = files.flatMap(file => databaseKinds.map(kind => ({ file, kind })))

const searchesOf = async (customer: Customer) => (await customer.get<Search[]>('/api/searches')).body

const searchNamed = async (customer: Customer, category: string) => {
  const search = (await searchesOf(customer)).find(({ businessCategory }) => businessCategory === category)
  if (search === undefined) throw new Error(`${category} is not listed`)
  return search
}

// A second try would start from what the first one changed.
describe.each(stored)('the database of $file, on $kind', { retry: 0 }, ({ file, kind }) => {
  let db: Db
  let product: PaymentsApp
  let ann: Customer
  let bob: Customer
  let cleo: Customer
  beforeAll(async () => {
    db = await openStored(kind, file)
    product = await createPaymentsApp(db, { start: '2026-03-02T12:00:00Z', settings: { DEMO_CATALOG: 'on' } })
    ann = await Customer.signIn(product, 'ann')
    bob = await Customer.signIn(product, 'bob')
    cleo = await Customer.signIn(product, 'cleo')
  })
  afterAll(async () => {
    await product.close()
    await db.close()
  })

  test('everyone keeps their plan and the rest of its quota', async () => {
    const plans = await Promise.all(
      [ann, bob, cleo].map(async customer => {
        const { subscriptionTier, subscriptionStatus, isPlanGranted, remainingContactPulls } = await customer.user()
        return [subscriptionTier, subscriptionStatus, isPlanGranted, remainingContactPulls]
      }),
    )
    expect(plans).toEqual([
      ['starter', 'active', false, 437],
      ['elite', 'active', true, 6987],
      ['pro', 'canceled', false, 2000],
    ])
  })

  test('past searches are listed with their plan and their leads', async () => {
    const searches = await searchesOf(ann)
    expect(searches.map(({ businessCategory, location }) => [businessCategory, location])).toEqual([
      ['Dentists', 'Denver, CO'],
      ['Plumbers', 'Denver, CO'],
      ['Restaurants', 'Boulder, CO'],
    ])
    const { id } = await searchNamed(ann, 'Restaurants')
    const { notes, total } = (await ann.get<SearchWithNotes>(`/api/searches/${id}`)).body
    expect({ total, match: notes?.understood.category.match, sources: notes?.sources.length }).toEqual({
      total: 44,
      match: 'sure',
      sources: 1,
    })
    expect((await ann.get<Lead[]>(`/api/leads?searchId=${id}`)).body).toHaveLength(40)
  })

  test('a search continues where it stopped', async () => {
    const { id, nextPageToken } = await searchNamed(ann, 'Plumbers')
    const url = `/api/search/next?pageToken=${encodeURIComponent(nextPageToken ?? '')}&searchId=${id}`
    const { status, body } = await ann.get<SearchResult>(url)
    expect({ status, leads: body.leads.length, hasNextPage: body.hasNextPage }).toEqual({
      status: 200,
      leads: 4,
      hasNextPage: false,
    })
  })

  test('leads are listed with their facts, scores, and sources', async () => {
    const { id } = await searchNamed(ann, 'Dentists')
    const { items } = (await ann.get<ListPage<Lead>>(`/api/leads?searchId=${id}&limit=20&sort=name`)).body
    const limits = items.map(({ businessName, qualityScore, scoreLines }) => [
      businessName,
      qualityScore,
      scoreLines.find(({ code }) => code === 'limit')?.detail ?? null,
    ])
    expect(limits).toEqual([
      ['Alder Dental And Braces', 59, 'possibly listed twice: 59 at most'],
      ['Alder Dental And Crowns', 83, null],
      ['Corner Dental', 39, 'neither phone nor email: 39 at most'],
      ['Flatiron Dental LLC', 79, null],
    ])
    const merged = items.find(({ businessName }) => businessName === 'Flatiron Dental LLC')
    expect(new Set(merged?.factSources.map(({ source }) => source))).toEqual(new Set(['overture', 'csv']))
  })

  test('a do-not-contact entry still hides contacts', async () => {
    const { id } = await searchNamed(ann, 'Plumbers')
    const leads = (await ann.get<Lead[]>(`/api/leads?searchId=${id}`)).body
    const withheld = leads.filter(({ doNotContact }) => doNotContact)
    expect(withheld.map(({ businessName, phoneNumber }) => [businessName, phoneNumber])).toEqual([
      ['Mile High Plumbing 1', null],
    ])
  })

  test('leads are exported', async () => {
    const { id } = await searchNamed(ann, 'Restaurants')
    const { body } = await product.app.inject({
      method: 'POST',
      url: '/api/export',
      headers: { cookie: ann.signedIn.cookie },
      payload: { searchId: id },
    })
    expect(body.trim().split('\r\n')).toHaveLength(41)
  })

  test('the same search costs no pulls', async () => {
    const before = await ann.user()
    const criteria = { businessCategory: 'Restaurants', location: 'Boulder, CO', radius: 5, confirmed: true }
    const { body } = await ann.post<SearchResult>('/api/search', criteria)
    expect(body.leads).toHaveLength(20)
    expect((await ann.user()).remainingContactPulls).toBe(before.remainingContactPulls)
  })

  test('the same release again changes no fact, and a third time nothing', async () => {
    const facts = () =>
      product.deps.db.query(`SELECT id, name, phone, website, email, street, city, state, zip, category_ids,
        confirmed_on FROM place WHERE flags & ${placeFlags.sample} = 0 ORDER BY id`)
    const before = await facts()
    const rescored = await loadPlaces(product.deps)
    expect(rescored.map(({ added, vanished }) => ({ added, vanished }))).toEqual(
      rescored.map(() => ({ added: 0, vanished: 0 })),
    )
    expect(await facts()).toEqual(before)
    const again = await loadPlaces(product.deps)
    expect(again.map(({ added, changed }) => ({ added, changed }))).toEqual(again.map(() => ({ added: 0, changed: 0 })))
    expect(again.reduce((sum, { unchanged }) => sum + unchanged, 0)).toBe(31)
  })

  test('a plan renews next month, and a canceled one is resumed', async () => {
    expect((await ann.get('/api/subscription')).body).toMatchObject({
      tier: 'starter',
      renewsAt: '2026-04-01T12:00:00.000Z',
      nextCharge: { amountCents: 1900 },
    })
    expect((await cleo.get('/api/subscription')).body).toMatchObject({ endsAt: '2026-04-01T12:00:00.000Z' })
    expect(await cleo.post('/api/resume-subscription')).toMatchObject({ status: 200 })
    await ann.letMonthPass()
    await cleo.signIn()
    expect(await ann.standing()).toMatchObject({ paidCents: 3800, tier: 'starter', pulls: 500 })
    expect(await cleo.standing()).toMatchObject({ paidCents: 9800, tier: 'pro', status: 'active' })
  })

  test('a plan is canceled and ends', async () => {
    expect(await ann.post('/api/cancel-subscription')).toMatchObject({ status: 200 })
    await ann.letMonthPass()
    expect(await ann.standing()).toMatchObject({ paidCents: 3800, tier: 'free', status: 'active' })
  })
})
