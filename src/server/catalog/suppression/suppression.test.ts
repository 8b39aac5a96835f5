import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Lead } from '#contract/leads/leads.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { grantAdmin } from '#server/accounts/identity/account.usecases.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { runCommand } from '#server/entry/commands/run-command.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { runDueJobs, tokenMailedTo } from '#tests/support/due-jobs.ts'
import { inBoulder, offeredNames, testDeps, writeOverture } from '#tests/support/imports.ts'
import { readEntry, type SuppressionEntry } from './suppression.rules.ts'
import { removeSuppression, suppress } from './suppression.usecases.ts'

const ann = {
  id: 'ann',
  name: 'Ann Plumbing',
  ...inBoulder,
  phones: ['303-440-0001'],
  websites: ['https://annplumbing.org'],
  emails: ['ann@mail.annplumbing.org'],
}
const bob = { id: 'bob', name: 'Bob Plumbing', ...inBoulder, phones: ['303-440-0002'], emails: ['bob@gmail.com'] }
const cat = { id: 'cat', name: 'Cat Plumbing', ...inBoulder, phones: ['303-440-0003'] }

test.each([
  ['(303) 440-0001', { kind: 'phone', value: '13034400001' }],
  ['Ann@AnnPlumbing.org', { kind: 'email', value: 'ann@annplumbing.org' }],
  ['https://www.annplumbing.org/about', { kind: 'domain', value: 'annplumbing.org' }],
  ['overture:ann', { kind: 'place', value: 'overture:ann' }],
  ['alltheplaces/starbucks_us:12', { kind: 'place', value: 'alltheplaces/starbucks_us:12' }],
  ['gmail.com', null],
  ['yahoo.ca', null],
  ['gmx.de', null],
  ['facebook.com', null],
  ["o'neil&sons@firm.example", { kind: 'email', value: "o'neil&sons@firm.example" }],
  ['\u202AAnn@firm.example\u200B', { kind: 'email', value: 'ann@firm.example' }],
  ['Ann Lee <ann@firm.example>', { kind: 'email', value: 'ann@firm.example' }],
  ['mailto:ann@firm.example', null],
  ['ann lee@firm.example', null],
  ['Ann Plumbing', null],
])('%s on the list is %o', (words, entry) => expect(readEntry(words)).toEqual(entry))

describeOnBothDatabases('the do-not-contact list', open => {
  let product: TestApp
  let user: SignedIn
  let folder: string
  beforeAll(async () => {
    product = await createTestApp({ db: await open() })
    folder = await mkdtemp(path.join(tmpdir(), 'suppress-test-'))
  })
  afterAll(async () => {
    await product.app.close()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    const { db } = product.deps
    await db.query('TRUNCATE suppression, removal_request, rate_limit')
    await load('2026-04-15.0')
    user = await signUp(product.app)
  })
  const load = async (release: string, rebuildFromRows = Number.MAX_SAFE_INTEGER) => {
    await product.deps.db.query('TRUNCATE place, place_category, coverage, place_change, import_run, dataset')
    await product.deps.db.query('UPDATE catalog_version SET version = version + 1')
    await importAgain(release, rebuildFromRows)
  }
  const importAgain = async (release: string, rebuildFromRows: number, places = [ann, bob, cat]) =>
    importPlaces(testDeps(product.deps.db, { rebuildFromRows }), {
      files: [await writeOverture(folder, 'p.parquet', places)],
      release,
    })
  const call = (method: 'GET' | 'POST', url: string, payload?: object, who = user) =>
    product.app.inject({ method, url, headers: { cookie: who.cookie }, ...(payload ? { payload } : {}) })
  const search = async (): Promise<SearchResult> =>
    (await call('POST', '/api/search', { businessCategory: 'plumbers', location: 'Boulder, CO', radius: 10 })).json()
  const removalMails = (address: string) =>
    product.mails.filter(({ to, text }) => to === address && text.includes('/remove-my-business#token='))
  const names = async () => (await search()).leads.map(lead => lead.businessName).toSorted()

  test('is a reason in the status of the catalog', async () => {
    await suppress(product.deps, [{ kind: 'phone', value: '13034400001' }], 'test')
    const lines: string[] = []
    const say = (line: string) => void lines.push(line)
    const voice = { print: say, complain: say, progress: () => {} }
    await runCommand({ argv: ['places', 'status'], cwd: folder, deps: product.deps, migrated: [], voice })
    expect(lines[0]).toBe('overture: 3 places, 1 of them not offered')
    expect(lines.join('\n')).toMatch(/^Not offered: .* on the do-not-contact list/m)
  })

  test('shows an operator what strangers typed on one line, without what steers a terminal', async () => {
    const businessName = 'Ann\u001B]0;gone\u0007\u001B[2J\nphone  13034400001\u202E'
    const asked = await call('POST', '/api/removal-requests', { businessName, email: 'ann@annplumbing.org' })
    expect(asked.statusCode).toBe(202)
    const token = await tokenMailedTo(product.app, 'ann@annplumbing.org', '/remove-my-business#token=')
    await call('POST', '/api/removal-requests/confirm', { token })
    const lines: string[] = []
    const say = (line: string) => void lines.push(line)
    const voice = { print: say, complain: say, progress: () => {} }
    await runCommand({ argv: ['suppress', 'list'], cwd: folder, deps: product.deps, migrated: [], voice })
    expect(lines).toEqual([
      expect.stringMatching(/^email {3}ann@annplumbing\.org/),
      expect.stringMatching(/^domain {2}annplumbing\.org/),
    ])
    expect(lines.join('')).toContain('of Ann ]0;gone [2J phone 13034400001')
    expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  test.each<[string, SuppressionEntry]>([
    ['phone', { kind: 'phone', value: '13034400001' }],
    ['email', { kind: 'email', value: 'ann@mail.annplumbing.org' }],
    ['domain', { kind: 'domain', value: 'annplumbing.org' }],
    ['place', { kind: 'place', value: 'overture:ann' }],
  ])('suppresses a business by its %s, through every later import, until the entry is removed', async (_, entry) => {
    expect(await suppress(product.deps, [entry], 'test')).toEqual({ added: 1, places: 1 })
    expect(await names()).toEqual(['Bob Plumbing', 'Cat Plumbing'])
    const answer = await search()
    expect(answer.total).toBe(2)
    await importAgain('2026-05-15.0', Number.MAX_SAFE_INTEGER, [{ ...ann, name: 'Ann & Sons' }, bob, cat])
    expect(await offeredNames(product.deps.db)).toEqual(['Bob Plumbing', 'Cat Plumbing'])
    await importAgain('2026-06-15.0', 0, [ann, bob, { ...cat, name: 'Cats' }])
    expect(await offeredNames(product.deps.db)).toEqual(['Bob Plumbing', 'Cats'])
    await load('2026-07-15.0', 0)
    expect(await names()).toEqual(['Bob Plumbing', 'Cat Plumbing'])
    expect(await removeSuppression(product.deps, entry)).toBe(true)
    expect(await names()).toEqual(['Ann Plumbing', 'Bob Plumbing', 'Cat Plumbing'])
  })

  test('applies to searches before the catalog is updated, and to earlier leads, their export, and the download of own data', async () => {
    expect(await names()).toHaveLength(3)
    const { db, clock } = product.deps
    await db.query(
      `INSERT INTO suppression (kind, value, reason, created_at) VALUES ('email', 'bob@gmail.com', '', $1)`,
      [clock.now()],
    )
    await db.query('UPDATE catalog_version SET version = version + 1')
    expect(await names()).toEqual(['Ann Plumbing', 'Cat Plumbing'])
    const leads = (await call('GET', '/api/leads')).json<Lead[]>()
    expect(leads.find(lead => lead.businessName === 'Bob Plumbing')).toMatchObject({
      doNotContact: true,
      phoneNumber: null,
      email: null,
      hasPhoneNumber: false,
    })
    const csv = (await call('POST', '/api/export', {})).body
    expect(csv).toContain('Ann Plumbing')
    expect(csv).not.toContain('Bob Plumbing')
    expect(csv).not.toContain('bob@gmail.com')
    const ownData = await call('GET', '/api/account/data')
    expect(ownData.body).toContain('Ann Plumbing')
    expect(ownData.body).not.toMatch(/bob@gmail\.com|440-0002/)
    const kept = ownData.json<{ leads: { id: number; facts: Lead | null }[] }>().leads
    expect(new Set(kept.map(({ id }) => id))).toEqual(new Set(leads.map(({ id }) => id)))
    expect(kept.filter(({ facts }) => facts === null)).toHaveLength(1)
  })

  test('suppresses a business that proves its identity through its own mail', async () => {
    const input = { businessName: 'Ann Plumbing', email: 'Ann@mail.annplumbing.org', phone: '303-440-0001' }
    expect((await call('POST', '/api/removal-requests', input)).statusCode).toBe(202)
    expect(await names()).toContain('Ann Plumbing')
    await runDueJobs(product.deps)
    const [mail] = removalMails('ann@mail.annplumbing.org')
    const token = /#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    const confirm = () => call('POST', '/api/removal-requests/confirm', { token })
    expect((await confirm()).statusCode).toBe(200)
    expect(await names()).toEqual(['Bob Plumbing', 'Cat Plumbing'])
    expect((await confirm()).statusCode).toBe(400)
    const { rows } = { rows: await product.deps.db.query('SELECT kind FROM suppression ORDER BY kind') }
    expect(rows).toEqual([{ kind: 'domain' }, { kind: 'email' }, { kind: 'phone' }])
  })

  test('a link to remove a business works for a week', async () => {
    const { db } = product.deps
    for (const [email, age, status] of [
      ['late@annplumbing.org', '7 days', 400],
      ['soon@annplumbing.org', '6 days 23 hours', 200],
    ] as const) {
      await call('POST', '/api/removal-requests', { businessName: 'Ann Plumbing', email })
      const token = await tokenMailedTo(product.app, email, '/remove-my-business#token=')
      await db.query('UPDATE removal_request SET created_at = created_at - $1::interval', [age])
      expect((await call('POST', '/api/removal-requests/confirm', { token })).statusCode).toBe(status)
    }
  })

  test('a mail that seemed not to be sent, and is sent again, has a link that works each time', async () => {
    const { mailer, db } = product.deps
    const { send } = mailer
    await runDueJobs(product.deps)
    mailer.send = async mail => {
      mailer.send = send
      await send(mail)
      throw new Error('The answer was lost')
    }
    await call('POST', '/api/removal-requests', { businessName: 'Ann Plumbing', email: 'twice@annplumbing.org' })
    await runDueJobs(product.deps)
    await db.query(`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`)
    await runDueJobs(product.deps)
    const tokens = removalMails('twice@annplumbing.org').map(({ text }) => /#token=([\w-]{43})/.exec(text)?.[1])
    expect(new Set(tokens).size).toBe(2)
    const answers = []
    for (const token of tokens)
      answers.push((await call('POST', '/api/removal-requests/confirm', { token })).statusCode)
    expect(answers).toEqual([200, 400])
    expect(await names()).toEqual(['Bob Plumbing', 'Cat Plumbing'])
  })

  test('takes three requests a day with one email address, and ten an hour from one network', async () => {
    await product.deps.db.query('DELETE FROM rate_limit')
    const statuses = []
    for (let n = 0; n < 12; n++) {
      const input = { businessName: 'Bob', email: n < 4 ? 'bob@gmail.com' : `bob${n}@gmail.com` }
      statuses.push((await call('POST', '/api/removal-requests', input)).statusCode)
    }
    expect(statuses).toEqual([202, 202, 202, 429, 202, 202, 202, 202, 202, 202, 202, 429])
  })

  test("asks an administrator if the address can be anybody's, and gives the visitor the same answer", async () => {
    const admin = await signUp(product.app)
    await grantAdmin(product.deps, admin.user.username)
    const own = await call('POST', '/api/removal-requests', { businessName: 'Ann', email: 'x@annplumbing.org' })
    const any = await call('POST', '/api/removal-requests', {
      businessName: 'Bob Plumbing',
      email: 'someone@gmail.com',
      phone: '303-440-0002',
      website: 'facebook.com/bob',
    })
    expect(any.json()).toEqual(own.json())
    await runDueJobs(product.deps)
    expect(removalMails('x@annplumbing.org')).toHaveLength(1)
    expect(removalMails('someone@gmail.com')).toEqual([])
    const requests = (await call('GET', '/api/admin/removal-requests', undefined, admin)).json<{ id: number }[]>()
    // No entry of the list can be a page on a platform, so the administrator reads it in the message.
    const shown = { phone: '+13034400002', websiteDomain: null, message: 'facebook.com/bob' }
    expect(requests[0]).toMatchObject({ status: 'awaiting_admin', ...shown })
    const url = `/api/admin/removal-requests/${requests[0]?.id}`
    // A request that waits for a person is listed first, no matter how many come later.
    await product.deps.db.query(`INSERT INTO removal_request (business_name, email, message, status, created_at)
      SELECT 'Flood ' || n, 'n' || n || '@flood.example', '', status, now()
      FROM generate_series(1, 501) n, (VALUES ('awaiting_mail'), ('awaiting_admin')) kinds (status)`)
    expect((await call('GET', '/api/admin/removal-requests', undefined, admin)).json<unknown[]>()[0]).toEqual(
      requests[0],
    )
    expect((await call('POST', url, { decision: 'remove' }, admin)).json()).toMatchObject({ status: 'removed' })
    expect(await names()).toEqual(['Ann Plumbing', 'Cat Plumbing'])
    // A removal is final, even if a second administrator refuses it.
    expect((await call('POST', url, { decision: 'refuse' }, admin)).json()).toMatchObject({ status: 'removed' })
  })
})
