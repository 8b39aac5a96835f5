import type Stripe from 'stripe'
import type { Deps } from '#server/features/deps.ts'
import { stripeOf } from '#server/money/provider/payments.ts'

type TaxPlace = Pick<Stripe.CustomerUpdateParams, 'address' | 'tax'>

/**
 * The customer's tax location: the billing address of the card that pays. The provider refuses every charge without a
 * location. Empty if tax is off or the card has no country.
 */
export async function taxPlaceOf(deps: Deps, cardId: string): Promise<TaxPlace> {
  if (!deps.config.STRIPE_AUTOMATIC_TAX) return {}
  const { billing_details: details } = await stripeOf(deps).paymentMethods.retrieve(cardId)
  const { address } = details
  if (address === null || address.country === null) return {}
  const known = Object.entries(address).filter(([, value]) => typeof value === 'string' && value !== '')
  // A location that the provider cannot resolve must not prevent saving the card. The charge will report it.
  return { address: Object.fromEntries(known), tax: { validate_location: 'deferred' } }
}
