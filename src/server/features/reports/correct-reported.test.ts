import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { PlaceOverrides } from '#contract/admin/place-overrides.ts'
import type { ReportReason } from '#contract/leads/lead-report.ts'
import { fairUse } from '#contract/leads/lead-reports.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { grantAdmin } from '#server/accounts/identity/account.usecases.ts'
import { overrideDays } from '#server/catalog/corrections/corrections.usecases.ts'
import { runChore } from '#server/entry/job-runner.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { endedOverrides } from '#tests/support/corrected-places.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { ledgerSums } from '#tests/support/search-calls.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import { correctReported } from './correct-reported.usecases.ts'
import { witnessDays } from './reports.rules.ts'
import { mistakeLimit } from './witnesses.rules.ts'

const PLUMBERS = 12
const DAY_MS = 86_400_000
const plumbers = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 5, confirmed: true }
const password = 'correct horse battery'

describeOnBothDatabases('reports by several accounts', (open, kind) => {
  let db: Db
  let product: TestApp
  let admin: SignedIn
  let cards = 0

  beforeAll(async () => {
    db = await open()
    await seedPlumbers(db, PLUMBERS)
    product = await createTestApp({ db })
    admin = await signUp(product.app)
    await grantAdmin(product.deps, admin.user.username)
  })
  beforeEach(async () => {
    await db.query('TRUNCATE place_override, lead_return, lead_report, rate_limit')
    // Offers the places again that the last test withheld.
    await db.query('UPDATE place SET is_offered = true, flags = flags & 511, quality = 80')
    await db.query(`INSERT INTO place_category
      SELECT p.category_ids[1], p.state, p.lat, p.lon, p.id, 181, 0, p.name_order, p.phone, p.flags FROM place p
      WHERE p.id NOT IN (SELECT place_id FROM place_category)`)
    await db.query('UPDATE catalog_version SET version = version + 1')
  })

  const send = (method: 'GET' | 'POST', url: string, payload?: object, as = admin) =>
    product.app.inject({ method, url, headers: { cookie: as.cookie }, ...(payload && { payload }) })
  const daysAgo = (days: number) => new Date(product.clock.now().getTime() - days * DAY_MS)

  type Facts = {
    card?: string
    email?: string
    days?: number
    isPaying?: boolean
    hasPaid?: boolean
    refundedCents?: number
    isDisputed?: boolean
    isVerified?: boolean
  }
  /** A customer, who pays unless the facts say otherwise. */
  const customer = async (facts: Facts = {}): Promise<SignedIn> => {
    const { days = witnessDays, isPaying = true, hasPaid = isPaying, isVerified = true } = facts
    const signedIn = await signUp(product.app)
    const { id } = signedIn.user
    cards += 1
    const { card = String(cards).padStart(4, '0'), email = `person${id}@gmail.com` } = facts
    await db.query(
      `UPDATE user_account SET subscription_tier = $2, plan_source = $3, created_at = $4, email = $5,
         email_verified_at = $6 WHERE id = $1`,
      [
        id,
        isPaying ? 'starter' : 'free',
        isPaying ? 'payment' : 'none',
        daysAgo(days),
        email,
        isVerified ? daysAgo(days) : null,
      ],
    )
    await db.query(
      `INSERT INTO billing_card (payment_method_id, user_id, brand, last4, exp_month, exp_year, is_default, created_at)
       VALUES ($1, $2, 'visa', $3, 1, 2030, true, $4)`,
      [`pm_${id}`, id, card, product.clock.now()],
    )
    if (hasPaid)
      await db.query(
        `INSERT INTO billing_invoice (invoice_id, user_id, description, total_cents, status, created_at, refunded_cents,
           is_disputed)
         VALUES ($1, $2, 'Starter', 2900, 'paid', $3, $4, $5)`,
        [`in_${id}`, id, daysAgo(1), facts.refundedCents ?? 0, facts.isDisputed ?? false],
      )
    return signedIn
  }
  const leadsOf = async (as: SignedIn) => (await send('POST', '/api/search', plumbers, as)).json<SearchResult>().leads
  /** Reports the plumbers with these numbers. */
  const report = async (as: SignedIn, numbers = [0], reason: ReportReason = 'closed') => {
    const names = new Set(numbers.map(number => `Plumber ${String(number).padStart(4, '0')}`))
    const leadIds = (await leadsOf(as)).filter(lead => names.has(lead.businessName)).map(({ id }) => id)
    expect(leadIds).toHaveLength(numbers.length)
    const reply = await send('POST', '/api/leads/reports', { leadIds, reason }, as)
    await runDueJobs(product.deps, ['catalog'])
    return reply
  }
  const overrides = async () => (await send('GET', '/api/admin/place-overrides')).json<PlaceOverrides>()
  const effects = async () => (await overrides()).active.map(({ effect, witnesses }) => [effect, witnesses])
  const found = async () => (await leadsOf(await signUp(product.app))).length

  const disable = async (as?: SignedIn) => {
    await db.query('UPDATE user_account SET disabled_at = $2 WHERE id = $1', [as?.user.id, product.clock.now()])
    await correctReported(product.deps)
    await runDueJobs(product.deps, ['catalog'])
  }

  test('one account corrects nothing, a second one limits the score, and a third one takes the place out of searches', async () => {
    await report(await customer())
    expect(await effects()).toEqual([])
    await report(await customer())
    expect(await effects()).toEqual([['doubted', 2]])
    expect(await found()).toBe(PLUMBERS)
    await report(await customer())
    expect(await effects()).toEqual([['withheld', 3]])
    expect(await found()).toBe(PLUMBERS - 1)
  })

  test('corrections give nobody more credits than fair use and second reports do', async () => {
    const farmers = [await customer(), await customer(), await customer()]
    const all = Array.from({ length: PLUMBERS }, (_, n) => n)
    for (const farmer of farmers) await report(farmer, all)
    await correctReported(product.deps)
    for (const farmer of farmers) {
      const credits = await db.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM lead_return WHERE user_id = $1',
        [farmer.user.id],
      )
      expect(credits[0]?.count).toBeLessThanOrEqual(2 * fairUse.atLeast)
      for (const { sum, balance } of await ledgerSums(db, farmer)) expect(sum).toBe(balance)
    }
  })

  test('reports of disabled accounts stop counting, one account after the other', async () => {
    const reporters = [await customer(), await customer(), await customer()]
    for (const reporter of reporters) await report(reporter)
    await disable(reporters[0])
    expect(await effects()).toEqual([['doubted', 2]])
    expect(await found()).toBe(PLUMBERS)
    await disable(reporters[1])
    expect(await endedOverrides(db)).toMatchObject([{ endReason: 'reporters' }])
  })

  test('an account that becomes old enough, and concurrent reports, count from the next run of the chore', async () => {
    const young = await customer({ days: witnessDays - 1 })
    await Promise.all([report(young), report(await customer())])
    expect(await effects()).toEqual([])
    await db.query('UPDATE user_account SET created_at = $2 WHERE id = $1', [young.user.id, daysAgo(witnessDays)])
    await correctReported(product.deps)
    await runDueJobs(product.deps, ['catalog'])
    expect(await effects()).toEqual([['doubted', 2]])
  })

  test('a correction that nobody repeats expires, and an administrator’s does not', async () => {
    for (const reporter of [await customer(), await customer()]) await report(reporter)
    const [lead] = await leadsOf(await customer())
    const [place] = await db.query<{ key: string }>('SELECT place_key AS key FROM lead WHERE id = $1', [lead?.id])
    await send('POST', '/api/admin/place-overrides', { placeKey: place?.key, fault: 'moved' })
    const expire = async (days: number) => {
      await db.query('UPDATE place_override SET confirmed_at = $1', [daysAgo(days)])
      await db.query('UPDATE lead_report SET created_at = $1', [daysAgo(days)])
      await correctReported(product.deps)
      await runDueJobs(product.deps, ['catalog'])
    }
    await expire(overrideDays - 1)
    expect((await overrides()).total).toBe(2)
    // What nobody has decided comes first.
    expect((await overrides()).active.map(({ basis }) => basis)).toEqual(['reports', 'administrator'])
    await expire(overrideDays + 1)
    expect((await overrides()).active).toMatchObject([{ basis: 'administrator' }])
    const ended = [{ endReason: 'expired', fault: 'closed' }]
    expect(await endedOverrides(db)).toMatchObject(ended)
    for (const [days, isKept] of [
      [399, true],
      [401, false],
    ] as const) {
      await db.query('UPDATE place_override SET ended_at = $1 WHERE ended_at IS NOT NULL', [daysAgo(days)])
      await correctReported(product.deps)
      expect(await endedOverrides(db)).toMatchObject(isKept ? ended : [])
    }
    expect((await overrides()).total).toBe(1)
  })

  // Other tests run the statements of the tests below on both databases, so PostgreSQL is enough here.
  if (kind === 'embedded') return

  test('different faults of a place do not add up, and a duplicate or a wrong category is not a fault of the place', async () => {
    for (const reason of ['closed', 'moved', 'wrong_number'] as const) await report(await customer(), [0], reason)
    for (const reason of ['duplicate', 'wrong_category'] as const)
      for (let n = 0; n < 3; n++) await report(await customer(), [1], reason)
    expect(await effects()).toEqual([])
  })

  test.each<[string, Facts, Facts, number | undefined]>([
    ['two accounts with one card count as one', { card: '7777' }, { card: '7777' }, 2],
    ['two colleagues count as one', { email: 'ann@rivals.com' }, { email: 'bob@rivals.com' }, 2],
    ['free accounts do not count', { isPaying: false }, { isPaying: false }, undefined],
    ['trials that have paid nothing do not count', { hasPaid: false }, { hasPaid: false }, undefined],
    ['accounts whose payment was refunded do not count', { refundedCents: 2900 }, { refundedCents: 2900 }, undefined],
    ['accounts that disputed their payment do not count', { isDisputed: true }, { isDisputed: true }, undefined],
    ['new accounts do not count', { days: witnessDays - 1 }, { days: witnessDays - 1 }, undefined],
    ['accounts without a confirmed email do not count', { isVerified: false }, { isVerified: false }, undefined],
  ])('%s, beside a customer', async (_, one, other, witnesses) => {
    for (const facts of [{}, one, other]) await report(await customer(facts))
    expect(await effects()).toEqual(witnesses === undefined ? [] : [['doubted', witnesses]])
    expect(await found()).toBe(PLUMBERS)
  })

  test('what an administrator decided stays decided when accounts report the same', async () => {
    const reporters = [await customer(), await customer()]
    const leads = []
    for (const reporter of reporters) leads.push((await leadsOf(reporter))[0])
    const [place] = await db.query<{ key: string }>('SELECT place_key AS key FROM lead WHERE id = $1', [leads[0]?.id])
    await send('POST', '/api/admin/place-overrides', { placeKey: place?.key, fault: 'closed' })
    for (const [at, reporter] of reporters.entries())
      await send('POST', '/api/leads/reports', { leadIds: [leads[at]?.id], reason: 'closed' }, reporter)
    await runDueJobs(product.deps, ['catalog'])
    expect((await overrides()).active).toMatchObject([
      { basis: 'administrator', decidedBy: admin.user.username, witnesses: 2 },
    ])
  })

  test('a business cannot be a witness about itself', async () => {
    await db.query(`UPDATE place SET domain = 'plumber-one.com' WHERE name = 'Plumber 0001'`)
    await report(await customer({ email: 'owner@plumber-one.com' }), [1])
    await report(await customer(), [1])
    expect(await effects()).toEqual([])
  })

  test('rivals who work together are stopped by fair use: each account counts for a limited number of places', async () => {
    const rivals = [await customer(), await customer(), await customer()]
    const many = Array.from({ length: fairUse.atLeast + 3 }, (_, n) => n)
    for (const rival of rivals) for (const number of many) await report(rival, [number])
    expect(await effects()).toEqual(many.slice(0, fairUse.atLeast).map(() => ['withheld', 3]))
    // Waiting for a day or repeating the reports does not help.
    await correctReported(product.deps)
    await runDueJobs(product.deps, ['catalog'])
    expect(await found()).toBe(PLUMBERS - fairUse.atLeast)
  })

  test('a correction that an administrator removed returns only with new reports, and its reporters are trusted less', async () => {
    const reporters = [await customer(), await customer(), await customer()]
    for (let round = 0; round < mistakeLimit; round++) {
      for (const reporter of reporters) await report(reporter, [round])
      const [override] = (await overrides()).active
      expect(override).toMatchObject({ effect: 'withheld' })
      expect(
        (await send('POST', `/api/admin/place-overrides/${override?.id}`, { decision: 'remove' })).statusCode,
      ).toBe(200)
      await correctReported(product.deps)
      await runDueJobs(product.deps, ['catalog'])
      expect(await effects()).toEqual([])
    }
    // Their fair use is renewed, but their reports no longer count.
    await db.query(`UPDATE lead_report SET created_at = created_at - interval '31 days'`)
    for (const reporter of reporters) await report(reporter, [mistakeLimit])
    expect(await effects()).toEqual([])
  })

  test('reports that were refused do not count', async () => {
    const reporters = [await customer(), await customer()]
    for (const reporter of reporters) await report(reporter)
    await db.query(`UPDATE lead_report SET state = 'refused' WHERE user_id = $1`, [reporters[0]?.user.id])
    await db.query('DELETE FROM place_override')
    await correctReported(product.deps)
    expect(await effects()).toEqual([])
  })

  test('the correction of a deleted account stays, but the account counts for no further one, and is not named', async () => {
    const [leaving, staying] = [await customer(), await customer()]
    await report(leaving, [0, 1])
    await report(staying, [0])
    const { id } = leaving.user
    const gone = await product.app.inject({
      method: 'POST',
      url: '/api/account/delete',
      headers: { cookie: leaving.cookie },
      payload: { currentPassword: password },
    })
    expect(gone.statusCode).toBe(200)
    await runChore(product.deps, 'deleted-accounts')
    await report(await customer(), [1])
    await correctReported(product.deps)
    await runDueJobs(product.deps, ['catalog'])
    expect(await effects()).toEqual([['doubted', 2]])
    expect(await db.query('SELECT id FROM place_override WHERE $1 = ANY (witness_ids)', [id])).toEqual([])
  })
})
