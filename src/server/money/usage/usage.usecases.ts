import { plans, quotaPeriod, type Tier } from '#contract/plans.ts'
import type { Usage } from '#contract/public-api/api-v1.ts'
import type { Charge } from '#contract/searches/receipts.ts'
import { type Account, entitlement } from '#server/accounts/identity/account.rules.ts'
import { paidUntilOf } from '#server/accounts/identity/paid-plan.rules.ts'
import { queueEvent } from '#server/accounts/webhooks/webhook-events.usecases.ts'
import type { Deps } from '#server/money/deps.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { together } from '#server/platform/database/transaction.ts'
import {
  balancesAsJson,
  balancesOfJson,
  chargesOfSearch,
  type JsonBalances,
  lockAccountAndBalances,
  lockBalances,
  type MonthReason,
  readBalances,
  readPlan,
  renewBucket,
  type Spending,
  spend,
} from './usage.repository.ts'
import {
  type Balance,
  balanceOf,
  type Bucket,
  type Entitled,
  type Month,
  type MonthlyBucket,
  monthlyBuckets,
  monthlyQuotaOf,
  periodStartOf,
  type Quota,
  quotaOf,
  runningLow,
  splitPulls,
} from './usage.rules.ts'

export { pullsSince as paidPullsSince } from './usage.repository.ts'
export type { Balance, Month, Quota } from './usage.rules.ts'

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

/** When the monthly quota renews: with the next charge, or when the plan becomes free or ends. */
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
        quota: monthlyQuotaOf(account, bucket),
        periodStart,
        reason: `monthly quota, ${account.tier}`,
        now,
      })
  return monthOf(balances, account, now)
}

export type Cost = { searches: number; pulls: number }

type Payment = { account: Entitled; cost: Cost; held: Month; searchId: number | null; now: Date }

/** Charges for searches and leads, or throws a refusal. `held` is the result of `lockQuota` in this transaction. */
export async function payFor(tx: Queryable, { account, cost, held, searchId, now }: Payment): Promise<void> {
  const spendings = spendingsOf(account, cost, held)
  if (spendings.length === 0) return
  if (await spend(tx, { userId: account.id, spendings, searchId, now })) {
    for (const low of runningLow(account, cost, held))
      await queueEvent(tx, { userId: account.id, now }, 'quota.low', low)
    return
  }
  throw new Refusal(held.searches < cost.searches ? 'SEARCH_QUOTA_EXCEEDED' : 'QUOTA_EXCEEDED')
}

const chargeKinds = { searches: 'search', pulls: 'monthly pull', extra_pulls: 'extra pull' } as const
const creditKinds: Record<string, Charge['kind']> = {
  returned: 'returned lead',
  'sample leads refunded': 'replaced samples',
}

export async function chargesOf(db: Queryable, userId: number, searchId: number): Promise<Charge[]> {
  const entries = await chargesOfSearch(db, userId, searchId)
  return entries.map(({ id, at, bucket, reason, amount }) => ({
    id,
    at: at.toISOString(),
    kind: creditKinds[reason] ?? chargeKinds[bucket],
    amount,
  }))
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

/** Starts a new quota month after a plan changed or its next month was paid. The rest of the old one is dropped. */
export async function startNewPeriod(
  tx: Queryable,
  {
    userId,
    tier,
    grantedPulls = null,
    periodStart,
    now,
    reason,
  }: { userId: number; tier: Tier; grantedPulls?: number | null; periodStart: Date; now: Date; reason: MonthReason },
): Promise<void> {
  await lockBalances(tx, userId)
  for (const bucket of monthlyBuckets)
    await renewBucket(tx, {
      userId,
      bucket,
      quota: monthlyQuotaOf({ tier, grantedPulls }, bucket),
      periodStart,
      reason,
      now,
    })
}

function monthOf(balances: Balance[], account: Entitled, now: Date): Month {
  const periodStart = periodStartOf(account, now)
  const left = (bucket: MonthlyBucket): number =>
    isOver(balances, bucket, periodStart) ? monthlyQuotaOf(account, bucket) : balanceOf(balances, bucket)
  return { searches: left('searches'), pulls: left('pulls'), extraPulls: balanceOf(balances, 'extra_pulls') }
}

// A month is only renewed by a later start, so a clock that was set back never renews it twice.
function isOver(balances: Balance[], bucket: Bucket, periodStart: Date): boolean {
  const balance = balances.find(candidate => candidate.bucket === bucket)
  return balance === undefined || balance.periodStart < periodStart
}
