import Stripe from 'stripe'
import { Refusal } from '#server/platform/basics/refusal.ts'

/**
 * Translates an error of the provider into a refusal. A declined card gets the provider's message for customers.
 * Outages can be retried. Invalid requests are our own fault. Undefined for errors that are not the provider's.
 */
export function refusalOfStripe(error: unknown): Refusal | undefined {
  if (!(error instanceof Stripe.errors.StripeError)) return undefined
  if (error instanceof Stripe.errors.StripeCardError) return new Refusal('PAYMENT_FAILED', { message: error.message })
  if (error instanceof Stripe.errors.StripeRateLimitError) return new Refusal('PAYMENTS_BUSY')
  if (error.code === 'customer_tax_location_invalid') return new Refusal('BILLING_ADDRESS_REQUIRED')
  return new Refusal(isRefusedRequest(error) || isUsedKey(error) ? 'INTERNAL' : 'PAYMENTS_UNAVAILABLE')
}

/** Whether the provider rejected the request or the card, so that nothing was done. */
export const isRefusedRequest = (error: unknown): boolean => refused.some(kind => error instanceof kind)
const refused = [Stripe.errors.StripeCardError, Stripe.errors.StripeInvalidRequestError]

const notDone = [
  ...refused,
  Stripe.errors.StripeAuthenticationError,
  Stripe.errors.StripePermissionError,
  Stripe.errors.StripeRateLimitError,
]
/** Whether the provider has answered that it charged and changed nothing. */
export const wasNotDone = (error: unknown): boolean => notDone.some(kind => error instanceof kind)

/** Whether the idempotency key was used for another request. That one may have been carried out. */
export const isUsedKey = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400

/** Whether the provider has no object with that id. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'

/** The provider's answer; undefined if it has no object with that id. */
export const unlessMissing = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })

/** Whether the provider itself failed, which repeats for the idempotency key. A proxy's error has no request id. */
export const isServerFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500 && Boolean(error.requestId)

export const alreadyExists = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.code === 'resource_already_exists'
