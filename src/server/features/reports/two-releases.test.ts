import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noWebsite } from '#contract/admin/analytics.ts'
import { type Lead, leadQuality } from '#contract/leads/leads.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { addSuppression, removeSuppression } from '#server/catalog/suppression/suppression.usecases.ts'
import { creditReports } from '#server/features/reports/credit-reports.usecases.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { inBoulder, testDeps, writeOverture } from '#tests/support/imports.ts'
import type { TestPlace } from '#tests/support/overture-file.ts'

const plumber = (name: string, facts: Partial<TestPlace> = {}): TestPlace => ({
  id: name.toLowerCase(),
  name: `${name} Plumbing`,
  ...inBoulder,
  phones: [`303-440-00${name.length}${name.charCodeAt(0) % 10}`],
  ...facts,
})
const [ann, bob, closing] = [plumber('Ann'), plumber('Bobby'), plumber('Cathy-Lou')]
// These rank first, so they are the first page.
const best = Array.from({ length: 18 }, (_, n) =>
  plumber(`Best${n}`, {
    phones: [`303-441-${1000 + n}`],
    websites: [`https://best${n}.org`],
    street: `${100 + n} Elm St`,
    confidence: 0.97,
  }),
)
const last = Array.from({ length: 3 }, (_, n) => plumber(`Last${n}`, { phones: null }))
const leadOf = (leads: Lead[], name: string) => leads.find(lead => lead.businessName.startsWith(name))

describeOnPostgres('a newer release', open => {
  let product: TestApp
  let user: SignedIn
  let folder: string
  let first: SearchResult
  let again: SearchResult

  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    product.app.inject({ method, url, headers: { cookie: user.cookie }, ...(payload ? { payload } : {}) })
  const search = async (): Promise<SearchResult> =>
    (await call('POST', '/api/search', { businessCategory: 'plumbers', location: 'Boulder, CO', radius: 10 })).json()
  const load = async (release: string, places: TestPlace[]) =>
    importPlaces(testDeps(product.deps.db), { files: [await writeOverture(folder, 'p.parquet', places)], release })
  const spent = async () => {
    const sql = `SELECT -sum(amount)::int AS spent FROM ledger_entry WHERE user_id = $1 AND reason = 'leads'`
    return (await product.deps.db.query<{ spent: number }>(sql, [user.user.id]))[0]?.spent
  }

  beforeAll(async () => {
    product = await createTestApp({ db: await open() })
    folder = await mkdtemp(path.join(tmpdir(), 'releases-test-'))
    user = await signUp(product.app)
    await product.deps.db.query(`UPDATE user_account SET subscription_tier = 'starter' WHERE id = $1`, [user.user.id])
    await load('2026-04-15.0', [ann, bob, closing, ...best, ...last])
    first = await search()
    await call('GET', `/api/search/next?searchId=${first.search.id}&pageToken=${first.nextPageToken}`)
    await load('2026-05-20.0', [
      { ...ann, phones: ['303-442-7777'], websites: ['https://annplumbing.org'] },
      { ...closing, status: 'permanently_closed' },
      plumber('Newcomer', { phones: ['303-443-0001'] }),
      ...best,
    ])
    again = await search()
  })
  afterAll(async () => {
    await product.app.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('counts and keeps what it changed', async () => {
    const [run] = await product.deps.db.query('SELECT counts FROM import_run ORDER BY id DESC LIMIT 1')
    expect(run?.counts).toMatchObject({ added: 1, changed: 1, unchanged: 18, vanished: 5, rejected: 1 })
    const kinds = await product.deps.db.query(
      'SELECT kind, count(*)::int AS count FROM place_change GROUP BY kind ORDER BY kind',
    )
    expect(kinds).toEqual([
      { kind: 'added', count: 1 },
      { kind: 'changed', count: 1 },
      { kind: 'closed', count: 1 },
      { kind: 'vanished', count: 4 },
    ])
  })

  test('removes vanished and closed places from searches, and charges only for the new place', async () => {
    expect(first.total).toBe(24)
    expect(again.total).toBe(20)
    const names = again.leads.map(lead => lead.businessName)
    expect(names).toContain('Newcomer Plumbing')
    expect(names.filter(name => /^(?:Bobby|Cathy|Last)/.test(name))).toEqual([])
    expect(await spent()).toBe(25)
  })

  test("keeps a lead's identity, and shows its new and former facts", async () => {
    const listed = leadOf((await call('GET', '/api/leads')).json<Lead[]>(), 'Ann')
    const changes = [
      { fact: 'phoneNumber', was: '(303) 440-0035', is: '(303) 442-7777' },
      { fact: 'website', was: null, is: 'https://annplumbing.org' },
    ]
    expect(listed).toMatchObject({ phoneNumber: '(303) 442-7777', isListed: true, changes })
    // A search that finds the lead again shows the same and keeps its former facts.
    expect(leadOf(again.leads, 'Ann')).toMatchObject({ id: listed?.id, changes })
    // A former phone whose owner asked not to be contacted is not shown.
    const suppression = { kind: 'phone', value: '13034400035' } as const
    await addSuppression(product.deps, suppression, 'asked')
    const shown = leadOf((await call('GET', '/api/leads')).json<Lead[]>(), 'Ann')
    expect(shown).toMatchObject({ phoneNumber: '(303) 442-7777', changes: changes.slice(1) })
    await removeSuppression(product.deps, suppression)
  })

  test('shows in cards, filters, and analytics as in lists, before any new search', async () => {
    const other = await signUp(product.app)
    const asked = { headers: { cookie: other.cookie } }
    const get = async <T>(url: string) => (await product.app.inject({ url, ...asked })).json<T>()
    const payload = { businessCategory: 'plumbers', location: 'Boulder, CO', radius: 10 }
    await product.app.inject({ method: 'POST', url: '/api/search', payload, ...asked })
    const before = await get<Lead[]>('/api/leads')
    // Half of those with a website lose it, and points with it.
    await load('2026-06-17.0', [
      { ...ann, phones: ['303-442-7777'], websites: ['https://annplumbing.org'] },
      plumber('Newcomer', { phones: ['303-443-0001'] }),
      ...best.map((place, n) => Object.assign({}, place, n % 2 === 0 ? { websites: null } : {})),
    ])
    const leads = await get<Lead[]>('/api/leads')
    const without = leads.filter(({ website }) => website === null).length
    expect(without).toBe(before.filter(({ website }) => website === null).length + 9)
    expect(await get('/api/leads?limit=1&hasWebsite=false')).toMatchObject({ total: without })
    expect(await get('/api/analytics')).toMatchObject({ leadSources: { [noWebsite]: without } })
    const high = leads.filter(({ qualityScore }) => leadQuality(qualityScore) === 'high').length
    expect(high).toBeLessThan(before.filter(({ qualityScore }) => leadQuality(qualityScore) === 'high').length)
    expect(await get('/api/leads/summary')).toMatchObject({ total: leads.length, high })
    expect(await get('/api/leads?limit=1&quality=high')).toMatchObject({ total: high })
  })

  test('marks leads that are no longer listed, which stay with their user', async () => {
    const leads = (await call('GET', '/api/leads')).json<Lead[]>()
    expect(leads).toHaveLength(25)
    const gone = leads.filter(lead => !lead.isListed).map(lead => lead.businessName)
    expect(gone.toSorted()).toEqual([
      'Bobby Plumbing',
      'Cathy-Lou Plumbing',
      'Last0 Plumbing',
      'Last1 Plumbing',
      'Last2 Plumbing',
    ])
    expect((await call('POST', '/api/export', {})).body).toContain('Bobby Plumbing')
  })

  test('gives back, unasked, what it closed soon after its pull, and nothing else', async () => {
    const extra = async () =>
      (
        await product.deps.db.query<{ amount: number }>(
          `SELECT amount FROM ledger_entry WHERE user_id = $1 AND reason = 'returned'`,
          [user.user.id],
        )
      ).length
    const { db } = product.deps
    await db.query('UPDATE lead SET pulled_at = (SELECT max(finished_at) FROM import_run)')
    await creditReports(product.deps)
    expect(await extra()).toBe(0)
    const pulledBefore = (time: string) =>
      db.query(
        `UPDATE lead SET pulled_at = (SELECT r.finished_at FROM import_run r JOIN place_change c ON c.import_run_id = r.id
           WHERE c.kind = 'closed') - $1::interval`,
        [time],
      )
    await pulledBefore('30 days 1 second')
    await creditReports(product.deps)
    expect(await extra()).toBe(0)
    await pulledBefore('30 days')
    // What cost nothing is not given back.
    await db.query('UPDATE lead SET is_free = true')
    await creditReports(product.deps)
    expect(await extra()).toBe(0)
    await db.query('UPDATE lead SET is_free = false')
    await creditReports(product.deps)
    await creditReports(product.deps)
    expect(await extra()).toBe(1)
    const lead = leadOf((await call('GET', '/api/leads')).json<Lead[]>(), 'Cathy')
    expect(lead).toMatchObject({ phoneNumber: null, report: { reason: 'closed', state: 'credited', isOwn: false } })
  })
})
