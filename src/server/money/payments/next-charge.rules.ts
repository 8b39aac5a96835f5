import { type CustomerFacts, endsBy, type SubscriptionFacts } from './stripe-facts.rules.ts'

/** What a renewal charges, in cents. */
export type NextCharge = {
  /** Includes known tax, less the credit. */
  amountCents: number
  /** Paid by the credit that the customer has at the provider. */
  creditCents: number
  /** Part of the amount; null where tax may be added, and nobody knows how much. */
  taxCents: number | null
}

/** `balanceCents` is negative for a credit, as at the provider; a debt is charged with the month. */
export function nextChargeOf({
  priceCents,
  balanceCents,
  taxCents,
}: {
  priceCents: number
  balanceCents: number
  taxCents: number | null
}): NextCharge {
  const total = priceCents + (taxCents ?? 0)
  const amountCents = Math.max(0, total + balanceCents)
  return { amountCents, creditCents: Math.max(0, total - amountCents), taxCents }
}

/** Whether a subscription is charged again when its present period is over. */
export const willRenew = (subscription: SubscriptionFacts): boolean => !endsBy(subscription, subscription.periodEnd)

/** The renewal of a subscription at its own price. */
export const renewalOf = (
  { priceCents, isTaxed }: SubscriptionFacts,
  { balanceCents, nextTaxCents }: Pick<CustomerFacts, 'balanceCents' | 'nextTaxCents'>,
): NextCharge => nextChargeOf({ priceCents, balanceCents, taxCents: isTaxed ? nextTaxCents : 0 })
