import { type PaidTier, rankOf } from '../payments/prices.rules.ts'
import { isRenewing, type PaidPeriod, type SubscriptionFacts } from '../payments/stripe-facts.rules.ts'

export type PlanChange =
  /** Nothing is paid yet. */
  | { kind: 'subscribe' }
  /** A first charge, or an upgrade's, still waits for the customer; `isWanted`: for this very plan. */
  | { kind: 'waiting'; invoiceId: string; isWanted: boolean }
  /** The last month is not paid. */
  | { kind: 'pay first' }
  /** The month that was paid is over, and the next is about to be charged: no amount could be shown that holds. */
  | { kind: 'renewing' }
  | { kind: 'upgrade' }
  /** A smaller plan, or the present one again: from the next period on. */
  | { kind: 'next period' }

/** What choosing a plan means for whoever has this subscription, or none. */
export function decideChange({
  main,
  paid,
  pendingTier,
  wanted,
  now,
}: {
  main: SubscriptionFacts | undefined
  paid: PaidPeriod | null
  /** The plan that a waiting charge is for. */
  pendingTier: PaidTier | undefined
  wanted: PaidTier
  now: Date
}): PlanChange {
  if (main === undefined) return { kind: 'subscribe' }
  const isWaiting = main.status === 'incomplete' || main.hasPendingUpdate
  if (isWaiting && main.latestInvoiceId !== null)
    return { kind: 'waiting', invoiceId: main.latestInvoiceId, isWanted: pendingTier === wanted }
  if (!isPaidUp(main)) return { kind: 'pay first' }
  if (isRenewing(paid, now)) return { kind: 'renewing' }
  return rankOf(wanted) > rankOf(paid?.tier ?? main.itemTier) ? { kind: 'upgrade' } : { kind: 'next period' }
}

/** Whether no charge of a plan has failed. */
export const isPaidUp = ({ status }: Pick<SubscriptionFacts, 'status'>): boolean =>
  status === 'active' || status === 'trialing'

const OLDEST_PREVIEW_MS = 15 * 60_000
const CLOCKS_APART_MS = 60_000

/** Whether a previewed moment may be charged for: a later one would be cheaper, and an old one was not what is shown. */
export const isFreshProration = (seconds: number, now: Date): boolean =>
  seconds * 1000 > now.getTime() - OLDEST_PREVIEW_MS && seconds * 1000 <= now.getTime() + CLOCKS_APART_MS
