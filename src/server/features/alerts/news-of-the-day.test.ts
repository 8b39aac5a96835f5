import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Comparison } from '#contract/searches/receipts.ts'
import type { SavedSearches } from '#contract/searches/saved-searches.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { runChore } from '#server/entry/job-runner.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { inBoulder, testDeps, writeOverture } from '#tests/support/imports.ts'
import type { TestPlace } from '#tests/support/overture-file.ts'

const plumbers = (from: number, count: number): TestPlace[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `plumber${from + index}`,
    name: `Plumber ${from + index}`,
    ...inBoulder,
    phones: [`303-440-${from + index}`],
    street: `${from + index} Pearl St`,
  }))

const namesOf = ({ leads }: Pick<SearchResult, 'leads'>) => leads.map(({ businessName }) => businessName)

describeOnBothDatabases('the news of a search on the day it was saved', open => {
  let product: TestApp
  let user: SignedIn
  let folder: string

  const call = async <T>(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
    (
      await product.app.inject({ method, url, headers: { cookie: user.cookie }, ...(payload ? { payload } : {}) })
    ).json<T>()
  const savedSearches = async () => (await call<SavedSearches>('GET', '/api/saved-searches')).savedSearches
  const load = async (release: string, places: TestPlace[]) => {
    await importPlaces(testDeps(product.deps.db, { clock: product.clock }), {
      files: [await writeOverture(folder, 'p.parquet', places)],
      release,
    })
    await runChore(product.deps, 'news')
    product.clock.advance({ minutes: 1 })
  }

  beforeAll(async () => {
    product = await createTestApp({ db: await open() })
    folder = await mkdtemp(path.join(tmpdir(), 'news-of-the-day-'))
    user = await signUp(product.app)
    await grantPlan(product.deps, { username: user.user.username, tier: 'starter' })
  })
  afterAll(async () => {
    await rm(folder, { recursive: true })
    await product.app.close()
  })

  test('are the places that came afterwards, on all pages and plans, and not those that came earlier that day', async () => {
    const known = plumbers(1000, 2)
    const earlier = plumbers(2000, 3)
    const later = plumbers(3000, 25)
    await load('2026-01-15.0', known)
    await load('2026-02-15.0', [...known, ...earlier])
    const place = { businessCategory: 'plumbers', location: 'Boulder, CO', radius: 10 }
    const { search } = await call<SearchResult>('POST', '/api/search', { ...place, maxNewPulls: 1 })
    await call('POST', '/api/saved-searches', { searchId: search.id, name: 'Plumbers' })
    product.clock.advance({ minutes: 1 })
    await load('2026-03-15.0', [...known, ...earlier, ...later])

    const [saved] = await savedSearches()
    expect(saved?.newBusinesses).toBe(later.length)
    const news = await call<SearchResult>('POST', `/api/saved-searches/${saved?.id}/run`, { newBusinesses: 25 })
    const next = await call<Pick<SearchResult, 'leads'>>(
      'GET',
      `/api/search/next?pageToken=${encodeURIComponent(news.nextPageToken ?? '')}&searchId=${news.search.id}`,
    )
    expect([...namesOf(news), ...namesOf(next)].toSorted()).toEqual(later.map(({ name }) => name))
    expect(news.total).toBe(later.length)
    const [read] = await savedSearches()
    expect(read?.newBusinesses).toBe(0)

    await call('POST', '/api/saved-searches', { searchId: news.search.id, name: 'News of plumbers' })
    product.clock.advance({ minutes: 1 })
    await load('2026-04-15.0', [...known, ...earlier, ...later, ...plumbers(4000, 2)])
    expect((await savedSearches()).map(({ newBusinesses }) => newBusinesses)).toEqual([2, 2])

    await call('DELETE', `/api/saved-searches/${saved?.id}`)
    const compared = await call<Comparison>('POST', `/api/searches/${news.search.id}/comparison`)
    expect(compared).toMatchObject({
      compared: later.length,
      gone: 0,
      matchesThen: later.length,
      matchesNow: later.length,
    })
  })
})
