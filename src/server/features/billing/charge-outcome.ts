import type Stripe from 'stripe'
import type { ActionRequired } from '#contract/billing/billing.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'

export type ChargeOutcome =
  | { kind: 'paid' }
  | { kind: 'action'; clientSecret: string }
  /** The bank or the provider has not decided yet. Do not void or retry it: it could still be charged. */
  | { kind: 'processing' }
  | { kind: 'declined'; message: string | undefined }

/** Reads from an invoice whether it is paid, waits for the customer or the bank, or was declined. */
export async function readOutcome(stripe: Stripe, invoiceId: string): Promise<ChargeOutcome> {
  return outcomeOf(
    await stripe.invoices.retrieve(invoiceId, {
      expand: ['confirmation_secret', 'payments.data.payment.payment_intent'],
    }),
  )
}

type Charged = Pick<Stripe.Invoice, 'status' | 'amount_remaining' | 'confirmation_secret' | 'payments'>

export function outcomeOf(invoice: Charged): ChargeOutcome {
  if (invoice.status === 'paid' || invoice.amount_remaining === 0) return { kind: 'paid' }
  const intent = invoice.payments?.data.map(({ payment }) => payment.payment_intent).find(isIntent)
  const clientSecret = invoice.confirmation_secret?.client_secret ?? intent?.client_secret
  if (intent?.status === 'requires_action' && clientSecret != null) return { kind: 'action', clientSecret }
  if (intent?.status === 'processing' || intent?.status === 'succeeded') return { kind: 'processing' }
  return { kind: 'declined', message: intent?.last_payment_error?.message }
}

const isIntent = (intent: string | Stripe.PaymentIntent | undefined): intent is Stripe.PaymentIntent =>
  typeof intent === 'object'

/** The browser's next action for a charge; undefined if it is paid. Throws if it was declined or is processing. */
export function actionOf(outcome: ChargeOutcome): ActionRequired | undefined {
  if (outcome.kind === 'declined') throw declined(outcome.message)
  if (outcome.kind === 'processing') throw stillProcessing()
  return outcome.kind === 'action' ? { requiresAction: true, clientSecret: outcome.clientSecret } : undefined
}

/** The charge is still processing. The plan starts automatically when the provider reports that it went through. */
export const stillProcessing = (): Refusal =>
  new Refusal('PAYMENT_UNCONFIRMED', {
    message: 'Your payment is still being processed. Your plan changes as soon as it goes through.',
  })
export const declined = (message: string | undefined): Refusal =>
  new Refusal('PAYMENT_FAILED', message === undefined ? {} : { message })
