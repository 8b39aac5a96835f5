import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SearchResult } from '#contract/searches/searches.ts'
import { createDemoCountry, demoRelease } from '#server/catalog/demo/generate-demo-places.ts'
import type { ImportCounts } from '#server/catalog/load/import-input.ts'
import { importFiles, importPlaces } from '#server/catalog/load/import.usecases.ts'
import { suppress } from '#server/catalog/suppression/suppression.usecases.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { writeCsv, writeOverture } from '../support/imports.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '../support/payments-app.ts'

/** When the stored accounts were last used. */
export const filledAt = '2026-03-01T12:00:00Z'

/**
 * Fills an empty database as customers would: samples around Boulder, real places from two sources around Denver, and
 * accounts with searches, leads, exports, an API key, and every kind of plan.
 */
export async function fillDatabase(db: Db): Promise<void> {
  const product = await createPaymentsApp(db, { start: filledAt, settings: { DEMO_CATALOG: 'on' } })
  try {
    await loadSamples(product.deps)
    await loadPlaces(product.deps)
    await usePaidPlan(product, await signUp(product, 'ann'))
    await useGrantedPlan(product, await signUp(product, 'bob'))
    await cancelPlan(await signUp(product, 'cleo'))
    await useFreePlan(await signUp(product, 'dan'))
    await product.sandbox.controls.settle()
  } finally {
    await product.close()
  }
}

const signUp = (product: PaymentsApp, username: string) => Customer.signUp(product, { username })

async function usePaidPlan({ app, deps }: PaymentsApp, ann: Customer): Promise<void> {
  await ann.addCard()
  succeeded(await ann.choose('starter'))
  const first = await search(ann, { businessCategory: 'Restaurants', location: 'Boulder, CO', radius: 5 })
  succeeded(
    await ann.get(
      `/api/search/next?pageToken=${encodeURIComponent(first.nextPageToken ?? '')}&searchId=${first.search.id}`,
    ),
  )
  await search(ann, { businessCategory: 'Plumbers', location: 'Denver, CO', radius: 25 })
  await search(ann, { businessCategory: 'Dentists', location: 'Denver, CO', radius: 25 })
  const { cookie } = ann.signedIn
  await app.inject({ method: 'POST', url: '/api/export', headers: { cookie }, payload: { searchId: first.search.id } })
  await suppress(deps, [{ kind: 'phone', value: '13035550101' }], 'asked by phone')
}

async function useGrantedPlan({ deps }: PaymentsApp, bob: Customer): Promise<void> {
  await grantPlan(deps, { username: 'bob', tier: 'elite' })
  await search(bob, {
    businessCategory: 'Plumbers',
    location: 'Denver, CO',
    radius: 25,
    hasWebsite: true,
    hasPhoneNumber: true,
    keywords: 'plumbing, heating',
    sortBy: 'rating',
  })
  await search(bob, { businessCategory: 'Flatiron', location: 'Colorado', radius: 25, confirmed: true })
}

async function cancelPlan(cleo: Customer): Promise<void> {
  await cleo.addCard()
  succeeded(await cleo.choose('pro'))
  succeeded(await cleo.post('/api/cancel-subscription'))
}

const useFreePlan = (dan: Customer) =>
  search(dan, { businessCategory: 'Hair Salons', location: '80302', radius: 10, sortBy: 'name' })

async function search(customer: Customer, criteria: object): Promise<SearchResult> {
  return succeeded(await customer.post<SearchResult>('/api/search', { confirmed: true, ...criteria }))
}

function succeeded<T>({ status, body }: { status: number; body: T }): T {
  if (status >= 300) throw new Error(`Filling the database failed: ${status} ${JSON.stringify(body)}`)
  return body
}

const sampleCategory = /restaurant|plumbing|hair_salon/

async function loadSamples(deps: Deps): Promise<void> {
  const { gazetteer } = deps.catalog
  const country = createDemoCountry({ gazetteer })
  const places = [...country.all()].filter(
    ({ city, state, categories }) =>
      city === 'Boulder' && state === 'CO' && categories.some(category => sampleCategory.test(category)),
  )
  await importPlaces(importDeps(deps), { places, source: 'demo', release: demoRelease })
}

/** Imports the release and the list of the fixture and returns the counts. */
export async function loadPlaces(deps: Deps): Promise<ImportCounts[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'leadline-fill-'))
  try {
    const release = await writeOverture(folder, 'places.parquet', overturePlaces)
    const overture = await importFiles(importDeps(deps), { files: [release], release: '2026-02-18.0' })
    const list = await importFiles(importDeps(deps), {
      files: [await writeCsv(folder, 'own-list.csv', doNotContactVersion)],
      release: '2026-02-20',
    })
    await deps.catalog.refresh()
    return [...overture, ...list].map(({ counts }) => counts)
  } finally {
    await rm(folder, { recursive: true })
  }
}

type Deps = PaymentsApp['deps']
const importDeps = ({ db, catalog, clock }: Deps) => ({ db, gazetteer: catalog.gazetteer, clock })

const denver = { lat: 39.7392, lon: -104.9903, city: 'Denver', region: 'CO' }
const updated = '2026-01-15T00:00:00Z'
const twin = {
  ...denver,
  lat: denver.lat + 0.01,
  street: '14 Alder Street',
  zip: '80204',
  websites: ['https://alder-dental.example'],
  emails: ['desk@alder-dental.example'],
  category: 'dentist',
  updated,
}
const overturePlaces = [
  ...Array.from({ length: 24 }, (_, index) => ({
    ...denver,
    id: `plumber-${index}`,
    name: `Mile High Plumbing ${index}`,
    lat: denver.lat + index / 1000,
    category: 'plumbing',
    phones: index % 5 === 4 ? null : [`303-555-01${String(index).padStart(2, '0')}`],
    websites: index % 3 === 0 ? null : [`https://mile-high-plumbing-${index}.example`],
    street: `${100 + index} Main Street`,
    zip: '80202',
    confidence: 0.6 + index / 100,
    updated,
  })),
  {
    ...denver,
    id: 'clinic',
    name: 'Flatiron Dental',
    street: '1400 Pearl Street',
    zip: '80203',
    phones: ['303-440-0001'],
    category: 'dentist',
    updated,
  },
  {
    ...denver,
    id: 'closed-clinic',
    name: 'Bannock Dental',
    lat: denver.lat + 0.02,
    street: '12 Bannock Street',
    zip: '80204',
    phones: ['303-440-0002'],
    websites: ['https://bannock-dental.example'],
    category: 'dentist',
    status: 'temporarily_closed',
    updated,
  },
  { ...twin, id: 'alder-0', name: 'Alder Dental And Crowns', phones: ['303-440-0005'] },
  { ...twin, id: 'alder-1', name: 'Alder Dental And Braces' },
  {
    ...denver,
    id: 'unreachable-clinic',
    name: 'Corner Dental',
    lat: denver.lat + 0.03,
    street: '9 Corner Street',
    zip: '80205',
    websites: ['https://corner-dental.example'],
    category: 'dentist',
    updated,
  },
]
const doNotContactVersion = [
  'source_id,name,address,city,state,zip,phone,website,email,type,lat,lon',
  `own-1,Flatiron Dental LLC,1400 Pearl St,Denver,CO,80203,(303) 440-0001,flatirondental.example,office@flatirondental.example,Dentist,${denver.lat},${denver.lon}`,
  `own-2,Bannock Dental Studio,12 Bannock St,Denver,CO,80204,,bannock-dental.example,,Dentist,${denver.lat + 0.02},${denver.lon}`,
]
