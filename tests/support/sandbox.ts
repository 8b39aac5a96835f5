import pino from 'pino'
import Stripe from 'stripe'
import { afterEach } from 'vitest'
import { type Sandbox, startSandbox } from '#sandbox/start-sandbox.ts'
import { MovableClock } from '#server/platform/basics/clock.ts'
import type { Db } from '#server/platform/database/db.ts'
import { readSecret } from '#server/platform/database/secret.ts'
import { createTestClock } from './test-clock.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})
/** Runs `close` after the test. */
export const afterwards = (close: () => Promise<void>): number => closing.push(close)

/** Reuses one database, with an empty sandbox each time, because opening a database takes longer than most tests. */
export function emptied(open: () => Promise<Db>): () => Promise<Db> {
  let opened: Promise<Db> | undefined
  return async () => {
    opened ??= open()
    const db = await opened
    await db.query('TRUNCATE sandbox.object, sandbox.answer, sandbox.delivery, sandbox.setting')
    return db
  }
}

export type TestSandbox = { sandbox: Sandbox; stripe: Stripe; log: pino.Logger; clock: MovableClock }

/** A sandbox whose clock is set to March 1, 2026, noon, and the stripe package connected to it. */
export async function openSandbox(
  db: Db,
  webhookUrl: () => string | undefined = () => undefined,
): Promise<TestSandbox> {
  const log = pino({ level: 'silent' })
  const clock = new MovableClock(createTestClock('2026-03-01T12:00:00Z'))
  const sandbox = await startSandbox({
    db,
    log,
    clock,
    secret: await readSecret(db, 'payments sandbox'),
    productName: 'Leadline',
    webhookUrl,
    productUrl: () => 'http://127.0.0.1:3000',
  })
  afterwards(() => sandbox.close())
  const { hostname, port } = new URL(sandbox.apiBase)
  const stripe = new Stripe(sandbox.secretKey, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    maxNetworkRetries: 0,
  })
  return { sandbox, stripe, log, clock }
}

/** A customer with a saved test card, given by Stripe's name for it. */
export async function customerWith({ stripe }: TestSandbox, card: string): Promise<Stripe.Customer> {
  const customer = await stripe.customers.create({ email: 'ann@example.com', metadata: { userId: '7' } })
  const setup = await stripe.setupIntents.create({
    customer: customer.id,
    usage: 'off_session',
    allowed_payment_method_types: ['card'],
  })
  const confirmed = await stripe.setupIntents.confirm(setup.id, { payment_method: card })
  return { ...customer, ...(confirmed.status === 'succeeded' ? await makeDefault({ stripe }, customer.id) : {}) }
}

/** Makes the newest card the default for payments. */
export async function makeDefault({ stripe }: Pick<TestSandbox, 'stripe'>, customer: string): Promise<Stripe.Customer> {
  const cards = await stripe.customers.listPaymentMethods(customer)
  return stripe.customers.update(customer, {
    invoice_settings: { default_payment_method: cards.data[0]?.id ?? '' },
  })
}

export async function monthlyPrice({ stripe }: TestSandbox, name: string, cents: number): Promise<Stripe.Price> {
  const product = await stripe.products.create({ id: `test_${name}`, name })
  return stripe.prices.create({
    product: product.id,
    unit_amount: cents,
    currency: 'usd',
    recurring: { interval: 'month' },
    lookup_key: name.toLowerCase(),
    transfer_lookup_key: true,
  })
}

const withPayments = ['latest_invoice.confirmation_secret', 'latest_invoice.payments.data.payment.payment_intent']

export function subscribe({ stripe }: TestSandbox, customer: string, price: string): Promise<Stripe.Subscription> {
  return stripe.subscriptions.create({
    customer,
    items: [{ price }],
    payment_behavior: 'allow_incomplete',
    expand: withPayments,
  })
}

/** Subscribes to a price of $19 a month with the first card. */
export async function onStarter(
  it: TestSandbox,
  card = 'pm_card_visa',
): Promise<{ customer: Stripe.Customer; price: Stripe.Price; subscription: Stripe.Subscription; id: string }> {
  const customer = await customerWith(it, card)
  const price = await monthlyPrice(it, 'Starter', 1900)
  const subscription = await subscribe(it, customer.id, price.id)
  return { customer, price, subscription, id: subscription.id }
}

/** An upgrade like the product's: immediate, prorated, and only if it is paid. */
export function upgrade(
  { stripe }: TestSandbox,
  subscription: Stripe.Subscription,
  price: string,
): Promise<Stripe.Subscription> {
  return stripe.subscriptions.update(subscription.id, {
    items: [{ id: subscription.items.data[0]?.id ?? '', price }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
    expand: withPayments,
  })
}

export const invoiceOf = ({ latest_invoice: invoice }: Stripe.Subscription): Stripe.Invoice => {
  if (invoice === null || typeof invoice === 'string') throw new Error('The invoice is missing')
  return invoice
}
export const secretOf = (subscription: Stripe.Subscription): string =>
  invoiceOf(subscription).confirmation_secret?.client_secret ?? ''
