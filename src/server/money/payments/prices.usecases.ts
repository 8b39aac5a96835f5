import type Stripe from 'stripe'
import { type PaidTier, paidTiers, plans } from '#contract/plans.ts'
import { productName } from '#contract/product.ts'
import { alreadyExists, unlessMissing } from '#server/money/provider/stripe-errors.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { lookupKeyOf, matchesPlan, productIdOf } from './prices.rules.ts'

export type PriceReport = { tier: PaidTier; priceId: string; wasMade: boolean }

/** Creates missing products and prices at the provider. Keeps existing ones, so it is safe to repeat. */
export async function ensurePrices(stripe: Stripe): Promise<PriceReport[]> {
  const known = await findPrices(stripe)
  const reports: PriceReport[] = []
  for (const tier of paidTiers) {
    const priceId = known.get(tier)
    reports.push({ tier, priceId: priceId ?? (await makePrice(stripe, tier)), wasMade: priceId === undefined })
  }
  return reports
}

const knownPrices = new WeakMap<Stripe, Map<PaidTier, string>>()

/** The current price id of a plan. Looked up once per process. */
export async function priceIdOf(stripe: Stripe, tier: PaidTier): Promise<string> {
  let known = knownPrices.get(stripe)
  if (known?.has(tier) !== true) {
    known = await findPrices(stripe)
    knownPrices.set(stripe, known)
  }
  const priceId = known.get(tier)
  if (priceId === undefined)
    throw new Refusal('PAYMENTS_UNAVAILABLE', {
      message: `The ${plans[tier].name} plan is not for sale yet: the operator must run "payments setup".`,
    })
  return priceId
}

async function findPrices(stripe: Stripe): Promise<Map<PaidTier, string>> {
  const { data } = await stripe.prices.list({ lookup_keys: paidTiers.map(lookupKeyOf), active: true })
  const found = new Map<PaidTier, string>()
  for (const tier of paidTiers) {
    const price = data.find(candidate => candidate.lookup_key === lookupKeyOf(tier))
    if (price !== undefined && matchesPlan(price, tier)) found.set(tier, price.id)
  }
  return found
}

async function makePrice(stripe: Stripe, tier: PaidTier): Promise<string> {
  await makeProduct(stripe, tier)
  const price = await stripe.prices.create({
    product: productIdOf(tier),
    currency: 'usd',
    unit_amount: plans[tier].pricePerMonthCents,
    recurring: { interval: 'month' },
    lookup_key: lookupKeyOf(tier),
    // Takes the lookup key from a price with another amount. Its existing subscribers keep paying that price.
    transfer_lookup_key: true,
  })
  return price.id
}

async function makeProduct(stripe: Stripe, tier: PaidTier): Promise<void> {
  const id = productIdOf(tier)
  if ((await unlessMissing(stripe.products.retrieve(id))) !== undefined) return
  await stripe.products.create({ id, name: `${productName} ${plans[tier].name}` }).catch((error: unknown) => {
    // Several processes may start at the same time.
    if (!alreadyExists(error)) throw error
  })
}
