import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LeadWorkDetails } from '#contract/lead-work.ts'
import type { ExportPreview, Lead } from '#contract/leads.ts'
import type { ListPage } from '#contract/lists.ts'
import { type DatedOwnEntry, ownEntriesPerCall } from '#contract/own-suppression.ts'
import { plans } from '#contract/plans.ts'
import type { Comparison } from '#contract/receipts.ts'
import type { SearchPreview } from '#contract/search-preview.ts'
import type { SearchResult } from '#contract/searches.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { comparePage } from '#server/features/leads/pull-leads.usecases.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { emptyCatalog, inBoulder, testDeps, writeOverture } from '#tests/support/imports.ts'
import { refusalOf } from '#tests/support/refusal-of.ts'

const ann = {
  id: 'ann',
  name: 'Ann Plumbing',
  ...inBoulder,
  phones: ['303-440-0001'],
  websites: ['https://annplumbing.org'],
}
const bob = { id: 'bob', name: 'Bob Plumbing', ...inBoulder, phones: ['303-440-0002'], emails: ['bob@gmail.com'] }
const cat = { id: 'cat', name: 'Cat Plumbing', ...inBoulder, phones: ['303-440-0003'] }
const dan = { id: 'dan', name: 'Dan Plumbing', ...inBoulder, emails: ['dan@mail.danplumbing.org'] }
const plumbers = { businessCategory: 'plumbers', location: 'Boulder, CO', radius: 10 }

describeOnBothDatabases("a user's own do-not-contact list", open => {
  let product: TestApp
  let user: SignedIn
  let folder: string
  let release = 0

  beforeAll(async () => {
    product = await createTestApp({ db: await open() })
    folder = await mkdtemp(path.join(tmpdir(), 'own-list-test-'))
    await emptyCatalog(product.deps.db)
  })
  afterAll(async () => {
    await product.app.close()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    await load([ann, bob, cat, dan])
    user = await signUp(product.app)
  })
  const load = async (places: object[]) =>
    importPlaces(testDeps(product.deps.db), {
      files: [await writeOverture(folder, 'p.parquet', places as never)],
      release: `2026-${String(4 + Math.floor(release / 28)).padStart(2, '0')}-${String((release++ % 28) + 1).padStart(2, '0')}.0`,
    })
  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, who = user) =>
    product.app.inject({ method, url, headers: { cookie: who.cookie }, ...(payload && { payload }) })
  const search = async (options = {}, who = user) =>
    (await call('POST', '/api/search', { ...plumbers, ...options }, who)).json<SearchResult>()
  const found = async (who = user) => (await search({}, who)).leads.map(({ businessName }) => businessName).toSorted()
  const leads = async () => (await call('GET', '/api/leads')).json<Lead[]>()
  const leadNamed = async (name: string) => {
    const lead = (await leads()).find(({ businessName }) => businessName === name)
    if (lead === undefined) throw new Error(`There is no lead ${name}`)
    return lead
  }
  const hidden = async () => (await leads()).flatMap(lead => (lead.doNotContact ? lead.businessName : [])).toSorted()
  const add = async (text: string) => (await call('POST', '/api/do-not-contact', { text })).json<object>()
  const entries = async () => (await call('GET', '/api/do-not-contact')).json<DatedOwnEntry[]>()
  const mark = async (...names: string[]) => {
    const leadIds = await Promise.all(names.map(async name => (await leadNamed(name)).id))
    const reply = await call('POST', '/api/leads/actions', { leadIds, action: { kind: 'doNotContact' } })
    return reply.json<{ changed: number; batchId: number }>()
  }
  const fillUpTo = async (count: number) => {
    const { db } = product.deps
    await add('business-1.org')
    await db.query(
      `INSERT INTO own_suppression (user_id, kind, value, created_at)
       SELECT $1, 'domain', 'business-' || n || '.org', now()
       FROM generate_series(2, $2 - (SELECT count(*)::int FROM own_suppression WHERE user_id = $1) + 1) n`,
      [user.user.id, count],
    )
  }
  const workOn = async (name: string) =>
    (await call('GET', `/api/leads/${(await leadNamed(name)).id}/work`)).json<LeadWorkDetails>()

  test.each([
    ['phone', '(303) 440-0001', 'Ann Plumbing'],
    ['domain', 'https://www.annplumbing.org/about', 'Ann Plumbing'],
    ['email', 'Bob@Gmail.com', 'Bob Plumbing'],
    ['domain of its email', 'danplumbing.org', 'Dan Plumbing'],
  ])('an entry by %s hides the business from this account alone, until it is removed', async (_, text, name) => {
    const other = await signUp(product.app)
    expect(await found()).toHaveLength(4)
    expect(await add(text)).toEqual({ added: 1, known: 0, unusable: 0, examples: [] })
    expect(await hidden()).toEqual([name])
    expect(await leadNamed(name)).toMatchObject({
      phoneNumber: null,
      email: null,
      website: null,
      hasPhoneNumber: false,
    })
    expect(await found()).toHaveLength(3)
    expect(await found()).not.toContain(name)
    expect(await found(other)).toHaveLength(4)
    expect((await call('POST', '/api/export', {})).body).not.toContain(name)
    const preview = (await call('POST', '/api/export/preview', {})).json<ExportPreview>()
    expect(preview).toEqual({ rows: 3, leftOut: { doNotContact: 1, notShareable: 0, returned: 0, withoutEmail: 0 } })
    const [entry] = await entries()
    expect((await workOn(name)).ownEntries).toMatchObject([{ id: entry?.id }])
    expect((await call('DELETE', `/api/do-not-contact/${entry?.id}`)).statusCode).toBe(200)
    expect(await hidden()).toEqual([])
    expect(await found()).toHaveLength(4)
  })

  test('what a process of an earlier version adds and removes, which counts nothing, is in force', async () => {
    const { db } = product.deps
    const written = async (statement: string, ...values: unknown[]) => {
      await db.query(statement, [user.user.id, ...values])
      await db.query('UPDATE lead_refresh SET own_list = own_list + 1 WHERE user_id = $1', [user.user.id])
    }
    const insert = `INSERT INTO own_suppression (user_id, kind, value, created_at) VALUES ($1, 'place', $2, now())`
    await found()
    await written(insert, 'overture:ann')
    expect(await found()).toEqual(['Bob Plumbing', 'Cat Plumbing', 'Dan Plumbing'])
    await written(insert, 'overture:bob')
    expect(await found()).toEqual(['Cat Plumbing', 'Dan Plumbing'])
    await written(
      `UPDATE own_suppression SET value = $3 WHERE user_id = $1 AND value = $2`,
      'overture:bob',
      'overture:cat',
    )
    expect(await found()).toEqual(['Bob Plumbing', 'Dan Plumbing'])
    expect((await call('GET', '/api/do-not-contact?limit=10')).json<ListPage<unknown>>().total).toBe(2)
    await written('DELETE FROM own_suppression WHERE user_id = $1')
    expect(await found()).toHaveLength(4)
  })

  test('a search costs nothing for the businesses on it, and its preview says how many there are', async () => {
    await grantPlan(product.deps, { username: user.user.username, tier: 'elite' })
    await add('(303) 440-0001, danplumbing.org')
    const preview = (await call('POST', '/api/search/preview', plumbers)).json<SearchPreview>()
    expect(preview).toMatchObject({ matches: 2, doNotContact: 2, owned: 0, pulls: 2 })
    const none = (await call('POST', '/api/search/preview', { ...plumbers, hasWebsite: true })).json<SearchPreview>()
    expect(none).toMatchObject({ matches: 0, doNotContact: 1 })
    const { search: made, total, leads: listed } = await search()
    expect([total, listed.length]).toEqual([2, 2])
    const compared = (await call('POST', `/api/searches/${made.id}/comparison`)).json<Comparison>()
    expect(compared).toMatchObject({ matchesThen: 2, matchesNow: 2 })
    expect(await found()).toEqual(['Bob Plumbing', 'Cat Plumbing'])
    expect(await leads()).toHaveLength(2)
  })

  test('leads are put on it together, and that can be undone', async () => {
    await found()
    const { changed, batchId } = await mark('Ann Plumbing', 'Dan Plumbing')
    expect(changed).toBe(2)
    expect((await mark('Ann Plumbing')).changed).toBe(0)
    expect(await hidden()).toEqual(['Ann Plumbing', 'Dan Plumbing'])
    expect(await entries()).toMatchObject([
      { kind: 'place', businessName: 'Dan Plumbing' },
      { kind: 'place', businessName: 'Ann Plumbing' },
    ])
    expect(await found()).toEqual(['Bob Plumbing', 'Cat Plumbing'])
    expect((await workOn('Ann Plumbing')).history[0]).toMatchObject({ kind: 'doNotContact', becomes: 'listed' })
    // The phone stays on the list when the business has another key, and the business when it has another phone.
    await load([{ ...ann, id: 'ann-2' }, bob, cat, { ...dan, phones: ['303-440-0009'] }])
    expect(await found()).toEqual(['Bob Plumbing', 'Cat Plumbing'])
    expect(await hidden()).toEqual(['Ann Plumbing', 'Dan Plumbing'])
    expect((await call('POST', `/api/leads/actions/${batchId}/undo`)).json()).toMatchObject({ changed: 2 })
    expect(await hidden()).toEqual([])
    expect(await entries()).toEqual([])
    expect((await workOn('Dan Plumbing')).history[0]).toMatchObject({ kind: 'doNotContact', becomes: null })
    expect(await found()).toHaveLength(4)
  })

  test('an entry applies to leads that later get its contact', async () => {
    await found()
    await add('303-440-0007; zoe@zoeplumbing.org')
    expect(await hidden()).toEqual([])
    await load([{ ...ann, phones: ['303-440-0007'] }, { ...bob, emails: ['zoe@zoeplumbing.org'] }, cat, dan])
    expect(await hidden()).toEqual(['Ann Plumbing', 'Bob Plumbing'])
    expect(await found()).toEqual(['Cat Plumbing', 'Dan Plumbing'])
  })

  test('a lead that a search saves while an entry is added is checked afterwards', async () => {
    await found()
    await add('303-440-0001')
    const { deps } = product
    const account = { id: user.user.id } as Parameters<typeof comparePage>[1]['account']
    await deps.db.transaction(async tx => {
      const catalog = deps.catalog.current()
      await comparePage(tx, { account, places: [], catalog, version: catalog.version, ownList: 0 })
      await tx.query('UPDATE lead SET do_not_contact = false WHERE user_id = $1', [account.id])
    })
    expect(await hidden()).toEqual(['Ann Plumbing'])
  })

  test('words that are not a phone, an email, or a domain of one business are named, and the rest is added', async () => {
    const text = 'Ann Plumbing\nfacebook.com\noverture:ann\n303-440-0001\t(303) 440-0001\nann@annplumbing.org'
    expect(await add(text)).toEqual({
      added: 2,
      known: 1,
      unusable: 3,
      examples: ['Ann Plumbing', 'facebook.com', 'overture:ann'],
    })
    expect(new Set((await entries()).map(({ kind, value }) => `${kind} ${value}`))).toEqual(
      new Set(['email ann@annplumbing.org', 'phone 13034400001']),
    )
  })

  test('a plan has a limit, and so has a call', async () => {
    await found()
    await fillUpTo(plans.free.ownEntries - 1)
    expect(await add('business-1.org')).toMatchObject({ added: 0, known: 1 })
    const two = { text: 'one@annplumbing.org, two@annplumbing.org' }
    const refused = await call('POST', '/api/do-not-contact', two)
    expect(refusalOf(refused)).toBe('TOO_MANY_OWN_ENTRIES')
    expect(refused.json<{ message: string }>().message).toContain('Free: 500, Starter: 5,000')
    expect(await add('one@annplumbing.org')).toMatchObject({ added: 1 })
    const leadIds = [(await leadNamed('Ann Plumbing')).id]
    const marked = await call('POST', '/api/leads/actions', { leadIds, action: { kind: 'doNotContact' } })
    expect(refusalOf(marked)).toBe('TOO_MANY_OWN_ENTRIES')
    const page = (await call('GET', '/api/do-not-contact?limit=50')).json<ListPage<DatedOwnEntry>>()
    expect([page.items.length, page.total]).toEqual([50, plans.free.ownEntries])
    const many = { text: 'business-1.org\n'.repeat(ownEntriesPerCall + 1) }
    expect(refusalOf(await call('POST', '/api/do-not-contact', many))).toBe('INVALID_REQUEST')
    expect(await found()).toHaveLength(4)
  })

  test('after a downgrade, all entries stay in force, and new ones wait until there is room', async () => {
    await found()
    await grantPlan(product.deps, { username: user.user.username, tier: 'starter' })
    await add('303-440-0001')
    await fillUpTo(plans.free.ownEntries + 1)
    await product.deps.db.query(`UPDATE user_account SET subscription_tier = 'free' WHERE id = $1`, [user.user.id])
    expect(await found()).toEqual(['Bob Plumbing', 'Cat Plumbing', 'Dan Plumbing'])
    expect(await hidden()).toEqual(['Ann Plumbing'])
    expect(refusalOf(await call('POST', '/api/do-not-contact', { text: '303-440-0002' }))).toBe('TOO_MANY_OWN_ENTRIES')
    for (const { id } of (await entries()).slice(0, 2)) await call('DELETE', `/api/do-not-contact/${id}`)
    expect(await add('303-440-0002')).toMatchObject({ added: 1 })
    expect(await hidden()).toEqual(['Ann Plumbing', 'Bob Plumbing'])
  })

  test('an entry far down a long list is found by what people remember of it, and can be removed', async () => {
    await found()
    await grantPlan(product.deps, { username: user.user.username, tier: 'elite' })
    await add('303-440-0007, zoe@zoeplumbing.org')
    await mark('Ann Plumbing')
    await product.deps.db.query(
      `UPDATE own_suppression SET business_name = 'ÉCLAIR Plumbing' WHERE user_id = $1 AND kind = 'place'`,
      [user.user.id],
    )
    await fillUpTo(12_000)
    const other = await signUp(product.app)
    const lookUp = async (text: string, who = user) => {
      const url = `/api/do-not-contact?limit=50&text=${encodeURIComponent(text)}`
      return (await call('GET', url, undefined, who)).json<ListPage<DatedOwnEntry>>()
    }
    const values = async (text: string) => (await lookUp(text)).items.map(({ value }) => value).toSorted()
    for (const text of ['(303) 440-0007', '+1 303 440 0007', '440-0007'])
      expect([text, await values(text)]).toEqual([text, ['13034400007']])
    for (const text of ['Zoe@ZoePlumbing.org', 'https://www.zoeplumbing.org/about', 'zoeplumb'])
      expect([text, await values(text)]).toEqual([text, ['zoe@zoeplumbing.org']])
    for (const text of ['éclair plumb', 'ÉCLAIR', '303-440-0001'])
      expect([text, await values(text)]).toEqual([text, ['overture:ann']])
    // Users do not see keys, and a percent sign is no wildcard.
    for (const text of ['overture:ann', '%', '_']) expect([text, await values(text)]).toEqual([text, []])
    expect(await lookUp('303-440-0007', other)).toEqual({ items: [], total: 0, nextCursor: null })
    const pages = async (cursor?: string): Promise<number[]> => {
      const url = `/api/do-not-contact?limit=200&text=business-11${cursor === undefined ? '' : `&cursor=${cursor}`}`
      const page = (await call('GET', url)).json<ListPage<DatedOwnEntry>>()
      expect(page.total).toBe(1109)
      const ids = page.items.map(({ id }) => id)
      return page.nextCursor === null ? ids : [...ids, ...(await pages(page.nextCursor))]
    }
    const ids = await pages()
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a))
    expect(ids).toHaveLength(1109)
    const [zoe] = (await lookUp('zoe')).items
    expect((await call('DELETE', `/api/do-not-contact/${zoe?.id}`)).statusCode).toBe(200)
    expect(await lookUp('zoe')).toMatchObject({ items: [], total: 0 })
    expect(refusalOf(await call('GET', `/api/do-not-contact?text=${'a'.repeat(101)}`))).toBe('INVALID_REQUEST')
  })

  test('its length is counted through every kind of change', async () => {
    await found()
    const total = async () => (await call('GET', '/api/do-not-contact?limit=1')).json<ListPage<DatedOwnEntry>>().total
    await add('303-440-0001, 303-440-0001, ann@annplumbing.org')
    expect(await total()).toBe(2)
    const { batchId } = await mark('Bob Plumbing', 'Cat Plumbing')
    expect(await total()).toBe(4)
    await call('POST', `/api/leads/actions/${batchId}/undo`)
    await call('DELETE', `/api/do-not-contact/${(await entries())[0]?.id}`)
    expect([await total(), (await entries()).length]).toEqual([1, 1])
  })

  test("it is part of the download of the account's data, and deleted with the account", async () => {
    await found()
    await add('303-440-0001')
    await mark('Bob Plumbing')
    const data = (await call('GET', '/api/account/data')).json<{ doNotContact: object[] }>()
    expect(data.doNotContact).toMatchObject([
      { kind: 'phone', value: '13034400001' },
      { kind: 'place', value: 'overture:bob', business_name: 'Bob Plumbing' },
    ])
    const deleted = await call('POST', '/api/account/delete', { currentPassword: 'correct horse battery' })
    expect(deleted.statusCode).toBe(200)
    expect(await product.deps.db.query('SELECT FROM own_suppression WHERE user_id = $1', [user.user.id])).toEqual([])
  })
})
