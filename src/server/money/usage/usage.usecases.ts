import { plans, quotaPeriod, type Tier } from '#contract/plans.ts'
import type { Usage } from '#contract/public-api/api-v1.ts'
import type { Charge } from '#contract/searches/receipts.ts'
import { type Account, entitlement } from '#server/accounts/identity/account.rules.ts'
import { paidUntilOf } from '#server/accounts/identity/paid-plan.rules.ts'
import { tellQuotaLow } from '#server/accounts/webhooks/webhook-events.usecases.ts'
import type { Deps } from '#server/money/deps.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { together } from '#server/platform/database/transaction.ts'
import {
  type Balance,
  balancesAsJson,
  balancesOfJson,
  type Bucket,
  chargesOfSearch,
  credit,
  creditReturns,
  type JsonBalances,
  lockAccountAndBalances,
  lockBalances,
  pullsOfSearch,
  pullsSince,
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
  runningLow,
  type QuotaSource,
  splitPulls,
  topUpOf,
} from './usage.rules.ts'

export type { Balance } from './usage.repository.ts'
export type { Month, Quota } from './usage.rules.ts'

type MonthlyBucket = Exclude<Bucket, 'extra_pulls'>
const monthlyBuckets: readonly MonthlyBucket[] = ['searches', 'pulls']
const monthlyQuota = (source: QuotaSource, bucket: MonthlyBucket): number =>
  bucket === 'searches' ? countedSearches(source.tier) : pullQuotaOf(source)

/** The remaining quota of an account. Changes nothing: a new month that has not been started yet counts as full. */
export async function readQuota(db: Queryable, account: Entitled, now: Date): Promise<Quota> {
  return quotaFrom(await readBalances(db, account.id), account, now)
}

/** Like `readQuota`, but with balances that were already read. */
export const quotaFrom = (balances: Balance[], account: Entitled, now: Date): Quota =>
  quotaOf(account, monthOf(balances, account, now))

/** Lets the statement that finds the session read the balances, too. */
export const balancesAlong = {
  sql: balancesAsJson('user_account.id'),
  read: (json: unknown): Balance[] => balancesOfJson(json as JsonBalances),
}

/** The remaining quota as the public API returns it, with the time at which the monthly quota renews. */
export async function readUsage({ db, clock }: Pick<Deps, 'db' | 'clock'>, account: Account): Promise<Usage> {
  const now = clock.now()
  const quota = await readQuota(db, account, now)
  return {
    plan: account.tier,
    searches: { quota: quota.searchQuota, remaining: quota.remainingSearches },
    contactPulls: { quota: quota.contactPullQuota, remaining: quota.remainingContactPulls },
    renewsAt: quotaRenewal(account, now).toISOString(),
  }
}

/**
 * When the monthly quota renews. A paid month renews with the next charge. If that fails, when the plan becomes free.
 * A month of a granted plan ends with the plan.
 */
export function quotaRenewal(account: Account, now: Date): Date {
  const { planEndsAt } = account
  const paidUntil = paidUntilOf(account)
  if (paidUntil !== null && planEndsAt !== null) return paidUntil > now ? paidUntil : planEndsAt
  const { end } = quotaPeriod({ anchor: account.quotaAnchor, now })
  return planEndsAt !== null && planEndsAt > now && planEndsAt < end ? planEndsAt : end
}

/**
 * The remaining quota, to be spent later in this transaction. Locks the account and its balances, and starts a new
 * month if it is due. `hasBalances` says that the balances exist. `read` reads data that the lock protects, such as the
 * user's leads. Its statements are sent together with those of the lock, so it must not wait before it sends them.
 */
export async function lockQuota<Read>(
  tx: Queryable,
  { account: asking, hasBalances, now }: { account: Entitled; hasBalances?: boolean; now: Date },
  read: () => Promise<Read>,
): Promise<[Month, Read]> {
  const [balances, result] = await together(lockAccountAndBalances(tx, asking.id, hasBalances), read())
  if (balances === null) throw new Refusal('NOT_SIGNED_IN')
  return [await monthToSpend(tx, { asking, balances, now }), result]
}

async function monthToSpend(
  tx: Queryable,
  { asking, balances, now }: { asking: Entitled; balances: Balance[]; now: Date },
): Promise<Month> {
  if (!monthlyBuckets.some(bucket => isOver(balances, bucket, periodStartOf(asking, now))))
    return monthOf(balances, asking, now)
  // The plan may have been paid since the request came in. It must not be renewed as a free plan.
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

/** The cost of a search or page. */
export type Cost = { searches: number; pulls: number }

/**
 * Charges for searches and new leads, or throws SEARCH_QUOTA_EXCEEDED or QUOTA_EXCEEDED.
 * `held` is the result of `lockQuota` in this transaction.
 */
export async function payFor(
  tx: Queryable,
  { account, cost, held, searchId, now }: { account: Entitled; cost: Cost; held: Month; searchId: number; now: Date },
): Promise<void> {
  const spendings = spendingsOf(account, cost, held)
  if (spendings.length === 0) return
  if (await spend(tx, { userId: account.id, spendings, searchId, now })) {
    for (const low of runningLow(account, cost, held)) await tellQuotaLow(tx, { userId: account.id, now, ...low })
    return
  }
  throw new Refusal(held.searches < cost.searches ? 'SEARCH_QUOTA_EXCEEDED' : 'QUOTA_EXCEEDED')
}

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
  const monthStart = (await readBalances(tx, userId)).find(({ bucket }) => bucket === 'pulls')?.periodStart ?? now
  const after = { ...left }
  for (const { bucket, amount } of await pullsOfSearch(tx, { userId, searchId, monthStart })) {
    await credit(tx, { userId, bucket, amount, reason: 'sample leads refunded', now })
    after[bucket === 'pulls' ? 'pulls' : 'extraPulls'] += amount
  }
  return after
}

const chargeKinds = { searches: 'search', pulls: 'monthly pull', extra_pulls: 'extra pull' } as const

/** The charges for a search of the user so far. */
export async function chargesOf(db: Queryable, userId: number, searchId: number): Promise<Charge[]> {
  const entries = await chargesOfSearch(db, userId, searchId)
  return entries.map(({ id, at, bucket, amount }) => ({ id, at: at.toISOString(), kind: chargeKinds[bucket], amount }))
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

/**
 * Starts a new quota month after a plan has changed or its next month was paid. The rest of the old month is dropped.
 */
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

/** Adds the difference between two plans' quotas for the share of the month that was paid. */
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

/** Takes back purchased leads. If fewer are left, takes back those. */
export async function revokeExtraPulls(
  tx: Queryable,
  { userId, amount, reason, now }: { userId: number; amount: number; reason: string; now: Date },
): Promise<void> {
  const left = balanceOf(await lockBalances(tx, userId), 'extra_pulls')
  const taken = Math.min(amount, left)
  if (taken > 0) await credit(tx, { userId, bucket: 'extra_pulls', amount: -taken, reason, now })
}

/** Keeps an account from being deleted until the transaction ends. False if it already is. */
export const lockForCredit = async (tx: Queryable, userId: number): Promise<boolean> =>
  (await lockAccountAndBalances(tx, userId)) !== null

/** Adds purchased leads, which never expire. */
export async function creditExtraPulls(
  tx: Queryable,
  { userId, amount, reason, now }: { userId: number; amount: number; reason: string; now: Date },
): Promise<void> {
  await lockBalances(tx, userId)
  await credit(tx, { userId, bucket: 'extra_pulls', amount, reason, now })
}

/**
 * Credits the pulls of returned leads. Each has its own ledger entry. Returns the ids of the entries. Call
 * `lockForReturns` in this transaction before.
 */
export const creditReturnedLeads = (
  tx: Queryable,
  credited: { userId: number; count: number; now: Date },
): Promise<number[]> => creditReturns(tx, { ...credited, reason: 'returned' })

/** Makes the returns of a user wait for each other. Takes the same locks as a search, in the same order. */
export const lockForReturns = async (tx: Queryable, userId: number): Promise<void> => {
  if (!(await lockForCredit(tx, userId))) throw new Refusal('NOT_SIGNED_IN')
}

/** The number of contact pulls that the user has paid for since then. */
export const paidPullsSince = (db: Queryable, userId: number, since: Date): Promise<number> =>
  pullsSince(db, userId, since)

function monthOf(balances: Balance[], account: Entitled, now: Date): Month {
  const periodStart = periodStartOf(account, now)
  const left = (bucket: MonthlyBucket): number =>
    isOver(balances, bucket, periodStart) ? monthlyQuota(account, bucket) : balanceOf(balances, bucket)
  return { searches: left('searches'), pulls: left('pulls'), extraPulls: balanceOf(balances, 'extra_pulls') }
}

const balanceOf = (balances: Balance[], bucket: Bucket): number =>
  balances.find(balance => balance.bucket === bucket)?.balance ?? 0

// A month is only renewed by a later start, so a clock that was set back never renews it twice.
function isOver(balances: Balance[], bucket: Bucket, periodStart: Date): boolean {
  const balance = balances.find(candidate => candidate.bucket === bucket)
  return balance === undefined || balance.periodStart < periodStart
}
