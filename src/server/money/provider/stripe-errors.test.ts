import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { refusalOfStripe } from './stripe-errors.ts'

const { StripeAPIError, StripeCardError, StripeIdempotencyError, StripeInvalidRequestError } = Stripe.errors

test('an invalid request to the provider is our own fault, not a bad request by the customer', () => {
  const refused = { type: 'invalid_request_error', statusCode: 400, message: 'No such price' } as const
  expect(refusalOfStripe(new StripeInvalidRequestError(refused))?.errorType).toBe('INTERNAL')
  expect(refusalOfStripe(new StripeIdempotencyError({ ...refused, type: 'idempotency_error' }))?.errorType).toBe(
    'INTERNAL',
  )
})

test('a busy provider has charged nothing, and a customer can correct an address with an unknown location', () => {
  const { StripeRateLimitError } = Stripe.errors
  const busy = new StripeRateLimitError({ type: 'invalid_request_error', statusCode: 429, code: 'rate_limit' })
  expect(refusalOfStripe(busy)).toMatchObject({ errorType: 'PAYMENTS_BUSY' })
  const nowhere = { type: 'invalid_request_error', statusCode: 400, code: 'customer_tax_location_invalid' } as const
  expect(refusalOfStripe(new StripeInvalidRequestError(nowhere))).toMatchObject({
    errorType: 'BILLING_ADDRESS_REQUIRED',
  })
})

test('a declined card says why, and a failure at the provider may be retried', () => {
  const declined = new StripeCardError({ type: 'card_error', statusCode: 402, message: 'Your card was declined.' })
  expect(refusalOfStripe(declined)).toMatchObject({ errorType: 'PAYMENT_FAILED', message: 'Your card was declined.' })
  expect(refusalOfStripe(new StripeAPIError({ type: 'api_error', statusCode: 500 }))?.errorType).toBe(
    'PAYMENTS_UNAVAILABLE',
  )
  expect(refusalOfStripe(new Error('something else'))).toBeUndefined()
})
