import type { Store } from '../store.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Customer } from '../wire.ts'

/** The tax rate: the tax as a fraction of a line's amount. */
const TAX_RATE = 0.08

export const taxOf = (amount: number): number => Math.round(amount * TAX_RATE)

/** The `automatic_tax` of an invoice or a checkout with tax. */
export const taxedAutomatically = {
  enabled: true,
  liability: { type: 'self' },
  provider: 'stripe',
  status: 'complete',
} as const

export function hasTaxLocation(store: Store, { address }: Customer): boolean {
  const isKnown = Boolean(address?.country) && (address?.country !== 'US' || Boolean(address.postal_code))
  return isKnown && store.settings.taxLocation === 'by address'
}

/** Throws Stripe Tax's error if the customer's location is unknown. */
export function assertTaxLocation(store: Store, customer: Customer): void {
  if (hasTaxLocation(store, customer)) return
  throw invalidRequest(
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
    { code: 'customer_tax_location_invalid' },
  )
}
