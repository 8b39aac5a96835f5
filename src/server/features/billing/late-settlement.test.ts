import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { reconcilePayments } from '#server/money/payments/reconcile.usecases.ts'
import { hitRateLimit } from '#server/platform/limits/rate-limit.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'
import { questionLimit } from './pay.usecases.ts'

const settling = { status: 200, body: { payment: 'settling' } }
const settled = (subscriptionTier: string) => ({
  status: 200,
  body: { payment: 'settled', user: { subscriptionTier, subscriptionStatus: 'active' } },
})
const nothingKnown = { status: 200, body: { payment: 'foreign', user: { subscriptionTier: 'free' } } }

describeOnPostgres('a payment that the provider settles seconds after 3-D Secure', open => {
  let product: PaymentsApp
  let ann: Customer
  beforeAll(async () => {
    product = await createPaymentsApp(await open())
    await product.sandbox.controls.setSwitch('settlement', 'late')
  })
  beforeEach(async () => {
    ann = await Customer.signUp(product)
    await ann.addCard('4000002760003184')
  })
  afterEach(() => product.forgetCustomers())
  afterAll(() => product.close())

  const confirm = (secret: string, who = ann) =>
    who.post('/api/subscription/confirm', { paymentIntentId: secret.split('_secret_')[0] ?? '' })
  const approve = async (tier: string) => {
    const { body } = await ann.choose(tier)
    const secret = String(body.clientSecret)
    await product.sandbox.controls.finishChallenge(secret, true)
    return secret
  }
  const plan = async () => (await ann.get('/api/subscription')).body
  const passSeconds = async (seconds = 5) => {
    await product.sandbox.controls.advance({ seconds })
    await product.sandbox.controls.settle()
  }

  test('is shown as being processed until the plan is active, also after a reload and in another tab', async () => {
    const secret = await approve('starter')
    expect(await Promise.all([confirm(secret), confirm(secret)])).toMatchObject([settling, settling])
    expect(await plan()).toMatchObject({ tier: 'free', isSettling: true })
    await passSeconds()
    expect(await plan()).toMatchObject({ tier: 'starter', isSettling: false })
    expect(await Promise.all([confirm(secret), confirm(secret)])).toMatchObject([
      settled('starter'),
      settled('starter'),
    ])
    expect(await ann.standing()).toMatchObject({ paidCents: 1900, tier: 'starter', pulls: 500 })
  })

  test('is found by polling without a webhook, and by the hourly reconciliation', async () => {
    const secret = await approve('starter')
    await product.sandbox.controls.settle()
    await product.sandbox.controls.setSwitch('webhooks', 'off')
    expect(await confirm(secret)).toMatchObject(settling)
    await passSeconds()
    expect(await confirm(secret)).toMatchObject(settled('starter'))
    const upgrade = await approve('pro')
    expect(await confirm(upgrade)).toMatchObject(settling)
    await passSeconds()
    await reconcilePayments(product.deps)
    await product.sandbox.controls.setSwitch('webhooks', 'normal')
    expect(await plan()).toMatchObject({ tier: 'pro', isSettling: false })
  })

  test('of an upgrade keeps the old plan until then, and says that the higher plan is being processed', async () => {
    await approve('starter')
    await passSeconds()
    const secret = await approve('pro')
    expect(await confirm(secret)).toMatchObject(settling)
    expect(await plan()).toMatchObject({ tier: 'starter', isSettling: true })
    await passSeconds()
    expect(await confirm(secret)).toMatchObject(settled('pro'))
    expect(await ann.paidCents()).toBe(4900)
  })

  test('is neither charged again nor voided by further requests', async () => {
    await approve('starter')
    const busy = { status: 503, body: { errorType: 'PAYMENT_UNCONFIRMED' } }
    expect(await ann.choose('starter')).toMatchObject(busy)
    expect(await ann.choose('elite')).toMatchObject(busy)
    expect(await ann.post('/api/cancel-subscription')).toMatchObject(busy)
    await passSeconds()
    expect(await ann.standing()).toMatchObject({ paidCents: 1900, tier: 'starter', status: 'active', pulls: 500 })
    await approve('pro')
    expect(await ann.post('/api/cancel-subscription')).toMatchObject(busy)
    await passSeconds()
    expect(await ann.standing()).toMatchObject({ paidCents: 4900, tier: 'pro', status: 'active' })
  })

  test("belongs to no other user's plan, and an unknown one belongs to none", async () => {
    const secret = await approve('starter')
    const bob = await Customer.signUp(product)
    expect(await confirm(secret, bob)).toMatchObject(nothingKnown)
    await bob.addCard()
    expect(await confirm(secret, bob)).toMatchObject(nothingKnown)
    expect(await confirm('pi_nothing', bob)).toMatchObject(nothingKnown)
    const session = await bob.beginCheckout()
    await product.sandbox.controls.payCheckout(session)
    const [intent] = await product.sandbox.controls.list('payment_intent', await bob.customerId())
    expect(intent).toMatchObject({ status: 'succeeded', amount: 1000 })
    expect(await confirm(intent?.id ?? '', bob)).toMatchObject(nothingKnown)
  })

  test('can be polled 120 times an hour', async () => {
    const { db, clock } = product.deps
    for (let asked = 1; asked < 120; asked++) await hitRateLimit(db, questionLimit(ann.signedIn.user.id), clock.now())
    expect((await confirm('pi_nothing')).status).toBe(200)
    expect((await confirm('pi_nothing')).status).toBe(429)
  })

  test('of an overdue month is not voided by a cancellation: the month is paid and active', async () => {
    await approve('starter')
    await passSeconds()
    await ann.letMonthPass()
    const paying = await ann.post('/api/subscription/pay')
    const secret = String(paying.body.clientSecret)
    await product.sandbox.controls.finishChallenge(secret, true)
    expect(await confirm(secret)).toMatchObject(settling)
    expect(await plan()).toMatchObject({ isSettling: true, openInvoice: null })
    expect(await ann.post('/api/cancel-subscription')).toMatchObject({
      status: 503,
      body: { errorType: 'PAYMENT_UNCONFIRMED' },
    })
    await passSeconds()
    expect(await ann.standing()).toMatchObject({ paidCents: 3800, tier: 'starter', status: 'active', pulls: 500 })
  })
})
