import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lead } from '#contract/leads/leads.ts'
import { plans } from '#contract/plans.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { applySiteFacts } from '#server/catalog/load/apply-sites.usecases.ts'
import { readSite } from '#server/catalog/sites/sites.usecases.ts'
import { addSuppression, removeSuppression } from '#server/catalog/suppression/suppression.usecases.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { searchCalls } from '#tests/support/search-calls.ts'
import { createSitesLab, pace, plumbers, type SitesLab } from '#tests/support/sites-lab.ts'

describeOnBothDatabases('checks of websites', open => {
  let db: Db
  let product: TestApp
  let leads: readonly Lead[]
  let lab: SitesLab
  beforeAll(async () => {
    db = await open()
    lab = await createSitesLab(db)
    ;({ product, leads } = lab)
  })
  afterAll(() => lab.close())

  const send: SitesLab['send'] = (...sent) => lab.send(...sent)
  const check: SitesLab['check'] = (...at) => lab.check(...at)
  const siteOf: SitesLab['siteOf'] = at => lab.siteOf(at)
  const visit: SitesLab['visit'] = at => lab.visit(at)
  const progress = async (query = '') => (await send('GET', `/api/leads/site-facts/progress${query}`)).json<object>()
  const endedSince = (since: Date) => progress(`?since=${since.toISOString()}`)

  test('a lead shows what its website says, where, and since when', async () => {
    expect(await siteOf(0)).toMatchObject({ state: 'unread', isDue: true, facts: [], left: plans.free.siteChecks })
    const askedAt = product.clock.now().toISOString()
    expect((await check(0)).json()).toEqual({ sites: 1, waiting: 1, left: 9, askedAt })
    expect(await siteOf(0)).toMatchObject({ state: 'waiting' })
    await visit(0)
    expect(await siteOf(0)).toMatchObject({
      state: 'read',
      isDue: false,
      facts: [
        { kind: 'email', value: 'info@site-0.com', pageUrl: 'http://site-0.com/', isGeneric: true, takesMail: true },
        { kind: 'phone', value: '13034407777' },
      ],
    })
  })

  test('a lead shows how its website is made, with a score that is the sum of its lines', async () => {
    const { check: checked } = await siteOf(0)
    expect(checked?.flags).toContainEqual({
      flag: 'https',
      verdict: 'no',
      evidence: 'http://site-0.com',
      pageUrl: 'http://site-0.com/',
    })
    expect(checked?.lines.reduce((sum, { points }) => sum + points, 0)).toBe(checked?.score)
    expect(checked?.reasons).toContain('The site has no layout for phones.')
    expect((await siteOf(1)).check).toBeNull()
    const leadIds = [leads[0]?.id, leads[1]?.id]
    const columns = ['name', 'website_grade', 'reasons_to_call']
    const rows = (await send('POST', '/api/export', { leadIds, columns, format: 'json' })).json<object[]>()
    expect(rows).toHaveLength(2)
    expect(rows).toContainEqual({
      name: leads[0]?.businessName,
      website_grade: checked?.grade,
      reasons_to_call: checked?.reasons,
    })
    expect(rows).toContainEqual({ name: leads[1]?.businessName, website_grade: null, reasons_to_call: null })
  })

  test('lists filter and sort by the check, and a lead shows what else its website says', async () => {
    const listed = async (query: string) =>
      (await send('GET', `/api/leads?limit=50&${query}`)).json<{ items: Lead[] }>().items.map(({ id }) => id)
    const id = leads[0]?.id
    const { check: checked } = await siteOf(0)
    expect(await listed('missing=viewport,https')).toEqual([id])
    expect(await listed('missing=viewport&shows=https')).toEqual([])
    expect(await listed(`gradeAtMost=${checked?.grade}`)).toEqual([id])
    expect((await listed('sort=grade'))[0]).toBe(id)
    expect((await send('GET', '/api/leads?limit=5&missing=beauty')).statusCode).toBe(400)
    const { site } = (await send('GET', `/api/leads?limit=5&missing=viewport`)).json<{ items: Lead[] }>().items[0] ?? {}
    expect(site).toMatchObject({ score: checked?.score, grade: checked?.grade, reasons: checked?.reasons })
    const columns = ['website_emails', 'website_phones', 'website_lacks', 'website_checked_on']
    const rows = (await send('POST', '/api/export', { leadIds: [id], columns, format: 'json' })).json<object[]>()
    expect(rows).toMatchObject([
      { website_emails: ['info@site-0.com'], website_phones: ['(303) 440-7777'], website_checked_on: '2026-03-01' },
    ])
    const file = (await send('POST', '/api/export', { leadIds: [id], preset: 'hubspot' })).body
    expect(file).toContain(checked?.reasons[0])
    // The other program may show it for years.
    expect(file).toContain(' (website checked on 2026-03-01). Source: ')
  })

  test('then searches, lists, and files know its email, and say where it is from', async () => {
    const listed = () => send('GET', '/api/leads?limit=50&hasEmail=true')
    const before = (await send('POST', '/api/export', { leadIds: [leads[0]?.id] })).body
    expect((await listed()).json<{ total: number }>().total).toBe(0)
    await applySiteFacts(product.deps)
    const { total, items: found } = (await listed()).json<{ total: number; items: Lead[] }>()
    expect(total).toBe(1)
    expect(found[0]).toMatchObject({
      email: 'info@site-0.com',
      changes: [{ fact: 'email', was: null, is: 'info@site-0.com' }],
    })
    expect(found[0]?.factSources.find(({ fact }) => fact === 'email')).toMatchObject({
      source: 'site',
      sourceName: 'Own website',
      pageUrl: 'http://site-0.com/',
    })
    const after = (await send('POST', '/api/export', { leadIds: [leads[0]?.id] })).body
    expect(before).not.toContain('info@site-0.com')
    expect(after).toContain('info@site-0.com')
    const other = await signUp(product.app)
    await grantPlan(product.deps, { username: other.user.username, tier: 'pro' })
    const narrowed = await searchCalls(() => ({ app: product.app, user: other })).post({ ...plumbers, hasEmail: true })
    expect(narrowed.json<SearchResult>().leads.map(({ email }) => email)).toEqual(['info@site-0.com'])
  })

  test('the progress of a check ends when the catalog has what was read, such as the kind of the business', async () => {
    expect(await progress()).toEqual({ waiting: 0, unapplied: 0 })
    await check(4)
    expect(await progress()).toEqual({ waiting: 1, unapplied: 0 })
    await visit(4)
    expect(await progress()).toEqual({ waiting: 0, unapplied: 1 })
    const kind = (await siteOf(4)).facts.find(fact => fact.kind === 'kind')
    expect(kind).toMatchObject({ value: 'Plumbing', pageUrl: 'http://site-4.com/', takesMail: null })
    await applySiteFacts(product.deps)
    expect(await progress()).toEqual({ waiting: 0, unapplied: 0 })
  })

  test('behind a proxy, a name that cannot be resolved says nothing about its mail', async () => {
    await check(15)
    const names = { ...pace.names, resolveMx: () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })) }
    await readSite(product.deps, 'site-15.com', { pauseMs: 0, names })
    expect((await siteOf(15)).facts[0]).toMatchObject({ kind: 'email', takesMail: null })
  })

  test('a check says how many of its websites were read, how many show an email, and how many failed', async () => {
    product.clock.advance({ minutes: 1 })
    const since = product.clock.now()
    expect(await endedSince(since)).toMatchObject({ ended: { read: 0, withEmail: 0, failed: 0 } })
    await check(16, 17)
    await visit(16)
    await db.query(`DELETE FROM site_fact WHERE domain = 'site-16.com' AND kind = 'email'`)
    const entry = { kind: 'domain', value: 'site-17.com' } as const
    await addSuppression(product.deps, entry, 'asked')
    await visit(17)
    expect(await endedSince(since)).toMatchObject({ waiting: 0, ended: { read: 1, withEmail: 0, failed: 1 } })
    const stranger = await signUp(product.app)
    const url = `/api/leads/site-facts/progress?since=${since.toISOString()}`
    const seen = await product.app.inject({ url, headers: { cookie: stranger.cookie } })
    expect(seen.json()).toMatchObject({ ended: { read: 0, withEmail: 0, failed: 0 } })
    await removeSuppression(product.deps, entry)
    await db.query(`DELETE FROM site_visit WHERE domain IN ('site-16.com', 'site-17.com')`)
  })

  const setNext = (at: Date) => db.query(`UPDATE site_visit SET next_at = $1 WHERE domain = 'site-1.com'`, [at])

  test('a website can be checked again when it is due', async () => {
    await check(1)
    await visit(1)
    const now = product.clock.now()
    const tomorrow = new Date(now.getTime() + 86_400_000)
    await setNext(tomorrow)
    expect(await siteOf(1)).toMatchObject({ state: 'read', isDue: false, dueAt: tomorrow.toISOString() })
    await setNext(now)
    expect(await siteOf(1)).toMatchObject({ state: 'read', isDue: true, dueAt: null })
    expect((await check(1)).json()).toMatchObject({ waiting: 1 })
    expect(await siteOf(1)).toMatchObject({ state: 'waiting', isDue: false })
    await visit(1)
  })

  test('a do-not-contact entry prevents the visit, hides what was read, and removes single addresses', async () => {
    await check(2, 3)
    await visit(3)
    await addSuppression(product.deps, { kind: 'domain', value: 'site-2.com' }, 'asked')
    await addSuppression(product.deps, { kind: 'email', value: 'info@site-3.com' }, 'asked')
    expect(await visit(2)).toMatchObject({ state: 'refused', facts: [] })
    expect(await siteOf(2)).toMatchObject({ state: 'refused', facts: [], check: null })
    const entry = { kind: 'domain', value: 'site-0.com' } as const
    await addSuppression(product.deps, entry, 'asked')
    expect(await db.query(`SELECT 1 FROM site_check WHERE domain = 'site-0.com'`)).toEqual([])
    await removeSuppression(product.deps, entry)
    expect((await siteOf(3)).facts.map(({ kind }) => kind)).toEqual(['phone'])
  })

  const contactsShown = async () => {
    const { facts } = await siteOf(4)
    const columns = ['website_emails', 'website_phones']
    const rows = (await send('POST', '/api/export', { leadIds: [leads[4]?.id], columns, format: 'json' })).json<
      object[]
    >()
    return JSON.stringify([facts.map(({ value }) => value), rows])
  }

  test("contacts on the user's own do-not-contact list are neither shown nor exported, whoever shows them", async () => {
    await db.query(
      `INSERT INTO site_fact SELECT domain, kind, 'ann@site-4.com', 9, how, page_url, seen_at, false, mail
       FROM site_fact WHERE domain = 'site-4.com' AND kind = 'email'`,
    )
    expect(await contactsShown()).toMatch(/ann@.*440-7777/)
    for (const text of ['ann@site-4.com', '(303) 440-7777']) await send('POST', '/api/do-not-contact', { text })
    expect(await contactsShown()).toMatch(/info@site-4.com/)
    expect(await contactsShown()).not.toMatch(/ann@|440-?7777/)
    await db.query('DELETE FROM do_not_contact_entry')
  })

  test("leads of others are not found, and a page of a social network is not a business's website", async () => {
    expect((await send('POST', '/api/leads/site-facts', { leadIds: [999_999] })).statusCode).toBe(404)
    const id = leads[19]?.id
    await db.query(
      `UPDATE lead SET facts = facts || '{"website": "https://facebook.com/ann", "siteDomain": null}' WHERE id = $1`,
      [id],
    )
    expect(await siteOf(19)).toMatchObject({ hasOwnWebsite: false, canBeRead: false, isDue: false })
    expect((await check(19)).json()).toMatchObject({ sites: 0, waiting: 0 })
  })
})
