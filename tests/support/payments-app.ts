import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import Stripe from 'stripe'
import type { User } from '#contract/accounts/account.ts'
import type { PaymentMethod } from '#contract/billing/cards.ts'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import { openSandbox } from '#server/entry/open-sandbox.ts'
import { lockQuota, payFor } from '#server/money/usage/usage.usecases.ts'
import { readConfig } from '#server/platform/config/config.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signIn as signInAs, signUp, type TestApp } from './app.ts'
import { createTestClock } from './test-clock.ts'

type Sandbox = Awaited<ReturnType<typeof openSandbox>>['sandbox']
export type PaymentsApp = TestApp & {
  sandbox: Sandbox
  /** The provider's API through the real stripe package. */
  stripe: Stripe
  /** Ends everything that customers have, so that advancing the clock in the next test does not affect them. */
  forgetCustomers: () => Promise<void>
  close: () => Promise<void>
}

/** The whole product with its own payments sandbox, which sends it webhooks over HTTP. */
export async function createPaymentsApp(
  db: Db,
  { start = '2026-03-01T12:00:00Z', settings = {} }: { start?: string; settings?: Record<string, string> } = {},
): Promise<PaymentsApp> {
  let address: string | undefined
  const clock = createTestClock(start)
  const {
    payments,
    sandbox,
    clock: now,
  } = await openSandbox({
    config: readConfig({ NODE_ENV: 'test', PORT: '0', ...settings }),
    db,
    log: pino({ level: 'silent' }),
    clock,
    productAddress: () => address,
  })
  const product = await createTestApp({ db, clock, settings, payments, now })
  await product.app.listen({ host: '127.0.0.1', port: 0 })
  address = `http://127.0.0.1:${(product.app.server.address() as AddressInfo).port}`
  const { stripe } = payments
  if (stripe === null) throw new Error('no client')
  const close = async () => {
    await product.app.close()
    await sandbox.close()
  }
  const { controls } = sandbox
  const forgetCustomers = async () => {
    const customers = await controls.list('customer')
    for (const customer of customers) if (!('deleted' in customer)) await controls.deleteCustomer(customer.id)
    await controls.settle()
  }
  const paymentsApp = { ...product, sandbox, stripe, forgetCustomers, close }
  known.set(product.app, paymentsApp)
  return paymentsApp
}

const known = new WeakMap<FastifyInstance, PaymentsApp>()
export function paymentsAppOf(app: FastifyInstance): PaymentsApp {
  const product = known.get(app)
  if (product === undefined) throw new Error('This app has no payments: make it with createPaymentsApp')
  return product
}

type CardAddress = { country: string; postal_code: string }
export type Answer<T> = { status: number; body: T }

/** A signed-up customer with the calls that their browser would make. */
export class Customer {
  signedIn: SignedIn
  #product: PaymentsApp

  private constructor(product: PaymentsApp, signedIn: SignedIn) {
    this.#product = product
    this.signedIn = signedIn
  }

  static async signUp(product: PaymentsApp, wanted?: { username: string }): Promise<Customer> {
    return new Customer(product, await signUp(product.app, wanted))
  }

  /** A customer from an earlier run, created by `signUp`. */
  static async signIn(product: PaymentsApp, username: string): Promise<Customer> {
    return new Customer(product, await signInAs(product.app, username))
  }

  /** The same customer, calling another process on the same database. */
  at(product: PaymentsApp): Customer {
    return new Customer(product, this.signedIn)
  }

  async call<T = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    payload?: object,
  ): Promise<Answer<T>> {
    const { cookie } = this.signedIn
    const response = await this.#product.app.inject({
      method,
      url,
      headers: { cookie },
      ...(payload === undefined ? {} : { payload }),
    })
    return { status: response.statusCode, body: response.json<T>() }
  }

  /** Signs in again, for example after the session has expired. */
  async signIn(): Promise<void> {
    const { username } = this.signedIn.user
    this.signedIn = await signInAs(this.#product.app, username)
  }

  get = <T = Record<string, unknown>>(url: string) => this.call<T>('GET', url)
  post = <T = Record<string, unknown>>(url: string, payload?: object) => this.call<T>('POST', url, payload)

  user = async (): Promise<User> => (await this.get<User>('/api/user')).body

  /** Enters a card number in the form, as far as the provider is concerned. Returns the id of the setup. */
  async setUpCard(number = '4242424242424242', isChallengePassed = true, address?: CardAddress): Promise<string> {
    const { body } = await this.post<{ clientSecret?: string }>('/api/setup-payment')
    const { clientSecret } = body
    if (clientSecret === undefined) return 'seti_none'
    const { controls } = this.#product.sandbox
    const intent = await controls.confirmSetup(clientSecret, number, address).catch(() => null)
    if (intent?.status === 'requires_action') await controls.finishChallenge(clientSecret, isChallengePassed)
    return clientSecret.split('_secret_')[0] ?? ''
  }

  /** Sets up a card and saves it. */
  async addCard(
    number?: string,
    isChallengePassed?: boolean,
    address?: CardAddress,
  ): Promise<Answer<{ paymentMethods: PaymentMethod[] }>> {
    const setupIntentId = await this.setUpCard(number, isChallengePassed, address)
    return this.post('/api/payment-methods', { setupIntentId })
  }

  async cardId(): Promise<string> {
    const { body } = await this.get<{ paymentMethods: PaymentMethod[] }>('/api/payment-methods')
    return body.paymentMethods[0]?.id ?? 'none'
  }

  /** Starts to buy a package and returns the id of the checkout. */
  async beginCheckout(): Promise<string> {
    const { body } = await this.post<{ checkoutUrl?: string }>('/api/purchase-leads')
    return /cs_\w+/.exec(body.checkoutUrl ?? '')?.[0] ?? 'none'
  }

  choose = (tier: string, more: object = {}) => this.post('/api/subscription', { tier, ...more })

  /** Cents that the provider has charged this customer, minus refunds. */
  async paidCents(): Promise<number> {
    const charges = await this.#product.sandbox.controls.list('charge', await this.customerId())
    return charges
      .filter(({ status }) => status === 'succeeded')
      .reduce((sum, { amount, amount_refunded: refunded }) => sum + amount - refunded, 0)
  }

  async customerId(): Promise<string> {
    const [row] = await this.#product.deps.db.query<{ id: string }>(
      'SELECT customer_id AS id FROM billing_customer WHERE user_id = $1 AND gone_at IS NULL',
      [this.signedIn.user.id],
    )
    return row?.id ?? 'none'
  }

  /** Advances to two hours after the paid period, when the next month was charged or failed. */
  async letMonthPass(): Promise<void> {
    const { body } = await this.get<{ renewsAt: string | null; endsAt: string | null }>('/api/subscription')
    const { controls } = this.#product.sandbox
    await controls.advanceTo(new Date(Date.parse(body.renewsAt ?? body.endsAt ?? '') + 2 * 3_600_000))
    await controls.settle()
    await this.signIn()
  }

  /** Uses up part of the month's quota, as searches do. */
  async use({ pulls = 0, searches = 0 }: { pulls?: number; searches?: 0 | 1 }): Promise<void> {
    const { deps } = this.#product
    const now = deps.clock.now()
    const account = await readAccount(deps, this.signedIn.user.id)
    if (account === undefined) throw new Error('no account')
    await deps.db.transaction(async tx => {
      const [held] = await lockQuota(tx, { account, now }, () => Promise.resolve())
      await payFor(tx, { account, cost: { pulls, searches }, held, searchId: 0, now })
    })
  }

  /** Money, tier, status, and remaining quota, for the end of every test. */
  async standing(): Promise<{ paidCents: number; tier: string; status: string; pulls: number; searches: number }> {
    const user = await this.user()
    return {
      paidCents: await this.paidCents(),
      tier: user.subscriptionTier,
      status: user.subscriptionStatus,
      pulls: user.remainingContactPulls,
      searches: user.remainingSearches,
    }
  }
}
