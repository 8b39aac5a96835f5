import { z } from 'zod'
import { checkoutCalls } from '../objects/checkout.ts'
import { customerCalls } from '../objects/customers.ts'
import { intentCalls } from '../objects/intents.ts'
import { invoiceCalls } from '../objects/invoices.ts'
import { cardCalls } from '../objects/payment-methods.ts'
import { chargeCalls } from '../objects/payments.ts'
import { portalCalls } from '../objects/portal.ts'
import { priceCalls } from '../objects/prices.ts'
import { endCalls } from '../objects/subscription-life.ts'
import { subscriptionCalls } from '../objects/subscriptions.ts'
import { type Calls, list } from './call.ts'
import { text } from './params.ts'

const eventFilters = { types: z.array(text).max(20).optional() }

/** All calls of Stripe's API that the sandbox answers. */
export const allCalls: Calls = {
  ...customerCalls,
  ...cardCalls,
  ...intentCalls,
  ...chargeCalls,
  ...priceCalls,
  ...subscriptionCalls,
  ...endCalls,
  ...invoiceCalls,
  ...checkoutCalls,
  ...portalCalls,
  'GET /v1/events': list('event', eventFilters, {
    isWanted: (event, { types }) => types === undefined || types.includes(event.type),
  }),
}
