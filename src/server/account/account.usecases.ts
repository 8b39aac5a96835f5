import type { User } from '#contract/account.ts'
import { noteSecurityEvent } from '../auth/security-log.usecases.ts'
import type { Deps } from '../deps.ts'
import { assertLockHeld, withBillingLock } from '../payments/billing-lock.ts'
import { readSubscriptionRow } from '../payments/billing-state.usecases.ts'
import type { PaidTier } from '../payments/prices.rules.ts'
import { Refusal } from '../shared/refusal.ts'
import { readQuota, startNewPeriod } from '../usage/usage.usecases.ts'
import type { Tier } from '#contract/plans.ts'
import type { Queryable } from '../db/client.ts'
import {
  findAccountId,
  findAccountRow,
  findPlanGrant,
  insertPlanGrant,
  type PaidPlan,
  setAdmin,
  setPlan,
  updatePaidPlan,
  updatePlanEnd,
} from './account.repository.ts'
import { type Account, accountOf, isPlanGranted, nameKey } from './account.rules.ts'

/** An account as its owner sees it, with what is left of the quota. */
export async function presentUser(deps: Deps, account: Account): Promise<User> {
  const quota = await readQuota(deps.db, account, deps.clock.now())
  return {
    id: account.id,
    username: account.username,
    email: account.pendingEmail ?? account.email,
    activeEmail: account.email,
    firstName: account.firstName,
    lastName: account.lastName,
    subscriptionTier: account.tier,
    subscriptionStatus: account.subscriptionStatus,
    isPlanGranted: isPlanGranted(account),
    isAdmin: account.isAdmin,
    emailVerified: account.isEmailVerified && account.pendingEmail === null,
    ...quota,
    createdAt: account.createdAt.toISOString(),
  }
}

/** The account as it stands now; undefined when it is gone. */
export async function readAccount(
  { db, clock }: { db: Queryable; clock: Deps['clock'] },
  userId: number,
): Promise<Account | undefined> {
  const row = await findAccountRow(db, userId)
  return row === undefined ? undefined : accountOf(row, clock.now())
}

/** Gives the plan that was paid for. */
export const givePaidPlan = (tx: Queryable, userId: number, plan: PaidPlan): Promise<void> =>
  updatePaidPlan(tx, userId, plan)

/** What the operator gave, where it still lasts at a moment: it is there again when a paid plan ends then. */
export async function givenPlanAt(
  { db }: { db: Queryable },
  { userId, at }: { userId: number; at: Date },
): Promise<{ tier: PaidTier; until: Date | null } | undefined> {
  const { tier, until } = (await findPlanGrant(db, userId)) ?? { tier: 'free', until: null }
  return tier === 'free' || (until !== null && until <= at) ? undefined : { tier, until }
}

/** Ends a plan that was paid for. One that the operator gave stays, or takes over again where it still lasts. */
export async function endPaidPlan(tx: Queryable, userId: number, endsAt: Date): Promise<void> {
  if (!(await updatePlanEnd(tx, userId, endsAt))) return
  const given = await givenPlanAt({ db: tx }, { userId, at: endsAt })
  if (given !== undefined) await setPlan(tx, { userId, ...given, from: endsAt })
}

export const grantAdmin = (deps: Deps, username: string): Promise<void> => changeAdmin(deps, username, true)
export const revokeAdmin = (deps: Deps, username: string): Promise<void> => changeAdmin(deps, username, false)

async function changeAdmin({ db, clock }: Deps, username: string, isAdmin: boolean): Promise<void> {
  await db.transaction(async tx => {
    const userId = await setAdmin(tx, { key: nameKey(username), isAdmin })
    if (userId === undefined) throw unknownUser(username)
    const kind = isAdmin ? 'admin-granted' : 'admin-revoked'
    await noteSecurityEvent(tx, { kind, userId, actorId: null }, clock.now())
  })
}

export type PlanGrant = { username: string; tier: Tier; until?: Date | undefined }

/**
 * Gives a plan without payment, from now on; a full month's quota with it. Goes on record. Refused for whoever pays for
 * a plan: they would be charged on, and the next charge would take the given one away.
 */
export async function grantPlan(deps: Deps, { username, tier, until }: PlanGrant): Promise<void> {
  const now = deps.clock.now()
  if (until !== undefined && until <= now)
    throw new Refusal('INVALID_REQUEST', { message: 'The end of a plan must lie in the future.' })
  const userId = await findAccountId(deps.db, nameKey(username))
  if (userId === undefined) throw unknownUser(username)
  await withBillingLock(deps, userId, lock =>
    deps.db.transaction(async tx => {
      await assertLockHeld(tx, lock)
      if ((await readSubscriptionRow({ db: tx }, userId))?.isLive === true) throw paysAlready(username)
      await setPlan(tx, { userId, tier, until: until ?? null, from: now })
      await startNewPeriod(tx, { userId, tier, periodStart: now, now, reason: `plan granted, ${tier}` })
      await insertPlanGrant(tx, { userId, tier, until: until ?? null, now })
    }),
  )
}

const paysAlready = (username: string): Refusal =>
  new Refusal('INVALID_REQUEST', {
    message: `"${username}" pays for a plan. Cancel that one at the payment provider first: it would be charged on.`,
  })

const unknownUser = (username: string): Refusal =>
  new Refusal('NOT_FOUND', { message: `There is no user "${username}".` })
