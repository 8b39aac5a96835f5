import pino from 'pino'
import Stripe from 'stripe'
import { productName } from '#contract/product.ts'
import { type Sandbox, startSandbox } from '#sandbox/start-sandbox.ts'
import { ensurePrices } from '#server/money/payments/prices.usecases.ts'
import { connectPayments } from '#server/money/provider/payments.ts'
import { type Clock, MovableClock, systemClock } from '#server/platform/basics/clock.ts'
import { readSecret } from '#server/platform/database/secret.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { ask, type Asked } from './caller.ts'
import { type FaultyHttp, startFaultyHttp } from './http-fault.ts'
import { type Customer, type Lab, newCustomer } from './lab.ts'

export type PaymentsLab = {
  sandbox: Sandbox
  clock: Clock
  /** The provider's API without the proxy. */
  stripe: Stripe
  /** The proxy between the servers and the provider. */
  provider: FaultyHttp
  /** Starts the product with this provider. Webhooks go to the server that was started last. */
  startServer: (settings?: Record<string, string>) => Promise<ServerProcess>
}

const GOOD_CARD = '4242424242424242'

/** The experiment's own payment provider with our plans, and the proxy in front of it. */
export async function openPaymentsLab(lab: Lab): Promise<PaymentsLab> {
  let product: string | undefined
  const clock = new MovableClock(systemClock)
  const sandbox = await startSandbox({
    db: lab.db,
    clock,
    secret: await readSecret(lab.db, 'payments sandbox'),
    productName,
    log: pino({ level: 'silent' }),
    webhookUrl: () => (product === undefined ? undefined : `${product}/api/stripe/webhook`),
    productUrl: () => product,
  })
  lab.afterwards(sandbox.close)
  const { stripe } = connectPayments({ ...sandbox, mode: 'sandbox' })
  if (stripe === null) throw new Error('no client')
  await ensurePrices(stripe)
  const provider = await startFaultyHttp(sandbox.apiBase)
  lab.afterwards(provider.close)
  return {
    sandbox,
    clock,
    stripe,
    provider,
    startServer: async settings => {
      const server = await lab.startServer({
        STRIPE_SECRET_KEY: sandbox.secretKey,
        STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
        STRIPE_WEBHOOK_SECRET: sandbox.webhookSecret,
        STRIPE_API_BASE: provider.address,
        ...settings,
      })
      product = server.address
      return server
    },
  }
}

/** A new customer with a working card. */
export async function newPayer(server: ServerProcess, { sandbox }: PaymentsLab): Promise<Customer> {
  const customer = await newCustomer(server)
  const { cookie } = customer
  const { body } = await ask(server, '/api/setup-payment', { body: {}, cookie })
  const clientSecret = String(body.clientSecret)
  await sandbox.controls.confirmSetup(clientSecret, GOOD_CARD)
  const setupIntentId = clientSecret.split('_secret')[0]
  const saved = await ask(server, '/api/payment-methods', { body: { setupIntentId }, cookie })
  if (saved.status !== 200) throw new Error(`The card was not saved: ${JSON.stringify(saved)}`)
  return customer
}

export const subscribe = (server: ServerProcess, { cookie }: Customer, tier: string): Promise<Asked> =>
  ask(server, '/api/subscription', { body: { tier }, cookie, timeoutMs: 90_000 })

/** Cents that the provider has really charged, and the active subscriptions. */
export async function takenFrom(stripe: Stripe, lab: Lab, { userId }: Customer) {
  const [row] = await lab.db.query<{ id: string }>(
    'SELECT customer_id AS id FROM billing_customer WHERE user_id = $1',
    [userId],
  )
  const customer = row?.id
  if (customer === undefined) return { cents: 0, live: 0 }
  const [charges, subscriptions] = await Promise.all([
    stripe.charges.list({ customer, limit: 100 }),
    stripe.subscriptions.list({ customer, status: 'active', limit: 100 }),
  ])
  const cents = charges.data.reduce((sum, { amount_captured: captured }) => sum + captured, 0)
  return { cents, live: subscriptions.data.length }
}

/** Every event of the provider, newest first. */
export const eventsOf = async (stripe: Stripe): Promise<Stripe.Event[]> =>
  (await stripe.events.list({ limit: 100 })).data

/** Sends a signed event to a server, as the provider does. */
export async function deliver(
  server: ServerProcess,
  { sandbox, clock, stripe }: PaymentsLab,
  event: Stripe.Event,
): Promise<number> {
  const payload = JSON.stringify(event)
  const signature = stripe.webhooks.generateTestHeaderString({
    payload,
    secret: sandbox.webhookSecret,
    timestamp: Math.floor(clock.now().getTime() / 1000),
  })
  const response = await fetch(`${server.address}/api/stripe/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  }).catch(() => undefined)
  await response?.text()
  return response?.status ?? 0
}
