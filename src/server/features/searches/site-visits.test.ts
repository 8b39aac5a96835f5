import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lead } from '#contract/leads/leads.ts'
import { enrichPlaces } from '#server/catalog/sites/enrich-places.usecases.ts'
import { readFacts } from '#server/catalog/sites/known-sites.usecases.ts'
import { askForVisits } from '#server/catalog/sites/sites.repository.ts'
import { readSite } from '#server/catalog/sites/sites.usecases.ts'
import { runChore } from '#server/entry/job-runner.ts'
import { tellOfSites } from '#server/features/alerts/site-news.usecases.ts'
import { visitSearchedSites } from '#server/features/searches/searched-sites.usecases.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import type { SignedIn, TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { createSitesLab, pace, type SitesLab } from '#tests/support/sites-lab.ts'

const first = () => expect.unreachable('A visit went before requests')

describeOnBothDatabases('visits of websites', open => {
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

  const send: SitesLab['send'] = (...sent) => lab.send(...sent)
  const check: SitesLab['check'] = (...at) => lab.check(...at)
  const siteOf: SitesLab['siteOf'] = at => lab.siteOf(at)
  const visit: SitesLab['visit'] = at => lab.visit(at)
  const enrich = (list: string) => enrichPlaces(product.deps, { which: { list }, limit: 3, ...pace }, () => {})

  test('an operator reads the websites of an area, each once', async () => {
    const [place] = await db.query<{ cell: number }>('SELECT cell FROM place ORDER BY id LIMIT 1')
    const enrichCell = () =>
      enrichPlaces(product.deps, { which: { cells: [place?.cell ?? 0] }, limit: 1000, ...pace }, () => {})
    const { byState, withEmail } = await enrichCell()
    expect(byState.read).toBeGreaterThan(0)
    expect(withEmail).toBe(byState.read)
    expect(await enrichCell()).toMatchObject({ sites: 0 })
  })

  test('in the background, the websites of what was searched last are read first', async () => {
    await db.query('DELETE FROM site_visit')
    const queued = () => db.query(`SELECT domain FROM site_visit WHERE state = 'waiting'`)
    await visitSearchedSites(product.deps)
    expect(await queued()).toEqual([])
    const deps = { ...product.deps, config: { ...product.deps.config, SITE_FACTS: 'all' as const } }
    await visitSearchedSites(deps)
    expect(await queued()).toHaveLength(20)
    await visitSearchedSites(deps)
    expect(await queued()).toHaveLength(20)
  })

  test('requests use the database before visits of websites do', async () => {
    await askForVisits(db, [{ domain: 'flatirons.com', website: 'http://flatirons.com/', names: [] }], new Date())
    const deps = { ...product.deps, db: { ...db, query: first, queryPrepared: first, transaction: first } }
    expect(await readSite(deps, 'flatirons.com', pace)).toMatchObject({ state: 'read' })
    expect(await readFacts(product.deps, 'flatirons.com')).toMatchObject({ state: 'read' })
  })

  test('visits of websites start one after another, so that their pauses end one after another', async () => {
    const began = performance.now()
    const visits = Array.from({ length: 9 }, (_, at) => readSite(product.deps, `other-${at}.com`, { pauseMs: 400 }))
    expect(await Promise.all(visits)).toEqual(visits.map(() => null))
    // Eight times 10 ms, for timers that end up to a millisecond early.
    expect(performance.now() - began).toBeGreaterThan(72)
  })

  test('an operator names a list, and an unknown one is refused', async () => {
    await db.query('DELETE FROM site_visit')
    expect(await enrich('overture')).toMatchObject({ sites: 3, byState: { read: 3 } })
    await expect(enrich('nobody')).rejects.toThrow('no list "nobody"')
  })

  test('a visit that was waiting when a backup was made is queued again after it is restored, although a backup has no jobs', async () => {
    for (const table of ['site_visit', 'site_lookup', 'pgboss.job']) await db.query(`DELETE FROM ${table}`)
    await check(18)
    const jobs = () => db.query(`SELECT data FROM pgboss.job WHERE data::text LIKE '%site-18.com%'`)
    const queued = await jobs()
    expect(queued).toHaveLength(1)
    await runChore(product.deps, 'waiting-websites')
    expect(await jobs()).toEqual(queued)
    await db.query('DELETE FROM pgboss.job')
    await runChore(product.deps, 'waiting-websites')
    expect(await jobs()).toEqual(queued)
  })

  test('a website does not work only if two visits at least a day apart agree about why', async () => {
    const domain = 'site-16.com'
    const isDue = () => db.query('UPDATE site_visit SET next_at = NULL WHERE domain = $1', [domain])
    const checkAfter = async (hours: number) => {
      product.clock.advance({ hours })
      await askForVisits(db, [{ domain, website: `http://${domain}/`, names: [] }], product.clock.now())
      await visit(16)
      return (await siteOf(16)).check
    }
    const working = await checkAfter(0)
    expect(working?.flags[0]).toMatchObject({ flag: 'works', verdict: 'yes' })
    await grantPlan(product.deps, { username: user.user.username, tier: 'elite' })
    await send('POST', '/api/saved-searches', {
      searchId: (await lab.search()).search.id,
      name: 'Plumbers',
    })
    await tellOfSites(product.deps)
    const hook = { url: 'https://programs.example/hook', events: ['lead.site_checked'] }
    const { webhook } = (await send('POST', '/api/webhooks', hook)).json<{ webhook: { id: number } }>()
    lab.broken.add(domain)
    await isDue()
    expect(await checkAfter(1)).toEqual(working)
    expect(await checkAfter(23)).toEqual(working)
    // After a visit that finds a website broken for the first time, the next one is due a day later.
    expect(await checkAfter(1)).toMatchObject({
      score: 0,
      grade: 'F',
      reasons: ['The site does not work: its server answers with an error.'],
    })
    await tellOfSites(product.deps)
    await tellOfSites(product.deps)
    const { leadNews } = (await send('GET', '/api/saved-searches')).json<{ leadNews: object[] }>()
    expect(leadNews).toMatchObject([{ leadId: leads[16]?.id, kind: 'stopped' }])
    const { items } = (await send('GET', `/api/webhooks/${webhook.id}/messages`)).json<{ items: object[] }>()
    expect(items).toMatchObject([{ type: 'lead.site_checked' }])
    expect((await send('GET', '/api/leads?limit=9&website=broken')).json<{ items: Lead[] }>().items).toMatchObject([
      { id: leads[16]?.id, site: { grade: 'F', missing: ['works'] } },
    ])
    // The website is only visited again if a user asks for it.
    await db.query('UPDATE site_visit SET next_at = $2 WHERE domain = $1', [domain, product.clock.now()])
    await tellOfSites(product.deps)
    expect(await db.query('SELECT state FROM site_visit WHERE domain = $1', [domain])).toEqual([{ state: 'failed' }])
    lab.broken.delete(domain)
    expect((await checkAfter(1))?.score).toBe(working?.score)
  })

  test('users and programs are not told of the website of a business that may not be contacted', async () => {
    const stop = async () => {
      await db.query(`UPDATE site_check SET is_told = false, has_stopped = true WHERE domain = 'site-16.com'`)
      await tellOfSites(product.deps)
      return (await db.query('SELECT FROM webhook_message')).length
    }
    const newsOf = async () => (await send('GET', '/api/saved-searches')).json<{ leadNews: object[] }>().leadNews.length
    for (const table of ['webhook_message', 'alert_hit']) await db.query(`DELETE FROM ${table}`)
    expect([await stop(), await newsOf()]).toEqual([1, 1])
    await send('POST', '/api/do-not-contact', { text: leads[16]?.phoneNumber ?? '' })
    expect([await stop(), await newsOf()]).toEqual([1, 0])
    await db.query('DELETE FROM alert_hit')
    await stop()
    expect(await db.query('SELECT FROM alert_hit')).toEqual([])
    await db.query('DELETE FROM do_not_contact_entry')
  })

  test('a website that two processes found broken in the same minute is visited again a day later, too', async () => {
    const domain = 'site-15.com'
    lab.broken.add(domain)
    await db.query('DELETE FROM site_visit')
    for (const minutes of [0, 1]) {
      product.clock.advance({ minutes })
      await db.query('UPDATE site_visit SET next_at = NULL')
      await askForVisits(db, [{ domain, website: `http://${domain}/`, names: [] }], product.clock.now())
      await visit(15)
    }
    product.clock.advance({ hours: 24 })
    await tellOfSites(product.deps)
    expect(await db.query('SELECT state FROM site_visit')).toEqual([{ state: 'waiting' }])
    lab.broken.delete(domain)
  })

  test('a domain is for sale only if two visits at least a day apart say so, and its facts stay until then', async () => {
    const domain = 'site-19.com'
    const visitAfter = async (hours: number) => {
      product.clock.advance({ hours })
      await db.query('UPDATE site_visit SET next_at = NULL WHERE domain = $1', [domain])
      await askForVisits(db, [{ domain, website: `http://${domain}/`, names: [] }], product.clock.now())
      await visit(19)
      const { state, facts } = await siteOf(19)
      return { state, kinds: facts.map(({ kind }) => kind) }
    }
    const shown = ['email', 'phone']
    expect(await visitAfter(0)).toEqual({ state: 'read', kinds: shown })
    lab.parked.add(domain)
    expect(await visitAfter(1)).toEqual({ state: 'failed', kinds: shown })
    expect(await visitAfter(23)).toEqual({ state: 'failed', kinds: shown })
    expect(await visitAfter(1)).toEqual({ state: 'closed', kinds: ['gone'] })
    lab.parked.delete(domain)
  })

  test('a website is read again after 30 days, also if it forbids that, and one that did not answer after a week', async () => {
    const [readable, forbidding, busy] = ['site-11.com', 'site-12.com', 'site-13.com']
    lab.forbidden.add(forbidding)
    lab.busy.add(busy)
    await db.query('DELETE FROM site_visit')
    const sites = [readable, forbidding, busy].map(domain => ({ domain, website: `http://${domain}/`, names: [] }))
    await askForVisits(db, sites, product.clock.now())
    for (const at of [11, 12, 13]) await visit(at)
    const next = await db.query(
      `SELECT state, extract(day FROM next_at - $1::timestamptz)::int AS days FROM site_visit ORDER BY domain`,
      [product.clock.now()],
    )
    expect(next).toEqual([
      { state: 'read', days: 30 },
      { state: 'forbidden', days: 30 },
      { state: 'failed', days: 7 },
    ])
  })
})
