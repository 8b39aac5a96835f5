import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SearchResult } from '#contract/searches/searches.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { runChore } from '#server/entry/job-runner.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { mailQueues, runDueJobs } from '#tests/support/due-jobs.ts'
import { inBoulder, testDeps, writeOverture } from '#tests/support/imports.ts'

describeOnBothDatabases('two saved searches that overlap', open => {
  let product: TestApp
  let user: SignedIn
  let folder: string

  const post = (url: string, payload: object) =>
    product.app.inject({ method: 'POST', url, payload, headers: { cookie: user.cookie } })
  const load = async (release: string, count: number, newIds = '') => {
    const places = Array.from({ length: count }, (_, n) => ({
      id: `plumber-${n}${n < 4 ? newIds : ''}`,
      name: `Plumbing ${'ABCDEFG'.charAt(n)}`,
      ...inBoulder,
      phones: [`303-440-100${n}`],
      street: `${n + 1} Pearl St`,
    }))
    const files = [await writeOverture(folder, 'p.parquet', places)]
    await importPlaces(testDeps(product.deps.db, { clock: product.clock }), { files, release })
    await runChore(product.deps, 'news')
  }

  beforeAll(async () => {
    product = await createTestApp({ db: await open() })
    folder = await mkdtemp(path.join(tmpdir(), 'overlapping-searches-'))
    user = await signUp(product.app)
    await product.deps.db.query('UPDATE user_account SET email_verified_at = now() WHERE id = $1', [user.user.id])
    await grantPlan(product.deps, { username: user.user.username, tier: 'pro' })
    await load('2026-04-15.0', 2)
  })
  afterAll(async () => {
    await rm(folder, { recursive: true })
    await product.app.close()
  })

  test('have a line each, and the mail counts a new business that both find once', async () => {
    for (const radius of [5, 10]) {
      const criteria = { businessCategory: 'plumbers', location: 'Boulder, CO', radius }
      const { search } = (await post('/api/search', criteria)).json<SearchResult>()
      await post('/api/saved-searches', { searchId: search.id, name: 'Plumbers' })
    }
    product.clock.advance({ days: 1 })
    await load('2026-05-20.0', 4)
    product.clock.advance({ days: 7 })
    await runChore(product.deps, 'digests')
    await runDueJobs(product.deps, mailQueues)
    const mail = product.mails.find(({ unsubscribeUrl }) => unsubscribeUrl !== undefined)
    expect(mail?.subject).toBe('2 new businesses')
    expect(mail?.text.match(/Plumbers: 2 new businesses \(2 in Boulder\)\./g)).toHaveLength(2)
  })

  test('do not find businesses again that a release lists under other ids, and the leads stay listed', async () => {
    user = await signUp(product.app)
    const criteria = { businessCategory: 'plumbers', location: 'Boulder, CO', radius: 5, maxNewPulls: 2 }
    const { search } = (await post('/api/search', criteria)).json<SearchResult>()
    await post('/api/saved-searches', { searchId: search.id, name: 'Plumbers' })
    product.clock.advance({ days: 1 })
    await load('2026-06-17.0', 5, '-new')
    const saved = () => product.app.inject({ url: '/api/saved-searches', headers: { cookie: user.cookie } })
    expect((await saved()).json()).toMatchObject({ savedSearches: [{ newBusinesses: 1 }], leadNews: [] })
    await post('/api/do-not-contact', { text: '(303) 440-1004' })
    expect((await saved()).json(), 'may not be contacted').toMatchObject({ savedSearches: [{ newBusinesses: 0 }] })
  })
})
