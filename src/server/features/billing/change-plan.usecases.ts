import type { User } from '#contract/accounts/account.ts'
import type { ActionRequired, SubscriptionInput } from '#contract/billing/billing.ts'
import type { Account } from '#server/accounts/identity/account.rules.ts'
import { presentCurrentUser } from '#server/features/account/present-user.ts'
import type { Deps } from '#server/features/deps.ts'
import { ensureCustomer } from '#server/money/payments/customer.usecases.ts'
import { endSubscription, voidInvoice, resumeSubscription } from '#server/money/payments/end-subscription.usecases.ts'
import { withIdempotencyKey } from '#server/money/payments/idempotency.usecases.ts'
import { withOwnLock } from '#server/money/payments/own-lock.ts'
import { priceIdOf } from '#server/money/payments/prices.usecases.ts'
import {
  type CustomerFacts,
  isLive,
  mainSubscription,
  paidPeriodOf,
  type SubscriptionFacts,
  uselessCharges,
} from '#server/money/payments/stripe-facts.rules.ts'
import { idOf } from '#server/money/payments/stripe-reading.ts'
import { chargeNext, syncCustomer } from '#server/money/payments/sync.usecases.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { cancelUnderLock } from './cancel.usecases.ts'
import type { PlanChangeReply, Changing } from './changing.ts'
import { actionOf, readOutcome, stillProcessing } from './charge-outcome.ts'
import { ensureDefaultCard } from './default-card.ts'
import { covers, readGivenPlan } from './given-plan.usecases.ts'
import { givenPlan, keepFirst } from './live-plan.ts'
import { decideChange, isAsShown, isFreshProration } from './plan-change.rules.ts'
import { orUnconfirmed } from './unconfirmed.ts'
import { upgrade } from './upgrade.usecases.ts'

/**
 * Changes the plan. A first plan is charged immediately, and so is an upgrade, prorated. A downgrade takes effect with
 * the next period. Choosing Free or a granted plan ends the paid plan.
 */
export async function changePlan(deps: Deps, owner: Account, input: SubscriptionInput): Promise<PlanChangeReply> {
  const { tier } = input
  return withOwnLock(deps, owner, async (lock, account) => {
    if (tier === 'free') return cancelUnderLock(deps, account, lock)
    if (input.prorationDate !== undefined && !isFreshProration(input.prorationDate, deps.clock.now())) throw outOfDate()
    return orUnconfirmed(deps, 'payment', async charge => {
      const customerId = await ensureCustomer(deps, account)
      const facts = (await syncCustomer(deps, lock)) ?? emptyFacts(customerId)
      return choose(deps, { account, lock, choice: { ...input, tier }, facts, charge })
    })
  })
}

const outOfDate = (): Refusal =>
  new Refusal('INVALID_REQUEST', { message: 'The price you saw is out of date. Please check it again.' })

const emptyFacts = (customerId: string): CustomerFacts => ({
  customerId,
  isDeleted: false,
  balanceCents: 0,
  nextTaxCents: null,
  cards: [],
  subscriptions: [],
  invoices: [],
})

async function choose(deps: Deps, changing: Changing): Promise<PlanChangeReply> {
  const { facts, choice } = changing
  const main = mainSubscription(facts.subscriptions)
  const paid = main === undefined ? null : paidPeriodOf(main, facts.invoices)
  const wish = { main, paid, wanted: choice.tier }
  const change = decideChange(wish, isWantedCharge(facts, main?.latestInvoiceId, choice), deps.clock.now())
  if (change.kind === 'pay first') throw new Refusal('INVOICE_OPEN')
  if (change.kind === 'renewing') throw new Refusal('RENEWAL_UNDER_WAY')
  if (change.kind === 'keep first') throw keepFirst(change)
  if (!isAsShown(change, choice, wish)) throw outOfDate()
  if (main === undefined) return subscribe(deps, changing)
  if (change.kind === 'waiting') {
    const resolved = await orUnconfirmed(deps, 'sent payment', () => resolvePendingCharge(deps, changing, change))
    return 'requiresAction' in resolved ? resolved : choose(deps, { ...changing, facts: resolved })
  }
  if (change.kind === 'upgrade') return upgrade(deps, changing, main)
  const given = paid === null ? null : await readGivenPlan(deps, { userId: changing.account.id, at: paid.end })
  // A granted plan takes over by itself, so nobody pays for it.
  return covers(given, choice.tier)
    ? cancelUnderLock(deps, changing.account, changing.lock)
    : changeNextPeriod(deps, changing, main)
}

/** Whether a pending charge is for the chosen plan, and for the price that the dialog has shown. */
function isWantedCharge(
  { invoices }: CustomerFacts,
  invoiceId: string | null | undefined,
  { tier, prorationDate }: Changing['choice'],
): boolean {
  const line = invoices.find(({ id }) => id === invoiceId)?.lines.find(({ amountCents }) => amountCents > 0)
  if (line?.tier !== tier) return false
  return !line.isProration || prorationDate === undefined || line.start.getTime() === prorationDate * 1000
}

/** Resumes the charge of an earlier attempt for the same plan and amount. Otherwise voids it. */
async function resolvePendingCharge(
  deps: Deps,
  changing: Changing,
  { invoiceId, isWanted }: { invoiceId: string; isWanted: boolean },
): Promise<ActionRequired | CustomerFacts> {
  const stripe = stripeOf(deps)
  const outcome = await readOutcome(stripe, invoiceId)
  if (isWanted && outcome.kind === 'action') return { requiresAction: true, clientSecret: outcome.clientSecret }
  if (outcome.kind === 'processing') throw stillProcessing()
  if (outcome.kind !== 'paid') await voidInvoice(stripe, invoiceId)
  const facts = await syncCustomer(deps, changing.lock)
  if (facts === null || isStillWaiting(facts, invoiceId)) throw new Refusal('PAYMENTS_UNAVAILABLE')
  return facts
}

const isStillWaiting = ({ subscriptions }: CustomerFacts, invoiceId: string): boolean =>
  subscriptions.some(
    subscription =>
      subscription.latestInvoiceId === invoiceId &&
      isLive(subscription) &&
      (subscription.hasPendingUpdate || subscription.status === 'incomplete'),
  )

async function subscribe(deps: Deps, { account, lock, choice, facts, charge }: Changing): Promise<PlanChangeReply> {
  const stripe = stripeOf(deps)
  if (covers(await readGivenPlan(deps, { userId: account.id, at: deps.clock.now() }), choice.tier)) throw givenPlan()
  if (uselessCharges(facts).length > 0) throw new Refusal('PAYMENTS_UNAVAILABLE')
  await ensureDefaultCard(deps, facts)
  const newest = facts.subscriptions.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0]
  const price = await priceIdOf(stripe, choice.tier)
  // A customer in this state can buy one plan, however late a request arrives. After a decline, the state is another one.
  const key = ['subscribe', account.id, newest?.id ?? facts.customerId].join(':')
  const create = () =>
    withIdempotencyKey(deps, key, idempotencyKey =>
      stripe.subscriptions.create(
        {
          customer: facts.customerId,
          items: [{ price }],
          payment_behavior: 'allow_incomplete',
          metadata: { userId: String(account.id) },
          ...(deps.config.STRIPE_AUTOMATIC_TAX ? { automatic_tax: { enabled: true } } : {}),
        },
        { idempotencyKey },
      ),
    )
  const subscription = await charge(create)
  const invoiceId = idOf(subscription.latest_invoice)
  const outcome = invoiceId === null ? ({ kind: 'paid' } as const) : await readOutcome(stripe, invoiceId)
  if (outcome.kind === 'declined') await endSubscription(stripe, subscription)
  await syncCustomer(deps, lock)
  return actionOf(outcome) ?? presentCurrentUser(deps, account)
}

/** Schedules a downgrade for the next period, or returns to the current plan. Also undoes a cancellation. */
async function changeNextPeriod(
  deps: Deps,
  { account, lock, choice, facts }: Changing,
  main: SubscriptionFacts,
): Promise<User> {
  const stripe = stripeOf(deps)
  await ensureDefaultCard(deps, facts)
  return orUnconfirmed(deps, 'change', async () => {
    if (main.itemTier !== choice.tier)
      await chargeNext(deps, { userId: account.id, subscription: main, tier: choice.tier })
    if (main.cancelAt !== null) await resumeSubscription(stripe, main.id)
    await syncCustomer(deps, lock)
    return presentCurrentUser(deps, account)
  })
}
