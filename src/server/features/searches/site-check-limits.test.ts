import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lead } from '#contract/leads/leads.ts'
import { plans } from '#contract/plans.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { readSite } from '#server/catalog/sites/sites.usecases.ts'
import { addSuppression, removeSuppression } from '#server/catalog/suppression/suppression.usecases.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { type SignedIn, signIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { refusalOf } from '#tests/support/refusal-of.ts'
import { searchCalls } from '#tests/support/search-calls.ts'
import { createSitesLab, pace, plumbers, type SitesLab } from '#tests/support/sites-lab.ts'

describeOnBothDatabases('the limits of website checks', (open, database) => {
  let db: Db
  let product: TestApp
  let user: SignedIn
  let leads: readonly Lead[]
  let lab: SitesLab
  beforeAll(async () => {
    db = await open()
    lab = await createSitesLab(db)
    ;({ product, user, leads } = lab)
  })
  afterAll(() => lab.close())

  const check: SitesLab['check'] = (...at) => lab.check(...at)
  const siteOf: SitesLab['siteOf'] = at => lab.siteOf(at)
  const visit: SitesLab['visit'] = at => lab.visit(at)

  test('a website that was read not long ago is not read again, and counts once a month', async () => {
    await check(1)
    await visit(1)
    const { waiting: queued, left } = (await check(1)).json<{ waiting: number; left: number }>()
    expect(queued).toBe(0)
    expect(left).toBe((await siteOf(1)).left ?? 0)
    expect(await visit(1)).toBeNull()
  })

  test('a website that was read not long ago for somebody else counts toward no limit', async () => {
    const other = await signUp(product.app)
    const [lead] = (await searchCalls(() => ({ app: product.app, user: other })).post(plumbers)).json<SearchResult>()
      .leads
    const asked = { method: 'POST', url: '/api/leads/site-facts', headers: { cookie: other.cookie } } as const
    await check(leads.findIndex(({ website }) => website === lead?.website))
    await readSite(product.deps, URL.parse(lead?.website ?? '')?.hostname ?? '', pace)
    const answer = await product.app.inject({ ...asked, payload: { leadIds: [lead?.id] } })
    expect(answer.json()).toMatchObject({ sites: 1, waiting: 0, left: plans.free.siteChecks })
  })

  test('the plan limits the websites of a month', async () => {
    const used = (plans.free.siteChecks ?? 0) - ((await siteOf(0)).left ?? 0)
    const rest = Array.from({ length: 11 - used }, (_, index) => index + 5)
    expect(refusalOf(await check(...rest))).toBe('SITE_CHECKS_USED_UP')
    expect((await check(...rest.slice(1))).json()).toMatchObject({ left: 0 })
  })

  test('accounts with unconfirmed emails on a network share 100 websites an hour, and a confirmed email lifts that', async () => {
    const from = '203.0.113.9'
    const pulled = async (owner: SignedIn) => {
      const searched = await searchCalls(() => ({ app: product.app, user: owner })).post(plumbers)
      const ids = searched.json<SearchResult>().leads.map(({ id }) => id)
      const headers = { cookie: owner.cookie }
      return (count: number) =>
        product.app.inject({
          method: 'POST',
          url: '/api/leads/site-facts',
          payload: { leadIds: ids.slice(0, count) },
          headers,
          remoteAddress: from,
        })
    }
    const [other, newcomer] = [await signUp(product.app), await signUp(product.app)]
    const ask = await pulled(newcomer)
    for (const table of ['rate_limit', 'site_visit']) await db.query(`DELETE FROM ${table}`)
    expect((await (await pulled(other))(1)).statusCode).toBe(202)
    await db.query(
      'UPDATE rate_limit SET hit_times = array_fill($1::timestamptz, ARRAY[98]) WHERE cardinality(hit_times) = 1',
      [product.clock.now()],
    )
    expect(refusalOf(await ask(3))).toBe('UNCONFIRMED_LIMIT')
    expect((await ask(2)).json()).toMatchObject({ sites: 2, left: 8 })
    // They count already.
    expect((await ask(2)).statusCode).toBe(202)
    expect(refusalOf(await ask(3))).toBe('UNCONFIRMED_LIMIT')
    await db.query('UPDATE user_account SET email_verified_at = created_at WHERE id = $1', [newcomer.user.id])
    expect((await ask(3)).json()).toMatchObject({ sites: 3, left: 7 })
    await db.query(`DELETE FROM site_visit WHERE state = 'waiting'`)
  })

  test('a whole list is checked as far as the plan allows, can be paused, and goes on for free', async () => {
    const owner = await signUp(product.app)
    const ask = (method: 'GET' | 'POST', path: string, payload?: object) =>
      product.app.inject({
        method,
        url: `/api/leads/site-facts${path}`,
        headers: { cookie: owner.cookie },
        ...(payload && { payload }),
      })
    await searchCalls(() => ({ app: product.app, user: owner })).post(plumbers)
    const unchecked = async () => (await ask('GET', '/unchecked')).json<{ sites: number; left: number }>()
    const before = await unchecked()
    expect(before.sites).toBeGreaterThan(10)
    expect(before.left).toBe(10)
    expect((await ask('POST', '', { unchecked: {} })).json()).toMatchObject({ sites: 10, left: 0 })
    expect((await ask('POST', '', { unchecked: {} })).json()).toMatchObject({ sites: 10, left: 0 })
    expect((await ask('POST', '', { unchecked: {}, leadIds: [1] })).statusCode).toBe(400)
    const paused = (await ask('POST', '/pause')).json<{ sites: number }>()
    expect(paused.sites).toBeGreaterThan(0)
    expect(await unchecked()).toEqual({ sites: before.sites, left: paused.sites })
    expect((await ask('POST', '', { unchecked: { text: 'nobody' } })).json()).toMatchObject({ sites: 0 })
    expect((await ask('POST', '', { unchecked: {} })).json()).toMatchObject({ left: 0 })
    const pause = () => ask('POST', '/pause')
    // The embedded database has only one session.
    const first = database === 'postgres' ? refusalOf(await whileSaved(pause)) : 'UNAVAILABLE'
    expect(first).toBe('UNAVAILABLE')
    expect((await pause()).statusCode).toBe(200)
  })

  test('a pause stops no visit that somebody else on the network waits for', async () => {
    const owners = [await signUp(product.app), await signUp(product.app)]
    for (const table of ['rate_limit', 'site_visit', 'pgboss.job']) await db.query(`DELETE FROM ${table}`)
    for (const owner of owners) {
      const searched = await searchCalls(() => ({ app: product.app, user: owner })).post(plumbers)
      const payload = {
        leadIds: searched
          .json<SearchResult>()
          .leads.slice(0, 1)
          .map(({ id }) => id),
      }
      const headers = { cookie: owner.cookie }
      await product.app.inject({ method: 'POST', url: '/api/leads/site-facts', headers, payload })
    }
    const headers = { cookie: owners[1]?.cookie }
    const paused = await product.app.inject({ method: 'POST', url: '/api/leads/site-facts/pause', headers })
    expect(paused.json()).toEqual({ sites: 0 })
    expect(await db.query('SELECT state FROM site_visit')).toEqual([{ state: 'waiting' }])
    await db.query('DELETE FROM site_visit')
  })

  test('pausing a second visit changes nothing that the first one of the month found, and does not give it back', async () => {
    const owner = await signUp(product.app)
    const [lead] = (await searchCalls(() => ({ app: product.app, user: owner })).post(plumbers)).json<SearchResult>()
      .leads
    const headers = { cookie: owner.cookie }
    const ask = (path: string, payload: object) =>
      product.app.inject({ method: 'POST', url: `/api/leads/site-facts${path}`, headers, payload })
    const left = async () => (await ask('', { leadIds: [lead?.id] })).json<{ left: number }>().left
    await db.query('DELETE FROM site_visit')
    await db.query("DELETE FROM pgboss.job WHERE name = 'sites'")
    const before = await left()
    const domain = URL.parse(lead?.website ?? '')?.hostname ?? ''
    product.clock.advance({ minutes: 1 })
    expect(await readSite(product.deps, domain, pace)).toMatchObject({ state: 'read' })
    await db.query('UPDATE site_visit SET next_at = $1 WHERE domain = $2', [product.clock.now(), domain])
    expect(await left()).toBe(before)
    expect((await ask('/pause', {})).json()).toEqual({ sites: 1 })
    const url = `/api/leads/${lead?.id}/site-facts`
    expect((await product.app.inject({ url, headers })).json()).toMatchObject({ state: 'read', left: before })
    for (const state of ['moved', 'closed', 'forbidden', 'failed']) {
      await db.query(`UPDATE site_visit SET state = $1, error = 'why' WHERE domain = $2`, [state, domain])
      expect(await left()).toBe(before)
      expect((await ask('/pause', {})).json()).toEqual({ sites: 1 })
      expect((await product.app.inject({ url, headers })).json()).toMatchObject({ state })
    }
    await left()
    await addSuppression(product.deps, { kind: 'domain', value: domain }, 'asked')
    await ask('/pause', {})
    expect(await db.query('SELECT state FROM site_visit')).toEqual([{ state: 'refused' }])
    await removeSuppression(product.deps, { kind: 'domain', value: domain })
    expect(await db.query('SELECT state FROM site_visit')).toEqual([])
  })

  /** While somebody saves leads that have these websites. */
  async function whileSaved<T>(work: () => Promise<T>): Promise<T> {
    const session = await db.connect()
    await session.query('BEGIN')
    await session.query('SELECT FROM site_visit FOR KEY SHARE')
    try {
      return await work()
    } finally {
      await session.query('ROLLBACK')
      session.release()
    }
  }

  test('a website that was counted this month can be checked again after a change to a smaller plan', async () => {
    const { username } = user.user
    await grantPlan(product.deps, { username, tier: 'starter' })
    const most = (plans.free.siteChecks ?? 0) + 1
    expect((await check(...Array.from({ length: most }, (_, index) => index))).statusCode).toBe(202)
    await grantPlan(product.deps, { username, tier: 'free' })
    expect((await check(0)).json()).toMatchObject({ sites: 1, left: 0 })
    expect(refusalOf(await check(19))).toBe('SITE_CHECKS_USED_UP')
    // It is April.
    product.clock.advance({ days: 31 })
    user.cookie = (await signIn(product.app, username)).cookie
    expect((await check(19)).json()).toMatchObject({ sites: 1, left: (plans.free.siteChecks ?? 0) - 1 })
  })
})
