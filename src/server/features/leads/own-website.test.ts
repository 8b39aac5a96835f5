import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lead } from '#contract/leads.ts'
import type { SearchPreview } from '#contract/search-preview.ts'
import type { SearchResult } from '#contract/searches.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { inBoulder, testDeps, writeOverture } from '#tests/support/imports.ts'

const plumber = (name: string, number: number, websites: string[] | null) => ({
  id: name,
  name: `${name} Plumbing`,
  ...inBoulder,
  phones: [`303-440-00${number}`],
  street: `${number} Pearl St`,
  websites,
})
const page = 'https://www.facebook.com/bobplumbing'
const places = [plumber('Ann', 11, ['https://annplumbing.com']), plumber('Bob', 22, [page]), plumber('Cam', 33, null)]
const plumbers = { businessCategory: 'plumbers', location: 'Boulder, CO', radius: 10 }
const names = (leads: readonly Lead[]) => leads.map(({ businessName }) => businessName.slice(0, 3)).toSorted()

describeOnBothDatabases('a page on a platform is not a website of the business', open => {
  let product: TestApp
  let user: SignedIn
  let folder: string

  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    product.app.inject({ method, url, headers: { cookie: user.cookie }, ...(payload ? { payload } : {}) })
  const search = async (filters: object = {}): Promise<SearchResult> =>
    (await call('POST', '/api/search', { ...plumbers, ...filters })).json()

  beforeAll(async () => {
    product = await createTestApp({ db: await open() })
    folder = await mkdtemp(path.join(tmpdir(), 'website-test-'))
    user = await signUp(product.app)
    await product.deps.db.query(`UPDATE user_account SET subscription_tier = 'pro' WHERE id = $1`, [user.user.id])
    const files = [await writeOverture(folder, 'p.parquet', places)]
    await importPlaces(testDeps(product.deps.db), { files, release: '2026-04-15.0' })
  })
  afterAll(async () => {
    await product.app.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('in the counts of the form and in both filters, which share out all leads', async () => {
    const { filterCounts } = (await call('POST', '/api/search/preview', plumbers)).json<SearchPreview>()
    const counted = (filter: string) => filterCounts.find(({ name }) => name === filter)?.matches
    expect([counted('hasWebsite'), counted('withoutWebsite')]).toEqual([1, 2])
    const having = await search({ hasWebsite: true })
    expect([names(having.leads), having.leftOut.hasWebsite]).toEqual([['Ann'], 2])
    expect(names((await search({ withoutWebsite: true })).leads)).toEqual(['Bob', 'Cam'])
  })

  test('in lists, although the lead and its file show the page', async () => {
    const bob = (await search()).leads.find(({ businessName }) => businessName.startsWith('Bob'))
    expect([bob?.website, bob?.hasWebsite]).toEqual([page, false])
    const listed = async (hasWebsite: boolean) =>
      names((await call('GET', `/api/leads?limit=10&hasWebsite=${hasWebsite}`)).json<{ items: Lead[] }>().items)
    expect([await listed(true), await listed(false)]).toEqual([['Ann'], ['Bob', 'Cam']])
    expect((await call('POST', '/api/export', { columns: ['website'] })).body).toContain(page)
  })

  test('also for leads that an earlier version stored', async () => {
    const { db } = product.deps
    await db.query(`UPDATE lead SET facts = jsonb_set(facts, '{hasWebsite}', to_jsonb(facts->>'website' IS NOT NULL))`)
    const stored = async () =>
      (await db.query<{ name: string }>('SELECT name FROM lead WHERE has_website ORDER BY name')).map(
        ({ name }) => name,
      )
    expect(await stored()).toEqual(['Ann Plumbing', 'Bob Plumbing'])
    await db.query(`DELETE FROM kysely_migration WHERE name = '0141-own-websites'`)
    await migrate(db)
    expect(await stored()).toEqual(['Ann Plumbing'])
  })
})
