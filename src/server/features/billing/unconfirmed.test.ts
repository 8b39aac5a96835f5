import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { SubscriptionPreview } from '#contract/billing/billing.ts'
import { addFailure } from '#server/money/payments/failed-key.repository.ts'
import { reconcilePayments } from '#server/money/payments/reconcile.usecases.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'

const { StripeInvalidRequestError } = Stripe.errors
const refused = () =>
  new StripeInvalidRequestError({
    type: 'invalid_request_error',
    statusCode: 400,
    message: 'Received unknown parameter',
  })
const lost = () => new Stripe.errors.StripeConnectionError({ message: 'gone', type: 'api_error' })

describeOnPostgres('when the payment provider does not answer', open => {
  let product: PaymentsApp
  let ann: Customer
  beforeAll(async () => {
    product = await createPaymentsApp(await open())
  })
  beforeEach(async () => {
    ann = await Customer.signUp(product)
    await ann.addCard()
  })
  afterEach(() => void vi.restoreAllMocks())
  afterAll(() => product.close())

  const unconfirmed = { status: 503, body: { errorType: 'PAYMENT_UNCONFIRMED' } }

  /** Leaves the plan with a month that could not be charged, and a card that could pay it. */
  const missMonth = async () => {
    await ann.choose('starter')
    await product.sandbox.controls.declineCharges(await ann.cardId(), 'generic_decline')
    await ann.letMonthPass()
    await product.sandbox.controls.declineCharges(await ann.cardId(), null)
  }
  test('after a first charge, the user is not told that nothing changed, and the plan starts by itself', async () => {
    vi.spyOn(product.stripe.invoices, 'retrieve').mockRejectedValueOnce(lost())
    const answer = await ann.choose('pro')
    expect(answer).toMatchObject(unconfirmed)
    expect(answer.body.message).not.toContain('Nothing was changed')
    await product.sandbox.controls.settle()
    expect(await ann.standing()).toMatchObject({ paidCents: 4900, tier: 'pro', pulls: 2000 })
    await ann.choose('pro')
    expect(await ann.paidCents()).toBe(4900)
  })

  test('to a first charge, choosing the plan again brings it at once and for nothing more', async () => {
    await product.sandbox.controls.setSwitch('webhooks', 'off')
    vi.spyOn(product.stripe.invoices, 'retrieve').mockRejectedValueOnce(lost())
    expect(await ann.choose('pro')).toMatchObject(unconfirmed)
    expect(await ann.standing()).toMatchObject({ tier: 'free' })
    const { body: shown } = await ann.get<SubscriptionPreview>('/api/subscription/preview?tier=pro')
    expect(shown).toMatchObject({ takesEffect: 'now', dueNowCents: 0, nextChargeCents: 4900 })
    expect(await ann.choose('pro', { takesEffect: 'now' })).toMatchObject({ body: { subscriptionTier: 'pro' } })
    await product.sandbox.controls.setSwitch('webhooks', 'normal')
    expect(await ann.standing()).toMatchObject({ paidCents: 4900, tier: 'pro', pulls: 2000 })
  })

  test('after an upgrade was sent, the user is not told that nothing changed', async () => {
    await ann.choose('starter')
    vi.spyOn(product.stripe.subscriptions, 'update').mockRejectedValueOnce(lost())
    expect(await ann.choose('pro')).toMatchObject(unconfirmed)
  })

  test('after a failed month was paid, the user is not told that nothing changed', async () => {
    await missMonth()
    vi.spyOn(product.stripe.invoices, 'pay').mockRejectedValueOnce(lost())
    expect(await ann.post('/api/subscription/pay')).toMatchObject(unconfirmed)
  })

  test('after a cancellation was sent, the user is not told that nothing changed', async () => {
    await ann.choose('starter')
    vi.spyOn(product.stripe.subscriptions, 'update').mockRejectedValueOnce(lost())
    const answer = await ann.post('/api/cancel-subscription')
    expect(answer).toMatchObject(unconfirmed)
    expect(answer.body.message).not.toContain('payment')
  })

  test('its failures are forgotten after two days, when it no longer repeats them', async () => {
    const { db, clock } = product.deps
    const hoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000)
    for (const hours of [47, 49]) await addFailure(db, `${hours} hours ago`, hoursAgo(hours))
    await reconcilePayments(product.deps)
    const left = await db.query(`SELECT key FROM failed_idempotency_key WHERE key LIKE '% ago'`)
    expect(left).toEqual([{ key: '47 hours ago' }])
  })

  test('before anything was sent, the user is told that nothing changed', async () => {
    await product.sandbox.controls.settle()
    vi.spyOn(product.stripe.customers, 'retrieve').mockRejectedValueOnce(lost())
    const message = 'The payment service is not responding. Nothing was changed; please try again in a moment.'
    expect(await ann.choose('pro')).toMatchObject({ status: 503, body: { message } })
    expect(await ann.standing()).toMatchObject({ paidCents: 0, tier: 'free' })
  })

  const nothingCharged = {
    status: 500,
    body: {
      errorType: 'INTERNAL',
      message: 'Something went wrong on our side. Nothing was charged. Please try again.',
    },
  }
  const charges = [
    {
      what: 'a first plan',
      prepare: async () => {},
      act: () => ann.choose('pro'),
      refuse: () => void vi.spyOn(product.stripe.subscriptions, 'create').mockRejectedValueOnce(refused()),
    },
    {
      what: 'an upgrade',
      prepare: () => ann.choose('starter'),
      act: () => ann.choose('pro'),
      refuse: () => void vi.spyOn(product.stripe.subscriptions, 'update').mockRejectedValueOnce(refused()),
    },
    {
      what: 'a failed month',
      prepare: missMonth,
      act: () => ann.post('/api/subscription/pay'),
      refuse: () => void vi.spyOn(product.stripe.invoices, 'pay').mockRejectedValueOnce(refused()),
    },
    {
      what: 'a failed month, with a new card',
      prepare: missMonth,
      act: () => ann.addCard(),
      refuse: () => void vi.spyOn(product.stripe.invoices, 'pay').mockRejectedValueOnce(refused()),
    },
    {
      what: 'a lead package',
      prepare: async () => {},
      act: () => ann.post('/api/purchase-leads'),
      refuse: () => void vi.spyOn(product.stripe.checkout.sessions, 'create').mockRejectedValueOnce(refused()),
    },
  ]
  test.each(charges)('if it refuses to charge $what, the user reads that nothing was charged', async charge => {
    await charge.prepare()
    const before = await ann.paidCents()
    charge.refuse()
    expect(await charge.act()).toMatchObject(nothingCharged)
    expect(await ann.paidCents()).toBe(before)
    expect(await charge.act()).toMatchObject({ status: 200 })
  })

  test('if it refuses a request before the charge, the user reads that nothing was charged', async () => {
    await product.sandbox.controls.settle()
    await product.sandbox.controls.setFault('refused')
    const answers = [await ann.choose('pro'), await ann.post('/api/purchase-leads')]
    await product.sandbox.controls.setFault('none')
    expect(answers).toMatchObject([nothingCharged, nothingCharged])
  })

  test('if it refuses a request after the charge, the user is not told that nothing was charged', async () => {
    vi.spyOn(product.stripe.invoices, 'retrieve').mockRejectedValueOnce(refused())
    expect(await ann.choose('pro')).toMatchObject(unconfirmed)
    expect(await ann.paidCents()).toBe(4900)
    await product.sandbox.controls.settle()
    vi.spyOn(product.stripe.customers, 'retrieve').mockRejectedValueOnce(refused())
    expect(await ann.post('/api/subscription/refresh')).toMatchObject(unconfirmed)
  })

  test('if it refuses to say whether a checkout was paid, the buyer is not told that nothing was charged', async () => {
    const sessionId = await ann.beginCheckout()
    await product.sandbox.controls.setSwitch('webhooks', 'off')
    await product.sandbox.controls.payCheckout(sessionId)
    await product.sandbox.controls.setSwitch('webhooks', 'normal')
    vi.spyOn(product.stripe.checkout.sessions, 'retrieve').mockRejectedValueOnce(refused())
    const message =
      'We could not confirm the payment. If it went through, your leads will be added automatically. Please check again in a moment.'
    expect(await ann.post('/api/purchase-leads/confirm', { sessionId })).toMatchObject({
      status: 503,
      body: { message },
    })
    expect(await ann.post('/api/purchase-leads/confirm', { sessionId })).toMatchObject({ body: { isPaid: true } })
  })
})
