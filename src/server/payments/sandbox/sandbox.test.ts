import pino from 'pino'
import Stripe from 'stripe'
import { afterEach, expect, test } from 'vitest'
import type { Db } from '#server/db/client.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { createTestClock } from '#tests/support/test-clock.ts'
import { type Sandbox, startSandbox } from './start-sandbox.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open(db: Db) {
  const sandbox = await startSandbox({
    db,
    log: pino({ level: 'silent' }),
    clock: createTestClock('2026-03-01T12:00:00Z'),
    webhookUrl: () => undefined,
    productUrl: 'http://127.0.0.1:3000',
  })
  closing.push(() => sandbox.close())
  return { sandbox, stripe: stripeOf(sandbox) }
}

function stripeOf({ apiBase, secretKey }: Sandbox): Stripe {
  const { hostname, port } = new URL(apiBase)
  return new Stripe(secretKey, { host: hostname, port: Number(port), protocol: 'http', maxNetworkRetries: 0 })
}

async function customerWith(stripe: Stripe, card: string) {
  const customer = await stripe.customers.create({ email: 'ann@example.com', metadata: { userId: '7' } })
  const setup = await stripe.setupIntents.create({
    customer: customer.id,
    usage: 'off_session',
    allowed_payment_method_types: ['card'],
  })
  await stripe.setupIntents.confirm(setup.id, { payment_method: card })
  const cards = await stripe.customers.listPaymentMethods(customer.id)
  await stripe.customers.update(customer.id, {
    invoice_settings: { default_payment_method: cards.data[0]?.id ?? '' },
  })
  return customer
}

async function priceOf(stripe: Stripe, name: string, cents: number) {
  const product = await stripe.products.create({ name })
  return stripe.prices.create({
    product: product.id,
    unit_amount: cents,
    currency: 'usd',
    recurring: { interval: 'month' },
    lookup_key: name.toLowerCase(),
  })
}

describeOnBothDatabases('the payments sandbox', openDatabase => {
  test('a card pays the first month, and the plan is active', async () => {
    const { stripe } = await open(await openDatabase())
    const customer = await customerWith(stripe, 'pm_card_visa')
    const price = await priceOf(stripe, 'Starter', 1900)
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      payment_behavior: 'allow_incomplete',
      expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments.data.payment.payment_intent'],
    })
    expect(subscription.status).toBe('active')
    expect(subscription.items.data[0]?.current_period_end).toBe(Date.parse('2026-04-01T12:00:00Z') / 1000)
    expect(subscription.latest_invoice).toMatchObject({
      status: 'paid',
      amount_paid: 1900,
      payments: { data: [{ payment: { payment_intent: { status: 'succeeded' } } }] },
    })
  })

  test('a month passes: the plan renews, and the card is charged again', async () => {
    const { stripe, sandbox } = await open(await openDatabase())
    const customer = await customerWith(stripe, 'pm_card_visa')
    const price = await priceOf(stripe, 'Starter', 1900)
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
    await sandbox.controls.advanceToNextRenewal()
    expect(sandbox.clock.now().toISOString()).toBe('2026-04-01T13:00:00.000Z')
    const invoices = await stripe.invoices.list({ subscription: id })
    expect(invoices.data.map(({ status, billing_reason }) => [status, billing_reason])).toEqual([
      ['paid', 'subscription_cycle'],
      ['paid', 'subscription_create'],
    ])
  })
})
