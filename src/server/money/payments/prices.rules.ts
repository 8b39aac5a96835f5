import { type PaidTier, paidTiers, plans } from '#contract/plans.ts'

/** Ids of our own choosing: a product tells its plan without a look-up. */
export const productIdOf = (tier: PaidTier): string => `leadline_${tier}`
export const lookupKeyOf = (tier: PaidTier): string => `leadline_${tier}_monthly`
/** The plan that a product stands for; undefined for what is not ours. */
export const tierOfProduct = (productId: string): PaidTier | undefined =>
  paidTiers.find(tier => productIdOf(tier) === productId)

type KnownPrice = { active: boolean; currency: string; unitAmount: number | null; interval: string | undefined }

/** Whether a price of the provider charges what our plan says. */
export const chargesWhatWeSay = (price: KnownPrice, tier: PaidTier): boolean =>
  price.active &&
  price.currency === 'usd' &&
  price.interval === 'month' &&
  price.unitAmount === plans[tier].pricePerMonthCents

export const tierNamed = (name: string | null): PaidTier | undefined => paidTiers.find(tier => tier === name)
