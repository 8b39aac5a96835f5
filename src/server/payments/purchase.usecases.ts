import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { leadPackage } from '#contract/plans.ts'
import type { Deps } from '../deps.ts'
import { creditExtraPulls, takeExtraPullsBack } from '../usage/usage.usecases.ts'
import { sendPurchaseNotice } from './notices.ts'
import { stripeOf } from './payments.ts'
import {
  findOpenSessions,
  findPurchase,
  findPurchaseOfSession,
  insertPurchase,
  lockPurchase,
  type PurchaseRow,
  type PurchaseStatus,
  updatePurchase,
  writeSession,
} from './purchase.repository.ts'
import { type CheckoutFacts, stepOf } from './purchase.rules.ts'

export type { PurchaseRow } from './purchase.repository.ts'

/** Begins a checkout of one lead package and gives its address. What was begun is on record before anybody can pay. */
export async function beginPurchase(
  deps: Deps,
  { userId, customerId, origin }: { userId: number; customerId: string; origin: string },
): Promise<string> {
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
  if (session.url === null) throw new Error(`The checkout ${session.id} has no address`)
  return session.url
}

/** The user's own purchase of that checkout; undefined for one that is not theirs. */
export const findOwnPurchase = (
  { db }: Pick<Deps, 'db'>,
  own: { sessionId: string; userId: number },
): Promise<PurchaseRow | undefined> => findPurchaseOfSession(db, own)

/**
 * Reads a checkout again and writes what became of it: credits its leads once, whoever tells us first, and takes back
 * what a refund is worth. Undefined for a checkout that is not ours.
 */
export async function syncPurchase(deps: Deps, sessionId: string): Promise<PurchaseStatus | undefined> {
  const session = await stripeOf(deps).checkout.sessions.retrieve(sessionId, {
    expand: ['payment_intent.latest_charge'],
  })
  const id = session.metadata?.purchaseId
  if (id === undefined || (await findPurchase(deps.db, id)) === undefined) return undefined
  return writePurchase(deps, id, checkoutOf(session))
}

/** The same, for news of a charge. */
export async function syncPurchaseOfIntent(deps: Deps, intentId: string): Promise<void> {
  const { data } = await stripeOf(deps).checkout.sessions.list({ payment_intent: intentId, limit: 1 })
  const [session] = data
  if (session !== undefined) await syncPurchase(deps, session.id)
}

// A checkout can be paid for a day after it was begun.
const CHECKOUT_LASTS_MS = 25 * 3_600_000

/** Closes what a user has begun to buy: nobody can pay for it any more. What is paid already stays paid. */
export async function closeOpenCheckouts(deps: Deps, userId: number): Promise<void> {
  const stripe = stripeOf(deps)
  const since = new Date(deps.clock.now().getTime() - CHECKOUT_LASTS_MS)
  for (const id of await findOpenSessions(deps.db, { userId, mode: deps.payments.mode, since })) {
    const { status } = await stripe.checkout.sessions.retrieve(id)
    if (status === 'open') await stripe.checkout.sessions.expire(id)
  }
}

function checkoutOf(session: Stripe.Checkout.Session): CheckoutFacts {
  const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent
  const charge = typeof intent?.latest_charge === 'string' ? null : intent?.latest_charge
  return {
    sessionId: session.id,
    status: statusOf(session),
    paidCents: charge?.amount ?? session.amount_total ?? 0,
    returnedCents: charge?.disputed === true ? charge.amount : (charge?.amount_refunded ?? 0),
    receiptUrl: charge?.receipt_url ?? null,
  }
}

function statusOf({ status, payment_status: payment }: Stripe.Checkout.Session): PurchaseStatus {
  if (payment !== 'unpaid') return 'paid'
  if (status === 'expired') return 'expired'
  return status === 'complete' ? 'processing' : 'open'
}

function writePurchase(deps: Deps, id: string, checkout: CheckoutFacts): Promise<PurchaseStatus | undefined> {
  const now = deps.clock.now()
  return deps.db.transaction(async tx => {
    const purchase = await lockPurchase(tx, id)
    if (purchase === undefined) return undefined
    const { status, leadsToCredit, leadsToTakeBack } = stepOf(purchase, checkout)
    const { userId } = purchase
    await updatePurchase(tx, {
      id,
      sessionId: checkout.sessionId,
      status,
      leadsTakenBack: purchase.leadsTakenBack + leadsToTakeBack,
      receiptUrl: checkout.receiptUrl,
      paidAt: status === 'paid' ? now : null,
    })
    if (leadsToCredit > 0) await creditExtraPulls(tx, { userId, amount: leadsToCredit, reason: 'leads bought', now })
    if (leadsToTakeBack > 0)
      await takeExtraPullsBack(tx, { userId, amount: leadsToTakeBack, reason: 'leads refunded', now })
    await sendPurchaseNotice(deps, tx, { purchase, checkout, leadsToCredit, leadsToTakeBack })
    return status
  })
}
