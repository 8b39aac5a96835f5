import { env } from 'node:process'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paidTiers } from '#contract/plans.ts'
import { type Settings, type SwitchName, switches } from '#sandbox/settings.ts'
import { reconcilePayments } from '#server/money/payments/reconcile.usecases.ts'
import { createTestDatabase } from '#tests/support/databases.ts'
import { audit } from '#tests/support/payment-audit.ts'
import { address, cards, Life } from '#tests/support/payment-life.ts'
import { createPaymentsApp, type PaymentsApp } from '#tests/support/payments-app.ts'

// The same in every run: 8 in `npm test`, 60 in `npm run test:faults`. To try others: LIVES=200 SEED=8.
const LIVES = Number(env.LIVES ?? (env.FAULTS === 'all' ? 60 : 8))
const SEED = Number(env.SEED ?? 7)

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

type Act = (life: Life) => Promise<unknown>
/** Steps have names, so that a failed run reads as a history. */
type Step = { name: string; act: Act }
const step = (name: string, act: Act): Step => ({ name, act })

const tier = fc.constantFrom(...paidTiers)
const process = fc.constantFrom(0 as const, 1 as const)
const valuesOf = <Name extends SwitchName>(name: Name) =>
  Object.keys(switches[name].values) as (Settings[Name] & string)[]
// Without `slow`, which only makes the history take longer.
const faultsTried = valuesOf('fault').filter(fault => fault !== 'slow')
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(process, tier)
    .map(([at, wanted]) => step(`${wanted} at ${at}`, life => life.truthfully(() => life.choose(at, wanted)))),
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
  process.map(at => step(`pay at ${at}`, life => life.truthfully(() => life.pay(at)))),
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
    .map(mode => step(`webhooks: ${mode}`, ({ controls }) => controls.setSwitch('webhooks', mode))),
  fc
    .tuple(fc.constantFrom(...faultsTried), fc.integer({ min: 1, max: 4 }))
    .map(([fault, calls]) => step(`${calls} calls: ${fault}`, ({ controls }) => controls.setFault(fault, { calls }))),
  fc
    .constantFrom(...valuesOf('settlement'))
    .map(when => step(`settlement: ${when}`, ({ controls }) => controls.setSwitch('settlement', when))),
  fc
    .constantFrom(...valuesOf('taxLocation'))
    .map(place => step(`tax: ${place}`, ({ controls }) => controls.setSwitch('taxLocation', place))),
  fc
    .constantFrom('cancelInPortal' as const, 'renewInPortal' as const)
    .map(act => step(`portal: ${act}`, life => life.usePortal(act))),
  // Parts of it may fail while the provider fails.
  fc.constant(
    step('the hourly reconciliation', ({ processes }) => reconcilePayments(processes[1].deps).catch(() => {})),
  ),
)

/** Starts with every fault of the provider switched on. Single steps change some of them. */
async function switchAllOn({ controls }: Life): Promise<void> {
  await controls.setSwitch('settlement', 'late')
  await controls.setFault('answer lost', { calls: 1 })
  await controls.setSwitch('webhooks', 'reversed')
}

/** Ends all faults of the provider, and delivers everything that was delayed. */
async function calmDown(life: Life): Promise<void> {
  const { controls, processes } = life
  await controls.setFault('none')
  await controls.setSwitch('taxLocation', 'by address')
  await controls.setSwitch('settlement', 'at once')
  await controls.advance({ seconds: 10 })
  await controls.setSwitch('webhooks', 'normal')
  await controls.releaseWebhooks()
  await life.signIn()
  await reconcilePayments(processes[0].deps)
}

const lives = fc.sample(fc.array(anyStep, { minLength: 6, maxLength: 14 }), { numRuns: LIVES, seed: SEED })
/** Runs the steps, and reports a failure together with their names. */
async function liveThrough(steps: Step[]): Promise<void> {
  try {
    const life = await Life.begin(products)
    await switchAllOn(life)
    for (const { act } of steps) await act(life)
    await calmDown(life)
    await audit(life)
  } catch (error) {
    throw new Error(steps.map(({ name }) => name).join(' → '), { cause: error })
  }
}

const numbered = lives.map((steps, at) => ({ number: at + 1, steps }))

describe("after a history with every sandbox switch on, balances equal the ledger, and our payments equal the provider's", () => {
  test.each(numbered)('life $number', async ({ steps }) => {
    await expect(liveThrough(steps)).resolves.toBeUndefined()
  })
})
