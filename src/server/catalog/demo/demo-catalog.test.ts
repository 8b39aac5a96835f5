import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { SearchPreview } from '#contract/searches/search-preview.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import type { Suggestion } from '#contract/searches/suggestions.ts'
import { cellOf } from '#geography/index.ts'
import { longestWait } from '#server/catalog/starter/make-on-need.ts'
import { inImportSession } from '#server/catalog/tables/import-session.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { searchCalls } from '#tests/support/search-calls.ts'
import { BOULDER } from '#tests/support/seed-boulder.ts'
import { addSampleCategories } from './demo-catalog.usecases.ts'

const restaurants = { businessCategory: 'Restaurants', location: 'Cheyenne, WY', radius: 10, confirmed: true }

describeOnBothDatabases('sample places', open => {
  let db: Db
  let product: TestApp
  let user: SignedIn

  beforeAll(async () => {
    db = await open()
    product = await createTestApp({ db, settings: { DEMO_CATALOG: 'on' } })
    await addSampleCategories(product.deps)
  })
  beforeEach(async () => {
    user = await signUp(product.app)
  })
  const { post, quota } = searchCalls(() => ({ app: product.app, user }))
  const search = async (own: object = {}) => (await post({ ...restaurants, ...own })).json<SearchResult>()
  const suggested = async (query: Record<string, string>) => {
    const reply = await product.app.inject({ url: '/api/suggest', query, headers: { cookie: user.cookie } })
    return reply.json<{ suggestions: Suggestion[] }>().suggestions
  }
  const samples = async () => {
    const [row] = await db.query<{ count: number }>('SELECT count(*)::int AS count FROM place')
    return row?.count ?? 0
  }

  test('words are understood before the first sample is made', async () => {
    expect(await samples()).toBe(0)
    const kinds = await suggested({ kind: 'category', q: 'plumb' })
    expect(kinds.map(({ text }) => text)).toContain('Plumbers')
    const places = await suggested({ kind: 'place', q: 'cheyenne, wy' })
    expect(places[0]).toMatchObject({ text: 'Cheyenne, WY', places: 'sample' })
    expect(await samples()).toBe(0)
  })

  test('the first search of an area makes its samples, and the second finds the same without making any', async () => {
    const first = await search()
    expect(first.coverage).toBe('full')
    expect(first.leads[0]).toMatchObject({ isSample: true, state: 'WY' })
    const made = await samples()
    expect(made).toBeGreaterThan(20)
    const again = await search()
    expect(again.total).toBe(first.total)
    expect(again.leads.map(({ businessName }) => businessName)).toEqual(
      first.leads.map(({ businessName }) => businessName),
    )
    expect(await samples()).toBe(made)
  })

  test('thirty people who search a new area at once make its samples once', async () => {
    const before = await samples()
    const asked = Array.from({ length: 30 }, () =>
      product.app.inject({
        method: 'POST',
        url: '/api/search/preview',
        payload: { ...restaurants, location: 'Casper, WY' },
        headers: { cookie: user.cookie },
      }),
    )
    const totals = new Set((await Promise.all(asked)).map(reply => reply.json<SearchPreview>().matches))
    expect(totals.size).toBe(1)
    expect(await samples()).toBeGreaterThan(before)
    const [run] = await db.query<{ repeated: number }>(
      `SELECT count(*)::int - count(DISTINCT source_id)::int AS repeated FROM place`,
    )
    expect(run?.repeated).toBe(0)
  })

  test('an overlapping area adds only what is missing, and a state finds what its towns found', async () => {
    const casper = await search({ location: 'Casper, WY' })
    const wyoming = await search({ location: 'Wyoming' })
    expect(wyoming.total).toBeGreaterThan(casper.total)
    expect((await search({ location: 'Casper, WY' })).total).toBe(casper.total)
  })

  test('where samples are impossible, a search says that the area is not loaded, not that it has no businesses', async () => {
    const reply = await post({ ...restaurants, location: 'San Juan, PR' })
    expect(reply.json()).toMatchObject({ errorType: 'AREA_NOT_LOADED' })
    const [row] = await db.query<{ cells: number }>(`SELECT count(*)::int AS cells FROM coverage WHERE state = 'PR'`)
    expect(row?.cells).toBe(0)
  })

  test('samples of an earlier release stay, so that a repeated search costs no pulls', async () => {
    await search({ location: 'Cheyenne, WY' })
    const { remainingContactPulls } = await quota()
    await db.query(`UPDATE coverage SET release = '2026-01-01'`)
    await db.query('UPDATE catalog_version SET version = version + 1')
    await search({ location: 'Cheyenne, WY' })
    expect(await quota()).toMatchObject({ remainingContactPulls })
    const releases = await db.query<{ release: string }>('SELECT DISTINCT release FROM coverage')
    expect(releases).toEqual([{ release: '2026-01-01' }])
  })

  test('behind a long import, a search says that its places are being prepared, and costs nothing until it finds them', async () => {
    const boise = { ...restaurants, location: 'Boise, ID' }
    const before = await quota()
    const { promise: isImported, resolve: endImport } = Promise.withResolvers<void>()
    const { promise: isStarted, resolve: start } = Promise.withResolvers<void>()
    const otherImport = inImportSession(db, async () => {
      start()
      await isImported
    })
    await isStarted
    const { milliseconds } = longestWait
    longestWait.milliseconds = 1
    const refused = await post(boise)
    longestWait.milliseconds = milliseconds
    expect(refused.json()).toMatchObject({ errorType: 'AREA_BEING_PREPARED' })
    expect(refused.headers['retry-after']).toBe('1')
    expect(await quota()).toEqual(before)
    endImport()
    await otherImport
    expect((await post(boise)).json<SearchResult>().leads[0]).toMatchObject({ isSample: true, state: 'ID' })
  })

  test('where a real place is loaded, none are made', async () => {
    const before = await samples()
    const cell = cellOf(BOULDER.lat, BOULDER.lon)
    await db.query(`INSERT INTO dataset (source, name) VALUES ('overture', 'overture') ON CONFLICT DO NOTHING`)
    await db.query(
      `INSERT INTO coverage (cell, dataset_id, state, release, place_count)
       SELECT $1, id, 'CO', '2026-04-15.0', 0 FROM dataset WHERE source = 'overture'`,
      [cell],
    )
    await db.query('UPDATE catalog_version SET version = version + 1')
    expect(await search({ location: 'Boulder, CO' })).toMatchObject({ total: 0, leads: [] })
    expect(await samples()).toBe(before)
  })
})
