import type { SubscriptionInput } from '#contract/billing.ts'
import { type PaidTier, rankOf } from '#contract/plans.ts'
import { isRenewing, type PaidPeriod, type SubscriptionFacts } from '#server/money/payments/stripe-facts.rules.ts'

export type PlanChange =
  /** Nothing is paid yet. */
  | { kind: 'subscribe' }
  /** A first charge, or an upgrade's, still waits for the customer; `isWanted`: for this very plan. */
  | { kind: 'waiting'; invoiceId: string; isWanted: boolean }
  /** The last month is not paid. */
  | { kind: 'pay first' }
  /** The month that was paid is over, and the next is about to be charged: no amount could be shown that holds. */
  | { kind: 'renewing' }
  /** A smaller plan is to follow within a day: an upgrade that the bank leaves waiting could outlive the month. */
  | { kind: 'keep first'; present: PaidTier; next: PaidTier }
  | { kind: 'upgrade' }
  /** A smaller plan, or the present one again: from the next period on. */
  | { kind: 'next period' }

/** What choosing a plan means for whoever has this subscription, or none. */
export function decideChange({
  main,
  paid,
  isPendingWanted,
  wanted,
  now,
}: {
  main: SubscriptionFacts | undefined
  paid: PaidPeriod | null
  /** Whether the charge that waits is for this very plan, and of the amount that was shown. */
  isPendingWanted: boolean
  wanted: PaidTier
  now: Date
}): PlanChange {
  if (main === undefined) return { kind: 'subscribe' }
  const isWaiting = main.status === 'incomplete' || main.hasPendingUpdate
  if (isWaiting && main.latestInvoiceId !== null)
    return { kind: 'waiting', invoiceId: main.latestInvoiceId, isWanted: isPendingWanted }
  if (!isPaidUp(main)) return { kind: 'pay first' }
  if (isRenewing(paid, now)) return { kind: 'renewing' }
  if (rankOf(wanted) <= rankOf(paid?.tier ?? main.itemTier)) return { kind: 'next period' }
  return paid !== null && isAboutToShrink(main, paid, now)
    ? { kind: 'keep first', present: paid.tier, next: main.itemTier }
    : { kind: 'upgrade' }
}

type Shown = Pick<SubscriptionInput, 'takesEffect' | 'prorationDate'>

/** Whether a change is still what the dialog has shown. Time goes on there: the month, or the plan, may be another one. */
export function isAsShown(
  { kind }: PlanChange,
  { takesEffect, prorationDate }: Shown,
  { main, paid, wanted }: { main: SubscriptionFacts | undefined; paid: PaidPeriod | null; wanted: PaidTier },
): boolean {
  if (kind !== 'subscribe' && kind !== 'upgrade' && kind !== 'next period') return true
  // An answer was lost: what is asked for again is there.
  if (main?.itemTier === wanted && paid?.tier === wanted && main.cancelAt === null) return true
  if (takesEffect !== undefined && takesEffect !== (kind === 'next period' ? 'period_end' : 'now')) return false
  if (prorationDate === undefined) return true
  return kind === 'upgrade' && paid !== null && prorationDate * 1000 >= paid.start.getTime()
}

// An upgrade waits for the bank for 23 hours at most. What it has set aside is found by the hourly look: twice in time.
const SHRINKS_SOON_MS = 26 * 3_600_000

/** Whether a smaller plan takes over so soon that an upgrade which comes to nothing could keep it from doing so. */
export const isAboutToShrink = (main: SubscriptionFacts, paid: PaidPeriod, now: Date): boolean =>
  main.itemTier !== paid.tier && paid.end.getTime() - now.getTime() <= SHRINKS_SOON_MS

/** Whether no charge of a plan has failed. */
export const isPaidUp = ({ status }: Pick<SubscriptionFacts, 'status'>): boolean =>
  status === 'active' || status === 'trialing'

const OLDEST_PREVIEW_MS = 15 * 60_000
const CLOCKS_APART_MS = 60_000

/** Whether a previewed moment may be charged for: a later one would be cheaper, and an old one was not what is shown. */
export const isFreshProration = (seconds: number, now: Date): boolean =>
  seconds * 1000 > now.getTime() - OLDEST_PREVIEW_MS && seconds * 1000 <= now.getTime() + CLOCKS_APART_MS
