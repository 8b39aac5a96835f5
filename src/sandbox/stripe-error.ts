type Body = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_intent?: object
  setup_intent?: object
  payment_method?: object
}

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

export type CardRefusal = { code: string; declineCode?: string; message: string }

export const cardError = (
  refusal: CardRefusal,
  more: Pick<Body, 'charge' | 'payment_intent' | 'setup_intent' | 'payment_method'> = {},
): StripeError =>
  new StripeError(402, {
    type: 'card_error',
    code: refusal.code,
    message: refusal.message,
    ...(refusal.declineCode === undefined ? {} : { decline_code: refusal.declineCode }),
    ...more,
  })
