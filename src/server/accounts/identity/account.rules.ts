import { normalizeUsername } from '#contract/account.ts'
import type { Tier } from '#contract/plans.ts'

/** The signed-in account, as use cases know it. */
export type Account = {
  id: number
  username: string
  /** Given at sign-up, or proven since. */
  email: string
  /** Takes the place of `email` as soon as a link sent to it is opened. */
  pendingEmail: string | null
  firstName: string | null
  lastName: string | null
  isAdmin: boolean
  isEmailVerified: boolean
  /** By an administrator: nobody signs in. */
  isDisabled: boolean
  /** What the account is entitled to now; falls back to free when a plan has ended. */
  tier: Tier
  subscriptionStatus: string
  /** Quota periods are counted in months from here. */
  quotaAnchor: Date
  /** The quota of a paid plan is renewed by a payment alone; the others are by the calendar. */
  quotaRenewal: 'monthly' | 'by payment'
  /** Contact pulls a month that were granted with the plan, where it has no quota of its own. */
  grantedPulls: number | null
  /** When the plan ends unless it is paid on; null: no end is known. */
  planEndsAt: Date | null
  createdAt: Date
}

/** An account as it is stored. */
export type AccountRow = {
  id: number
  username: string
  email: string
  pending_email: string | null
  first_name: string | null
  last_name: string | null
  is_admin: boolean
  subscription_tier: Tier
  subscription_status: string
  plan_ends_at: Date | null
  quota_anchor: Date
  plan_source: 'none' | 'grant' | 'payment'
  granted_pulls: number | null
  created_at: Date
  email_verified_at: Date | null
  disabled_at: Date | null
}
export const accountColumns = `user_account.id, username, email, pending_email, first_name, last_name, is_admin, subscription_tier,
  subscription_status, plan_ends_at, quota_anchor, plan_source, granted_pulls, user_account.created_at, email_verified_at,
  disabled_at`

/** In SQL: the account has this email or can still take it back, so nobody else can have it. */
export const holdsEmail = (email: string, now: string): string =>
  `(lower(email) = lower(${email}) OR (lower(previous_email) = lower(${email}) AND previous_email_until > ${now}))`

export const accountOf = (row: AccountRow, now: Date): Account => ({
  id: row.id,
  username: row.username,
  email: row.email,
  pendingEmail: row.pending_email,
  firstName: row.first_name,
  lastName: row.last_name,
  isAdmin: row.is_admin,
  isEmailVerified: row.email_verified_at !== null,
  isDisabled: row.disabled_at !== null,
  ...entitlement(row, now),
  planEndsAt: row.plan_ends_at,
  createdAt: row.created_at,
})

/** The part of a stored account that says what it is entitled to. */
export type Subscription = Pick<
  AccountRow,
  'subscription_tier' | 'subscription_status' | 'plan_ends_at' | 'quota_anchor' | 'plan_source' | 'granted_pulls'
>
type Entitlement = Pick<Account, 'tier' | 'subscriptionStatus' | 'quotaAnchor' | 'quotaRenewal' | 'grantedPulls'>

/** What a subscription gives at `now`. A plan that has ended is a free one, whose months begin where it ended. */
export function entitlement(subscription: Subscription, now: Date): Entitlement {
  const { subscription_tier: tier, plan_ends_at: endsAt, quota_anchor: anchor } = subscription
  if (endsAt !== null && endsAt <= now)
    return {
      tier: 'free',
      subscriptionStatus: 'active',
      quotaAnchor: endsAt,
      quotaRenewal: 'monthly',
      grantedPulls: null,
    }
  return {
    tier,
    subscriptionStatus: tier === 'free' ? 'active' : subscription.subscription_status,
    quotaAnchor: anchor,
    quotaRenewal: subscription.plan_source === 'payment' ? 'by payment' : 'monthly',
    grantedPulls: subscription.granted_pulls,
  }
}

/** Whether the plan is one that the operator gave: the quota of a paid one is renewed by its payments. */
export const isPlanGranted = ({ tier, quotaRenewal }: Pick<Account, 'tier' | 'quotaRenewal'>): boolean =>
  tier !== 'free' && quotaRenewal === 'monthly'

/** What makes two user names the same one: their letters, whatever the case, in any script. */
export const nameKey = (username: string): string => normalizeUsername(username).toUpperCase().toLowerCase()
