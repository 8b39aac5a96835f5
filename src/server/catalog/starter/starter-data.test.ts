import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { SearchResult } from '#contract/searches/searches.ts'
import { addSampleCategories } from '#server/catalog/demo/demo-catalog.usecases.ts'
import { addSuppression } from '#server/catalog/suppression/suppression.usecases.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { emptyCatalog } from '#tests/support/imports.ts'
import { searchCalls } from '#tests/support/search-calls.ts'
import { load, shops, withHook } from '#tests/support/unpublished-import.ts'

const restaurants = { businessCategory: 'Restaurants', location: 'Boulder, CO', radius: 25, confirmed: true }
const settings = { DEMO_CATALOG: 'on', STARTER_DATA: 'on' }
const PLACES = 3545

describeOnBothDatabases('the starter data', open => {
  let db: Db
  let product: TestApp
  let user: SignedIn
  const { post } = searchCalls(() => ({ app: product.app, user }))
  const search = async (own: object = {}) => (await post({ ...restaurants, ...own })).json<SearchResult>()
  const count = async (what: string) => {
    const [row] = await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${what}`)
    return row?.count ?? 0
  }

  beforeAll(async () => {
    db = await open()
    product = await createTestApp({ db, settings })
    await addSampleCategories(product.deps)
  })
  beforeEach(async () => {
    user = await signUp(product.app)
  })

  test('after a kill in the middle of the load, the next search loads it', async () => {
    let isDead = false
    const dying = withHook(db, async text => {
      isDead ||= text.trim().startsWith('INSERT INTO import_touched SELECT p.id')
      if (isDead) throw new Error('killed')
    })
    const killed = await createTestApp({ db: dying, settings: { STARTER_DATA: 'on' } })
    const url = '/api/public-preview?category=Restaurants&place=Boulder,%20CO'
    expect((await killed.app.inject({ url })).json()).toMatchObject({ errorType: 'AREA_NOT_LOADED' })
    expect(isDead).toBe(true)
    expect(await count('coverage')).toBe(0)
    const found = await search()
    expect(found.total).toBeGreaterThan(100)
    expect(found.leads.map(({ isSample, source }) => [isSample, source])).toEqual(
      found.leads.map(() => [false, 'overture']),
    )
    expect(found.coverage).toBe('partial')
    expect(found.sources).toMatchObject([{ name: 'Overture Maps', release: '(starter data) 2026-04-15.0' }])
    expect(await count('place')).toBe(PLACES)
  })

  test('two processes that need it at once load it once', async () => {
    await emptyCatalog(db)
    const other = await createTestApp({ db, settings })
    const headers = { cookie: user.cookie }
    const [first, second] = await Promise.all(
      [product, other].map(({ app }) =>
        app.inject({ method: 'POST', url: '/api/search/preview', payload: restaurants, headers }),
      ),
    )
    expect(first?.json()).toMatchObject({ isSample: false })
    expect(second?.json<{ matches: number }>().matches).toBe(first?.json<{ matches: number }>().matches)
    expect(await count('import_run')).toBe(1)
    expect(await count('place')).toBe(PLACES)
  })

  test.each(['80301', '80304-1234', 'Boulder, Colorado'])('answers a search around %s', async location => {
    expect((await search({ location, maxNewPulls: 5 })).leads[0]).toMatchObject({ isSample: false, state: 'CO' })
  })

  test('answers a search in several places of which one is Boulder', async () => {
    await grantPlan(product.deps, { username: user.user.username, tier: 'pro' })
    const found = await search({ location: 'Longmont, Boulder', radius: 5, maxNewPulls: 5 })
    expect(found.search.areas).toEqual([{ place: 'Longmont' }, { place: 'Boulder' }])
    expect(found.leads.map(({ isSample, city }) => [isSample, city])).toEqual(found.leads.map(() => [false, 'Boulder']))
    expect(found).toMatchObject({ coverage: 'partial', sources: [{ release: '(starter data) 2026-04-15.0' }] })
  })

  test.each(['Denver, CO', 'Louisville, CO', 'Boulder County, CO', 'Colorado'])(
    'is not seen by a search around %s, which shows samples',
    async location => {
      const found = await search({ location })
      expect(found.leads.length).toBeGreaterThan(0)
      expect(found.leads.filter(({ isSample }) => !isSample)).toEqual([])
    },
  )

  test('obeys the do-not-contact list', async () => {
    const before = await search()
    const [lead] = before.leads
    const [place] = await db.query<{ phone: number }>('SELECT phone FROM place WHERE name = $1', [lead?.businessName])
    await addSuppression(product.deps, { kind: 'phone', value: String(place?.phone) }, 'asked')
    await runDueJobs(product.deps)
    const after = await search()
    expect(after.total).toBe(before.total - 1)
  })

  test('is replaced by the first release that is loaded, of any date, which is no news; a lead stays paid', async () => {
    const kept = await search({ maxNewPulls: 5 })
    const [paid] = kept.leads
    const [key] = await db.query<{ id: string }>('SELECT source_id AS id FROM place WHERE name = $1', [
      paid?.businessName,
    ])
    await load(db, '2026-01-15.0', shops([key?.id ?? '', 'b'], { categories: ['restaurant'] }))
    const found = await search()
    expect(found.leads.map(({ businessName }) => businessName).toSorted()).toEqual([`Shop ${key?.id}`, 'Shop b'])
    expect(found.leads.find(({ id }) => id === paid?.id)?.businessName).toBe(`Shop ${key?.id}`)
    expect(await count(`place_change WHERE kind = 'added'`)).toBe(0)
    expect(await count('place WHERE first_seen_on IS NOT NULL')).toBe(0)
    expect(await count(`coverage WHERE release LIKE '(%'`)).toBe(0)
  })

  test('is not loaded where it is turned off', async () => {
    await emptyCatalog(db)
    const off = await createTestApp({ db })
    const url = '/api/public-preview?category=Restaurants&place=Boulder,%20CO'
    expect((await off.app.inject({ url })).json()).toMatchObject({ errorType: 'AREA_NOT_LOADED' })
    expect(await count('place')).toBe(0)
  })
})
