import type { Tier } from '#contract/plans.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { accountColumns, type AccountRow } from './account.rules.ts'

/** The id of the changed account; undefined when there is none of that name. */
export async function setAdmin(
  db: Queryable,
  { key, isAdmin }: { key: string; isAdmin: boolean },
): Promise<number | undefined> {
  const [changed] = await db.query<{ id: number }>(
    'UPDATE user_account SET is_admin = $2 WHERE username_key = $1 RETURNING id',
    [key, isAdmin],
  )
  return changed?.id
}

/** Undefined when there is no account of that name. */
export async function findAccountId(db: Queryable, key: string): Promise<number | undefined> {
  const [row] = await db.query<{ id: number }>('SELECT id FROM user_account WHERE username_key = $1', [key])
  return row?.id
}

/** A plan without payment. */
export type GrantedPlan = {
  tier: Tier
  /** Null: it has no end. */
  until: Date | null
  /** Contact pulls a month, for a plan that leaves them to the operator. */
  pulls: number | null
}

/** Gives a plan without payment, whose quota months begin at `from`. */
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

/** What the operator gave last. */
export async function findPlanGrant(db: Queryable, userId: number): Promise<GrantedPlan | undefined> {
  const [row] = await db.query<GrantedPlan>(
    'SELECT tier, until, pulls FROM plan_grant WHERE user_id = $1 ORDER BY at DESC, id DESC LIMIT 1',
    [userId],
  )
  return row
}

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

/** Undefined for an account that was deleted, too. */
export async function findAccountRow(db: Queryable, userId: number): Promise<AccountRow | undefined> {
  const [row] = await db.query<AccountRow>(
    `SELECT ${accountColumns} FROM user_account WHERE id = $1 AND deleted_at IS NULL`,
    [userId],
  )
  return row
}

export type PaidPlan = { tier: Tier; status: string; endsAt: Date; quotaAnchor: Date }

export async function updatePaidPlan(db: Queryable, userId: number, plan: PaidPlan): Promise<void> {
  await db.query(
    `UPDATE user_account SET subscription_tier = $2, subscription_status = $3, plan_ends_at = $4, quota_anchor = $5,
       plan_source = 'payment', granted_pulls = NULL WHERE id = $1`,
    [userId, plan.tier, plan.status, plan.endsAt, plan.quotaAnchor],
  )
}

/** A plan that has ended already keeps its earlier end. False for one that nobody paid for: it stays. */
export async function updatePlanEnd(db: Queryable, userId: number, endsAt: Date): Promise<boolean> {
  const ended = await db.query(
    `UPDATE user_account SET subscription_status = 'canceled', plan_ends_at = least(plan_ends_at, $2)
     WHERE id = $1 AND plan_source = 'payment' RETURNING id`,
    [userId, endsAt],
  )
  return ended.length > 0
}
