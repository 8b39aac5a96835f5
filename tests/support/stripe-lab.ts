import { env } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'
import type { User } from '#contract/accounts/account.ts'
import { insertCustomer } from '#server/money/payments/customer.repository.ts'
import { ensurePrices } from '#server/money/payments/prices.usecases.ts'
import { connectPayments } from '#server/money/provider/payments.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signIn, signUp, type TestApp } from './app.ts'
import { createPaymentsApp } from './payments-app.ts'
import { createTestClock } from './test-clock.ts'

/** The product with a provider: Stripe's test mode if a key is set, or else the sandbox. */
export type StripeLab = {
  product: TestApp
  stripe: Stripe
  isStripe: boolean
  /** A new customer with their own test clock. The product's clock shows the same time. */
  newPayer: () => Promise<Payer>
  close: () => Promise<void>
}

const TEST_KEY = /^[sr]k_test_(?!sandbox)\w{10,}$/

/** The Stripe test key, if the suite is asked to use it. Any other key is rejected before it is sent anywhere. */
export function testKeyOf(environment: Record<string, string | undefined>): string | undefined {
  if (environment.STRIPE_SCENARIOS !== 'stripe') return undefined
  const key = environment.STRIPE_TEST_SECRET_KEY
  if (key === undefined || key === '') return undefined
  if (!TEST_KEY.test(key))
    throw new Error('STRIPE_TEST_SECRET_KEY must be a key of Stripe’s test mode: sk_test_… or rk_test_…')
  return key
}

/** Where the scenarios run, for the report. */
export const providerName = (): string =>
  testKeyOf(env) === undefined
    ? 'the sandbox (no STRIPE_TEST_SECRET_KEY: nothing of Stripe is tested)'
    : 'Stripe’s test mode'

export async function openStripeLab(db: Db): Promise<StripeLab> {
  const key = testKeyOf(env)
  return key === undefined ? openWithSandbox(db) : openWithStripe(db, key)
}

async function openWithSandbox(db: Db): Promise<StripeLab> {
  const product = await createPaymentsApp(db)
  const { stripe, sandbox } = product
  const advanceTo = (moment: Date) => sandbox.controls.advanceTo(moment)
  return {
    product,
    stripe,
    isStripe: false,
    newPayer: async () => Payer.begin({ product, stripe, mode: 'sandbox', advanceTo }, await stripe.customers.create()),
    close: product.close,
  }
}

async function openWithStripe(db: Db, secretKey: string): Promise<StripeLab> {
  const clock = createTestClock(new Date(Math.floor(Date.now() / 1000) * 1000).toISOString())
  const payments = connectPayments({
    mode: 'test',
    secretKey,
    publishableKey: 'pk_test_none',
    webhookSecret: 'whsec_none',
  })
  const { stripe } = payments
  if (stripe === null) throw new Error('no client')
  await ensurePrices(stripe)
  const product = await createTestApp({ db, clock, payments })
  const clocks: string[] = []
  return {
    product,
    stripe,
    isStripe: true,
    newPayer: async () => {
      // A test clock only moves forward and must not be ahead of its customers, so each payer's clock starts at our
      // time.
      const { id } = await stripe.testHelpers.testClocks.create({
        frozen_time: secondsOf(clock.now()),
        name: 'leadline test:stripe',
      })
      clocks.push(id)
      const advanceTo = async (moment: Date) => {
        await stripe.testHelpers.testClocks.advance(id, { frozen_time: secondsOf(moment) })
        await untilReady(stripe, id)
        clock.advance({ minutes: (moment.getTime() - clock.now().getTime()) / 60_000 })
      }
      return Payer.begin(
        { product, stripe, mode: 'test', advanceTo },
        await stripe.customers.create({ test_clock: id }),
      )
    },
    close: async () => {
      await product.app.close()
      // Deleting a clock deletes its customers and subscriptions.
      for (const id of clocks) await stripe.testHelpers.testClocks.del(id)
    },
  }
}

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000)
const CLOCK_PATIENCE_MS = 120_000

async function untilReady(stripe: Stripe, clock: string): Promise<void> {
  const deadline = performance.now() + CLOCK_PATIENCE_MS
  for (;;) {
    const { status } = await stripe.testHelpers.testClocks.retrieve(clock)
    if (status === 'ready') return
    if (status === 'internal_failure' || performance.now() > deadline) throw new Error(`The test clock is ${status}`)
    await pause(1000)
  }
}

type PayerInput = {
  product: TestApp
  stripe: Stripe
  mode: 'sandbox' | 'test'
  advanceTo: (moment: Date) => Promise<void>
}
type Reply = { status: number; body: Record<string, unknown> }

/** A signed-up user who is already a customer of the provider, with the calls that their browser makes. */
export class Payer {
  readonly customer: string
  #input: PayerInput
  #signedIn: SignedIn

  private constructor(input: PayerInput, customer: string, signedIn: SignedIn) {
    this.#input = input
    this.customer = customer
    this.#signedIn = signedIn
  }

  static async begin(input: PayerInput, { id: customerId }: Stripe.Customer): Promise<Payer> {
    const { product, mode } = input
    const signedIn = await signUp(product.app)
    await insertCustomer(product.deps.db, { customerId, userId: signedIn.user.id, mode, email: signedIn.user.email })
    return new Payer(input, customerId, signedIn)
  }

  async ask(method: 'GET' | 'POST', url: string, payload?: object): Promise<Reply> {
    const { cookie } = this.#signedIn
    const { app } = this.#input.product
    const answer = await app.inject({ method, url, headers: { cookie }, ...(payload === undefined ? {} : { payload }) })
    return { status: answer.statusCode, body: answer.json() }
  }

  choose = (tier: string, more: object = {}): Promise<Reply> => this.ask('POST', '/api/subscription', { tier, ...more })

  /** Saves a card, given by Stripe's name for a test card, as the card form does. */
  async addCard(card: string): Promise<Reply> {
    const { body } = await this.ask('POST', '/api/setup-payment')
    const setupIntentId = String(body.clientSecret).split('_secret_')[0] ?? ''
    await this.#input.stripe.setupIntents.confirm(setupIntentId, { payment_method: card })
    return this.ask('POST', '/api/payment-methods', { setupIntentId })
  }

  /** The user after synchronizing with the provider. */
  async refresh(): Promise<User> {
    return (await this.ask('POST', '/api/subscription/refresh')).body as User
  }

  /** Cents charged to the customer, minus refunds. */
  async paidCents(): Promise<number> {
    const { data } = await this.#input.stripe.charges.list({ customer: this.customer, limit: 100 })
    return data
      .filter(({ status }) => status === 'succeeded')
      .reduce((sum, { amount, amount_refunded: refunded }) => sum + amount - refunded, 0)
  }

  async subscription(): Promise<Stripe.Subscription> {
    const { data } = await this.#input.stripe.subscriptions.list({ customer: this.customer, limit: 1 })
    const [subscription] = data
    if (subscription === undefined) throw new Error('no subscription')
    return subscription
  }

  /** Advances to two hours after the current period, when the next month was charged or failed. */
  async letMonthPass(): Promise<void> {
    const end = (await this.subscription()).items.data[0]?.current_period_end ?? 0
    await this.#input.advanceTo(new Date(end * 1000 + 2 * 3_600_000))
    this.#signedIn = await signIn(this.#input.product.app, this.#signedIn.user.username)
  }
}
