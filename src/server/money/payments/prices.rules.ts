import { type PaidTier, paidTiers, plans } from '#contract/plans.ts'

/** We choose the ids of products, so the plan of a product is known without a request. */
export const productIdOf = (tier: PaidTier): string => `leadline_${tier}`
export const lookupKeyOf = (tier: PaidTier): string => `leadline_${tier}_monthly`
/** The plan of a product; undefined if the product is not ours. */
export const tierOfProduct = (productId: string): PaidTier | undefined =>
  paidTiers.find(tier => productIdOf(tier) === productId)

type KnownPrice = { active: boolean; currency: string; unitAmount: number | null; interval: string | undefined }

export const matchesPlan = (price: KnownPrice, tier: PaidTier): boolean =>
  price.active &&
  price.currency === 'usd' &&
  price.interval === 'month' &&
  price.unitAmount === plans[tier].pricePerMonthCents

export const tierNamed = (name: string | null): PaidTier | undefined => paidTiers.find(tier => tier === name)
