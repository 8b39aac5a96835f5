import type { Deps } from '../deps.ts'
import { stripeOf } from '../payments/payments.ts'
import type { CustomerFacts } from '../payments/stripe-facts.rules.ts'
import { Refusal } from '../shared/refusal.ts'
import { taxPlaceOf } from './tax-place.ts'

/** Nothing is charged, and no plan renews, without a card that pays: the default one, or else the newest. */
export async function assureDefaultCard(deps: Deps, { customerId, cards }: CustomerFacts): Promise<void> {
  const [newest] = cards.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  if (newest === undefined) throw new Refusal('PAYMENT_METHOD_REQUIRED')
  if (cards.some(({ isDefault }) => isDefault)) return
  await stripeOf(deps).customers.update(customerId, {
    invoice_settings: { default_payment_method: newest.id },
    ...(await taxPlaceOf(deps, newest.id)),
  })
}
