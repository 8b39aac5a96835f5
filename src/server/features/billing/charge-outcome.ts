import type Stripe from 'stripe'
import type { ActionRequired } from '#contract/billing.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'

/** What became of a charge. */
export type ChargeOutcome =
  | { kind: 'paid' }
  | { kind: 'action'; clientSecret: string }
  /** The bank has not said yes or no yet, or the provider has not settled what was paid. Nothing may be given up or tried again: it could still be charged. */
  | { kind: 'processing' }
  | { kind: 'declined'; message: string | undefined }

/** Reads an invoice, to see whether it is paid, waits for the customer or for their bank, or was declined. */
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

export const latestInvoiceOf = ({ latest_invoice: invoice }: { latest_invoice: string | { id: string } | null }) =>
  typeof invoice === 'string' ? invoice : (invoice?.id ?? null)

/** What the browser has to do for a charge; undefined for one that is paid, and a refusal for one that is not. */
export function actionOf(outcome: ChargeOutcome): ActionRequired | undefined {
  if (outcome.kind === 'declined') throw declined(outcome.message)
  if (outcome.kind === 'processing') throw stillProcessing()
  return outcome.kind === 'action' ? { requiresAction: true, clientSecret: outcome.clientSecret } : undefined
}

/** A plan whose charge is still processed comes by itself, when the provider reports it. */
export const stillProcessing = (): Refusal =>
  new Refusal('PAYMENT_UNCONFIRMED', {
    message: 'Your payment is still being processed. Your plan changes as soon as it goes through.',
  })
export const declined = (message: string | undefined): Refusal =>
  new Refusal('PAYMENT_FAILED', message === undefined ? {} : { message })
