import type { PaymentMethod } from '#contract/billing/cards.ts'
import type { Account } from '#server/accounts/identity/account.rules.ts'
import type { Deps } from '#server/features/deps.ts'
import type { BillingLock } from '#server/money/payments/billing-lock.ts'
import { type CardRow, findCards } from '#server/money/payments/billing-state.usecases.ts'
import { withCustomer } from '#server/money/payments/customer.usecases.ts'
import { willRenew } from '#server/money/payments/next-charge.rules.ts'
import { withOwnLock } from '#server/money/payments/own-lock.ts'
import { type CustomerFacts, mainSubscription } from '#server/money/payments/stripe-facts.rules.ts'
import { idOf } from '#server/money/payments/stripe-reading.ts'
import { syncCustomer } from '#server/money/payments/sync.usecases.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import { unlessMissing } from '#server/money/provider/stripe-errors.ts'
import { orNotFound, Refusal } from '#server/platform/basics/refusal.ts'
import { limitPerId } from '#server/platform/limits/limited-caller.ts'
import { hitRateLimit } from '#server/platform/limits/rate-limit.ts'
import { declined } from './charge-outcome.ts'
import { makeDefault, newestOf } from './default-card.ts'
import { findOpenInvoice, pay } from './pay.usecases.ts'
import { type Charge, orUnconfirmed } from './unconfirmed.ts'

type Cards = { paymentMethods: PaymentMethod[] }

export async function listCards(deps: Deps, { id }: Account): Promise<Cards> {
  return { paymentMethods: (await findCards(deps.db, id)).map(presentCard) }
}

const presentCard = ({ id, isDefault, brand, last4, expMonth, expYear }: CardRow): PaymentMethod => ({
  id,
  isDefault,
  card: { brand, last4, expMonth, expYear },
})

const setupLimit = limitPerId({ name: 'new cards', limit: 10, windowSeconds: 3600 })

/** Starts saving a card. The card data goes from the browser directly to the provider. */
export async function startCardSetup(deps: Deps, account: Account): Promise<{ clientSecret: string }> {
  const stripe = stripeOf(deps)
  // Limits attempts to test stolen cards.
  await hitRateLimit(deps.db, setupLimit(account.id), deps.clock.now())
  const { client_secret: clientSecret } = await withOwnLock(deps, account, (lock, current) =>
    withCustomer(deps, lock, current, customer =>
      stripe.setupIntents.create({ customer, usage: 'off_session', allowed_payment_method_types: ['card'] }),
    ),
  )
  if (clientSecret === null) throw new Refusal('PAYMENTS_UNAVAILABLE', { message: 'Failed to create setup intent.' })
  return { clientSecret }
}

/** Makes a card the default after the browser has set it up. Retries an open charge with it immediately. */
export async function saveCard(
  deps: Deps,
  account: Account,
  setupIntentId: string,
): Promise<{ cards: Cards; wasDeclined: boolean }> {
  let wasDeclined = false
  const cards = await changeCards(deps, account, async (facts, lock, charge) => {
    const stripe = stripeOf(deps)
    const intent = orNotFound(await unlessMissing(stripe.setupIntents.retrieve(setupIntentId)))
    if (idOf(intent.customer) !== facts.customerId) throw new Refusal('NOT_FOUND')
    const cardId = idOf(intent.payment_method)
    if (intent.status !== 'succeeded' || cardId === null) throw declined(intent.last_setup_error?.message)
    // An old setup must not restore a card that was removed later.
    assertOwn(facts, cardId)
    await makeDefault(deps, facts.customerId, cardId)
    // The checkout may offer the card, because the form says that it is saved for later purchases.
    await stripe.paymentMethods.update(cardId, { allow_redisplay: 'always' })
    const open = findOpenInvoice(facts)
    if (open === undefined) return
    const outcome = await charge(() => pay(stripe, open.id))
    wasDeclined = outcome.kind === 'declined'
    // The card is saved in any case. The page shows the open charge with a button to pay it.
    if (outcome.kind !== 'paid') deps.log.info({ userId: lock.userId }, 'a new card did not pay the open charge')
  })
  return { cards, wasDeclined }
}

export const chooseDefaultCard = (deps: Deps, account: Account, cardId: string): Promise<Cards> =>
  changeCards(deps, account, async facts => {
    assertOwn(facts, cardId)
    await makeDefault(deps, facts.customerId, cardId)
  })

/** Removes a card. Refuses to remove the last card while a plan renews with it. */
export function removeCard(deps: Deps, account: Account, cardId: string): Promise<Cards> {
  return changeCards(deps, account, async facts => {
    const card = assertOwn(facts, cardId)
    const next = newestOf(facts.cards.filter(({ id }) => id !== cardId))
    if (next === undefined && isRenewing(facts)) throw new Refusal('CARD_IN_USE')
    if (card.isDefault && next !== undefined) await makeDefault(deps, facts.customerId, next.id)
    await stripeOf(deps).paymentMethods.detach(cardId)
  })
}

function isRenewing({ subscriptions }: CustomerFacts): boolean {
  const main = mainSubscription(subscriptions)
  return main !== undefined && willRenew(main)
}

const assertOwn = ({ cards }: CustomerFacts, cardId: string) => orNotFound(cards.find(({ id }) => id === cardId))

async function changeCards(
  deps: Deps,
  owner: Account,
  change: (facts: CustomerFacts, lock: BillingLock, charge: Charge) => Promise<void>,
): Promise<Cards> {
  return withOwnLock(deps, owner, async (lock, account) => {
    stripeOf(deps)
    const facts = orNotFound(await syncCustomer(deps, lock))
    return orUnconfirmed(deps, 'change', async charge => {
      await change(facts, lock, charge)
      await syncCustomer(deps, lock)
      return listCards(deps, account)
    })
  })
}
