import type { Books } from '../books.ts'
import { cardError, invalidRequest } from '../stripe-error.ts'
import type { Objects } from '../wire.ts'
import { completeCheckout, intentOfCheckout, openCheckout } from './checkout.ts'
import { cardOf } from './payment-methods.ts'
import { attemptPayment, authenticatePayment } from './payments.ts'
import { settleByBrowser } from './settle-late.ts'
import { authenticateSetup } from './setup-intents.ts'

type PaymentIntent = Objects['payment_intent']

/** POST /v1/payment_intents/:id/confirm, by the product or by the customer's browser. */
export async function confirmPayment(books: Books, intent: PaymentIntent, card?: string): Promise<PaymentIntent> {
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
  attemptPayment(books, intent, await cardOf(books, chosen))
  await settle(books, intent)
  if (intent.status === 'requires_payment_method') throw refusal(intent)
  return intent
}

/** Pays a checkout with a card. Resolves with the payment, which may still ask for 3-D Secure. */
export async function payCheckout(books: Books, sessionId: string, card: string): Promise<PaymentIntent> {
  const session = await openCheckout(books, sessionId)
  return confirmPayment(books, await intentOfCheckout(books, session), card)
}

/** How the 3-D Secure challenge ended, of a set-up or of a payment. */
export async function finishChallenge(books: Books, id: string, isPassed: boolean): Promise<void> {
  if (id.startsWith('seti_')) {
    await authenticateSetup(books, id, isPassed)
    return
  }
  const intent = await books.get('payment_intent', id)
  if (intent.status !== 'requires_action') return
  await authenticatePayment(books, intent, isPassed)
  await settle(books, intent)
}

/** Tells whoever waits for this payment how it went. */
async function settle(books: Books, intent: PaymentIntent): Promise<void> {
  const { invoice, checkout } = books.hidden(intent)
  if (invoice !== undefined) await settleByBrowser(books, intent, invoice)
  if (checkout !== undefined && intent.status === 'succeeded')
    completeCheckout(books, await books.get('checkout.session', checkout), intent)
}

function refusal(intent: PaymentIntent): Error {
  const error = intent.last_payment_error
  return cardError(
    {
      code: error?.code ?? 'card_declined',
      message: error?.message ?? 'Your card was declined.',
      ...(error?.decline_code === undefined ? {} : { declineCode: error.decline_code }),
    },
    { payment_intent: structuredClone(intent) },
  )
}
