import { env } from 'node:process'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReportResult } from '#contract/lead-reports.ts'
import { type OfferedTier, paidTiers, plans } from '#contract/plans.ts'
import { type Settings, type SwitchName, switches } from '#sandbox/settings.ts'
import { reconcilePayments } from '#server/money/payments/reconcile.usecases.ts'
import { createTestDatabase } from '#tests/support/databases.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'

// The same in every run: 15 in `npm test`, 60 in `npm run test:faults`. To try others: LIVES=200 SEED=8.
const LIVES = Number(env.LIVES ?? (env.FAULTS === 'all' ? 60 : 15))
const SEED = Number(env.SEED ?? 7)
const PATIENCE_MS = 120_000
const GRACE_SECONDS = 7 * 86_400

// Two processes on one PostgreSQL. Calls and webhooks go to either of them.
let products: [PaymentsApp, PaymentsApp]
let db: PaymentsApp['deps']['db']
beforeAll(async () => {
  db = await createTestDatabase('postgres')
  const settings = { STRIPE_AUTOMATIC_TAX: 'on' }
  products = [await createPaymentsApp(db, { settings }), await createPaymentsApp(db, { settings })]
})
afterAll(async () => {
  for (const product of products) await product.close()
  await db.close()
})

/** A customer who uses both processes, and their last payment that waits for the bank. */
class Life {
  readonly at: [Customer, Customer]
  #secret: string | undefined

  private constructor(ann: Customer) {
    this.at = [ann, ann.at(products[1])]
  }

  static async begin(): Promise<Life> {
    // Our own limits would prevent most of what Stripe can do.
    await db.query('DELETE FROM rate_limit')
    const ann = await Customer.signUp(products[0])
    await ann.addCard(cards.good, true, address)
    return new Life(ann)
  }

  get ann(): Customer {
    return this.at[0]
  }

  async choose(process: 0 | 1, tier: OfferedTier): Promise<void> {
    this.#remember(await this.at[process].choose(tier))
  }

  async cancel(process: 0 | 1): Promise<void> {
    await this.at[process].post('/api/cancel-subscription')
  }

  async pay(process: 0 | 1): Promise<void> {
    this.#remember(await this.at[process].post('/api/subscription/pay'))
  }

  async askBank(isPassed: boolean): Promise<void> {
    // The bank may have confirmed it already, or the charge may have been abandoned.
    if (this.#secret !== undefined)
      await controls()
        .finishChallenge(this.#secret, isPassed)
        .catch(() => {})
    await this.ann.post('/api/subscription/refresh')
  }

  async buyLeads(process: 0 | 1): Promise<void> {
    const sessionId = await this.at[process].beginCheckout()
    // A checkout that was not created cannot be paid.
    if (sessionId === 'none') return
    await controls().payCheckout(sessionId)
    await Promise.all(this.at.map(one => one.post('/api/purchase-leads/confirm', { sessionId })))
  }

  async use(share: number): Promise<void> {
    const { remainingContactPulls: left } = await this.ann.user()
    await this.ann.use({ pulls: Math.floor(left * share) })
  }

  /** Pays for a lead, if there is a pull left, and reports it at both processes at once. */
  async reportLead(): Promise<void> {
    if ((await this.ann.user()).remainingContactPulls === 0) return
    await this.ann.use({ pulls: 1 })
    const [lead] = await db.query<{ id: number }>(
      `WITH made AS (
         INSERT INTO search (user_id, category_words, location_label, is_statewide, criteria, plan, total, delivered, created_at)
         VALUES ($1, '', '', false, '{}', '{}', 1, 1, $2) RETURNING id)
       INSERT INTO lead (user_id, place_key, is_first_of_phone, facts, name, quality, search_id, pulled_at)
       SELECT $1, 'overture:' || id, true, '{}', '', 1, id, $2 FROM made RETURNING id`,
      [this.ann.signedIn.user.id, products[0].deps.clock.now()],
    )
    const report = { leadIds: [lead?.id ?? 0], reason: 'closed' }
    const answers = await Promise.all(this.at.map(one => one.post('/api/leads/reports', report)))
    const results = answers.map(({ body }) => body as ReportResult)
    const accepted = results.reduce((sum, { credited, waiting }) => sum + credited + waiting, 0)
    if (accepted !== 1) throw new Error(`A lead was reported ${accepted} times`)
  }

  async declineCharges(code: string | null): Promise<void> {
    const card = await this.ann.cardId()
    if (card !== 'none') await controls().declineCharges(card, code)
  }

  /** The billing portal, if the customer has a continuing plan. */
  async usePortal(act: 'cancelInPortal' | 'renewInPortal'): Promise<void> {
    const customer = await this.ann.customerId()
    const plan = (await controls().list('subscription', customer)).find(({ status }) => status === 'active')
    if (plan !== undefined) await controls()[act](plan.id)
  }

  async pass(hours: number): Promise<void> {
    await controls().advance({ hours })
    await this.signIn()
  }

  async passToRenewal(minutesAfter: number): Promise<void> {
    const { body } = await this.ann.get<{ renewsAt: string | null }>('/api/subscription')
    const moment = new Date(Date.parse(body.renewsAt ?? '') + minutesAfter * 60_000)
    if (moment > products[0].deps.clock.now()) await controls().advanceTo(moment)
    await this.signIn()
  }

  /** The session may have expired. */
  async signIn(): Promise<void> {
    await products[1].sandbox.controls.settle()
    await this.ann.signIn()
    this.at[1].signedIn = this.ann.signedIn
  }

  /** Remembers a payment that waits for the bank, if the answer names one. */
  #remember({ body }: { body: Record<string, unknown> }): void {
    if (typeof body.clientSecret === 'string') this.#secret = body.clientSecret
  }
}

const controls = () => products[0].sandbox.controls
type Act = (life: Life) => Promise<unknown>
/** Steps have names, so that a failed run reads as a history. */
type Step = { name: string; act: Act }
const step = (name: string, act: Act): Step => ({ name, act })

const tier = fc.constantFrom(...paidTiers)
const process = fc.constantFrom(0 as const, 1 as const)
const cards = { good: '4242424242424242', declining: '4000000000000341', asking: '4000002760003184' }
const address = { country: 'US', postal_code: '80302' }
const valuesOf = <Name extends SwitchName>(name: Name) =>
  Object.keys(switches[name].values) as (Settings[Name] & string)[]
// Without `slow`, which only makes the history take longer.
const faultsTried = valuesOf('fault').filter(fault => fault !== 'slow')
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(process, tier).map(([at, wanted]) => step(`${wanted} at ${at}`, life => life.choose(at, wanted))),
  fc
    .tuple(tier, tier)
    .map(([one, other]) =>
      step(`${one} and ${other} at once`, life => Promise.all([life.choose(0, one), life.choose(1, other)])),
    ),
  tier.map(wanted =>
    step(`cancel and ${wanted} at once`, life => Promise.all([life.cancel(0), life.choose(1, wanted)])),
  ),
  process.map(at => step(`cancel at ${at}`, life => life.cancel(at))),
  process.map(at => step(`resume at ${at}`, life => life.at[at].post('/api/resume-subscription'))),
  process.map(at => step(`pay at ${at}`, life => life.pay(at))),
  process.map(at => step(`buy leads at ${at}`, life => life.buyLeads(at))),
  fc.constantFrom(0.1, 0.5, 1).map(share => step(`use ${share}`, life => life.use(share))),
  fc.constant(step('report a lead', life => life.reportLead())),
  fc
    .constantFrom<keyof typeof cards>('good', 'declining', 'asking')
    .map(card => step(`a ${card} card`, life => life.ann.addCard(cards[card], true, address))),
  fc.constant(step('a card without an address', life => life.ann.addCard())),
  fc.constantFrom(null, 'generic_decline').map(code => step(`charges: ${code}`, life => life.declineCharges(code))),
  fc.boolean().map(isPassed => step(`bank: ${isPassed}`, life => life.askBank(isPassed))),
  fc.constantFrom(1, 30, 240, 500).map(hours => step(`${hours} hours`, life => life.pass(hours))),
  fc
    .constantFrom(-10, 10, 70)
    .map(minutes => step(`the renewal and ${minutes} minutes`, life => life.passToRenewal(minutes))),
  fc
    .constantFrom(...valuesOf('webhooks'))
    .map(mode => step(`webhooks: ${mode}`, () => controls().setSwitch('webhooks', mode))),
  fc
    .tuple(fc.constantFrom(...faultsTried), fc.integer({ min: 1, max: 4 }))
    .map(([fault, calls]) => step(`${calls} calls: ${fault}`, () => controls().setFault(fault, { calls }))),
  fc
    .constantFrom(...valuesOf('settlement'))
    .map(when => step(`settlement: ${when}`, () => controls().setSwitch('settlement', when))),
  fc
    .constantFrom(...valuesOf('taxLocation'))
    .map(place => step(`tax: ${place}`, () => controls().setSwitch('taxLocation', place))),
  fc
    .constantFrom('cancelInPortal' as const, 'renewInPortal' as const)
    .map(act => step(`portal: ${act}`, life => life.usePortal(act))),
  // Parts of it may fail while the provider fails.
  fc.constant(step('the hourly reconciliation', () => reconcilePayments(products[1].deps).catch(() => {}))),
)

/** Starts with every fault of the provider switched on. Single steps change some of them. */
async function switchAllOn(): Promise<void> {
  await controls().setSwitch('settlement', 'late')
  await controls().setFault('answer lost', { calls: 1 })
  await controls().setSwitch('webhooks', 'reversed')
}

/** Ends all faults of the provider, and delivers everything that was delayed. */
async function calmDown(life: Life): Promise<void> {
  await controls().setFault('none')
  await controls().setSwitch('taxLocation', 'by address')
  await controls().setSwitch('settlement', 'at once')
  await controls().advance({ seconds: 10 })
  await controls().setSwitch('webhooks', 'normal')
  await controls().releaseWebhooks()
  await life.signIn()
  await reconcilePayments(products[0].deps)
}

const tierOf = (product: string | undefined): OfferedTier =>
  paidTiers.find(paid => product === `leadline_${paid}`) ?? 'free'

type Payment = { id: string; cents: number }
const byId = (a: Payment, b: Payment) => (a.id < b.id ? -1 : 1)

/** The payments that our database records. */
async function paymentsHere({ signedIn }: Customer): Promise<Payment[]> {
  const rows = await db.query<Payment>(
    `SELECT invoice_id AS id, charged_cents AS cents FROM billing_invoice WHERE user_id = $1 AND status = 'paid'
     UNION ALL
     SELECT session_id, paid_cents FROM lead_purchase WHERE user_id = $1 AND paid_at IS NOT NULL`,
    [signedIn.user.id],
  )
  return rows.toSorted(byId)
}

const balancesOff = ({ signedIn }: Customer) =>
  db.query(
    `SELECT bucket, balance FROM quota_balance q WHERE user_id = $1 AND (balance < 0 OR balance <> coalesce(
       (SELECT sum(amount) FROM ledger_entry e WHERE e.user_id = q.user_id AND e.bucket = q.bucket), 0))`,
    [signedIn.user.id],
  )

/** A plan canceled for a certain moment ends then, but not before the paid period. */
const endOf = (cancelAt: number | null | undefined, paidUntil: number): number =>
  cancelAt == null ? Infinity : Math.max(cancelAt, paidUntil)

/** Reads from the provider and the ledger, not through our own billing code. */
async function audit({ ann }: Life): Promise<void> {
  const { deps, stripe } = products[0]
  const customer = await ann.customerId()
  const { data: subscriptions } = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
  const live = subscriptions.filter(({ status }) => status !== 'canceled' && status !== 'incomplete_expired')
  expect(live.length, 'live subscriptions').toBeLessThanOrEqual(1)

  const { data: allInvoices } = await stripe.invoices.list({ customer, limit: 100 })
  const invoices = allInvoices.filter(({ status }) => status === 'paid')
  const { data: sessions } = await stripe.checkout.sessions.list({ customer, status: 'complete', limit: 100 })
  const paidThere = [
    ...invoices.map(({ id, amount_paid: cents }) => ({ id, cents })),
    ...sessions.map(({ id, amount_total: cents }) => ({ id, cents: cents ?? 0 })),
  ]
  expect(await paymentsHere(ann), 'payments here').toEqual(paidThere.toSorted(byId))
  expect(await ann.paidCents(), 'what was charged').toBe(paidThere.reduce((sum, { cents }) => sum + cents, 0))
  expect(await balancesOff(ann), 'balances that are not the sum of the ledger').toEqual([])

  const [main] = live
  const bought = invoices
    .filter(({ parent }) => parent?.subscription_details?.subscription === main?.id)
    .flatMap(({ lines }) => lines.data.filter(({ amount }) => amount > 0))
  const end = Math.max(0, ...bought.map(({ period }) => period.end))
  const present = bought.filter(({ period }) => period.end === end)
  const [newest] = present.toSorted((a, b) => b.period.start - a.period.start || b.amount - a.amount)
  const lasts = Math.min(end + (main?.cancel_at_period_end === true ? 0 : GRACE_SECONDS), endOf(main?.cancel_at, end))
  const isOn = main !== undefined && deps.clock.now().getTime() / 1000 < lasts
  const user = await ann.user()
  expect(user.subscriptionTier, 'the plan').toBe(isOn ? tierOf(newest?.pricing?.price_details?.product) : 'free')

  const ledger = await db.query<{ bucket: string; amount: number; reason: string }>(
    'SELECT bucket, amount, reason FROM ledger_entry WHERE user_id = $1 ORDER BY id',
    [user.id],
  )
  const amounts = (bucket: string, reason: RegExp) =>
    ledger.filter(entry => entry.bucket === bucket && reason.test(entry.reason)).map(({ amount }) => amount)
  const months = invoices.flatMap(({ lines }) =>
    lines.data.filter(({ parent }) => parent?.subscription_item_details?.proration === false),
  )
  expect(amounts('pulls', /^month paid/), 'months given').toHaveLength(months.length)
  expect(amounts('extra_pulls', /^leads bought/), 'packages given').toEqual(sessions.map(() => 300))
  const returned = await db.query('SELECT FROM lead_return WHERE user_id = $1', [user.id])
  expect(amounts('extra_pulls', /^returned$/), 'leads returned').toEqual(returned.map(() => 1))
  const extra = amounts('extra_pulls', /./).reduce((sum, amount) => sum + amount, 0)
  const quotas = present.map(({ pricing }) => plans[tierOf(pricing?.price_details?.product)].contactPullQuota)
  const leftOfMonth = user.remainingContactPulls - extra
  expect(leftOfMonth, 'left of the month').toBeGreaterThanOrEqual(0)
  expect(leftOfMonth, 'left of the month').toBeLessThanOrEqual(isOn ? Math.max(...quotas) : plans.free.contactPullQuota)
}

const lives = fc.sample(fc.array(anyStep, { minLength: 6, maxLength: 14 }), { numRuns: LIVES, seed: SEED })
/** Runs the steps, and reports a failure together with their names. */
async function liveThrough(steps: Step[]): Promise<void> {
  try {
    const life = await Life.begin()
    await switchAllOn()
    for (const { act } of steps) await act(life)
    await calmDown(life)
    await audit(life)
  } catch (error) {
    throw new Error(steps.map(({ name }) => name).join(' → '), { cause: error })
  }
}

const numbered = lives.map((steps, at) => ({ number: at + 1, steps }))

describe("after a history with every sandbox switch on, balances equal the ledger, and our payments equal the provider's", () => {
  test.each(numbered)('life $number', { timeout: PATIENCE_MS }, async ({ steps }) => {
    await expect(liveThrough(steps)).resolves.toBeUndefined()
  })
})
