type Body = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
} & CardErrorFields
type CardErrorFields = { charge?: string; payment_intent?: object; setup_intent?: object }

/** An error in Stripe's format: `{error: {type, …}}`. */
export class StripeError extends Error {
  readonly status: number
  readonly body: Body

  constructor(status: number, body: Body) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export const invalidRequest = (message: string, more: { code?: string; param?: string } = {}): StripeError =>
  new StripeError(400, { type: 'invalid_request_error', message, ...more })

export const noSuch = (kind: string, id: string, param = 'id'): StripeError =>
  new StripeError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind.replace('.', ' ')}: '${id}'`,
    param,
  })

export const invalidKey = (): StripeError =>
  new StripeError(401, {
    type: 'invalid_request_error',
    message: 'Invalid API Key provided. The sandbox only accepts its own keys.',
  })

/** Why a card is refused, in the fields of Stripe's errors. */
export type CardRefusal = { code: string; decline_code?: string; message: string }

export const cardError = (refusal: CardRefusal, more: CardErrorFields = {}): StripeError =>
  new StripeError(402, { type: 'card_error', ...refusal, ...more })

/** A 3-D Secure challenge that the customer failed. */
export const authenticationFailure = (intent: 'payment_intent' | 'setup_intent'): CardRefusal => ({
  code: `${intent}_authentication_failure`,
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
})
