import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { plans } from '#contract/plans.ts'
import { deleteAccount } from '#server/features/account/closing.repository.ts'
import type { SignedIn } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { at, createFilledLab, type FilledLab, filledRows as rows } from '#tests/support/filled-lab.ts'
import { ann, bob, dan, knownHeader } from '#tests/support/known-lab.ts'
import { meanwhile } from '#tests/support/meanwhile.ts'
import { refusalOf } from '#tests/support/refusal-of.ts'
import { continueFilling, fillJob } from './fill-file.usecases.ts'
import { matchAgain } from './match-known.usecases.ts'

describeOnBothDatabases('a file that is filled', (open, databaseKind) => {
  let lab: FilledLab
  let user: SignedIn
  beforeAll(async () => {
    lab = await createFilledLab(await open())
  })
  afterAll(() => lab.close())
  beforeEach(async () => {
    user = await lab.begin()
  })

  test('the summary says what was found, and what the file can get, with masked examples', async () => {
    const id = await lab.know(...rows)
    expect(await lab.statesOf(id)).toEqual(['found', 'found', 'found', 'decide', 'none', 'double', 'found'])
    const summary = await lab.summaryOf(id)
    expect(summary).toMatchObject({
      states: { found: 4, decide: 1, none: 1, double: 1 },
      offers: [
        { fact: 'phone', rows: 1, example: { row: 2, was: '', is: '(303) 440-••••', source: 'Overture Maps (Meta)' } },
        { fact: 'website', rows: 1, example: { row: 3, is: 'bob•••.org' } },
        { fact: 'otherPhone', rows: 1, example: { row: 8, was: '303-440-0099', is: '(303) 440-••••' } },
      ],
      gone: [],
      pullsLeft: 50,
      rowLimit: 200,
      rowsUsed: 0,
      fill: null,
    })
    expect(summary.toPull.reduce((sum, { businesses }) => sum + businesses, 0)).toBe(3)
    expect(await lab.pullsOf()).toBe(0)
  })

  test('a row costs one pull when it gets something, and its business becomes a lead', async () => {
    const id = await lab.know(...rows)
    expect(await lab.fill(id)).toMatchObject({ state: 'done', pulls: 3, filled: 3, row: 8 })
    expect(await lab.pullsOf()).toBe(3)
    expect((await lab.leadsOf()).map(({ businessName }) => businessName).toSorted()).toEqual([
      ann.name,
      bob.name,
      dan.name,
    ])
    const lines = await lab.fileOf(id)
    expect(lines.slice(0, -1).map(line => line.split(',')[0])).toEqual(
      ['Company name', ...rows.map(r => r.split(',')[0])].slice(0, -1),
    )
    expect(lines[0]).toBe(
      `${knownHeader},leadline_status,leadline_changed,leadline_old_values,leadline_source,leadline_confirmed_on`,
    )
    expect(lines[1]).toMatch(
      /^Ann Plumbing,\(303\) 440-0001,,1 Pearl Street,Boulder,CO,80302,Filled,Phone,,Overture Maps/,
    )
    expect(lines[3]).toBe(`${rows[2]},Found,,,,`)
    expect(lines[4]).toBe(`${rows[3]},To decide,,,,`)
    expect(lines[5]).toBe(`${rows[4]},Not found,,,,`)
    expect(lines[6]).toBe(`${rows[5]},Twice in the file,,,,`)
    expect(lines[7]).toMatch(/^Dan Plumbing,\(303\) 440-0004,.*,Filled,Other phone,Other phone: 303-440-0099,/)
    // The next release has nothing new.
    await lab.product.deps.db.query('UPDATE known_file SET version = NULL WHERE id = $1', [id])
    await matchAgain(lab.product.deps)
    // The same again finds nothing to do, and a search lists the leads without a charge.
    expect((await lab.summaryOf(id)).offers).toEqual([])
    expect(await lab.fill(id)).toMatchObject({ state: 'done', pulls: 0, filled: 3 })
    const found = await lab.search()
    expect(found.leads).toHaveLength(6)
    expect(await lab.pullsOf()).toBe(6)
  })

  test('a row that is only a phone gets the name, which is masked until it is paid for', async () => {
    const id = await lab.know(',303-440-0001,,,,,')
    expect((await lab.summaryOf(id)).offers[0]).toMatchObject({ fact: 'name', rows: 1, example: { is: 'Ann•••' } })
    const candidate = async () => (await lab.rowsOf(id)).items[0]?.candidates[0]
    expect(await candidate()).toMatchObject({ cells: { name: 'Ann•••' }, category: null })
    expect(await lab.fill(id, { facts: ['name'] })).toMatchObject({ pulls: 1, filled: 1 })
    expect(await candidate()).toMatchObject({ cells: { name: ann.name }, category: 'Plumbing' })
    expect((await lab.fileOf(id))[1]).toMatch(/^Ann Plumbing,303-440-0001,,,,,,Filled,Name,,/)
  })

  test('rows of businesses that are leads already cost nothing', async () => {
    await lab.search()
    const before = await lab.pullsOf()
    const id = await lab.know(...rows)
    const { offers, toPull } = await lab.summaryOf(id)
    expect(offers[0]?.example?.is).toBe('(303) 440-0001')
    expect(toPull.reduce((sum, { businesses }) => sum + businesses, 0)).toBe(0)
    expect(await lab.fill(id, { maxPulls: 0 })).toMatchObject({ state: 'done', pulls: 0, filled: 3 })
    expect(await lab.pullsOf()).toBe(before)
  })

  test('filling stops at the row that the user cannot pay for, and goes on later without a second charge', async () => {
    const id = await lab.know(...rows)
    const setPulls = (left: number) =>
      lab.product.deps.db.query(`UPDATE quota_balance SET balance = $2 WHERE user_id = $1 AND bucket = 'pulls'`, [
        user.user.id,
        left,
      ])
    expect(await lab.fill(id, { maxPulls: 1 })).toMatchObject({ state: 'stopped', pulls: 1, filled: 1, row: 2 })
    await setPulls(1)
    expect(await lab.fill(id)).toMatchObject({ state: 'stopped', pulls: 1, filled: 2, row: 3 })
    await setPulls(48)
    expect(await lab.fill(id)).toMatchObject({ state: 'done', pulls: 1, filled: 3 })
    expect(await lab.pullsOf()).toBe(3)
    expect(await lab.leadsOf()).toHaveLength(3)
  })

  test('a job that runs twice, or is killed and runs again, charges and fills once', async () => {
    const id = await lab.know(...rows)
    await lab.startFill(id)
    const { deps } = lab.product
    const payload = { fileId: id, run: 1 }
    const attempt = { id: '', isFirst: true, isLast: true }
    await Promise.all([fillJob.run(deps, payload, attempt), fillJob.run(deps, payload, attempt)])
    await runDueJobs(deps, ['jobs'])
    const { items: filled } = await lab.rowsOf(id)
    expect(filled.flatMap(({ changes }) => changes.map(({ fact }) => fact))).toEqual(['phone', 'website', 'otherPhone'])
    expect((await lab.summaryOf(id)).fill).toMatchObject({ state: 'done', pulls: 3, filled: 3 })
    expect(await lab.pullsOf()).toBe(3)
  })

  test('a job of an account that is deleted meanwhile ends', async () => {
    const id = await lab.know(...rows)
    await lab.startFill(id)
    const close = () => lab.product.deps.db.transaction(tx => deleteAccount(tx, user.user.id, new Date()))
    const deps = meanwhile(lab.product.deps, 'FROM user_account', close)
    await fillJob.run(deps, { fileId: id, run: 1 }, { id: '', isFirst: true, isLast: true })
    const left = await lab.product.deps.db.query('SELECT id FROM lead WHERE user_id = $1', [user.user.id])
    expect(left).toEqual([])
  })

  test('a disabled account gets nothing more, pays nothing, and can go on when it is enabled again', async () => {
    const id = await lab.know(...rows)
    await lab.startFill(id)
    const { deps } = lab.product
    await deps.db.query('UPDATE user_account SET disabled_at = now() WHERE id = $1', [user.user.id])
    await runDueJobs(deps, ['jobs'])
    expect(await lab.pullsOf()).toBe(0)
    await deps.db.query('UPDATE user_account SET disabled_at = NULL WHERE id = $1', [user.user.id])
    expect((await lab.summaryOf(id)).fill).toMatchObject({ state: 'stopped', pulls: 0, filled: 0 })
    expect(await lab.fill(id)).toMatchObject({ state: 'done', pulls: 3, filled: 3 })
  })

  test('a plan that ends, or becomes too small for the file, stops the filling, and nothing more is charged', async () => {
    const { db, clock } = lab.product.deps
    const setPlan = (tier: string, endsAt: Date | null) =>
      db.query(
        `UPDATE user_account SET subscription_tier = $2, plan_source = 'payment', plan_ends_at = $3 WHERE id = $1`,
        [user.user.id, tier, endsAt],
      )
    const many = Array.from({ length: plans.free.filledRows }, (_, index) => `Nobody ${index},,,,,,`)
    await setPlan('elite', null)
    const older = await lab.know('Nobody,,,,,,')
    const id = await lab.know(...rows, ...many)
    for (const file of [older, id]) expect((await lab.startFill(file)).statusCode).toBe(202)
    await setPlan('elite', clock.now())
    await runDueJobs(lab.product.deps, ['jobs'])
    expect((await lab.summaryOf(older)).fill).toMatchObject({ state: 'done' })
    await lab.call('DELETE', `/api/known-files/${older}`)
    expect((await lab.summaryOf(id)).fill).toMatchObject({ state: 'stopped', pulls: 0, filled: 0 })
    expect(await lab.pullsOf()).toBe(0)
    expect((await lab.startFill(id)).json()).toMatchObject({ errorType: 'TOO_MANY_FILLED_ROWS' })
    expect(await lab.fileOf(id)).toHaveLength(rows.length + many.length + 1)
    await setPlan('starter', null)
    expect(await lab.fill(id)).toMatchObject({ state: 'done', pulls: 3, filled: 3 })
  })

  test('no network address is stored with a fill', async () => {
    const id = await lab.know(...rows)
    await lab.startFill(id)
    const [stored] = await lab.product.deps.db.query<{ fill: object }>('SELECT fill FROM known_file WHERE id = $1', [
      id,
    ])
    expect(JSON.stringify(stored?.fill)).not.toContain('127.0.0.1')
  })

  test('a fill without a job, as after a restored backup, goes on', async () => {
    const id = await lab.know(...rows)
    await lab.startFill(id)
    await lab.product.deps.db.query("DELETE FROM pgboss.job WHERE name = 'jobs'")
    await continueFilling(lab.product.deps)
    await runDueJobs(lab.product.deps, ['jobs'])
    expect((await lab.summaryOf(id)).fill).toMatchObject({ state: 'done', filled: 3 })
  })

  if (databaseKind === 'embedded') return

  test('a plan that is too small says what fits', async () => {
    const id = await lab.know(...rows)
    await lab.product.deps.db.query('UPDATE known_file SET row_count = $2 WHERE id = $1', [
      id,
      plans.free.filledRows + 1,
    ])
    const refused = await lab.startFill(id)
    expect(refusalOf(refused)).toBe('TOO_MANY_FILLED_ROWS')
    expect(refused.body).toContain(
      'Your plan fills and follows 200 rows in all files, and has room for 200 more. This file has 201.',
    )
  })

  test('a file with exactly as many rows as the plan fills is filled', async () => {
    const id = await lab.know(...rows)
    await lab.product.deps.db.query('UPDATE known_file SET row_count = $2 WHERE id = $1', [id, plans.free.filledRows])
    expect(await lab.fill(id)).toMatchObject({ state: 'done', pulls: 3, filled: 3 })
  })

  test('a file that is being filled cannot be filled from a second tab, and can be stopped', async () => {
    const id = await lab.know(...rows)
    await lab.startFill(id)
    expect(refusalOf(await lab.startFill(id))).toBe('FILE_BUSY')
    expect(refusalOf(await lab.call('GET', at(id, '/file')))).toBe('FILE_BUSY')
    expect((await lab.call('DELETE', at(id, '/fill'))).json()).toMatchObject({ state: 'canceled', pulls: 0 })
    await runDueJobs(lab.product.deps, ['jobs'])
    expect(await lab.pullsOf()).toBe(0)
    expect(await lab.fill(id)).toMatchObject({ state: 'done', pulls: 3 })
  })

  test('a file that is sent and filled in two tabs at once is two files, whose rows cost once', async () => {
    const ids = await Promise.all([lab.know(...rows), lab.know(...rows)])
    expect(new Set(ids).size).toBe(2)
    await Promise.all(ids.map(id => lab.startFill(id)))
    await runDueJobs(lab.product.deps, ['jobs'])
    const fills = await Promise.all(ids.map(lab.summaryOf))
    expect(fills.map(({ fill: done }) => [done?.state, done?.filled])).toEqual([
      ['done', 3],
      ['done', 3],
    ])
    expect([await lab.pullsOf(), (await lab.leadsOf()).length]).toEqual([3, 3])
  })
})
