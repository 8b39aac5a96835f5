import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import { graceEndOf } from '#server/accounts/identity/paid-plan.rules.ts'
import type { Deps } from '#server/money/deps.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import { faultOf } from '#server/platform/basics/fault.ts'
import { withBillingLock } from './billing-lock.ts'
import { forgetCustomer } from './closed-account.usecases.ts'
import { syncCustomerEmail } from './customer-email.usecases.ts'
import { findUnsyncedEmails } from './customer.repository.ts'
import { endSubscription } from './end-subscription.usecases.ts'
import { readEventsUntil, writeEventsUntil } from './event.repository.ts'
import { EventForm, eventTypes } from './event.rules.ts'
import { handleEvent } from './event.usecases.ts'
import { sweepFailedKeys } from './idempotency.usecases.ts'
import { sendExpiryNotice } from './notices.ts'
import { findUnsettled } from './purchase.repository.ts'
import { syncPurchase } from './purchase.usecases.ts'
import { type ExpiringCard, findDueUsers, findExpiringCards, markExpiryNotified } from './reconcile.repository.ts'
import { stopRenewal } from './stop-renewal.usecases.ts'
import {
  type CustomerFacts,
  isLive,
  paidPeriodOf,
  type SubscriptionFacts,
  uselessCharges,
} from './stripe-facts.rules.ts'
import { syncCustomer } from './sync.usecases.ts'

const HOUR_MS = 3_600_000
const FIRST_LOOK_BACK_MS = 72 * HOUR_MS
const MAX_EMAILS = 100
const CHECKOUTS_SINCE_MS = 72 * HOUR_MS

/** Repairs the effects of missed webhooks. Runs every hour. Throws at the end if any part failed. */
export async function reconcilePayments(deps: Deps): Promise<void> {
  if (deps.payments.stripe === null) return
  const now = deps.clock.now()
  const faults: unknown[] = []
  const attempt: Attempt = async work => {
    try {
      await work()
      return true
    } catch (error) {
      deps.log.warn({ err: faultOf(error) }, 'part of the payments could not be reconciled')
      faults.push(error)
      return false
    }
  }
  await attempt(() => handleMissedEvents(deps, now, attempt))
  for (const userId of await findDueUsers(deps.db, deps.payments.mode, now))
    await attempt(() => settleUser(deps, userId))
  const since = new Date(now.getTime() - CHECKOUTS_SINCE_MS)
  for (const { sessionId } of await findUnsettled(deps.db, deps.payments.mode, since))
    if (sessionId !== null) await attempt(async () => void (await syncPurchase(deps, sessionId)))
  for (const userId of await findUnsyncedEmails(deps.db, deps.payments.mode, MAX_EMAILS))
    await attempt(() => withBillingLock(deps, userId, lock => syncCustomerEmail(deps, lock)))
  for (const card of await findExpiringCards(deps.db)) await attempt(() => notifyExpiry(deps, card))
  await attempt(() => sweepFailedKeys(deps, now))
  if (faults.length > 0) throw new Error(`Some payments could not be reconciled. ${faultOf(faults[0]).message}`)
}

/** Runs one part and returns whether it succeeded. A failure does not stop the other parts. */
type Attempt = (work: () => Promise<void>) => Promise<boolean>

async function handleMissedEvents(deps: Deps, now: Date, attempt: Attempt): Promise<void> {
  const { db, payments } = deps
  const seenUntil = await readEventsUntil(db, payments.mode)
  // Read an hour more, because events that were being handled during the last run may have failed.
  // While our clock was wrong, a time in the future may have been noted.
  const until = Math.min(seenUntil?.getTime() ?? Infinity, now.getTime())
  const since = until - (seenUntil === undefined ? FIRST_LOOK_BACK_MS : HOUR_MS)
  const created = { gte: Math.floor(since / 1000) }
  let areAllHandled = true
  let newest: Date | undefined
  // Read all pages. The newest events come first, so the time may only be advanced after the last page.
  for await (const event of stripeOf(deps).events.list({ created, types: [...eventTypes], limit: 100 })) {
    newest ??= new Date(event.created * 1000)
    areAllHandled = (await attempt(() => handleEvent(deps, EventForm.parse(event)))) && areAllHandled
  }
  if (areAllHandled && newest !== undefined) await writeEventsUntil(db, payments.mode, newest)
}

/** Syncs a user. Ends a plan after the grace period, a disabled user's renewal, and a deleted user's customer. */
function settleUser(deps: Deps, userId: number): Promise<void> {
  return withBillingLock(deps, userId, async lock => {
    const account = await readAccount(deps, userId)
    if (account === undefined) return forgetCustomer(deps, lock)
    if (account.isDisabled) await stopRenewal(deps, lock)
    const facts = await syncCustomer(deps, lock)
    if (facts === null) return
    if (uselessCharges(facts).length > 0) throw new Error('The charge of an ended plan is still open')
    const over = facts.subscriptions.filter(subscription => isOver(subscription, facts, deps.clock.now()))
    for (const subscription of over) await endSubscription(stripeOf(deps), subscription)
    if (over.length > 0) await syncCustomer(deps, lock)
  })
}

/**
 * Whether a plan that could still be charged has not been paid within the grace period. A wrong clock of ours must not end
 * plans, so the provider must have begun another period, too.
 */
function isOver(subscription: SubscriptionFacts, { invoices }: CustomerFacts, now: Date): boolean {
  const paid = isLive(subscription) ? paidPeriodOf(subscription, invoices) : null
  return paid !== null && paid.end < subscription.periodEnd && graceEndOf(paid.end) <= now
}

const notifyExpiry = (deps: Deps, card: ExpiringCard): Promise<void> =>
  deps.db.transaction(async tx => {
    if (await markExpiryNotified(tx, card.id)) await sendExpiryNotice(deps, tx, card)
  })
