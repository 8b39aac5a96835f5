import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { leadPackage } from '#contract/plans.ts'
import type { Deps } from '#server/money/deps.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import { unlessMissing } from '#server/money/provider/stripe-errors.ts'
import { creditExtraPulls, lockForCredit, revokeExtraPulls } from '#server/money/usage/credits.usecases.ts'
import { sendPurchaseNotice } from './notices.ts'
import { findOpenCheckout, type Purchasing } from './open-checkouts.usecases.ts'
import { insertPurchase, lockPurchase, updatePurchase, writeSession } from './purchase.repository.ts'
import { type CheckoutFacts, type PurchaseStatus, stepOf } from './purchase.rules.ts'
import { idOf } from './stripe-reading.ts'

export { findPurchaseOfSession } from './purchase.repository.ts'

/** Starts a checkout for a lead package, or finds the open one. Returns its URL. Needs the billing lock. */
export async function beginPurchase(deps: Deps, { userId, customerId, origin }: Purchasing): Promise<string> {
  const open = await findOpenCheckout(deps, { userId, customerId, origin })
  if (open !== undefined) return open
  const id = randomUUID()
  const { leads, priceCents } = leadPackage
  const { payments, clock, db } = deps
  await insertPurchase(db, { id, userId, mode: payments.mode, leads, amountCents: priceCents, now: clock.now() })
  const metadata = { purchaseId: id, userId: String(userId), leads: String(leads) }
  const session = await stripeOf(deps).checkout.sessions.create(
    {
      mode: 'payment',
      customer: customerId,
      client_reference_id: String(userId),
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'usd', unit_amount: priceCents, product_data: { name: `${leads} extra leads` } },
        },
      ],
      metadata,
      payment_intent_data: { metadata },
      success_url: `${origin}/subscription?checkout={CHECKOUT_SESSION_ID}`,
      cancel_url: `${origin}/subscription?checkout=canceled`,
      ...(deps.config.STRIPE_AUTOMATIC_TAX
        ? { automatic_tax: { enabled: true }, customer_update: { address: 'auto' } }
        : {}),
    },
    { idempotencyKey: `purchase:${id}` },
  )
  await writeSession(db, id, session.id)
  if (session.url === null) throw new Error(`The checkout ${session.id} has no URL`)
  return session.url
}

/**
 * Reads a checkout from the provider and stores its result. Credits the leads once, and takes back refunded leads. If
 * the account was deleted before the leads were credited, refunds the payment first. Undefined if the checkout is not
 * ours.
 */
export async function syncPurchase(deps: Deps, sessionId: string): Promise<PurchaseStatus | undefined> {
  const written = await readAndWrite(deps, sessionId)
  if (typeof written !== 'object') return written
  await stripeOf(deps).refunds.create(
    { payment_intent: written.unusedPayment },
    { idempotencyKey: `refund:${written.unusedPayment}` },
  )
  const again = await readAndWrite(deps, sessionId)
  // Until the provider shows the refund, the caller has to try again.
  if (typeof again === 'object') throw new Error(`The payment ${again.unusedPayment} is not refunded yet`)
  return again
}

/** Writes nothing if the leads of this payment cannot be credited, because the account was deleted. */
async function readAndWrite(
  deps: Deps,
  sessionId: string,
): Promise<PurchaseStatus | { unusedPayment: string } | undefined> {
  const session = await findCheckout(deps, sessionId)
  const id = session?.metadata?.purchaseId
  if (session === undefined || id === undefined) return undefined
  const status = await writePurchase(deps, id, checkoutOf(session))
  if (status !== 'ownerless') return status
  const unusedPayment = idOf(session.payment_intent)
  if (unusedPayment === null) throw new Error(`The checkout ${session.id} is paid, but has no payment`)
  return { unusedPayment }
}

async function findCheckout(deps: Deps, sessionId: string): Promise<Stripe.Checkout.Session | undefined> {
  const { sessions } = stripeOf(deps).checkout
  const session = await unlessMissing(sessions.retrieve(sessionId, { expand: ['payment_intent.latest_charge'] }))
  if (session === undefined) deps.log.warn({ sessionId }, 'the payment provider does not know this checkout')
  return session
}

export async function syncPurchaseOfIntent(deps: Deps, intentId: string): Promise<void> {
  const { data } = await stripeOf(deps).checkout.sessions.list({ payment_intent: intentId, limit: 1 })
  const [session] = data
  if (session !== undefined) await syncPurchase(deps, session.id)
}

function checkoutOf(session: Stripe.Checkout.Session): CheckoutFacts {
  const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent
  const charge = typeof intent?.latest_charge === 'string' ? null : intent?.latest_charge
  return {
    sessionId: session.id,
    status: statusOf(session),
    paidCents: charge?.amount ?? session.amount_total ?? 0,
    taxCents: session.total_details?.amount_tax ?? 0,
    refundedCents: charge?.amount_refunded ?? 0,
    isDisputed: charge?.disputed ?? false,
    receiptUrl: charge?.receipt_url ?? null,
  }
}

function statusOf({ status, payment_status: payment }: Stripe.Checkout.Session): PurchaseStatus {
  if (payment !== 'unpaid') return 'paid'
  if (status === 'expired') return 'expired'
  return status === 'complete' ? 'processing' : 'open'
}

/** Writes nothing and returns 'ownerless' if there are leads to credit, but the account was deleted. */
function writePurchase(
  deps: Deps,
  id: string,
  checkout: CheckoutFacts,
): Promise<PurchaseStatus | 'ownerless' | undefined> {
  const now = deps.clock.now()
  return deps.db.transaction(async tx => {
    const purchase = await lockPurchase(tx, id)
    if (purchase === undefined) return undefined
    const { status, leadsToCredit, leadsToTakeBack } = stepOf(purchase, checkout)
    const { userId } = purchase
    if (leadsToCredit > leadsToTakeBack && !(await lockForCredit(tx, userId))) return 'ownerless'
    await updatePurchase(tx, {
      id,
      status,
      leadsTakenBack: purchase.leadsTakenBack + leadsToTakeBack,
      checkout,
      paidAt: status === 'paid' ? now : null,
    })
    if (leadsToCredit > 0) await creditExtraPulls(tx, { userId, amount: leadsToCredit, reason: 'leads bought', now })
    if (leadsToTakeBack > 0)
      await revokeExtraPulls(tx, { userId, amount: leadsToTakeBack, reason: 'leads refunded', now })
    await sendPurchaseNotice(deps, tx, { purchase, checkout, leadsToCredit, leadsToTakeBack })
    return status
  })
}
