import Stripe from 'stripe'
import { leadPackage } from '#contract/plans.ts'
import type { Deps } from '#server/money/deps.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import { unlessMissing } from '#server/money/provider/stripe-errors.ts'
import { findOpenSessions } from './purchase.repository.ts'
import { idOf } from './stripe-reading.ts'

/** A purchase to start. The checkout returns the browser to `origin`. */
export type Purchasing = { userId: number; customerId: string; origin: string }

// A checkout can be paid for a day. One more hour is for safety.
const CHECKOUT_LASTS_MS = 25 * 3_600_000
const TIME_TO_PAY_MS = 30 * 60_000

/**
 * The URL of the user's open checkout, so that two clicks or two tabs lead to one payment. The checkout must sell the
 * same package at the same price and return to the same origin. All other open checkouts are expired. Call it under the
 * billing lock.
 */
export async function findOpenCheckout(deps: Deps, purchasing: Purchasing): Promise<string | undefined> {
  let url: string | undefined
  for (const session of await readOpenCheckouts(deps, purchasing.userId)) {
    if (url === undefined && isReusable(deps, session, purchasing)) url = session.url ?? undefined
    else await expire(stripeOf(deps), session.id)
  }
  return url
}

function isReusable(
  { config, clock }: Deps,
  session: Stripe.Checkout.Session,
  { customerId, origin }: Purchasing,
): boolean {
  const { leads, priceCents } = leadPackage
  return (
    idOf(session.customer) === customerId &&
    session.success_url?.startsWith(`${origin}/`) === true &&
    session.metadata?.leads === String(leads) &&
    session.amount_subtotal === priceCents &&
    session.automatic_tax.enabled === config.STRIPE_AUTOMATIC_TAX &&
    session.expires_at * 1000 - clock.now().getTime() > TIME_TO_PAY_MS
  )
}

/** Expires a user's open checkouts, so that they can no longer be paid. Completed ones stay paid. */
export async function closeOpenCheckouts(deps: Deps, userId: number): Promise<void> {
  for (const { id } of await readOpenCheckouts(deps, userId)) await expire(stripeOf(deps), id)
}

async function readOpenCheckouts(deps: Deps, userId: number): Promise<Stripe.Checkout.Session[]> {
  const { db, payments, clock } = deps
  const { sessions } = stripeOf(deps).checkout
  const since = new Date(clock.now().getTime() - CHECKOUT_LASTS_MS)
  const open: Stripe.Checkout.Session[] = []
  for (const id of await findOpenSessions(db, { userId, mode: payments.mode, since })) {
    const session = await unlessMissing(sessions.retrieve(id))
    if (session?.status === 'open') open.push(session)
  }
  return open
}

/** Expires a checkout. Does not fail if it is paid or expires at this very moment. */
async function expire({ checkout: { sessions } }: Stripe, id: string): Promise<void> {
  try {
    await sessions.expire(id)
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    if ((await sessions.retrieve(id)).status === 'open') throw error
  }
}
