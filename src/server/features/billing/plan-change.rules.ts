import type { SubscriptionInput } from '#contract/billing/billing.ts'
import { type PaidTier, rankOf } from '#contract/plans.ts'
import { isRenewing, type PaidPeriod, type SubscriptionFacts } from '#server/money/payments/stripe-facts.rules.ts'

export type PlanChange =
  /** There is no subscription yet. */
  | { kind: 'subscribe' }
  /** A first charge or that of an upgrade waits for the customer. `isWanted`: for the chosen plan and price. */
  | { kind: 'waiting'; invoiceId: string; isWanted: boolean }
  /** The last month is not paid. */
  | { kind: 'pay first' }
  /** The paid month is over and the next one is about to be charged, so any amount could be wrong. */
  | { kind: 'renewing' }
  /** A scheduled downgrade takes effect within a day. An upgrade that waits for the bank could take longer. */
  | { kind: 'keep first'; present: PaidTier; next: PaidTier }
  | { kind: 'upgrade' }
  /** A downgrade with the next period, or back to the current plan. */
  | { kind: 'next period' }

type Wish = { main: SubscriptionFacts | undefined; paid: PaidPeriod | null; wanted: PaidTier }

/** `isPendingWanted`: the pending charge is for this plan and for the amount that was shown. */
export function decideChange({ main, paid, wanted }: Wish, isPendingWanted: boolean, now: Date): PlanChange {
  if (main === undefined) return { kind: 'subscribe' }
  const isWaiting = main.status === 'incomplete' || main.hasPendingUpdate
  if (isWaiting && main.latestInvoiceId !== null)
    return { kind: 'waiting', invoiceId: main.latestInvoiceId, isWanted: isPendingWanted }
  if (!isPaidUp(main)) return { kind: 'pay first' }
  if (isRenewing(main, paid, now)) return { kind: 'renewing' }
  if (rankOf(wanted) <= rankOf(paid?.tier ?? main.itemTier)) return { kind: 'next period' }
  return paid !== null && isDowngradeNear(main, paid, now)
    ? { kind: 'keep first', present: paid.tier, next: main.itemTier }
    : { kind: 'upgrade' }
}

type Shown = Pick<SubscriptionInput, 'takesEffect' | 'prorationDate'>

/** Whether a change matches what the dialog has shown. The month or the plan may have changed since then. */
export function isAsShown(
  { kind }: PlanChange,
  { takesEffect, prorationDate }: Shown,
  { main, paid, wanted }: Wish,
): boolean {
  if (kind !== 'subscribe' && kind !== 'upgrade' && kind !== 'next period') return true
  // If a request is repeated because its response was lost, the change has already been made.
  if (main?.itemTier === wanted && paid?.tier === wanted && main.cancelAt === null) return true
  if (takesEffect !== undefined && takesEffect !== (kind === 'next period' ? 'period_end' : 'now')) return false
  if (prorationDate === undefined) return true
  return kind === 'upgrade' && paid !== null && prorationDate * 1000 >= paid.start.getTime()
}

// An upgrade waits for the bank for at most 23 hours. The hourly reconciliation then restores the downgrade that it
// replaced; this leaves time for two runs.
const DOWNGRADE_NEAR_MS = 26 * 3_600_000

/** Whether a downgrade takes effect so soon that a failed upgrade could prevent it. */
export const isDowngradeNear = (main: SubscriptionFacts, paid: PaidPeriod, now: Date): boolean =>
  main.itemTier !== paid.tier && paid.end.getTime() - now.getTime() <= DOWNGRADE_NEAR_MS

/** Whether all charges of the plan so far were paid. */
export const isPaidUp = ({ status }: Pick<SubscriptionFacts, 'status'>): boolean =>
  status === 'active' || status === 'trialing'

const OLDEST_PREVIEW_MS = 15 * 60_000
const CLOCKS_APART_MS = 60_000

/** Whether an upgrade may be charged for a previewed time: a future one is too cheap. */
export const isFreshProration = (seconds: number, now: Date): boolean =>
  seconds * 1000 > now.getTime() - OLDEST_PREVIEW_MS && seconds * 1000 <= now.getTime() + CLOCKS_APART_MS
