import { type CustomerFacts, endsBy, type SubscriptionFacts } from './stripe-facts.rules.ts'

export type NextCharge = {
  /** Includes known tax, minus the credit. */
  amountCents: number
  /** The part that is paid from the customer's credit at the provider. */
  creditCents: number
  /** The tax in the amount. Null if the charge is not taxed, or if its tax is unknown. */
  taxCents: number | null
}

type Charge = { priceCents: number; balanceCents: number; taxCents: number | null }

/** Computes a charge. As at the provider, a negative `balanceCents` is a credit, and a positive one is added. */
export function nextChargeOf({ priceCents, balanceCents, taxCents }: Charge): NextCharge {
  const total = priceCents + (taxCents ?? 0)
  const amountCents = Math.max(0, total + balanceCents)
  return { amountCents, creditCents: Math.max(0, total - amountCents), taxCents }
}

/** Whether a subscription is charged again when its current period ends. */
export const willRenew = (subscription: SubscriptionFacts): boolean => !endsBy(subscription, subscription.periodEnd)

export const renewalOf = (
  { priceCents }: SubscriptionFacts,
  { balanceCents, nextTaxCents }: Pick<CustomerFacts, 'balanceCents' | 'nextTaxCents'>,
): NextCharge => nextChargeOf({ priceCents, balanceCents, taxCents: nextTaxCents })
