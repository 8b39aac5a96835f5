import type { PaymentIntentResult, SetupIntentResult } from '@stripe/stripe-js'
import { vi } from 'vitest'

type Answers = {
  confirmSetup?: () => Promise<SetupIntentResult>
  retrievePaymentIntent?: (secret: string) => Promise<PaymentIntentResult>
  confirmCardPayment?: (secret: string) => Promise<PaymentIntentResult>
}

let answers: Answers = {}
let themes: unknown[] = []
const unexpected = () => Promise.reject(new Error('The test has no answer for this'))

const field = {
  mount: () => {},
  destroy: () => {},
  update: () => {},
  off: () => {},
  on: (event: string, handler: () => void) => event === 'ready' && queueMicrotask(handler),
}
type ElementsOptions = { appearance?: { theme?: string } }
const noteTheme = ({ appearance }: ElementsOptions) => themes.push(appearance?.theme)
const stripe = {
  elements: (options: ElementsOptions) => {
    noteTheme(options)
    return { create: () => field, getElement: () => null, update: noteTheme }
  },
  createToken: unexpected,
  createPaymentMethod: unexpected,
  confirmSetup: () => (answers.confirmSetup ?? unexpected)(),
  retrievePaymentIntent: (secret: string) => (answers.retrievePaymentIntent ?? unexpected)(secret),
  confirmCardPayment: (secret: string) => (answers.confirmCardPayment ?? unexpected)(secret),
}

/**
 * Adds a fake card script of the payment provider that answers from the table. Returns the themes that its form was
 * given, one after the other.
 */
export function stubStripe(own: Answers): unknown[] {
  answers = own
  themes = []
  vi.stubGlobal('Stripe', () => stripe)
  return themes
}

export const paymentIs = (status: string) =>
  Promise.resolve({ paymentIntent: { id: 'pi_1', status } } as PaymentIntentResult)
export const setupSucceeds = () =>
  Promise.resolve({ setupIntent: { id: 'seti_1', status: 'succeeded' } } as SetupIntentResult)
export const cardFails = (message?: string) => () =>
  Promise.resolve({ error: { type: 'card_error' as const, ...(message === undefined ? {} : { message }) } })
