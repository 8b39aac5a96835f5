import { beforeAll, beforeEach, expect, test } from 'vitest'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import { ann, type AuthApp, cookiesOf, createAuthApp, getUser, post } from '#tests/support/auth-app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { emptyTables } from '#tests/support/empty-tables.ts'
import { grantAdmin, revokeAdmin } from './account.usecases.ts'

const spring = new Date('2026-03-20T00:00:00Z')

describeOnBothDatabases('grants by the operator', open => {
  let auth: AuthApp
  let cookies: Record<string, string>
  beforeAll(async () => {
    auth = await createAuthApp(await open())
  })
  beforeEach(async () => {
    await emptyTables(auth.deps.db, 'user_account, session, rate_limit, plan_grant')
    auth.clock.time = new Date('2026-03-01T12:00:00Z')
    cookies = cookiesOf(await post(auth.app, '/api/register', ann))
  })
  const user = async () => (await getUser(auth.app, cookies)).json<Record<string, unknown>>()

  test('administrators are added and removed by username, ignoring case', async () => {
    await grantAdmin(auth.deps, 'ANN')
    expect(await user()).toMatchObject({ isAdmin: true })
    await revokeAdmin(auth.deps, 'ann')
    expect(await user()).toMatchObject({ isAdmin: false })
  })

  test('a granted plan starts immediately with a full month, and is recorded', async () => {
    auth.clock.time = new Date('2026-03-10T08:00:00Z')
    await grantPlan(auth.deps, { username: 'Ann', tier: 'elite', until: spring })
    expect(await user()).toMatchObject({
      subscriptionTier: 'elite',
      subscriptionStatus: 'active',
      remainingSearches: 1000,
      searchQuota: 1000,
      remainingContactPulls: 7000,
      contactPullQuota: 7000,
    })
    const { db } = auth.deps
    expect(await db.query('SELECT tier, until, at FROM plan_grant')).toEqual([
      { tier: 'elite', until: spring, at: auth.clock.time },
    ])
    const ledger = await db.query(`SELECT bucket, sum(amount)::int AS sum FROM ledger_entry GROUP BY bucket ORDER BY 1`)
    expect(ledger).toEqual([
      { bucket: 'pulls', sum: 7000 },
      { bucket: 'searches', sum: 1000 },
    ])
  })

  test('when a granted plan ends, the account is free again with a free month', async () => {
    await grantPlan(auth.deps, { username: 'ann', tier: 'starter', until: spring })
    auth.clock.time = spring
    expect(await user()).toMatchObject({
      subscriptionTier: 'free',
      subscriptionStatus: 'active',
      remainingSearches: 5,
      remainingContactPulls: 50,
    })
  })

  test('a plan without an end stays', async () => {
    await grantPlan(auth.deps, { username: 'ann', tier: 'pro' })
    auth.clock.time = new Date('2026-03-30T00:00:00Z')
    expect(await user()).toMatchObject({ subscriptionTier: 'pro', remainingSearches: Number.MAX_SAFE_INTEGER })
  })

  test('a plan with an end in the past is refused', async () => {
    const granting = grantPlan(auth.deps, { username: 'ann', tier: 'pro', until: auth.clock.time })
    await expect(granting).rejects.toMatchObject({ errorType: 'INVALID_REQUEST' })
    expect(await user()).toMatchObject({ subscriptionTier: 'free' })
  })

  test('an unknown user is named in the refusal', async () => {
    const refusal = { errorType: 'NOT_FOUND', message: 'There is no user "bob".' }
    await expect(grantAdmin(auth.deps, 'bob')).rejects.toMatchObject(refusal)
    await expect(revokeAdmin(auth.deps, 'bob')).rejects.toMatchObject(refusal)
    await expect(grantPlan(auth.deps, { username: 'bob', tier: 'pro' })).rejects.toMatchObject(refusal)
    expect(await auth.deps.db.query('SELECT id FROM plan_grant')).toEqual([])
  })

  test('the record of granted plans cannot be changed', async () => {
    await grantPlan(auth.deps, { username: 'ann', tier: 'pro' })
    await expect(auth.deps.db.query(`UPDATE plan_grant SET tier = 'free'`)).rejects.toThrow('append-only')
    await expect(auth.deps.db.query('DELETE FROM plan_grant')).rejects.toThrow('append-only')
  })
})
