import type { Tier } from '#contract/plans.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstRow, firstValue, hasRow } from '#server/platform/database/rows.ts'
import { accountColumns, type AccountRow } from './account.rules.ts'
import type { PaidPlan } from './paid-plan.rules.ts'

/** Returns the id of the account; undefined if there is none with that name. */
export const setAdmin = (
  db: Queryable,
  { key, isAdmin }: { key: string; isAdmin: boolean },
): Promise<number | undefined> =>
  firstValue(db, 'UPDATE user_account SET is_admin = $2 WHERE username_key = $1 RETURNING id', [key, isAdmin])

export const findAccountId = (db: Queryable, key: string): Promise<number | undefined> =>
  firstValue(db, 'SELECT id FROM user_account WHERE username_key = $1', [key])

export type GrantedPlan = {
  tier: Tier
  /** Null: no end. */
  until: Date | null
  /** Contact pulls per month, for a plan without a fixed quota. */
  pulls: number | null
}

/** Sets a granted plan whose quota months start at `from`. */
export async function setPlan(
  db: Queryable,
  { userId, tier, until, pulls, from }: GrantedPlan & { userId: number; from: Date },
): Promise<void> {
  await db.query(
    `UPDATE user_account SET subscription_tier = $2, subscription_status = 'active', plan_ends_at = $3,
       quota_anchor = $4, plan_source = 'grant', granted_pulls = $5 WHERE id = $1`,
    [userId, tier, until, from, pulls],
  )
}

/** The last plan that the operator granted. */
export const findPlanGrant = (db: Queryable, userId: number): Promise<GrantedPlan | undefined> =>
  firstRow(db, 'SELECT tier, until, pulls FROM plan_grant WHERE user_id = $1 ORDER BY at DESC, id DESC LIMIT 1', [
    userId,
  ])

export async function insertPlanGrant(
  db: Queryable,
  grant: GrantedPlan & { userId: number; now: Date },
): Promise<void> {
  await db.query('INSERT INTO plan_grant (user_id, tier, until, pulls, at) VALUES ($1, $2, $3, $4, $5)', [
    grant.userId,
    grant.tier,
    grant.until,
    grant.pulls,
    grant.now,
  ])
}

/** Also undefined for a deleted account. */
export const findAccountRow = (db: Queryable, userId: number): Promise<AccountRow | undefined> =>
  firstRow(db, `SELECT ${accountColumns} FROM user_account WHERE id = $1 AND deleted_at IS NULL`, [userId])

export async function updatePaidPlan(db: Queryable, userId: number, plan: PaidPlan): Promise<void> {
  await db.query(
    `UPDATE user_account SET subscription_tier = $2, subscription_status = $3, plan_ends_at = $4, quota_anchor = $5,
       plan_source = 'payment', granted_pulls = NULL WHERE id = $1`,
    [userId, plan.tier, plan.status, plan.endsAt, plan.quotaAnchor],
  )
}

/** Keeps an earlier end. False for a plan that was not paid: it is not changed. */
export const updatePlanEnd = (db: Queryable, userId: number, endsAt: Date): Promise<boolean> =>
  hasRow(
    db,
    `UPDATE user_account SET subscription_status = 'canceled', plan_ends_at = least(plan_ends_at, $2)
     WHERE id = $1 AND plan_source = 'payment' RETURNING id`,
    [userId, endsAt],
  )
