import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AreaLoad } from '#contract/area-load.ts'
import type { Problem } from '#contract/errors.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { addSampleCategories } from '#server/catalog/demo/demo-catalog.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { emptyCatalog, inBoulder } from '#tests/support/imports.ts'
import { overtureFile } from '#tests/support/overture-file.ts'
import { RangeServer } from '#tests/support/range-server.ts'
import { ledgerSums, searchCalls } from '#tests/support/search-calls.ts'

const restaurants = { businessCategory: 'Restaurants', location: 'Boulder, CO', radius: 5, confirmed: true }
const real = Array.from({ length: 3 }, (_, index) => ({
  id: `cafe${index}`,
  name: `Real Kitchen ${index}`,
  ...inBoulder,
  phones: [`303-440-000${index}`],
  category: 'restaurant',
  updated: '2026-03-01T00:00:00Z',
}))

const loadOf = ({ load }: SearchResult): AreaLoad => {
  if (load === null) throw new Error('The search has started no load')
  return load
}

describeOnBothDatabases('the real places of a searched area', open => {
  let db: Db
  let product: TestApp
  let withoutSamples: TestApp
  let server: RangeServer
  let folder: string
  let user: SignedIn

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'area-load-test-'))
    server = new RangeServer(overtureFile(real))
    await server.listen()
    db = await open()
    const settings = {
      DATA_DIR: folder,
      PLACES_URL: `${server.address}/release/2026-04-15.0/`,
      PLACES_AUTO_LOAD: 'on',
    }
    product = await createTestApp({ db, settings: { ...settings, DEMO_CATALOG: 'on' } })
    withoutSamples = await createTestApp({ db, settings })
  })
  beforeEach(async () => {
    server.fault = null
    await emptyCatalog(db)
    await addSampleCategories(product.deps)
    await db.query('TRUNCATE place_load')
    await db.query('DELETE FROM pgboss.job')
    user = await signUp(product.app)
  })
  afterAll(async () => {
    server.close()
    await Promise.all([product.app.close(), withoutSamples.app.close()])
    await rm(folder, { recursive: true, force: true })
  })
  const { post, next, quota } = searchCalls(() => ({ app: product.app, user }))
  const search = async (own: object = {}) => (await post({ ...restaurants, ...own })).json<SearchResult>()
  const loadIn = async (id: string, who = user) =>
    (await product.app.inject({ url: `/api/area-loads/${id}`, headers: { cookie: who.cookie } })).json<AreaLoad>()
  const loadCount = async () => {
    const [row] = await db.query<{ count: number }>('SELECT count(*)::int AS count FROM place_load')
    return row?.count
  }

  test('are loaded by the first search there, which shows samples meanwhile', async () => {
    const first = await search()
    expect(first.leads[0]).toMatchObject({ isSample: true })
    expect(loadOf(first)).toMatchObject({ area: '5 miles around Boulder, CO', state: 'waiting', secondsLeft: null })
    await runDueJobs(product.deps)
    expect(await loadIn(loadOf(first).id)).toMatchObject({ state: 'done', fraction: 1 })
    const second = await search()
    expect(second.load).toBeNull()
    expect(second.leads.map(({ businessName, isSample }) => [businessName, isSample])).toEqual(
      real.map(({ name }) => [name, false]),
    )
  })

  test('cost the search once: repeated after the load it is free, and what the samples cost is given back', async () => {
    const first = await search()
    expect(await quota()).toEqual({ remainingSearches: 4, remainingContactPulls: 50 - first.leads.length })
    const afterLoad = loadOf(first).id
    await runDueJobs(product.deps)
    expect((await search({ afterLoad })).leads).toHaveLength(3)
    expect(await quota()).toEqual({ remainingSearches: 4, remainingContactPulls: 47 })
    // The same search in another tab.
    expect((await search({ afterLoad })).leads).toHaveLength(3)
    expect(await quota()).toEqual({ remainingSearches: 4, remainingContactPulls: 47 })
    for (const { sum, balance } of await ledgerSums(db, user)) expect(sum).toBe(balance)
    // The samples end, so that no more of them are charged.
    const token = first.nextPageToken ?? ''
    expect((await next(first.search.id, token)).json<Problem>().errorType).toBe('INVALID_PAGE_TOKEN')
  })

  test('ten repetitions at once give the samples back once', async () => {
    const first = await search()
    const afterLoad = loadOf(first).id
    await runDueJobs(product.deps)
    await Promise.all(Array.from({ length: 10 }, () => search({ afterLoad })))
    expect(await quota()).toEqual({ remainingSearches: 4, remainingContactPulls: 47 })
  })

  test('pages of samples that are asked for during the repetition are given back or refused', async () => {
    const first = await search()
    const afterLoad = loadOf(first).id
    await runDueJobs(product.deps)
    const page = () => next(first.search.id, first.nextPageToken ?? '')
    const [again, ...pages] = await Promise.all([search({ afterLoad }), page(), page(), page()])
    expect(again.leads).toHaveLength(3)
    for (const reply of pages) expect([200, 400]).toContain(reply.statusCode)
    expect(await quota()).toEqual({ remainingSearches: 4, remainingContactPulls: 47 })
  })

  test('a repetition with other words, of another user, or before the load is done costs a search', async () => {
    const first = await search()
    const afterLoad = loadOf(first).id
    await search({ afterLoad })
    expect((await quota()).remainingSearches).toBe(3)
    await runDueJobs(product.deps)
    await search({ afterLoad, radius: 10 })
    expect((await quota()).remainingSearches).toBe(2)
    const bob = await signUp(product.app)
    await post({ ...restaurants, afterLoad }, bob)
    expect((await quota(bob)).remainingSearches).toBe(4)
  })

  test('are searched for free as soon as the middle of the area is loaded, and again when all of it is', async () => {
    const first = await search()
    const afterLoad = loadOf(first).id
    await runDueJobs(product.deps)
    await db.query(`UPDATE place_load SET state = 'running', is_searchable = false, seen_at = $1, finished_at = NULL`, [
      product.clock.now(),
    ])
    expect(await loadIn(afterLoad)).toMatchObject({ state: 'running', isSearchable: false })
    await search({ afterLoad })
    expect((await quota()).remainingSearches).toBe(3)
    await db.query('UPDATE place_load SET is_searchable = true')
    expect(await loadIn(afterLoad)).toMatchObject({ state: 'running', isSearchable: true })
    await search({ afterLoad })
    await db.query(`UPDATE place_load SET state = 'done'`)
    expect((await search({ afterLoad })).leads).toHaveLength(3)
    expect(await quota()).toEqual({ remainingSearches: 3, remainingContactPulls: 47 })
  })

  test('samples that a repetition still shows, because its own area is not loaded yet, are given back, too', async () => {
    const first = await search()
    const afterLoad = loadOf(first).id
    // Only the middle of a larger load, which another user has started, is loaded.
    await db.query('UPDATE place_load SET is_searchable = true')
    const second = await search({ afterLoad })
    expect(second.leads[0]).toMatchObject({ isSample: true })
    const { leads, nextPageToken } = (await next(second.search.id, second.nextPageToken ?? '')).json<SearchResult>()
    expect(await quota()).toEqual({
      remainingSearches: 4,
      remainingContactPulls: 50 - first.leads.length - leads.length,
    })
    await runDueJobs(product.deps)
    expect((await search({ afterLoad })).leads).toHaveLength(3)
    expect(await quota()).toEqual({ remainingSearches: 4, remainingContactPulls: 47 })
    for (const { sum, balance } of await ledgerSums(db, user)) expect(sum).toBe(balance)
    const further = nextPageToken ?? second.nextPageToken ?? ''
    expect((await next(second.search.id, further)).json<Problem>().errorType).toBe('INVALID_PAGE_TOKEN')
  })

  test('show the remaining time while they are read, but not while they are imported', async () => {
    const { id } = loadOf(await search())
    const after10Seconds = async (fraction: number) => {
      const startedAt = new Date(product.clock.now().getTime() - 10_000)
      await db.query(`UPDATE place_load SET state = 'running', started_at = $1, fraction = $2`, [startedAt, fraction])
      return (await loadIn(id)).secondsLeft
    }
    expect([await after10Seconds(0), await after10Seconds(0.5), await after10Seconds(1)]).toEqual([null, 13, null])
  })

  test('a user without searches left gets the repetition', async () => {
    const first = await search()
    await db.query(`UPDATE quota_balance SET balance = 0 WHERE user_id = $1 AND bucket = 'searches'`, [user.user.id])
    await runDueJobs(product.deps)
    expect((await search({ afterLoad: loadOf(first).id })).leads).toHaveLength(3)
    expect((await post(restaurants)).json()).toMatchObject({ errorType: 'SEARCH_QUOTA_EXCEEDED' })
  })

  test('a hundred people who search one town at once start one load', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => signUp(product.app)))
    const found = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        withoutSamples.app.inject({
          method: 'POST',
          url: '/api/search',
          payload: restaurants,
          headers: { cookie: people[index % 10]?.cookie },
        }),
      ),
    )
    const loads = found.map(reply => reply.json<Problem>().load?.id)
    expect(new Set(loads).size).toBe(1)
    expect(loads[0]).toBeDefined()
    expect(await loadCount()).toBe(1)
  })

  test('without samples, the refusal says what is being loaded', async () => {
    const reply = await withoutSamples.app.inject({
      method: 'POST',
      url: '/api/search',
      payload: restaurants,
      headers: { cookie: user.cookie },
    })
    const { errorType, load } = reply.json<Problem>()
    expect({ errorType, state: load?.state }).toEqual({ errorType: 'AREA_NOT_LOADED', state: 'waiting' })
    expect((await quota()).remainingSearches).toBe(5)
  })

  test('an overlapping search loads only the cells that are still missing', async () => {
    await search()
    await search({ radius: 30 })
    const [small, large] = await db.query<{ cells: number[] }>('SELECT cells FROM place_load ORDER BY id')
    expect(large?.cells.length).toBeGreaterThan(0)
    expect(large?.cells.filter(cell => small?.cells.includes(cell))).toEqual([])
  })

  test('whose source cannot be reached are reported immediately, and can be tried again', async () => {
    server.fault = (_request, response) => {
      response.writeHead(503, { 'retry-after': '0' }).end()
      return true
    }
    const { id } = loadOf(await search())
    await runDueJobs(product.deps)
    expect(await loadIn(id)).toMatchObject({
      state: 'failed',
      progress: 'The source of real places cannot be reached.',
    })
    expect(product.log.filter(line => line.includes('"level":50'))).toEqual([])
    // For a while, further searches do not start another load.
    expect(loadOf(await search())).toMatchObject({ id, state: 'failed' })
    server.fault = null
    const retry = () =>
      product.app.inject({ method: 'POST', url: `/api/area-loads/${id}/retry`, headers: { cookie: user.cookie } })
    const replies = await Promise.all([retry(), retry()])
    expect(replies.map(reply => [reply.statusCode, reply.json<AreaLoad>().state])).toEqual([
      [202, 'waiting'],
      [202, 'waiting'],
    ])
    await runDueJobs(product.deps)
    expect(await loadIn(id)).toMatchObject({ state: 'done' })
  })

  test('a user starts at most twenty loads an hour', async () => {
    const { towns } = product.deps.catalog.gazetteer
    const loads = new Set<string>()
    for (const { name, state } of towns.filter(({ population }) => population > 400_000).slice(0, 40)) {
      const reply = await withoutSamples.app.inject({
        method: 'POST',
        url: '/api/search',
        payload: { ...restaurants, location: `${name}, ${state}`, radius: 1 },
        headers: { cookie: user.cookie },
      })
      const { load } = reply.json<Problem>()
      if (load !== undefined) loads.add(load.id)
    }
    expect(loads.size).toBe(20)
    expect(await loadCount()).toBe(20)
  })

  test('are reported if the source does not have them', async () => {
    const { id } = loadOf(await search({ location: 'Denver, CO', radius: 1 }))
    await runDueJobs(product.deps)
    expect(await loadIn(id)).toMatchObject({ state: 'failed', progress: 'Our source has none there.' })
  })

  test('are not waited for behind fifty other loads', async () => {
    await db.query(
      `INSERT INTO place_load (wish, cells, area, state, created_at)
       SELECT '{}', ARRAY[n], 'elsewhere', 'waiting', $1 FROM generate_series(1, 49) AS n`,
      [product.clock.now()],
    )
    expect((await search()).load).not.toBeNull()
    expect((await search({ location: 'Miami, FL' })).load).toBeNull()
    expect(await loadCount()).toBe(50)
  })

  test('of a whole state are not loaded by a search', async () => {
    expect((await search({ location: 'Wyoming' })).load).toBeNull()
    expect(await loadCount()).toBe(0)
  })
})
