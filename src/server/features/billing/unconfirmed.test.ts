import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'

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

  test('after an upgrade was sent, the user is not told that nothing changed', async () => {
    await ann.choose('starter')
    vi.spyOn(product.stripe.subscriptions, 'update').mockRejectedValueOnce(lost())
    expect(await ann.choose('pro')).toMatchObject(unconfirmed)
  })

  test('after a failed month was paid, the user is not told that nothing changed', async () => {
    await ann.choose('starter')
    await product.sandbox.controls.declineCharges(await ann.cardId(), 'generic_decline')
    await ann.letMonthPass()
    await product.sandbox.controls.declineCharges(await ann.cardId(), null)
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

  test('before anything was sent, the user is told that nothing changed', async () => {
    await product.sandbox.controls.settle()
    vi.spyOn(product.stripe.customers, 'retrieve').mockRejectedValueOnce(lost())
    const message = 'The payment service is not responding. Nothing was changed; please try again in a moment.'
    expect(await ann.choose('pro')).toMatchObject({ status: 503, body: { message } })
    expect(await ann.standing()).toMatchObject({ paidCents: 0, tier: 'free' })
  })
})
