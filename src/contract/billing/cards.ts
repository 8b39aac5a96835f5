import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { NoBody } from '../no-body.ts'

export const PaymentMethod = z.object({
  id: z.string(),
  /** Used for the next charges. */
  isDefault: z.boolean(),
  card: z.object({
    /** visa, mastercard, amex, discover … */
    brand: z.string(),
    last4: z.string(),
    expMonth: z.number().int(),
    expYear: z.number().int(),
  }),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

const PaymentMethods = z.object({ paymentMethods: z.array(PaymentMethod) })
export const getPaymentMethods = endpoint('GET', '/api/payment-methods', { replies: { 200: PaymentMethods } })
/** Start saving a card; the browser completes it with the payment provider. */
export const setupPayment = endpoint('POST', '/api/setup-payment', {
  limit: 'billing',
  body: NoBody,
  replies: { 200: z.object({ clientSecret: z.string() }) },
})
/** Make the card that the browser just set up the default. */
export const saveCard = endpoint('POST', '/api/payment-methods', {
  limit: 'billing',
  body: z.strictObject({ setupIntentId: z.string().regex(/^seti_\w{1,200}$/) }),
  replies: { 200: PaymentMethods },
})
const CardParams = z.object({ id: z.string().regex(/^pm_\w{1,200}$/) })
export const makeDefaultCard = endpoint('POST', '/api/payment-methods/:id/default', {
  limit: 'billing',
  params: CardParams,
  body: NoBody,
  replies: { 200: PaymentMethods },
})
/** Remove a saved card; the last one stays while it pays for a plan. */
export const removeCard = endpoint('DELETE', '/api/payment-methods/:id', {
  limit: 'billing',
  params: CardParams,
  replies: { 200: PaymentMethods },
})
