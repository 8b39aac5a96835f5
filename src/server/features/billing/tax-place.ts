import type Stripe from 'stripe'
import type { Deps } from '#server/features/deps.ts'
import { stripeOf } from '#server/money/provider/payments.ts'

type TaxPlace = Pick<Stripe.CustomerUpdateParams, 'address' | 'tax'>

/**
 * Where the tax of a customer is due: the billing address of the card that pays. The provider refuses every charge of a
 * customer without a place. Nothing where no tax is worked out, or the card has no country.
 */
export async function taxPlaceOf(deps: Deps, cardId: string): Promise<TaxPlace> {
  if (!deps.config.STRIPE_AUTOMATIC_TAX) return {}
  const { billing_details: details } = await stripeOf(deps).paymentMethods.retrieve(cardId)
  const { address } = details
  if (address === null || address.country === null) return {}
  const known = Object.entries(address).filter(([, value]) => typeof value === 'string' && value !== '')
  // A place that the provider cannot find must not keep a good card from being saved: the charge says so.
  return { address: Object.fromEntries(known), tax: { validate_location: 'deferred' } }
}
