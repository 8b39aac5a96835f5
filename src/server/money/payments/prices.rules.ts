import type Stripe from 'stripe'
import { type PaidTier, paidTiers, plans } from '#contract/plans.ts'

/** We choose the ids of products, so the plan of a product is known without a request. */
export const productIdOf = (tier: PaidTier): string => `leadline_${tier}`
export const lookupKeyOf = (tier: PaidTier): string => `leadline_${tier}_monthly`
/** The plan of a product; undefined if the product is not ours. */
export const tierOfProduct = (productId: string): PaidTier | undefined =>
  paidTiers.find(tier => productIdOf(tier) === productId)

export const matchesPlan = (price: Stripe.Price, tier: PaidTier): boolean =>
  price.active &&
  price.currency === 'usd' &&
  price.recurring?.interval === 'month' &&
  price.unit_amount === plans[tier].pricePerMonthCents

export const tierNamed = (name: string | null): PaidTier | undefined => paidTiers.find(tier => tier === name)
