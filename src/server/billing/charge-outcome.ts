import type Stripe from 'stripe'
import { Refusal } from '../shared/refusal.ts'

/** What became of a charge. */
export type ChargeOutcome =
  | { kind: 'paid' }
  | { kind: 'action'; clientSecret: string }
  | { kind: 'declined'; message: string | undefined }

/** Reads an invoice, to see whether it is paid, waits for the customer's bank, or was declined. */
export async function readOutcome(stripe: Stripe, invoiceId: string): Promise<ChargeOutcome> {
  const invoice = await stripe.invoices.retrieve(invoiceId, {
    expand: ['confirmation_secret', 'payments.data.payment.payment_intent'],
  })
  if (invoice.status === 'paid' || invoice.amount_remaining === 0) return { kind: 'paid' }
  const intent = invoice.payments?.data.map(({ payment }) => payment.payment_intent).find(isIntent)
  const clientSecret = invoice.confirmation_secret?.client_secret ?? intent?.client_secret
  if (intent?.status === 'requires_action' && clientSecret != null) return { kind: 'action', clientSecret }
  return { kind: 'declined', message: intent?.last_payment_error?.message }
}

const isIntent = (intent: string | Stripe.PaymentIntent | undefined): intent is Stripe.PaymentIntent =>
  typeof intent === 'object'

export const latestInvoiceOf = ({ latest_invoice: invoice }: { latest_invoice: string | { id: string } | null }) =>
  typeof invoice === 'string' ? invoice : (invoice?.id ?? null)

export const declined = (message: string | undefined): Refusal =>
  new Refusal('PAYMENT_FAILED', message === undefined ? {} : { message })
