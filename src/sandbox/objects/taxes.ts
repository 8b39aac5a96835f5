import type { Store } from '../store.ts'
import { invalidRequest } from '../stripe-error.ts'
import type { Objects } from '../wire.ts'

/** The tax, as a share of a line's amount. */
const TAX_RATE = 0.08

export function hasTaxLocation(store: Store, { address }: Objects['customer']): boolean {
  const isKnown = Boolean(address?.country) && (address?.country !== 'US' || Boolean(address.postal_code))
  return isKnown && store.settings.taxLocation === 'by address'
}

/** Throws Stripe Tax's error if the customer's location is unknown. */
export function assertTaxLocation(store: Store, customer: Objects['customer']): void {
  if (hasTaxLocation(store, customer)) return
  throw invalidRequest(
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
    { code: 'customer_tax_location_invalid' },
  )
}

export const taxOf = (amount: number): number => Math.round(amount * TAX_RATE)

export const taxEntry = ({ amount, taxable }: { amount: number; taxable: number }) => ({
  amount,
  tax_behavior: 'exclusive' as const,
  tax_rate_details: null,
  taxability_reason: 'standard_rated' as const,
  taxable_amount: taxable,
  type: 'tax_rate_details' as const,
})
