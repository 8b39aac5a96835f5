import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lead } from '#contract/leads.ts'
import { plans } from '#contract/plans.ts'
import type { SearchResult } from '#contract/searches.ts'
import type { LeadSite } from '#contract/site-facts.ts'
import { enrichPlaces } from '#server/catalog/sites/enrich-places.usecases.ts'
import { readSite } from '#server/catalog/sites/sites.usecases.ts'
import { addSuppression } from '#server/catalog/suppression/suppression.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { refusalOf } from '#tests/support/refusal-of.ts'
import { searchCalls } from '#tests/support/search-calls.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'

const plumbers = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 5, confirmed: true }

/** A proxy that answers for every website. */
const websites = createServer((request, response) => {
  const isPage = URL.parse(request.url ?? '')?.pathname === '/'
  response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' })
  const host = request.headers.host ?? ''
  response.end(isPage ? `<p>Write to info@${host} or call (303) 440-7777</p>` : '')
})

describeOnBothDatabases('checks of websites', open => {
  let db: Db
  let product: TestApp
  let user: SignedIn
  let leads: Lead[]

  beforeAll(async () => {
    db = await open()
    await seedPlumbers(db, 20)
    await new Promise<void>(resolve => websites.listen(0, '127.0.0.1', resolve))
    const SITES_PROXY = `http://127.0.0.1:${(websites.address() as AddressInfo).port}`
    product = await createTestApp({ db, settings: { SITES_PROXY } })
    user = await signUp(product.app)
    leads = (await searchCalls(() => ({ app: product.app, user })).post(plumbers)).json<SearchResult>().leads
    for (const [index, lead] of leads.entries()) {
      const website = JSON.stringify(`http://site-${index}.com/`)
      await db.query(`UPDATE lead SET facts = jsonb_set(facts, '{website}', $2::jsonb) WHERE id = $1`, [
        lead.id,
        website,
      ])
    }
  })
  afterAll(() => void websites.close())

  const send = (method: 'GET' | 'POST', url: string, payload?: object) =>
    product.app.inject({ method, url, headers: { cookie: user.cookie }, ...(payload && { payload }) })
  const check = (...at: number[]) =>
    send('POST', '/api/leads/site-facts', { leadIds: at.map(index => leads[index]?.id) })
  const siteOf = async (at: number) => (await send('GET', `/api/leads/${leads[at]?.id}/site-facts`)).json<LeadSite>()
  const visit = (at: number) => readSite(product.deps, `site-${at}.com`, { pauseMs: 0 })

  test('a lead shows what its website says, where, and since when', async () => {
    expect(await siteOf(0)).toMatchObject({ state: 'unread', canBeRead: true, facts: [], left: plans.free.siteChecks })
    expect((await check(0)).json()).toEqual({ sites: 1, waiting: 1, left: 9 })
    expect(await siteOf(0)).toMatchObject({ state: 'waiting' })
    await visit(0)
    expect(await siteOf(0)).toMatchObject({
      state: 'read',
      facts: [
        { kind: 'email', value: 'info@site-0.com', pageUrl: 'http://site-0.com/', isGeneric: true },
        { kind: 'phone', value: '13034407777' },
      ],
    })
  })

  test('a website that was read not long ago is not read again, and counts once a month', async () => {
    await check(1)
    await visit(1)
    const { waiting, left } = (await check(1)).json<{ waiting: number; left: number }>()
    expect(waiting).toBe(0)
    expect(left).toBe((await siteOf(1)).left ?? 0)
    expect(await visit(1)).toBeNull()
  })

  test('a do-not-contact entry keeps the visit away, hides what was read, and removes single addresses', async () => {
    await check(2, 3)
    await visit(3)
    await addSuppression(product.deps, { kind: 'domain', value: 'site-2.com' }, 'asked')
    await addSuppression(product.deps, { kind: 'email', value: 'info@site-3.com' }, 'asked')
    expect(await visit(2)).toMatchObject({ state: 'refused', facts: [] })
    expect(await siteOf(2)).toMatchObject({ state: 'refused', facts: [] })
    expect((await siteOf(3)).facts.map(({ kind }) => kind)).toEqual(['phone'])
  })

  test('the plan limits the websites of a month', async () => {
    const used = (plans.free.siteChecks ?? 0) - ((await siteOf(0)).left ?? 0)
    const rest = Array.from({ length: 11 - used }, (_, index) => index + 5)
    expect(refusalOf(await check(...rest))).toBe('SITE_CHECKS_USED_UP')
    expect((await check(...rest.slice(1))).json()).toMatchObject({ left: 0 })
  })

  test("leads of others are not found, and a page of a social network is no business's website", async () => {
    expect((await send('POST', '/api/leads/site-facts', { leadIds: [999_999] })).statusCode).toBe(404)
    const id = leads[19]?.id
    await db.query(
      `UPDATE lead SET facts = jsonb_set(facts, '{website}', '"https://facebook.com/ann"') WHERE id = $1`,
      [id],
    )
    expect(await siteOf(19)).toMatchObject({ canBeRead: false })
    expect((await check(19)).json()).toMatchObject({ sites: 0, waiting: 0 })
  })

  test('an operator reads the websites of an area, each once', async () => {
    const domain = 'of-the-catalog.com'
    await db.query(
      `UPDATE place SET domain = $1, website = 'http://of-the-catalog.com' WHERE id = (SELECT min(id) FROM place)`,
      [domain],
    )
    const [place] = await db.query<{ cell: number }>('SELECT cell FROM place WHERE domain = $1', [domain])
    const enrich = () => enrichPlaces(product.deps, { cells: [place?.cell ?? 0], limit: 1000, pauseMs: 0 }, () => {})
    const { byState, withEmail } = await enrich()
    expect(byState.read).toBeGreaterThan(0)
    expect(withEmail).toBe(byState.read)
    expect(await enrich()).toMatchObject({ sites: 0 })
  })
})
