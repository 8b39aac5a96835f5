import type { Call } from './call.ts'
import { catalogCalls } from './catalog-calls.ts'
import { checkoutCalls } from './checkout-calls.ts'
import { customerCalls } from './customer-calls.ts'
import { intentCalls } from './intent-calls.ts'
import { invoiceCalls } from './invoice-calls.ts'
import { moneyCalls } from './money-calls.ts'
import { portalCalls } from './portal-calls.ts'
import { subscriptionCalls } from './subscription-calls.ts'

/** All of Stripe's API that the sandbox knows. */
export const allCalls: readonly Call[] = [
  ...customerCalls,
  ...intentCalls,
  ...catalogCalls,
  ...subscriptionCalls,
  ...invoiceCalls,
  ...checkoutCalls,
  ...moneyCalls,
  ...portalCalls,
]
