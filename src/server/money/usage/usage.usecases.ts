import type { Usage } from '#contract/api-v1.ts'
import { plans, quotaPeriod, type Tier } from '#contract/plans.ts'
import { type Account, entitlement } from '#server/accounts/identity/account.rules.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import type { Deps } from '#server/money/deps.ts'
import { paidUntilOf } from '#server/accounts/identity/paid-plan.rules.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import {
  type Balance,
  type Bucket,
  credit,
  holdAccount,
  lockBalances,
  readBalances,
  readPlan,
  renewBucket,
  type Spending,
  spend,
} from './usage.repository.ts'
import {
  countedSearches,
  type Entitled,
  type Month,
  periodStartOf,
  pullQuotaOf,
  type Quota,
  quotaOf,
  type QuotaSource,
  splitPulls,
  topUpOf,
} from './usage.rules.ts'

export type { Month } from './usage.rules.ts'

type MonthlyBucket = Exclude<Bucket, 'extra_pulls'>
const monthlyBuckets: readonly MonthlyBucket[] = ['searches', 'pulls']
const monthlyQuota = (source: QuotaSource, bucket: MonthlyBucket): number =>
  bucket === 'searches' ? countedSearches(source.tier) : pullQuotaOf(source)

/** What is left of an account's quota at `now`. Reads only: a month that nobody has used yet counts as full. */
export async function readQuota(db: Queryable, account: Entitled, now: Date): Promise<Quota> {
  return quotaOf(account, monthOf(await readBalances(db, account.id), account, now))
}

/** The same, and when the month's quota is granted again. */
export async function readUsage({ db, clock }: Pick<Deps, 'db' | 'clock'>, account: Account): Promise<Usage> {
  const now = clock.now()
  const quota = await readQuota(db, account, now)
  return {
    plan: account.tier,
    searches: { quota: quota.searchQuota, remaining: quota.remainingSearches },
    contactPulls: { quota: quota.contactPullQuota, remaining: quota.remainingContactPulls },
    renewsAt: renewalOf(account, now).toISOString(),
  }
}

/** A paid month ends when the next one is charged; while that fails, nothing renews before the plan is a free one. */
function renewalOf(account: Account, now: Date): Date {
  const paidUntil = paidUntilOf(account)
  if (paidUntil !== null && account.planEndsAt !== null) return paidUntil > now ? paidUntil : account.planEndsAt
  return quotaPeriod({ anchor: account.quotaAnchor, now }).end
}

/** What is left, with account and balances held and the month begun: for spending later in this transaction. */
export async function holdQuota(tx: Queryable, asking: Entitled, now: Date): Promise<Month> {
  if (!(await holdAccount(tx, asking.id))) throw new Refusal('NOT_SIGNED_IN')
  const balances = await lockBalances(tx, asking.id)
  if (!monthlyBuckets.some(bucket => isOver(balances, bucket, periodStartOf(asking, now))))
    return monthOf(balances, asking, now)
  // Since the request was let in a plan may have been paid, whose month has begun: it is not the free one's to renew.
  const account = { ...asking, ...entitlement(await readPlan(tx, asking.id), now) }
  const periodStart = periodStartOf(account, now)
  for (const bucket of monthlyBuckets)
    if (isOver(balances, bucket, periodStart))
      await renewBucket(tx, {
        userId: account.id,
        bucket,
        quota: monthlyQuota(account, bucket),
        periodStart,
        reason: `monthly quota, ${account.tier}`,
        now,
      })
  return monthOf(balances, account, now)
}

/** What a search or a page costs. */
export type Cost = { searches: 0 | 1; pulls: number }

/**
 * Pays for searches and new leads, or refuses with SEARCH_QUOTA_EXCEEDED or QUOTA_EXCEEDED.
 * `held` is what `holdQuota` gave in this transaction.
 */
export async function payFor(
  tx: Queryable,
  { account, cost, held, searchId, now }: { account: Entitled; cost: Cost; held: Month; searchId: number; now: Date },
): Promise<void> {
  const spendings = spendingsOf(account, cost, held)
  if (spendings.length === 0 || (await spend(tx, { userId: account.id, spendings, searchId, now }))) return
  throw new Refusal(held.searches < cost.searches ? 'SEARCH_QUOTA_EXCEEDED' : 'QUOTA_EXCEEDED')
}

function spendingsOf(account: Entitled, cost: Cost, held: Month): Spending[] {
  const { fromMonth, fromExtra } = splitPulls(cost.pulls, held)
  const all: Spending[] = [
    { bucket: 'searches', amount: plans[account.tier].hasUnlimitedSearches ? 0 : cost.searches, reason: 'search' },
    { bucket: 'pulls', amount: fromMonth, reason: 'leads' },
    { bucket: 'extra_pulls', amount: fromExtra, reason: 'leads' },
  ]
  return all.filter(spending => spending.amount > 0)
}

/** Begins a quota month, whatever is left of the old one: when a plan changes hands, or its next month is paid. */
export async function startNewPeriod(
  tx: Queryable,
  {
    userId,
    tier,
    grantedPulls = null,
    periodStart,
    now,
    reason,
  }: { userId: number; tier: Tier; grantedPulls?: number | null; periodStart: Date; now: Date; reason: string },
): Promise<void> {
  await lockBalances(tx, userId)
  for (const bucket of monthlyBuckets)
    await renewBucket(tx, {
      userId,
      bucket,
      quota: monthlyQuota({ tier, grantedPulls }, bucket),
      periodStart,
      reason,
      now,
    })
}

/** Adds what a greater plan has more than `from`, for the share of the month that it was paid for. */
export async function topUpMonth(
  tx: Queryable,
  { userId, from, to, share, now, reason }: TopUp & { userId: number; now: Date; reason: string },
): Promise<void> {
  await lockBalances(tx, userId)
  for (const bucket of monthlyBuckets) {
    const amount = topUpOf({ from: quotaOfTier(from, bucket), to: quotaOfTier(to, bucket), share })
    if (amount > 0) await credit(tx, { userId, bucket, amount, reason, now })
  }
}
const quotaOfTier = (tier: Tier, bucket: MonthlyBucket): number => monthlyQuota({ tier, grantedPulls: null }, bucket)
export type TopUp = { from: Tier; to: Tier; share: number }

/** Takes bought leads back, as many of them as are left. */
export async function takeExtraPullsBack(
  tx: Queryable,
  { userId, amount, reason, now }: { userId: number; amount: number; reason: string; now: Date },
): Promise<void> {
  const left = balanceOf(await lockBalances(tx, userId), 'extra_pulls')
  const taken = Math.min(amount, left)
  if (taken > 0) await credit(tx, { userId, bucket: 'extra_pulls', amount: -taken, reason, now })
}

/** Adds leads that never expire. */
export async function creditExtraPulls(
  tx: Queryable,
  { userId, amount, reason, now }: { userId: number; amount: number; reason: string; now: Date },
): Promise<void> {
  await lockBalances(tx, userId)
  await credit(tx, { userId, bucket: 'extra_pulls', amount, reason, now })
}

function monthOf(balances: Balance[], account: Entitled, now: Date): Month {
  const periodStart = periodStartOf(account, now)
  const left = (bucket: MonthlyBucket): number =>
    isOver(balances, bucket, periodStart) ? monthlyQuota(account, bucket) : balanceOf(balances, bucket)
  return { searches: left('searches'), pulls: left('pulls'), extraPulls: balanceOf(balances, 'extra_pulls') }
}

const balanceOf = (balances: Balance[], bucket: Bucket): number =>
  balances.find(balance => balance.bucket === bucket)?.balance ?? 0

// A clock that was set back never renews a month twice: only a later start does.
function isOver(balances: Balance[], bucket: Bucket, periodStart: Date): boolean {
  const balance = balances.find(candidate => candidate.bucket === bucket)
  return balance === undefined || balance.periodStart < periodStart
}
