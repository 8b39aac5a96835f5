import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { SavedSearches } from '#contract/searches/saved-searches.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { runChore } from '#server/entry/job-runner.ts'
import { NonRetryableError } from '#server/platform/jobs/job.ts'
import { createTestApp, type SignedIn, signIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { mailQueues, runDueJobs } from '#tests/support/due-jobs.ts'
import { inBoulder, testDeps, writeOverture } from '#tests/support/imports.ts'
import type { TestPlace } from '#tests/support/overture-file.ts'

const plumber = (name: string, digits: number, facts: Partial<TestPlace> = {}): TestPlace => ({
  id: name.toLowerCase(),
  name: `${name} Plumbing`,
  ...inBoulder,
  phones: [`303-440-${digits}`],
  street: `${digits} Pearl St`,
  ...facts,
})
const [ann, bob, cat, dan] = [
  plumber('Ann', 1001),
  plumber('Bobby', 1002),
  plumber('Cathy', 1003),
  plumber('Daniel', 1004),
]
const dentist = plumber('Erin', 1005, { name: 'Erin Dental Care', category: 'dentist' })

describeOnBothDatabases('a saved search', open => {
  let product: TestApp
  let user: SignedIn
  let folder: string
  let first: SearchResult

  const call = (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    product.app.inject({ method, url, headers: { cookie: user.cookie }, ...(payload ? { payload } : {}) })
  const read = async () => (await call('GET', '/api/saved-searches')).json<SavedSearches>()
  const load = async (release: string, places: TestPlace[]) => {
    await importPlaces(testDeps(product.deps.db, { clock: product.clock }), {
      files: [await writeOverture(folder, 'p.parquet', places)],
      release,
    })
    await runChore(product.deps, 'news')
  }
  const search = async () =>
    (
      await call('POST', '/api/search', { businessCategory: 'plumbers', location: 'Boulder, CO', radius: 10 })
    ).json<SearchResult>()
  const sendDigests = async () => {
    const before = product.mails.length
    await Promise.all([runChore(product.deps, 'digests'), runChore(product.deps, 'digests')])
    await runDueJobs(product.deps, mailQueues)
    return product.mails.slice(before).filter(mail => mail.unsubscribeUrl !== undefined)
  }
  /** Sessions end after some weeks. */
  const later = async (days: number) => {
    product.clock.advance({ days })
    user = await signIn(product.app, user.user.username)
  }
  const setTier = (tier: string) =>
    product.deps.db.query('UPDATE user_account SET subscription_tier = $2 WHERE id = $1', [user.user.id, tier])

  beforeAll(async () => {
    product = await createTestApp({ db: await open() })
    folder = await mkdtemp(path.join(tmpdir(), 'alerts-test-'))
    user = await signUp(product.app)
    await product.deps.db.query('UPDATE user_account SET email_verified_at = now() WHERE id = $1', [user.user.id])
    await load('2026-04-15.0', [ann, bob, cat])
    first = await search()
  })
  afterAll(async () => {
    await rm(folder, { recursive: true })
    await product.app.close()
  })

  test('names no day of an email before the address is confirmed', async () => {
    const { cookie } = await signUp(product.app)
    const settings = await product.app.inject({ url: '/api/saved-searches', headers: { cookie } })
    expect(settings.json<SavedSearches>().settings).toMatchObject({ frequency: 'week', nextEmailAt: null })
    expect((await read()).settings.nextEmailAt).not.toBeNull()
  })

  test('is read with the others of its user, however many they are, in the same number of statements', async () => {
    const { db } = product.deps
    const { user: owner, cookie } = await signUp(product.app)
    const saveMore = (count: number) =>
      db.query(
        `WITH found AS (INSERT INTO search (user_id, category_words, location_label, is_statewide, criteria, plan, total, delivered, created_at)
           SELECT $1, category_words, location_label, is_statewide, criteria, plan, total, delivered, created_at
           FROM search, generate_series(1, $3::int) WHERE id = $2 RETURNING id, user_id, created_at)
         INSERT INTO saved_search (search_id, user_id, name, created_at) SELECT id, user_id, 'Boulder', created_at FROM found`,
        [owner.id, first.search.id, count],
      )
    const readAll = async () => {
      const query = vi.spyOn(db, 'query')
      const answer = await product.app.inject({ url: '/api/saved-searches', headers: { cookie } })
      // Other statements can run at the same time, such as those of jobs.
      const statements = query.mock.calls.filter(([text]) => text.includes('search')).length
      query.mockRestore()
      return { statements, found: answer.json<SavedSearches>().savedSearches.length }
    }
    await saveMore(1)
    const one = await readAll()
    await saveMore(20)
    expect(await readAll()).toEqual({ statements: one.statements, found: 21 })
  })

  test('is limited by the plan, belongs to its user, and is saved once', async () => {
    expect((await read()).settings).toMatchObject({ frequency: 'week', stoppedBy: null })
    const saved = await call('POST', '/api/saved-searches', { searchId: first.search.id, name: 'Plumbers' })
    expect(saved.statusCode).toBe(201)
    await call('POST', '/api/saved-searches', { searchId: first.search.id, name: 'Boulder plumbers' })
    expect((await read()).savedSearches).toMatchObject([
      { name: 'Boulder plumbers', isMailed: true, newBusinesses: 0, search: { id: first.search.id } },
    ])
    const second = await search()
    const refused = await call('POST', '/api/saved-searches', { searchId: second.search.id, name: 'Again' })
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { errorType: 'TOO_MANY_SAVED_SEARCHES' }])
    expect((await call('PUT', '/api/alert-settings', { frequency: 'day' })).statusCode).toBe(403)
    const other = await signUp(product.app)
    const foreign = { headers: { cookie: other.cookie } }
    const { id } = saved.json<{ id: number }>()
    expect(
      (await product.app.inject({ method: 'DELETE', url: `/api/saved-searches/${id}`, ...foreign })).statusCode,
    ).toBe(404)
    const stolen = { searchId: first.search.id, name: 'Mine' }
    expect(
      (await product.app.inject({ method: 'POST', url: '/api/saved-searches', payload: stolen, ...foreign }))
        .statusCode,
    ).toBe(404)
  })

  test('learns from a newer release what is new, and what has changed about the leads', async () => {
    product.clock.advance({ days: 1 })
    await load('2026-05-20.0', [
      { ...ann, phones: ['303-440-2001'] },
      { ...cat, status: 'permanently_closed' },
      dan,
      dentist,
    ])
    const { savedSearches, leadNews } = await read()
    expect(savedSearches.map(({ newBusinesses }) => newBusinesses)).toEqual([1])
    expect(leadNews.map(({ businessName, kind, what }) => `${businessName}: ${kind} ${what.join()}`)).toEqual(
      expect.arrayContaining(['Ann Plumbing: changed phone', 'Bobby Plumbing: vanished ', 'Cathy Plumbing: closed ']),
    )
    await runChore(product.deps, 'news')
    expect((await read()).leadNews).toHaveLength(3)
  })

  test('is mailed once when a digest is due, without names that were not paid for, also if two processes send', async () => {
    expect(await sendDigests()).toEqual([])
    product.clock.advance({ days: 7 })
    const mails = await sendDigests()
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [user.user.email, '1 new business, 3 changes to your leads'],
    ])
    const [mail] = mails
    expect(mail?.text).toContain('Boulder plumbers: 1 new business (1 in Boulder).')
    expect(mail?.text).toContain('Ann Plumbing has a new phone.')
    expect(mail?.text).not.toContain('Daniel')
    expect(mail?.text).not.toContain('Erin')
    expect(await sendDigests()).toEqual([])
  })

  test('finds its new businesses for at most the pulls that were shown', async () => {
    const [saved] = (await read()).savedSearches
    const answer = await call('POST', `/api/saved-searches/${saved?.id}/run`, { newBusinesses: saved?.newBusinesses })
    expect(answer.json<SearchResult>().leads.map(({ businessName }) => businessName)).toEqual(['Daniel Plumbing'])
    expect((await read()).savedSearches[0]?.newBusinesses).toBe(0)
  })

  test('is no longer mailed after one click in the mail, until the user wants it again', async () => {
    const { unsubscribeUrl = '' } = product.mails.at(-1) ?? {}
    const { pathname, search: query } = new URL(unsubscribeUrl)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const post = (url: string) =>
      product.app.inject({ method: 'POST', url, headers, payload: 'List-Unsubscribe=One-Click' })
    // Another first letter of the signature: some bits of the last one do not count.
    const forged = query.replace(/\.(.)/, (_, letter: string) => (letter === 'A' ? '.B' : '.A'))
    expect((await post(`${pathname}${forged}`)).statusCode).toBe(400)
    // A browser that opens the address shows the page with the button.
    const opened = await product.app.inject(`${pathname}${query}`)
    expect([opened.statusCode, opened.headers.location]).toEqual([303, `/unsubscribe#${query.replace('?token=', '')}`])
    expect((await read()).settings.frequency).toBe('week')
    expect((await post(`${pathname}${query}`)).statusCode).toBe(200)
    expect((await read()).settings).toEqual({ frequency: 'never', stoppedBy: 'unsubscribe link', nextEmailAt: null })
    await later(40)
    await load('2026-06-17.0', [{ ...ann, phones: ['303-440-3001'] }, dan, dentist])
    expect(await sendDigests()).toEqual([])
    await setTier('pro')
    expect((await call('PUT', '/api/alert-settings', { frequency: 'day' })).json()).toMatchObject({
      frequency: 'day',
      stoppedBy: null,
    })
    // The first one comes when the page says, and not at once.
    expect(await sendDigests()).toEqual([])
    product.clock.advance({ days: 1 })
    expect((await sendDigests()).map(({ subject }) => subject)).toEqual(['1 change to your leads'])
  })

  test('is not mailed by a digest that still waits when the user turns emails off', async () => {
    product.clock.advance({ days: 1 })
    await load('2026-07-15.0', [{ ...ann, phones: ['303-440-3501'] }, dan, dentist])
    product.clock.advance({ hours: 1 })
    await runChore(product.deps, 'digests')
    await call('PUT', '/api/alert-settings', { frequency: 'never' })
    expect(await sendDigests()).toEqual([])
    await call('PUT', '/api/alert-settings', { frequency: 'day' })
  })

  test('is no longer mailed to an address that the mail server refuses for good', async () => {
    product.clock.advance({ days: 1 })
    await load('2026-07-22.0', [{ ...ann, phones: ['303-440-4001'] }, dan, dentist])
    product.clock.advance({ hours: 1 })
    product.deps.mailer.send = () => Promise.reject(new NonRetryableError('No such mailbox'))
    expect(await sendDigests()).toEqual([])
    expect((await read()).settings).toMatchObject({ frequency: 'never', stoppedBy: 'mail server' })
  })

  test('is renamed, left out of the mail, and deleted', async () => {
    const [saved] = (await read()).savedSearches
    await call('PATCH', `/api/saved-searches/${saved?.id}`, { name: 'Renamed', isMailed: false })
    expect((await read()).savedSearches).toMatchObject([{ name: 'Renamed', isMailed: false }])
    await call('DELETE', `/api/saved-searches/${saved?.id}`)
    const { savedSearches, leadNews } = await read()
    expect(savedSearches).toEqual([])
    await load('2026-08-19.0', [{ ...ann, phones: ['303-440-5001'] }, dan, dentist])
    expect((await read()).leadNews).toEqual(leadNews)
  })

  test('tells nothing of a lead that was put on the do-not-contact list after a change', async () => {
    const { leadNews } = await read()
    const leadIds = leadNews.slice(0, 1).map(({ leadId }) => leadId)
    await call('POST', '/api/leads/actions', { leadIds, action: { kind: 'doNotContact' } })
    expect((await read()).leadNews).toEqual(leadNews.filter(({ leadId }) => !leadIds.includes(leadId)))
  })

  test('keeps its news for 90 days', async () => {
    const { db } = product.deps
    await db.query(
      `INSERT INTO alert_hit (user_id, lead_id, change_id, place_key, kind, what, found_at)
       SELECT user_id, lead_id, -1000 - n, place_key, kind, what, found_at
       FROM (SELECT * FROM alert_hit ORDER BY id DESC LIMIT 1) one, generate_series(1, 2001) n`,
    )
    await later(89)
    await runChore(product.deps, 'old-news')
    expect((await db.query('SELECT FROM alert_hit')).length).toBeGreaterThan(2000)
    await later(2)
    await runChore(product.deps, 'old-news')
    expect(await db.query('SELECT FROM alert_hit')).toEqual([])
  })
})
