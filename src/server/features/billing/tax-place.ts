import type Stripe from 'stripe'
import type { Deps } from '#server/features/deps.ts'
import { stripeOf } from '#server/money/provider/payments.ts'

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
