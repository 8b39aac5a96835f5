import { rankOf } from '#contract/plans.ts'
import { graceEndOf } from '#server/accounts/identity/paid-plan.rules.ts'
import { daysAfter } from '#server/platform/basics/clock.ts'
import { renewalOf, willRenew } from './next-charge.rules.ts'
import {
  type CustomerFacts,
  isLive,
  isUnsettled,
  openInvoiceOf,
  type PaidPeriod,
  quotaChangeOf,
  type SubscriptionFacts,
} from './stripe-facts.rules.ts'
import type { SubscriptionRow } from './sync.repository.ts'

/** The row to store for a subscription: the provider's data, and the values of the old row that are still valid. */
export function nextRow(
  subscription: SubscriptionFacts,
  { paid, facts, before }: { paid: PaidPeriod | null; facts: CustomerFacts; before: SubscriptionRow | undefined },
): SubscriptionRow {
  const { invoices } = facts
  const open = openInvoiceOf(subscription, invoices)
  const known = before?.id === subscription.id ? before : undefined
  return {
    id: subscription.id,
    status: subscription.status,
    isLive: isLive(subscription),
    tier: paid?.tier ?? null,
    nextTier: subscription.itemTier,
    ...paidPriceOf(subscription, { paid, known }),
    periodStart: paid?.start ?? null,
    paidUntil: paid?.end ?? null,
    endsAt: subscription.cancelAt,
    nextCharge: willRenew(subscription) ? renewalOf(subscription, facts) : null,
    paymentReceivedAt: isUnsettled(subscription) ? (known?.paymentReceivedAt ?? null) : null,
    openInvoiceId: open?.id ?? null,
    openAmountCents: open?.dueCents ?? null,
    replacedDowngrade: isUpgradeOpen(known, subscription, paid) ? (known?.replacedDowngrade ?? null) : null,
    endRemovedByUpgrade: isUpgradeOpen(known, subscription, paid) ? (known?.endRemovedByUpgrade ?? null) : null,
    ...quotaAfter(known, paid),
    createdAt: subscription.createdAt,
    endedAt: subscription.endedAt,
  }
}

/** The price of the paid plan. If a downgrade is scheduled, the price that was stored before. */
function paidPriceOf(
  { itemTier, priceId, priceCents }: SubscriptionFacts,
  { paid, known }: { paid: PaidPeriod | null; known: SubscriptionRow | undefined },
): Pick<SubscriptionRow, 'priceId' | 'priceCents'> {
  if (paid?.tier === itemTier) return { priceId, priceCents }
  return known !== undefined && known.tier === paid?.tier
    ? { priceId: known.priceId, priceCents: known.priceCents }
    : { priceId: null, priceCents: null }
}

/** The highest plan of the paid period, so that its quota is never granted twice. */
function quotaAfter(
  known: SubscriptionRow | undefined,
  paid: PaidPeriod | null,
): Pick<SubscriptionRow, 'quotaTier' | 'quotaPeriodStart'> {
  const kept = { quotaTier: known?.quotaTier ?? null, quotaPeriodStart: known?.quotaPeriodStart ?? null }
  const change = paid === null ? null : quotaChangeOf(paid, givenQuotaOf(known))
  if (change === null) return kept
  return change.kind === 'new month'
    ? { quotaTier: change.tier, quotaPeriodStart: change.periodStart }
    : { ...kept, quotaTier: change.to }
}

export const givenQuotaOf = (row: SubscriptionRow | undefined) =>
  row?.quotaTier == null || row.quotaPeriodStart === null
    ? null
    : { tier: row.quotaTier, periodStart: row.quotaPeriodStart }

/** Whether an upgrade waits for its payment. Meanwhile, the downgrade and end date that it replaces are kept. */
const isUpgradeOpen = (
  known: SubscriptionRow | undefined,
  { hasPendingUpdate }: SubscriptionFacts,
  paid: PaidPeriod | null,
): boolean => hasPendingUpdate && paid !== null && known?.tier === paid.tier

/** The scheduled downgrade that a failed upgrade replaced, and that must be scheduled again. */
export function downgradeToRestore(
  known: SubscriptionRow | undefined,
  subscription: SubscriptionFacts,
  paid: PaidPeriod | null,
): SubscriptionRow['replacedDowngrade'] {
  if (known?.replacedDowngrade == null || paid === null || known.id !== subscription.id) return null
  const isUnchanged = isLive(subscription) && !subscription.hasPendingUpdate && known.tier === paid.tier
  return isUnchanged && subscription.itemTier === paid.tier && rankOf(known.replacedDowngrade) < rankOf(paid.tier)
    ? known.replacedDowngrade
    : null
}

/** Whether a paid upgrade was meant to remove the plan's end date, which is still set. */
export function hasEndToRemove(
  known: SubscriptionRow | undefined,
  { id, cancelAt, hasPendingUpdate }: SubscriptionFacts,
  paid: PaidPeriod | null,
): boolean {
  if (known?.endRemovedByUpgrade == null || known.tier === null || paid === null || known.id !== id) return false
  const isPaid = !hasPendingUpdate && rankOf(paid.tier) > rankOf(known.tier)
  // A different end date is a later decision.
  return isPaid && cancelAt?.getTime() === known.endRemovedByUpgrade.getTime()
}

export type Notice =
  | { kind: 'charge failed'; amountCents: number; graceEndsAt: Date }
  | { kind: 'plan canceled'; tier: string; endsAt: Date; renewsBefore: boolean }
  | { kind: 'plan ended'; tier: string; isUnpaid: boolean }

/** The notices for the customer about the step from one state to the next. */
export function noticesOf(before: SubscriptionRow | undefined, after: SubscriptionRow): Notice[] {
  const notices: Notice[] = []
  const known = before?.id === after.id ? before : undefined
  const { openInvoiceId, openAmountCents, paidUntil, tier } = after
  if (after.status === 'past_due' && openInvoiceId !== null && paidUntil !== null && known?.status !== 'past_due')
    notices.push({ kind: 'charge failed', amountCents: openAmountCents ?? 0, graceEndsAt: graceEndOf(paidUntil) })
  if (tier === null) return notices
  if (after.isLive && after.endsAt !== null && known?.endsAt === null && paidUntil !== null)
    notices.push({ kind: 'plan canceled', tier, endsAt: after.endsAt, renewsBefore: after.endsAt > paidUntil })
  // A canceled plan ends with its paid time, or within the hour in which the next month would be charged.
  const isUnpaid = paidUntil !== null && after.endedAt !== null && after.endedAt > daysAfter(paidUntil, 1)
  if (known?.isLive === true && !after.isLive) notices.push({ kind: 'plan ended', tier, isUnpaid })
  return notices
}
