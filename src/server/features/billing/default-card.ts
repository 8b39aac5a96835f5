import type { Deps } from '#server/features/deps.ts'
import type { CustomerFacts } from '#server/money/payments/stripe-facts.rules.ts'
import { taxPlaceOf } from '#server/money/payments/taxes.usecases.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import { orRefuse } from '#server/platform/basics/refusal.ts'

/** Ensures that there is a card to charge. If there is no default card, the newest one becomes it. */
export async function ensureDefaultCard(deps: Deps, { customerId, cards }: CustomerFacts): Promise<void> {
  const newest = orRefuse(newestOf(cards), 'PAYMENT_METHOD_REQUIRED')
  if (!cards.some(({ isDefault }) => isDefault)) await makeDefault(deps, customerId, newest.id)
}

export const newestOf = (cards: CustomerFacts['cards']) =>
  cards.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0]

export async function makeDefault(deps: Deps, customerId: string, cardId: string): Promise<void> {
  await stripeOf(deps).customers.update(customerId, {
    invoice_settings: { default_payment_method: cardId },
    ...(await taxPlaceOf(deps, cardId)),
  })
}
