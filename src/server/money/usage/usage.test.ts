import { expect, test } from 'vitest'
import { plans } from '#contract/plans.ts'
import { findAccountRow, setPlan } from '#server/accounts/identity/account.repository.ts'
import { accountOf } from '#server/accounts/identity/account.rules.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { createTestApp, signUp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { nextMonth, runningLow, topUpOf } from './usage.rules.ts'
import { lockQuota, startNewPeriod } from './usage.usecases.ts'

test('an upgrade adds its share of the difference, rounded up, and a smaller plan takes nothing', () => {
  expect(topUpOf({ from: 500, to: 2000, share: 0.3335 })).toBe(501)
  expect(topUpOf({ from: 2000, to: 500, share: 0.5 })).toBe(0)
})

test.each([
  [51, 1, 50],
  [50, 1, null],
  [120, 119, 1],
  [1, 1, 0],
  [500, 500, 0],
])('of 500 leads a month, of %i left %i are used: users are told at a tenth, and at the end', (pulls, cost, told) => {
  const held = { searches: 0, pulls: pulls - 1, extraPulls: 1 }
  const news = runningLow({ tier: 'starter', grantedPulls: null }, { searches: 0, pulls: cost }, held)
  expect(news).toEqual(told === null ? [] : [{ quota: 'contactPulls', remaining: told, monthlyQuota: 500 }])
})

describeOnBothDatabases('the quota of a month', open => {
  test('that was just paid is not replaced by a free one in an earlier request', async () => {
    const db = await open()
    const { app } = await createTestApp({ db })
    const { user } = await signUp(app)
    const row = await findAccountRow(db, user.id)
    if (row === undefined) throw new Error('The account is not there')
    const now = nextMonth(row.quota_anchor)
    const letIn = accountOf(row, now)
    expect(letIn.tier).toBe('free')

    const paidAt = new Date(now.getTime() - 2000)
    await setPlan(db, { userId: user.id, tier: 'pro', until: null, pulls: null, from: paidAt })
    await db.transaction(tx =>
      startNewPeriod(tx, { userId: user.id, tier: 'pro', periodStart: paidAt, now, reason: 'month paid, pro' }),
    )

    const pro = { searches: plans.pro.searchQuota, pulls: plans.pro.contactPullQuota, extraPulls: 0 }
    const [held] = await db.transaction(tx => lockQuota(tx, { account: letIn, now }, () => Promise.resolve()))
    expect(held).toEqual(pro)
    const spent = await db.query<{ amount: number }>(
      `SELECT amount FROM ledger_entry WHERE user_id = $1 AND reason = 'expired'`,
      [user.id],
    )
    expect(spent.filter(({ amount }) => amount === -pro.pulls)).toEqual([])
  })

  test('is locked before what it protects is read, also for the first search of a user', async () => {
    const db = await open()
    const { app } = await createTestApp({ db })
    const { user } = await signUp(app)
    const row = await findAccountRow(db, user.id)
    if (row === undefined) throw new Error('The account is not there')
    const now = row.quota_anchor
    const account = accountOf(row, now)
    const lockedAt = (tx: Queryable) =>
      lockQuota(tx, { account, now }, async () => {
        const held = await tx.query('SELECT FROM quota_balance WHERE user_id = $1', [user.id])
        return held.length
      })
    expect((await db.transaction(lockedAt))[1]).toBe(3)
    expect((await db.transaction(lockedAt))[1]).toBe(3)
  })
})
