import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import { reconcilePayments } from '#server/money/payments/reconcile.usecases.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { meanwhile } from '#tests/support/meanwhile.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'

describeOnPostgres('a granted plan', open => {
  let product: PaymentsApp
  let ann: Customer
  beforeAll(async () => {
    product = await createPaymentsApp(await open())
  })
  beforeEach(async () => {
    ann = await Customer.signUp(product)
    await ann.addCard()
  })
  afterAll(() => product.close())

  test('cannot be canceled, and nobody can pay for a smaller plan', async () => {
    await grantPlan(product.deps, { username: ann.signedIn.user.username, tier: 'elite' })
    const given = { status: 409, body: { errorType: 'NO_SUBSCRIPTION' } }
    expect(await ann.user()).toMatchObject({ isPlanGranted: true })
    expect(await ann.post('/api/cancel-subscription')).toMatchObject({
      ...given,
      body: { message: 'Your plan is complimentary. You are not charged for it.' },
    })
    expect(await ann.get('/api/subscription/preview?tier=starter')).toMatchObject(given)
    expect(await ann.choose('starter')).toMatchObject(given)
    expect((await ann.get('/api/subscription')).body).toMatchObject({
      tier: 'elite',
      isGranted: true,
      pricePerMonthCents: 0,
    })
    expect(await ann.standing()).toMatchObject({ paidCents: 0, tier: 'elite', pulls: 7000 })
  })

  test('becomes active again when a higher paid plan ends', async () => {
    await grantPlan(product.deps, { username: ann.signedIn.user.username, tier: 'starter' })
    await ann.choose('pro')
    expect(await ann.standing()).toMatchObject({ paidCents: 4900, tier: 'pro', pulls: 2000 })
    expect(await ann.user()).toMatchObject({ isPlanGranted: false })
    await ann.post('/api/cancel-subscription')
    await ann.letMonthPass()
    expect(await ann.standing()).toMatchObject({ paidCents: 4900, tier: 'starter', status: 'active', pulls: 500 })
    expect((await ann.get('/api/subscription')).body).toMatchObject({ isGranted: true, endsAt: null })
  })

  test('is free when a customer downgrades to it from a higher paid plan', async () => {
    await grantPlan(product.deps, { username: ann.signedIn.user.username, tier: 'starter' })
    await ann.choose('elite')
    const givenPlan = { tier: 'starter', endsAt: null }
    expect((await ann.get('/api/subscription')).body).toMatchObject({ isGranted: false, givenPlan })
    expect((await ann.get('/api/subscription/preview?tier=starter')).body).toMatchObject({
      takesEffect: 'period_end',
      nextChargeCents: 0,
      nextChargeAt: null,
      givenPlan,
    })
    expect(await ann.choose('starter')).toMatchObject({
      body: { subscriptionTier: 'elite', subscriptionStatus: 'canceled' },
    })
    await ann.letMonthPass()
    expect(await ann.standing()).toMatchObject({ paidCents: 12_900, tier: 'starter', status: 'active', pulls: 500 })
    await runDueJobs(product.deps)
    const told = product.mails.filter(({ to }) => to === ann.signedIn.user.email).map(({ text }) => text)
    expect(told).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Your complimentary Starter plan starts then.'),
        expect.stringContaining(
          'Your Elite plan was canceled and has ended. Your account is now on your complimentary Starter plan.',
        ),
      ]),
    )
  })

  test('that ends before the paid month does not prevent a paid downgrade', async () => {
    const until = new Date(product.deps.clock.now().getTime() + 10 * 86_400_000)
    await grantPlan(product.deps, { username: ann.signedIn.user.username, tier: 'starter', until })
    await ann.choose('elite')
    expect((await ann.get('/api/subscription')).body).toMatchObject({ givenPlan: null })
    await ann.choose('starter')
    await ann.letMonthPass()
    expect(await ann.standing()).toMatchObject({ paidCents: 12_900 + 1900, tier: 'starter', status: 'active' })
  })

  test('is not charged when the same request finds that the higher plan has ended', async () => {
    await grantPlan(product.deps, { username: ann.signedIn.user.username, tier: 'starter' })
    await ann.choose('elite')
    await ann.post('/api/cancel-subscription')
    await product.sandbox.controls.settle()
    await product.sandbox.controls.setSwitch('webhooks', 'off')
    await ann.letMonthPass()
    const choice = await ann.choose('starter')
    await product.sandbox.controls.setSwitch('webhooks', 'normal')
    expect(choice).toMatchObject({ status: 409, body: { errorType: 'NO_SUBSCRIPTION' } })
    expect(await ann.standing()).toMatchObject({ paidCents: 12_900, tier: 'starter' })
  })

  test('has its whole quota, although a search used that of the Free plan before the end of the paid plan was reported', async () => {
    await grantPlan(product.deps, { username: ann.signedIn.user.username, tier: 'starter' })
    await ann.choose('pro')
    await ann.post('/api/cancel-subscription')
    await product.sandbox.controls.settle()
    await product.sandbox.controls.setSwitch('webhooks', 'off')
    await ann.letMonthPass()
    await ann.use({ pulls: 10, searches: 1 })
    expect(await ann.standing()).toMatchObject({ tier: 'free', pulls: 40, searches: 4 })
    await product.sandbox.controls.setSwitch('webhooks', 'normal')
    await reconcilePayments(product.deps)
    expect(await ann.standing()).toMatchObject({ tier: 'starter', pulls: 500, searches: 50 })
  })

  test('is refused for an account that is deleted meanwhile', async () => {
    const { username, id } = ann.signedIn.user
    const deleting = meanwhile(product.deps, 'FROM user_account', () =>
      ann.post('/api/account/delete', { currentPassword: 'correct horse battery' }),
    )
    await expect(grantPlan(deleting, { username, tier: 'elite' })).rejects.toThrow(`There is no user "${username}".`)
    expect(await product.deps.db.query('SELECT FROM plan_grant WHERE user_id = $1', [id])).toEqual([])
  })

  test('is refused for a paying customer', async () => {
    await ann.choose('starter')
    const { username } = ann.signedIn.user
    await expect(grantPlan(product.deps, { username, tier: 'elite' })).rejects.toThrow(`"${username}" pays for a plan.`)
    expect(await ann.standing()).toMatchObject({ paidCents: 1900, tier: 'starter', pulls: 500 })
  })
})
