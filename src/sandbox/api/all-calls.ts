import { checkoutCalls } from '../objects/checkout.ts'
import { customerCalls } from '../objects/customers.ts'
import { deleteCustomerCall } from '../objects/delete-customer.ts'
import { invoiceCalls } from '../objects/invoices.ts'
import { cardCalls } from '../objects/payment-methods.ts'
import { chargeCalls } from '../objects/payments.ts'
import { portalCalls } from '../objects/portal.ts'
import { previewCall } from '../objects/preview.ts'
import { priceCalls } from '../objects/prices.ts'
import { paymentCalls } from '../objects/settle.ts'
import { setupCalls } from '../objects/setup-intents.ts'
import { updateSubscriptionCall } from '../objects/subscription-change.ts'
import { cancelSubscriptionCall } from '../objects/subscription-life.ts'
import { subscriptionCalls } from '../objects/subscriptions.ts'
import { z } from 'zod'
import { type Call, list } from './call.ts'
import { text } from './params.ts'

const eventsCall = list({
  kind: 'event',
  path: '/v1/events',
  params: { type: text.optional(), types: z.array(text).max(20).optional() },
  isWanted: (event, { type, types }) =>
    (type === undefined || event.type === type) && (types === undefined || types.includes(event.type)),
})

/** Everything of Stripe's API that the sandbox answers. */
export const allCalls: readonly Call[] = [
  ...customerCalls,
  deleteCustomerCall,
  ...cardCalls,
  ...setupCalls,
  ...paymentCalls,
  ...chargeCalls,
  ...priceCalls,
  ...subscriptionCalls,
  updateSubscriptionCall,
  cancelSubscriptionCall,
  ...invoiceCalls,
  previewCall,
  ...checkoutCalls,
  ...portalCalls,
  eventsCall,
]
