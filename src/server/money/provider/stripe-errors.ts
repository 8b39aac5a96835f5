import Stripe from 'stripe'
import { Refusal } from '#server/platform/basics/refusal.ts'

/**
 * The one translation of the provider's errors. A declined card says why in words for the customer; what the provider
 * could not do now may be tried again; what it refuses as wrong is our own fault. Undefined for errors of others.
 */
export function refusalOfStripe(error: unknown): Refusal | undefined {
  if (!(error instanceof Stripe.errors.StripeError)) return undefined
  if (error instanceof Stripe.errors.StripeCardError) return new Refusal('PAYMENT_FAILED', { message: error.message })
  if (error instanceof Stripe.errors.StripeRateLimitError) return new Refusal('PAYMENTS_BUSY')
  if (error.code === 'customer_tax_location_invalid') return new Refusal('BILLING_ADDRESS_REQUIRED')
  return new Refusal(isOurFault(error) ? 'INTERNAL' : 'PAYMENTS_UNAVAILABLE')
}

/** Whether the provider answered that it will not do this: nothing was done. */
export const isRefusedRequest = (error: unknown): boolean => error instanceof Stripe.errors.StripeInvalidRequestError

const isOurFault = (error: Stripe.errors.StripeError): boolean =>
  isRefusedRequest(error) || error instanceof Stripe.errors.StripeIdempotencyError

/** Whether the provider knows nothing of that id. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'

/**
 * Whether the provider itself answered that it has failed. It repeats that answer under the same idempotency key.
 * A failure on the way to it has no request id: what it says of the request is not known.
 */
export const isServerFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500 && Boolean(error.requestId)

/** Whether somebody else made it in between. */
export const isThere = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'resource_already_exists'
