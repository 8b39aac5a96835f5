import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { plans } from '#contract/plans.ts'
import { createTestDatabase } from './support/databases.ts'
import { openStripeLab, type Payer, providerName, type StripeLab, testKeyOf } from './support/stripe-lab.ts'

// Stripe's test clock takes a while to advance a month.
const PATIENCE_MS = 300_000

/** `npm run test:stripe` runs these against Stripe. Every other run uses the sandbox, so that they stay correct. */
describe(`the product and ${providerName()}`, { timeout: PATIENCE_MS }, () => {
  let lab: StripeLab
  let ann: Payer
  beforeAll(async () => {
    lab = await openStripeLab(await createTestDatabase('postgres'))
  }, PATIENCE_MS)
  beforeEach(async () => {
    ann = await lab.newPayer()
  }, PATIENCE_MS)
  afterAll(() => lab.close(), PATIENCE_MS)

  const STARTER_CENTS = plans.starter.pricePerMonthCents
  const shown = (tier: string) => ann.ask('GET', `/api/subscription/preview?tier=${tier}`)

  test('a first plan is charged once and gives its quota', async () => {
    await ann.addCard('pm_card_visa')
    expect(await ann.choose('starter')).toMatchObject({ status: 200, body: { subscriptionTier: 'starter' } })
    expect(await ann.choose('starter')).toMatchObject({ status: 200 })
    expect(await ann.paidCents()).toBe(STARTER_CENTS)
    expect(await ann.refresh()).toMatchObject({ subscriptionTier: 'starter', remainingContactPulls: 500 })
  })

  test('a declined card charges nothing, and a good one buys the plan', async () => {
    await ann.addCard('pm_card_chargeCustomerFail')
    expect(await ann.choose('starter')).toMatchObject({ status: 402, body: { errorType: 'PAYMENT_FAILED' } })
    expect(await ann.refresh()).toMatchObject({ subscriptionTier: 'free' })
    await ann.addCard('pm_card_visa')
    expect(await ann.choose('starter')).toMatchObject({ status: 200 })
    expect(await ann.paidCents()).toBe(STARTER_CENTS)
  })

  test('an upgrade charges the amount that its dialog showed', async () => {
    await ann.addCard('pm_card_visa')
    await ann.choose('starter')
    const { body } = await shown('pro')
    const before = await ann.paidCents()
    expect(await ann.choose('pro', { prorationDate: body.prorationDate })).toMatchObject({ status: 200 })
    expect((await ann.paidCents()) - before).toBe(body.dueNowCents)
    expect(await ann.refresh()).toMatchObject({ subscriptionTier: 'pro' })
  })

  test('a canceled plan can be resumed, whether it was canceled here or in the billing portal', async () => {
    await ann.addCard('pm_card_visa')
    await ann.choose('starter')
    expect(await ann.ask('POST', '/api/cancel-subscription')).toMatchObject({
      body: { subscriptionStatus: 'canceled' },
    })
    await ann.ask('POST', '/api/resume-subscription')
    expect(await ann.refresh()).toMatchObject({ subscriptionStatus: 'active' })
    const { id, items } = await ann.subscription()
    // The portal does the same with flexible billing.
    await lab.stripe.subscriptions.update(id, { cancel_at: items.data[0]?.current_period_end ?? 0 })
    expect(await ann.refresh()).toMatchObject({ subscriptionStatus: 'canceled' })
    await ann.ask('POST', '/api/resume-subscription')
    expect(await ann.refresh()).toMatchObject({ subscriptionStatus: 'active' })
    expect(await ann.subscription()).toMatchObject({ cancel_at: null, cancel_at_period_end: false })
  })

  test('the end date of a plan survives a declined upgrade, and a paid upgrade removes it', async () => {
    await ann.addCard('pm_card_visa')
    await ann.choose('starter')
    const { id, items } = await ann.subscription()
    const end = (items.data[0]?.current_period_end ?? 0) - 5 * 86_400
    await lab.stripe.subscriptions.update(id, { cancel_at: end, proration_behavior: 'none' })
    const bad = await lab.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: ann.customer })
    await lab.stripe.customers.update(ann.customer, { invoice_settings: { default_payment_method: bad.id } })
    expect(await ann.choose('pro')).toMatchObject({ status: 402 })
    expect(await ann.refresh()).toMatchObject({ subscriptionTier: 'starter' })
    expect(await ann.subscription()).toMatchObject({ cancel_at: end })
    await ann.addCard('pm_card_visa')
    expect(await ann.choose('pro')).toMatchObject({ status: 200 })
    expect(await ann.refresh()).toMatchObject({ subscriptionTier: 'pro', subscriptionStatus: 'active' })
    expect(await ann.subscription()).toMatchObject({ cancel_at: null, cancel_at_period_end: false })
  })

  test('a month later the plan is charged again and starts a new month', async () => {
    await ann.addCard('pm_card_visa')
    await ann.choose('starter')
    await ann.letMonthPass()
    expect(await ann.refresh()).toMatchObject({ subscriptionTier: 'starter', remainingContactPulls: 500 })
    expect(await ann.paidCents()).toBe(2 * STARTER_CENTS)
  })

  test('a month that could not be charged is paid by a new card', async () => {
    await ann.addCard('pm_card_visa')
    await ann.choose('starter')
    const bad = await lab.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: ann.customer })
    await lab.stripe.customers.update(ann.customer, { invoice_settings: { default_payment_method: bad.id } })
    await ann.letMonthPass()
    expect(await ann.refresh()).toMatchObject({ subscriptionTier: 'starter', subscriptionStatus: 'past_due' })
    await ann.addCard('pm_card_visa')
    expect(await ann.refresh()).toMatchObject({ subscriptionTier: 'starter', subscriptionStatus: 'active' })
    expect(await ann.paidCents()).toBe(2 * STARTER_CENTS)
  })

  test('if the bank requires authentication, nothing is charged before the customer has confirmed', async () => {
    await ann.addCard('pm_card_visa')
    const asking = await lab.stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer: ann.customer })
    await lab.stripe.customers.update(ann.customer, { invoice_settings: { default_payment_method: asking.id } })
    const { status, body } = await ann.choose('starter')
    expect({ status, asks: body.requiresAction }).toEqual({ status: 200, asks: true })
    expect(await ann.refresh()).toMatchObject({ subscriptionTier: 'free' })
    expect(await ann.paidCents()).toBe(0)
  })

  test('a lead package starts a checkout with its price for its buyer', async () => {
    const { body } = await ann.ask('POST', '/api/purchase-leads')
    const id = /cs_\w+/.exec(String(body.checkoutUrl))?.[0] ?? ''
    expect(await lab.stripe.checkout.sessions.retrieve(id)).toMatchObject({
      amount_total: 1000,
      customer: ann.customer,
      status: 'open',
      metadata: { leads: '300' },
    })
    expect(await lab.stripe.checkout.sessions.expire(id)).toMatchObject({ status: 'expired' })
  })

  test('ending a plan twice is refused as the product expects, and an idempotency key repeats its first answer', async () => {
    await ann.addCard('pm_card_visa')
    await ann.choose('starter')
    const { id } = await ann.subscription()
    expect(await lab.stripe.subscriptions.cancel(id)).toMatchObject({ status: 'canceled' })
    await expect(lab.stripe.subscriptions.cancel(id)).rejects.toMatchObject({ code: 'resource_missing' })
    const options = { idempotencyKey: `scenario:${id}` }
    const first = await lab.stripe.setupIntents.create({ customer: ann.customer }, options)
    expect((await lab.stripe.setupIntents.create({ customer: ann.customer }, options)).id).toBe(first.id)
    expect(await ann.refresh()).toMatchObject({ subscriptionTier: 'free' })
  })

  test('a customer without an address cannot be charged with tax', async context => {
    await ann.addCard('pm_card_visa')
    const { data } = await lab.stripe.prices.list({ lookup_keys: ['leadline_starter_monthly'] })
    const refused: unknown = await lab.stripe.subscriptions
      .create({ customer: ann.customer, items: [{ price: data[0]?.id ?? '' }], automatic_tax: { enabled: true } })
      .catch((error: unknown) => error)
    const { code } = refused as { code?: string }
    context.skip(code === 'stripe_tax_inactive', 'Stripe Tax is off in this account')
    expect(code).toBe('customer_tax_location_invalid')
  })
})

describe('the key of the suite for Stripe’s test mode', () => {
  const suite = { STRIPE_SCENARIOS: 'stripe' }
  test('is used only by that suite', () => {
    const STRIPE_TEST_SECRET_KEY = 'sk_test_1234567890abcdef'
    expect(testKeyOf({ ...suite, STRIPE_TEST_SECRET_KEY })).toBe(STRIPE_TEST_SECRET_KEY)
    expect(testKeyOf({ STRIPE_TEST_SECRET_KEY })).toBeUndefined()
    expect(testKeyOf(suite)).toBeUndefined()
  })

  test.each(['sk_live_1234567890abcdef', 'rk_live_1234567890abcdef', 'pk_test_1234567890abcdef', 'secret'])(
    'is refused if it is not a test mode key: %s',
    STRIPE_TEST_SECRET_KEY => {
      expect(() => testKeyOf({ ...suite, STRIPE_TEST_SECRET_KEY })).toThrow('test mode')
    },
  )
})
