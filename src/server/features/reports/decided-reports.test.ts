import { beforeEach, expect, test } from 'vitest'
import type { LeadReportQueue } from '#contract/admin/report-queue.ts'
import { grantAdmin } from '#server/accounts/identity/account.usecases.ts'
import { type SignedIn, signUp } from '#tests/support/app.ts'
import { refusalOf } from '#tests/support/refusal-of.ts'
import { describeReports } from '#tests/support/report-lab.ts'
import { ledgerSums } from '#tests/support/search-calls.ts'
import { creditReports } from './credit-reports.usecases.ts'
import { witnessDays } from './reports.rules.ts'

describeReports(lab => {
  const { send, search, report, listed, pullsLeft } = lab
  beforeEach(() => lab.db.query('DELETE FROM lead_report'))

  /** A paying customer with this card, whose account is this old. */
  const customer = async (last4: string, days = witnessDays, fingerprint: string | null = null) => {
    const signedIn = await signUp(lab.product.app)
    await lab.db.query(
      `UPDATE user_account SET subscription_tier = 'starter', plan_source = 'payment', created_at = $2 WHERE id = $1`,
      [signedIn.user.id, new Date(lab.product.clock.now().getTime() - days * 86_400_000)],
    )
    await lab.db.query(
      `INSERT INTO billing_card (payment_method_id, user_id, brand, last4, exp_month, exp_year, is_default, created_at,
         fingerprint)
       VALUES ($1, $2, 'visa', $3, 1, 2030, true, $4, $5)`,
      [`pm_${signedIn.user.id}`, signedIn.user.id, last4, lab.product.clock.now(), fingerprint],
    )
    return signedIn
  }
  /** Reports the first businesses as this user, beyond fair use. */
  const reportFirst = async (as: SignedIn, count = 1) => {
    const ids = (await search(as)).leads.map(({ id }) => id)
    await report(ids.slice(-3), 'moved', as)
    return report(ids.slice(0, count), 'closed', as)
  }

  test('a report is proved by an independent paying account, but not by a new or free one or one with the same card', async () => {
    expect(await reportFirst(await customer('1111'))).toMatchObject({ waiting: 1 })
    expect(await reportFirst(await customer('1111'))).toMatchObject({ waiting: 1 })
    expect(await reportFirst(await customer('2222', witnessDays - 1))).toMatchObject({ waiting: 1 })
    expect(await reportFirst(await signUp(lab.product.app))).toMatchObject({ waiting: 1 })
    // This report proves the first two, which get their credits with the next run of the chore.
    expect(await reportFirst(await customer('3333'))).toMatchObject({ credited: 1 })
    const states = async () =>
      (await lab.db.query<{ state: string }>(`SELECT state FROM lead_report WHERE reason = 'closed' ORDER BY id`)).map(
        ({ state }) => state,
      )
    await creditReports(lab.product.deps)
    expect(await states()).toEqual(['credited', 'credited', 'waiting', 'waiting', 'credited'])
  })

  /** How many credits the report of a new customer with this card gets. */
  const prove = async (last4: string, fingerprint: string | null) =>
    (await reportFirst(await customer(last4, witnessDays, fingerprint))).credited

  test('cards are compared by number, or by their last digits as long as the number is unknown', async () => {
    expect(await prove('1111', 'one')).toBe(0)
    expect(await prove('1111', 'one')).toBe(0)
    expect(await prove('1111', null)).toBe(0)
    await lab.db.query('DELETE FROM lead_report')
    expect(await prove('1111', 'one')).toBe(0)
    expect(await prove('1111', 'two')).toBe(1)
  })

  test('a second account can prove as many credits as fair use allows', async () => {
    await reportFirst(await customer('4444'), 5)
    expect(await reportFirst(await customer('5555'), 5)).toMatchObject({ credited: 3, waiting: 2 })
  })

  test('a report that waits can still be credited after its user has put the lead on their do-not-contact list', async () => {
    await report(lab.leads.slice(0, 5).map(({ id }) => id))
    const admin = await signUp(lab.product.app)
    await grantAdmin(lab.product.deps, admin.user.username)
    const queue = async () => (await send('GET', '/api/admin/lead-reports', undefined, admin)).json<LeadReportQueue>()
    const [first, second] = (await queue()).reports
    const leadIds = [first?.leadId, second?.leadId]
    expect((await queue()).reports[0]?.phoneNumber).toMatch(/^\(/)
    await send('POST', '/api/leads/actions', { leadIds, action: { kind: 'doNotContact' } })
    expect((await queue()).reports).toMatchObject(
      leadIds.map(leadId => ({ leadId, phoneNumber: null, website: null, address: null })),
    )
    const before = await pullsLeft()
    const decided = await send('POST', `/api/admin/lead-reports/${first?.id}`, { decision: 'credit' }, admin)
    expect([decided.statusCode, await pullsLeft()]).toEqual([200, before + 1])
    await lab.db.query('UPDATE lead SET is_listed = false WHERE id = $1', [second?.leadId])
    await creditReports(lab.product.deps)
    expect([await pullsLeft(), await queue()]).toEqual([before + 2, { total: 0, reports: [] }])
    expect(await listed(second?.leadId ?? 0)).toMatchObject({ phoneNumber: null, report: { state: 'credited' } })
    for (const { sum, balance } of await ledgerSums(lab.db, lab.user)) expect(sum).toBe(balance)
  })

  test('an administrator credits a report that waits, or refuses it, once', async () => {
    await report(lab.leads.slice(0, 5).map(({ id }) => id))
    const admin = await signUp(lab.product.app)
    await grantAdmin(lab.product.deps, admin.user.username)
    const queue = async () => (await send('GET', '/api/admin/lead-reports', undefined, admin)).json<LeadReportQueue>()
    const { total, reports } = await queue()
    expect(total).toBe(2)
    // The oldest comes first.
    expect(reports.map(({ id }) => id)).toEqual(reports.map(({ id }) => id).toSorted((a, b) => a - b))
    expect(reports[0]).toMatchObject({ username: lab.user.user.username, reason: 'closed', credited: 3, others: 0 })
    const first = lab.leads.find(({ id }) => id === reports[0]?.leadId)
    expect(first?.phoneNumber).toMatch(/^\(/)
    expect(reports[0]).toMatchObject({
      phoneNumber: first?.phoneNumber,
      website: first?.website,
      address: first?.address,
    })
    const decide = (id = 0, decision = 'credit') => send('POST', `/api/admin/lead-reports/${id}`, { decision }, admin)
    const before = await pullsLeft()
    expect((await decide(reports[0]?.id)).statusCode).toBe(200)
    expect((await decide(reports[1]?.id, 'refuse')).statusCode).toBe(200)
    expect(await pullsLeft()).toBe(before + 1)
    for (const { id } of reports) expect(refusalOf(await decide(id))).toBe('NOT_FOUND')
    expect(await queue()).toEqual({ total: 0, reports: [] })
    expect(await listed(reports[0]?.leadId ?? 0)).toMatchObject({ phoneNumber: null, report: { state: 'credited' } })
    const refused = await listed(reports[1]?.leadId ?? 0)
    expect(refused).toMatchObject({ report: { state: 'refused' } })
    expect(refused?.phoneNumber).not.toBeNull()
    for (const { sum, balance } of await ledgerSums(lab.db, lab.user)) expect(sum).toBe(balance)
  })
})
