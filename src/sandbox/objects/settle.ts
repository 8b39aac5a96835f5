import { intentCalls, list } from '../api/call.ts'
import { filled } from '../api/params.ts'
import type { Store } from '../store.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { PaymentIntent } from '../wire.ts'
import { completeCheckout, intentOfCheckout, openCheckout } from './checkout.ts'
import { settleInvoice } from './invoices.ts'
import { cardOf } from './payment-methods.ts'
import { attemptPayment, authenticatePayment, declineOf } from './payments.ts'
import { authenticateSetup } from './setup-intents.ts'

/** With late settlement, an invoice is paid this long after its payment. */
const LATE_SECONDS = 5

export const paymentCalls = {
  'GET /v1/payment_intents': list('payment_intent', { customer: filled.optional() }),
  ...intentCalls('payment_intent', confirmPayment),
}

/** Called by the product, or by the customer's browser. */
export async function confirmPayment(store: Store, intent: PaymentIntent, card?: string): Promise<PaymentIntent> {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw invalidRequest(
      intent.status === 'succeeded'
        ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
        : 'You cannot confirm this PaymentIntent because it has a status of canceled.',
      { code: 'payment_intent_unexpected_state' },
    )
  if (intent.status === 'requires_action' && card === undefined) return intent
  const chosen = card ?? intent.payment_method
  if (chosen === null)
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
      { code: 'payment_intent_unexpected_state', param: 'payment_method' },
    )
  attemptPayment(store, intent, await cardOf(store, chosen))
  await settle(store, intent)
  if (intent.status === 'requires_payment_method') throw declineOf(intent)
  return intent
}

/** Pays a checkout with a card. The payment may still require 3-D Secure. */
export async function payCheckout(store: Store, sessionId: string, card: string): Promise<PaymentIntent> {
  const session = await openCheckout(store, sessionId)
  return confirmPayment(store, await intentOfCheckout(store, session), card)
}

/** Ends the 3-D Secure challenge of a setup or a payment. */
export async function finishChallenge(store: Store, id: string, isPassed: boolean): Promise<void> {
  if (id.startsWith('seti_')) return authenticateSetup(store, id, isPassed)
  const intent = await store.get('payment_intent', id)
  if (intent.status !== 'requires_action') return
  await authenticatePayment(store, intent, isPassed)
  await settle(store, intent)
}

/** Updates the checkout or the invoice that this payment is for. */
async function settle(store: Store, intent: PaymentIntent): Promise<void> {
  const { invoice, checkout } = store.hidden(intent)
  const isPaid = intent.status === 'succeeded'
  if (checkout !== undefined && isPaid) completeCheckout(store, await store.get('checkout.session', checkout), intent)
  if (invoice === undefined) return
  if (isPaid && store.settings.settlement === 'late') store.hidden(intent).settlesAt = store.now + LATE_SECONDS
  else await settleInvoice(store, await store.get('invoice', invoice), intent)
}

/** Marks the invoice paid when its late settlement is due. */
export async function settleLate(store: Store, intent: PaymentIntent): Promise<void> {
  const hidden = store.hidden(intent)
  delete hidden.settlesAt
  if (hidden.invoice !== undefined) await settleInvoice(store, await store.get('invoice', hidden.invoice), intent)
}
