import type Stripe from 'stripe'
import type { Deps } from '#server/money/deps.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import { type CustomerFacts, isUnsettled, mainSubscription, type SubscriptionFacts } from './stripe-facts.rules.ts'

type TaxPlace = Pick<Stripe.CustomerUpdateParams, 'address' | 'tax'>

/**
 * The customer's tax location, which is the billing address of the card. Without a location, the provider refuses every
 * charge. Empty if taxes are off or the card has no country.
 */
export async function taxPlaceOf(deps: Deps, cardId: string): Promise<TaxPlace> {
  if (!deps.config.STRIPE_AUTOMATIC_TAX) return {}
  const { billing_details: details } = await stripeOf(deps).paymentMethods.retrieve(cardId)
  const { address } = details
  if (address === null || address.country === null) return {}
  const known = Object.entries(address).filter(([, value]) => typeof value === 'string' && value !== '')
  // Save the card even if the provider cannot resolve the location. The charge will report that.
  return { address: Object.fromEntries(known), tax: { validate_location: 'deferred' } }
}

/** The plan, if it was bought before taxes were turned on. */
export function planWithoutTax(deps: Deps, { subscriptions }: CustomerFacts): SubscriptionFacts | undefined {
  const main = mainSubscription(subscriptions)
  const lacksTax = deps.config.STRIPE_AUTOMATIC_TAX && main !== undefined && !main.isTaxed && !isUnsettled(main)
  return lacksTax ? main : undefined
}

/** Adds taxes to a plan, from its next charge on, even a draft. Throws if the customer's location is not known. */
export async function addTaxes(deps: Deps, facts: CustomerFacts, { id }: SubscriptionFacts): Promise<void> {
  const stripe = stripeOf(deps)
  await giveTaxPlace(deps, facts)
  await stripe.subscriptions.update(id, { automatic_tax: { enabled: true } })
  const drafts = facts.invoices.filter(({ subscriptionId, status }) => subscriptionId === id && status === 'draft')
  for (const draft of drafts) await stripe.invoices.update(draft.id, { automatic_tax: { enabled: true } })
}

/** Customers from before taxes were turned on have no address, unless they entered one in the portal. */
async function giveTaxPlace(deps: Deps, { customerId, cards }: CustomerFacts): Promise<void> {
  const { customers } = stripeOf(deps)
  const card = cards.find(({ isDefault }) => isDefault)
  const customer = await customers.retrieve(customerId)
  if (card === undefined || customer.deleted === true || customer.address != null) return
  const place = await taxPlaceOf(deps, card.id)
  if (place.address !== undefined) await customers.update(customerId, place)
}
