import Stripe from 'stripe'
import type { Deps } from '#server/money/deps.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { EventForm } from './event.rules.ts'
import { handleEvent } from './event.usecases.ts'

const TOLERANCE_SECONDS = 300

/** Handles events with a recent signature of the provider. Rejects everything else. */
export async function receiveWebhook(deps: Deps, body: Buffer, signature: string | undefined): Promise<void> {
  await handleEvent(deps, readEvent(deps, body, signature))
}

function readEvent(deps: Deps, body: Buffer, signature: string | undefined): EventForm {
  const now = deps.clock.now().getTime()
  assertNotFromTheFuture(signature, now)
  const event = EventForm.safeParse(construct(deps, { body, signature, now }))
  if (event.success) return event.data
  deps.log.warn({ fields: event.error.issues.map(({ path }) => path.join('.')) }, 'a signed event is malformed')
  throw new Refusal('INVALID_REQUEST', { message: 'This is not an event.' })
}

type Received = { body: Buffer; signature: string | undefined; now: number }

function construct(deps: Deps, { body, signature, now }: Received): unknown {
  try {
    return stripeOf(deps).webhooks.constructEvent(
      body,
      signature ?? '',
      deps.payments.webhookSecret,
      TOLERANCE_SECONDS,
      undefined,
      now,
    )
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError || error instanceof SyntaxError) throw badSignature()
    throw error
  }
}

const badSignature = (): Refusal => new Refusal('INVALID_REQUEST', { message: 'The signature is not valid.' })

// The Stripe package only rejects old signatures, by the last time in the header. One with a future time could be replayed.
function assertNotFromTheFuture(signature: string | undefined, now: number): void {
  const seconds = Number(/^t=(\d{1,12}),(?!(?:.*,)?t=)/.exec(signature ?? '')?.[1])
  if (!(seconds * 1000 <= now + TOLERANCE_SECONDS * 1000)) throw badSignature()
}
