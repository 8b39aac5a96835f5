import Stripe from 'stripe'
import { Refusal } from '../shared/refusal.ts'

/**
 * The one translation of the provider's errors. A declined card says why in words for the customer; what the provider
 * could not do now may be tried again; what it refuses as wrong is our own fault. Undefined for errors of others.
 */
export function refusalOfStripe(error: unknown): Refusal | undefined {
  if (!(error instanceof Stripe.errors.StripeError)) return undefined
  if (error instanceof Stripe.errors.StripeCardError) return new Refusal('PAYMENT_FAILED', { message: error.message })
  return new Refusal(isOurFault(error) ? 'INTERNAL' : 'PAYMENTS_UNAVAILABLE')
}

const isOurFault = (error: Stripe.errors.StripeError): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeIdempotencyError

/** Whether the provider knows nothing of that id. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'

/** Whether somebody else made it in between. */
export const isThere = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'resource_already_exists'
