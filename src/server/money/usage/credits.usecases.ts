import type { Tier } from '#contract/plans.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { credit, lockAccountAndBalances, lockBalances, pullsOfSearch } from './usage.repository.ts'
import {
  balanceOf,
  type Entitled,
  type Month,
  type MonthlyBucket,
  monthlyBuckets,
  monthlyQuotaOf,
  topUpOf,
} from './usage.rules.ts'

export { creditReturnedLeads } from './usage.repository.ts'

/**
 * Refunds the leads of a search to the buckets that paid for them, and returns the new remaining quota. Pulls of an
 * earlier month are not refunded, because they would have expired. `left` is the result of `lockQuota` in this
 * transaction.
 */
export async function refundLeads(
  tx: Queryable,
  { account, searchId, left, now }: { account: Entitled; searchId: number; left: Month; now: Date },
): Promise<Month> {
  const userId = account.id
  const after = { ...left }
  for (const { bucket, amount } of await pullsOfSearch(tx, { userId, searchId })) {
    await credit(tx, { userId, bucket, amount, reason: 'sample leads refunded', searchId, now })
    after[bucket === 'pulls' ? 'pulls' : 'extraPulls'] += amount
  }
  return after
}

type TopUp = { userId: number; from: Tier; to: Tier; share: number; now: Date; reason: string }

/** Adds the difference between two plans' quotas for the share of the month that was paid. */
export async function topUpMonth(tx: Queryable, { userId, from, to, share, now, reason }: TopUp): Promise<void> {
  await lockBalances(tx, userId)
  for (const bucket of monthlyBuckets) {
    const amount = topUpOf({ from: quotaOfTier(from, bucket), to: quotaOfTier(to, bucket), share })
    if (amount > 0) await credit(tx, { userId, bucket, amount, reason, now })
  }
}

const quotaOfTier = (tier: Tier, bucket: MonthlyBucket): number => monthlyQuotaOf({ tier, grantedPulls: null }, bucket)

type ExtraPulls = { userId: number; amount: number; reason: string; now: Date }

/** Takes back purchased leads. If fewer than `amount` are left, takes back all that are left. */
export async function revokeExtraPulls(tx: Queryable, { userId, amount, reason, now }: ExtraPulls): Promise<void> {
  const left = balanceOf(await lockBalances(tx, userId), 'extra_pulls')
  const taken = Math.min(amount, left)
  if (taken > 0) await credit(tx, { userId, bucket: 'extra_pulls', amount: -taken, reason, now })
}

/** Keeps an account from being deleted until the transaction ends. False if it has already been deleted. */
export const lockForCredit = async (tx: Queryable, userId: number): Promise<boolean> =>
  (await lockAccountAndBalances(tx, userId)) !== null

/** Adds purchased leads, which never expire. */
export async function creditExtraPulls(tx: Queryable, { userId, amount, reason, now }: ExtraPulls): Promise<void> {
  await lockBalances(tx, userId)
  await credit(tx, { userId, bucket: 'extra_pulls', amount, reason, now })
}

/** Makes the returns of a user wait for each other. Takes the same locks as a search, in the same order. */
export const lockForReturns = async (tx: Queryable, userId: number): Promise<void> => {
  if (!(await lockForCredit(tx, userId))) throw new Refusal('NOT_SIGNED_IN')
}
