import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import { setUserDisabled } from '#server/accounts/moderation/moderation.usecases.ts'
import { reconcilePayments } from '#server/money/payments/reconcile.usecases.ts'
import { signUp } from '#tests/support/app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'

describeOnPostgres('a plan that was canceled at the provider, which leaves cancel_at', open => {
  let product: PaymentsApp
  let ann: Customer
  beforeAll(async () => {
    product = await createPaymentsApp(await open())
  })
  beforeEach(async () => {
    ann = await Customer.signUp(product)
    await ann.addCard()
    await ann.choose('pro')
  })
  afterEach(() => product.forgetCustomers())
  afterAll(() => product.close())

  type Plan = { tier: string; status: string; renewsAt: string | null; endsAt: string | null }
  const plan = async () => (await ann.get<Plan>('/api/subscription')).body
  const atProvider = async () => {
    const { data } = await product.stripe.subscriptions.list({ customer: await ann.customerId() })
    const [subscription] = data
    if (subscription === undefined) throw new Error('no subscription')
    return subscription
  }
  const cancelInPortal = async () => {
    await product.sandbox.controls.cancelInPortal((await atProvider()).id)
    await product.sandbox.controls.settle()
  }
  const cancelAt = async (moment: Date) => {
    await product.stripe.subscriptions.update((await atProvider()).id, {
      cancel_at: Math.floor(moment.getTime() / 1000),
    })
    await product.sandbox.controls.settle()
  }
  const daysFromNow = (days: number) => new Date(product.deps.clock.now().getTime() + days * 86_400_000)

  test('is shown as canceled with its last day, is confirmed by mail, and ends without another charge', async () => {
    const { renewsAt } = await plan()
    await cancelInPortal()
    expect(await plan()).toMatchObject({ status: 'canceled', renewsAt: null, nextCharge: null, endsAt: renewsAt })
    expect(await ann.user()).toMatchObject({ subscriptionStatus: 'canceled' })
    await reconcilePayments(product.deps)
    await runDueJobs(product.deps)
    const mails = product.mails.filter(({ to }) => to === ann.signedIn.user.email).map(({ subject }) => subject)
    expect(mails.filter(subject => subject === 'Your subscription is canceled')).toHaveLength(1)
    await ann.letMonthPass()
    expect(await ann.standing()).toMatchObject({ paidCents: 4900, tier: 'free', status: 'active' })
  })

  test('can be resumed here: its end date at the provider is removed, and the next month is charged', async () => {
    await cancelInPortal()
    expect(await ann.post('/api/resume-subscription')).toMatchObject({ body: { subscriptionStatus: 'active' } })
    expect(await atProvider()).toMatchObject({ cancel_at: null, cancel_at_period_end: false })
    await ann.letMonthPass()
    expect(await ann.standing()).toMatchObject({ paidCents: 9800, tier: 'pro', status: 'active' })
  })

  test('continues after an upgrade or downgrade', async () => {
    await cancelInPortal()
    await ann.choose('elite')
    expect(await atProvider()).toMatchObject({ cancel_at: null, cancel_at_period_end: false })
    expect(await ann.user()).toMatchObject({ subscriptionTier: 'elite', subscriptionStatus: 'active' })
    await cancelInPortal()
    await ann.choose('starter')
    expect(await atProvider()).toMatchObject({ cancel_at: null, cancel_at_period_end: false })
    expect(await plan()).toMatchObject({ status: 'active', scheduledChange: { tier: 'starter' } })
  })

  test('is not changed by canceling again', async () => {
    await cancelInPortal()
    const before = await atProvider()
    expect(await ann.post('/api/cancel-subscription')).toMatchObject({ body: { subscriptionStatus: 'canceled' } })
    expect(await atProvider()).toMatchObject({ cancel_at: before.cancel_at, status: 'active' })
  })

  test('whose webhook was lost is found by the hourly reconciliation', async () => {
    await product.sandbox.controls.settle()
    await product.sandbox.controls.setSwitch('webhooks', 'off')
    await cancelInPortal()
    expect(await plan()).toMatchObject({ status: 'active' })
    await reconcilePayments(product.deps)
    await product.sandbox.controls.setSwitch('webhooks', 'normal')
    expect(await plan()).toMatchObject({ status: 'canceled' })
  })

  test('with an end date within the month ends on that day', async () => {
    const end = daysFromNow(10)
    await cancelAt(end)
    expect(await plan()).toMatchObject({ status: 'canceled', renewsAt: null, endsAt: end.toISOString() })
    await product.sandbox.controls.setSwitch('webhooks', 'off')
    await product.sandbox.controls.advance({ days: 10, hours: 1 })
    await reconcilePayments(product.deps)
    await product.sandbox.controls.setSwitch('webhooks', 'normal')
    expect(await ann.user()).toMatchObject({ subscriptionTier: 'free' })
    const [row] = await product.deps.db.query<{ isLive: boolean }>(
      'SELECT is_live AS "isLive" FROM billing_subscription WHERE user_id = $1',
      [ann.signedIn.user.id],
    )
    expect(row).toEqual({ isLive: false })
  })

  test('with a later end date renews until then, shows both dates, and can be canceled for the end of the month', async () => {
    const end = daysFromNow(75)
    await cancelAt(end)
    expect(await plan()).toMatchObject({
      status: 'active',
      renewsAt: expect.any(String) as string,
      nextCharge: { amountCents: 4900 },
      endsAt: end.toISOString(),
    })
    await runDueJobs(product.deps)
    const mail = product.mails.find(({ to, subject }) => to === ann.signedIn.user.email && /canceled/.test(subject))
    expect(mail?.text).toContain('It renews as usual until then.')
    await ann.letMonthPass()
    expect(await ann.standing()).toMatchObject({ paidCents: 9800, tier: 'pro', status: 'active' })
    await ann.post('/api/cancel-subscription')
    const { endsAt, renewsAt } = await plan()
    expect(renewsAt).toBeNull()
    expect(Date.parse(endsAt ?? '')).toBeLessThan(end.getTime())
    await ann.letMonthPass()
    expect(await ann.standing()).toMatchObject({ paidCents: 9800, tier: 'free' })
  })

  const asksAlways = '4000002760003184'
  /** Chooses a higher plan; the bank requires authentication. */
  const beginUpgrade = async () => {
    await ann.addCard(asksAlways)
    return String((await ann.choose('elite')).body.clientSecret)
  }

  test.each([10, 75])('in %i days keeps its end date when the card for an upgrade is declined', async days => {
    const end = daysFromNow(days)
    await cancelAt(end)
    await product.sandbox.controls.declineCharges(await ann.cardId(), 'card_declined')
    expect(await ann.choose('elite')).toMatchObject({ status: 402 })
    expect(await plan()).toMatchObject({ tier: 'pro', endsAt: end.toISOString() })
    expect((await atProvider()).cancel_at).toBe(end.getTime() / 1000)
  })

  test.each([10, 75])('in %i days keeps its end date when the payment of an upgrade is abandoned', async days => {
    const end = daysFromNow(days)
    await cancelAt(end)
    await beginUpgrade()
    expect(await plan()).toMatchObject({ tier: 'pro', endsAt: end.toISOString() })
    await product.sandbox.controls.advance({ days: 2 })
    await product.sandbox.controls.settle()
    await ann.signIn()
    expect(await plan()).toMatchObject({ tier: 'pro', endsAt: end.toISOString() })
    await ann.addCard()
    await product.sandbox.controls.advance({ days: days - 2, hours: 1 })
    await product.sandbox.controls.settle()
    await ann.signIn()
    expect(await ann.standing()).toMatchObject({ paidCents: days === 10 ? 4900 : 14_700, tier: 'free' })
  })

  test('ends on its date while an upgrade waits for its payment, and nothing is charged', async () => {
    await cancelAt(new Date(daysFromNow(0).getTime() + 3_600_000))
    await beginUpgrade()
    await product.sandbox.controls.advance({ hours: 2 })
    await product.sandbox.controls.settle()
    expect(await ann.standing()).toMatchObject({ paidCents: 4900, tier: 'free' })
  })

  test.each([10, 75])('in %i days loses its end date once an upgrade is paid', async days => {
    await cancelAt(daysFromNow(days))
    const secret = await beginUpgrade()
    await product.sandbox.controls.finishChallenge(secret, true)
    await product.sandbox.controls.settle()
    expect(await plan()).toMatchObject({ tier: 'elite', status: 'active', endsAt: null })
    expect(await atProvider()).toMatchObject({ cancel_at: null, cancel_at_period_end: false })
  })

  test('loses its end date when a card pays an upgrade immediately', async () => {
    await cancelAt(daysFromNow(10))
    expect(await ann.choose('elite')).toMatchObject({ status: 200, body: { subscriptionStatus: 'active' } })
    expect(await atProvider()).toMatchObject({ cancel_at: null, cancel_at_period_end: false })
  })

  test('loses its end date in the hourly reconciliation if all webhooks of the paid upgrade were lost', async () => {
    await cancelAt(daysFromNow(10))
    const secret = await beginUpgrade()
    await product.sandbox.controls.settle()
    await product.sandbox.controls.setSwitch('webhooks', 'off')
    await product.sandbox.controls.finishChallenge(secret, true)
    await reconcilePayments(product.deps)
    await product.sandbox.controls.setSwitch('webhooks', 'normal')
    expect(await plan()).toMatchObject({ tier: 'elite', status: 'active', endsAt: null })
  })

  test('keeps an end date that was set again while an upgrade waited for its payment', async () => {
    await cancelAt(daysFromNow(10))
    const secret = await beginUpgrade()
    const end = daysFromNow(12)
    await cancelAt(end)
    await product.sandbox.controls.finishChallenge(secret, true)
    await product.sandbox.controls.settle()
    expect(await plan()).toMatchObject({ tier: 'elite', endsAt: end.toISOString() })
  })

  test('with a later end date does not renew for a disabled account', async () => {
    await cancelAt(daysFromNow(75))
    const admin = await readAccount(product.deps, (await signUp(product.app)).user.id)
    if (admin === undefined) throw new Error('no admin')
    await setUserDisabled(product.deps, { admin, userId: ann.signedIn.user.id, isDisabled: true })
    await runDueJobs(product.deps)
    expect(await atProvider()).toMatchObject({ cancel_at_period_end: true })
  })
})
