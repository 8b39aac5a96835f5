import { type PaidTier, rankOf } from '#contract/plans.ts'
import { graceEndOf, type PaidPlan } from '#server/accounts/identity/paid-plan.rules.ts'

/** The provider's data in our own terms. */
export type CardFacts = {
  id: string
  brand: string
  last4: string
  /** The same for all customers with this card number. Null if the provider does not state it. */
  fingerprint: string | null
  expMonth: number
  expYear: number
  isDefault: boolean
  createdAt: Date
}
export type SubscriptionFacts = {
  id: string
  status: string
  itemId: string
  /** The plan that the next period will be charged for. */
  itemTier: PaidTier
  /** The price of the subscription. It may differ from the current price of the plan. */
  priceId: string
  priceCents: number
  periodEnd: Date
  /** The time at which the provider will end it; null if it continues. */
  cancelAt: Date | null
  /** True if it ends at a fixed date, independent of the period. */
  endsOnOwnDate: boolean
  isTaxed: boolean
  hasPendingUpdate: boolean
  latestInvoiceId: string | null
  createdAt: Date
  endedAt: Date | null
}
export type InvoiceLine = {
  tier: PaidTier | undefined
  amountCents: number
  isProration: boolean
  start: Date
  end: Date
}
export type InvoiceFacts = {
  id: string
  subscriptionId: string | null
  status: string
  number: string | null
  description: string
  /** Includes tax. */
  totalCents: number
  taxCents: number
  /** The amount paid by card. Less than the total if a credit paid a part of it. */
  chargedCents: number
  dueCents: number
  hostedUrl: string | null
  pdfUrl: string | null
  createdAt: Date
  lines: InvoiceLine[]
}
export type CustomerFacts = {
  customerId: string
  isDeleted: boolean
  /** If negative, a credit toward the next charges. If positive, a debt that is added to the next charge. */
  balanceCents: number
  /** Tax of the live subscription's next renewal; null if it is not taxed, or if its tax is unknown. */
  nextTaxCents: number | null
  cards: CardFacts[]
  subscriptions: SubscriptionFacts[]
  invoices: InvoiceFacts[]
}

export type PaidPeriod = {
  tier: PaidTier
  start: Date
  end: Date
  /** When this tier was paid for: the start of the period, or an upgrade within it. */
  tierSince: Date
}

/** Whether the paid month is over, by our clock or the provider's. The next one is charged about an hour later. */
export const isRenewing = (subscription: SubscriptionFacts, paid: PaidPeriod | null, now: Date): boolean =>
  paid !== null && (paid.end <= now || (paid.end < subscription.periodEnd && !endsBy(subscription, paid.end)))

const ended = new Set(['canceled', 'incomplete_expired'])
export const isLive = ({ status }: Pick<SubscriptionFacts, 'status'>): boolean => !ended.has(status)

/** The last paid period, according to the invoices. A subscription moves to its next period before that is paid. */
export function paidPeriodOf(subscription: SubscriptionFacts, invoices: InvoiceFacts[]): PaidPeriod | null {
  const lines = invoices
    .filter(invoice => invoice.subscriptionId === subscription.id && invoice.status === 'paid')
    .flatMap(invoice => invoice.lines)
    .flatMap(line => (line.tier !== undefined && isGain(line) ? [{ ...line, tier: line.tier }] : []))
  const end = latest(lines.map(line => line.end))
  if (end === undefined) return null
  const current = lines
    .filter(line => line.end.getTime() === end.getTime())
    .toSorted((a, b) => a.start.getTime() - b.start.getTime() || rankOf(a.tier) - rankOf(b.tier))
  const [first] = current
  const last = current.at(-1)
  if (first === undefined || last === undefined) return null
  return { tier: last.tier, start: first.start, end, tierSince: last.start }
}

/** A line that charges for time rather than refunding it. */
const isGain = ({ amountCents, isProration }: InvoiceLine): boolean =>
  amountCents > 0 || (amountCents === 0 && !isProration)

const latest = (dates: Date[]): Date | undefined => dates.toSorted((a, b) => b.getTime() - a.getTime())[0]

/** The live subscription that counts if there are several: the one in the best state, then the newest. */
export function mainSubscription(subscriptions: SubscriptionFacts[]): SubscriptionFacts | undefined {
  return subscriptions
    .filter(isLive)
    .toSorted(
      (a, b) => weightOf(b) - weightOf(a) || b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? -1 : 1),
    )[0]
}

const weights: Record<string, number> = { active: 5, trialing: 5, past_due: 4, unpaid: 3, paused: 3, incomplete: 2 }
const weightOf = ({ status }: SubscriptionFacts): number => weights[status] ?? 0

/** Whether a charge may still be in progress at the provider. */
export const isUnsettled = ({ status, hasPendingUpdate }: SubscriptionFacts): boolean =>
  status === 'incomplete' || status === 'past_due' || hasPendingUpdate

/** The charge that failed or needs the customer to confirm it. */
export const openInvoiceOf = (subscription: SubscriptionFacts, invoices: InvoiceFacts[]): InvoiceFacts | undefined =>
  invoices
    .filter(invoice => invoice.subscriptionId === subscription.id && invoice.status === 'open')
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0]

/** Open charges of plans that have ended. Whoever pays one of them gets nothing. */
export const uselessCharges = ({ subscriptions, invoices }: CustomerFacts): InvoiceFacts[] =>
  invoices.filter(
    ({ subscriptionId, status }) =>
      status === 'open' && subscriptions.some(one => one.id === subscriptionId && !isLive(one)),
  )

/** What a subscription entitles the user to. It expires automatically if no further updates come. */
export function entitlementOf(subscription: SubscriptionFacts, paid: PaidPeriod): PaidPlan {
  return {
    tier: paid.tier,
    status: statusOf(subscription, paid),
    endsAt: endOf(subscription, paid),
    quotaAnchor: paid.start,
  }
}

function endOf({ endedAt, cancelAt }: SubscriptionFacts, paid: PaidPeriod): Date {
  const planned = cancelAt !== null && cancelAt <= paid.end ? cancelAt : graceEndOf(paid.end)
  return endedAt !== null && endedAt < planned ? endedAt : planned
}

function statusOf(subscription: SubscriptionFacts, paid: PaidPeriod): string {
  const { status } = subscription
  if (status !== 'active' && status !== 'trialing') return status
  return endsBy(subscription, paid.end) ? 'canceled' : 'active'
}

/** Whether the provider ends a subscription by that time. A subscription that ends later still renews until then. */
export const endsBy = ({ cancelAt }: Pick<SubscriptionFacts, 'cancelAt'>, moment: Date): boolean =>
  cancelAt !== null && cancelAt <= moment

export type GivenQuota = { tier: string; periodStart: Date }
export type QuotaChange =
  | { kind: 'new month'; tier: PaidTier; periodStart: Date }
  | { kind: 'top up'; from: string; to: PaidTier; share: number }

/**
 * What a payment adds to the quota. A new paid period is a new month. An upgrade adds the difference between the plans
 * for the rest of the month, so usage is kept, and switching back and forth adds nothing.
 */
export function quotaChangeOf(paid: PaidPeriod, given: GivenQuota | null): QuotaChange | null {
  if (given === null || given.periodStart < paid.start)
    return { kind: 'new month', tier: paid.tier, periodStart: paid.start }
  if (given.periodStart > paid.start || rankOf(given.tier) >= rankOf(paid.tier)) return null
  const share = (paid.end.getTime() - paid.tierSince.getTime()) / (paid.end.getTime() - paid.start.getTime())
  return { kind: 'top up', from: given.tier, to: paid.tier, share: Math.min(1, Math.max(0, share)) }
}
