import { beforeEach, expect, test } from 'vitest'
import type { Lead, LeadSummary } from '#contract/leads/leads.ts'
import type { ListPage } from '#contract/lists.ts'
import { takeUnapplied } from '#server/catalog/load/site-changes.repository.ts'
import { raiseCatalogVersion } from '#server/catalog/tables/dataset.repository.ts'
import { runChore } from '#server/entry/job-runner.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { searchCalls } from '#tests/support/search-calls.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import { untilSomebodyWaits } from '#tests/support/until-somebody-waits.ts'
import { checkWith, visited } from '#tests/support/visited-sites.ts'
import { noteCatalogOf, readVersions } from './refresh-leads.repository.ts'
import { refreshLeads } from './refresh-leads.usecases.ts'

/** More than one step of a refresh, on either database. */
const LEADS = 1200

describeOnPostgres('refreshing leads', open => {
  let db: Db
  let product: TestApp
  let other: TestApp
  let user: SignedIn

  beforeEach(async () => {
    db = await open()
    await seedPlumbers(db, LEADS)
    product = await createTestApp({ db })
    other = await createTestApp({ db })
    user = await signUp(product.app)
    const plumbers = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 5, confirmed: true }
    await searchCalls(() => ({ app: product.app, user })).post(plumbers)
    await db.query(
      `INSERT INTO lead (user_id, place_key, phone, is_first_of_phone, facts, name, quality, state, search_id, pulled_at)
       SELECT l.user_id, 'overture:' || p.source_id, p.phone, true, l.facts, l.name, l.quality, l.state, l.search_id,
         l.pulled_at
       FROM (SELECT * FROM lead ORDER BY id LIMIT 1) l, place p
       WHERE NOT EXISTS (SELECT FROM lead WHERE phone = p.phone)`,
    )
  })
  const readers = (app: TestApp) => {
    const get = async <T>(url: string) => (await app.app.inject({ url, headers: { cookie: user.cookie } })).json<T>()
    return [
      async () => (await get<LeadSummary>('/api/leads/summary')).high,
      async () => (await get<ListPage<Lead>>('/api/leads?limit=1&quality=high')).total,
      async () => (await get<Lead[]>('/api/leads')).filter(({ qualityScore }) => qualityScore >= 70).length,
    ]
  }
  const release = async (change: string) => {
    await db.query(`UPDATE place SET ${change}`)
    await raiseCatalogVersion(db)
  }

  test('leads never mix facts of the old and the new catalog', async () => {
    await release('quality = 90')
    const seen = await Promise.all([product, other].flatMap(app => readers(app).map(read => read())))
    expect(seen).toEqual(Array.from({ length: 6 }, () => LEADS))
    await release('quality = 10')
    expect(await Promise.all([other, product].flatMap(app => readers(app).map(read => read())))).toEqual(
      Array.from({ length: 6 }, () => 0),
    )
  })

  test('a lead does not follow its key to a place that is not published yet', async () => {
    await db.query('UPDATE catalog_version SET unpublished_from = 0, unpublished_run = 1000000')
    await release('quality = 90')
    await refreshLeads(product.deps, user.user.id)
    const listed = await db.query('SELECT id FROM lead WHERE is_listed OR quality = 90')
    expect(listed).toEqual([])
  })

  test('the next reader continues an interrupted refresh', async () => {
    await refreshLeads(product.deps, user.user.id)
    await release('quality = 90')
    const steps: number[] = []
    const cutOff = {
      catalog: product.deps.catalog,
      clock: product.clock,
      db: {
        ...db,
        transaction: async <T>(work: Parameters<typeof db.transaction<T>>[0]): Promise<T> => {
          if (steps.push(1) > 1) throw new Error('killed')
          return db.transaction(work)
        },
      },
    }
    await expect(refreshLeads(cutOff, user.user.id)).rejects.toThrow('killed')
    expect((await readVersions(db, user.user.id)).leads).toBeNull()
    const [begun] = await db.query<{ count: number }>('SELECT count(*)::int AS count FROM lead WHERE quality = 90')
    expect(begun?.count).toBeGreaterThan(0)
    expect(begun?.count).toBeLessThan(LEADS)
    expect(await Promise.all(readers(other).map(read => read()))).toEqual([LEADS, LEADS, LEADS])
  })

  test('leads of recently active users are refreshed in advance; those of inactive users are not', async () => {
    const version = async () => (await readVersions(db, user.user.id)).leads
    await runChore(product.deps, 'stale-leads')
    const before = await version()
    expect(before).not.toBeNull()
    await release('quality = 90')
    await runChore(product.deps, 'stale-leads')
    expect(await version()).toBeGreaterThan(before ?? 0)
    const [high] = await db.query<{ count: number }>('SELECT count(*)::int AS count FROM lead WHERE quality = 90')
    expect(high?.count).toBe(LEADS)
    const refreshed = await version()
    await release('quality = 10')
    product.clock.advance({ hours: 15 * 24 })
    await runChore(product.deps, 'stale-leads')
    expect(await version()).toBe(refreshed)
  })

  test('a refresh and the deletion of the account do not deadlock', async () => {
    await refreshLeads(product.deps, user.user.id)
    await release(`quality = 90, provenance = '{"members": [], "fields": {}, "phones": [13035550150]}'::jsonb`)
    const deletion = await db.connect()
    await deletion.query('BEGIN')
    await deletion.query('SELECT id FROM user_account WHERE id = $1 FOR UPDATE', [user.user.id])
    const refreshed = refreshLeads(product.deps, user.user.id)
    await untilSomebodyWaits(db)
    await deletion.query('DELETE FROM lead_refresh WHERE user_id = $1', [user.user.id])
    await deletion.query('ROLLBACK')
    deletion.release()
    await expect(refreshed).resolves.toBeDefined()
  })

  test('a lead that is saved while its website is checked has the new check', async () => {
    const domain = 'ann.com'
    await visited(db, domain, [], 'read', checkWith({ works: 'yes' }))
    const saving = await db.connect()
    await saving.query('BEGIN')
    await saving.query(
      `UPDATE lead SET facts = facts || jsonb_build_object('siteDomain', $1::text) WHERE id = (SELECT min(id) FROM lead)`,
      [domain],
    )
    const checked = db.query(`UPDATE site_check SET platform = 'Wix' WHERE domain = $1`, [domain])
    await Promise.race([checked, untilSomebodyWaits(db)])
    await saving.query('COMMIT')
    saving.release()
    await checked
    const [row] = await db.query('SELECT site_platform FROM lead WHERE site_domain = $1', [domain])
    expect(row).toEqual({ site_platform: 'Wix' })
  })

  test('a lead is saved while the facts of its website go into the catalog', async () => {
    const domain = 'busy.com'
    await visited(db, domain, [], 'read', checkWith({ works: 'yes' }))
    await db.query('UPDATE site_visit SET is_applied = false')
    await db.transaction(async tx => {
      await tx.query('CREATE TEMP TABLE import_site (domain text) ON COMMIT DROP')
      expect(await takeUnapplied(tx, 100)).toBeGreaterThan(0)
      await db.query(
        `UPDATE lead SET facts = facts || jsonb_build_object('siteDomain', $1::text) WHERE id = (SELECT max(id) FROM lead)`,
        [domain],
      )
    })
    expect(await db.query('SELECT site_grade FROM lead WHERE site_domain = $1', [domain])).toEqual([
      { site_grade: 'A' },
    ])
  })

  test('leads saved from an older catalog cause all leads to be checked again', async () => {
    await release('quality = 90')
    const { version } = await refreshLeads(product.deps, user.user.id)
    await db.transaction(async tx => {
      await noteCatalogOf(tx, user.user.id, { version: version - 1, doNotContactVersion: 0 })
      await tx.query('UPDATE lead SET quality = 10, place_stamp = 0 WHERE id = (SELECT min(id) FROM lead)')
    })
    expect(await Promise.all(readers(product).map(read => read()))).toEqual([LEADS, LEADS, LEADS])
  })

  test('leads saved from the same catalog as the others cause no refresh', async () => {
    const { version } = await refreshLeads(product.deps, user.user.id)
    await db.transaction(tx => noteCatalogOf(tx, user.user.id, { version, doNotContactVersion: 0 }))
    expect((await readVersions(db, user.user.id)).leads).toBe(version)
  })
})
