import { normalizeUsername } from '#contract/accounts/account.ts'
import type { Tier } from '#contract/plans.ts'

export type Account = {
  id: number
  username: string
  /** Entered at sign-up, or confirmed later. */
  email: string
  /** Replaces `email` when the link sent to it is opened. */
  pendingEmail: string | null
  firstName: string | null
  lastName: string | null
  isAdmin: boolean
  isEmailVerified: boolean
  /** Disabled by an administrator: sign-in is refused. */
  isDisabled: boolean
  /** The plan that the account is entitled to now: free if its plan has ended. */
  tier: Tier
  subscriptionStatus: string
  quotaAnchor: Date
  /** A paid plan's quota renews with each payment, other quotas every month. */
  quotaRenewal: 'monthly' | 'by payment'
  /** Granted contact pulls per month, if the plan has no fixed quota. */
  grantedPulls: number | null
  /** When the plan ends unless it is paid again; null: no end is known. */
  planEndsAt: Date | null
  createdAt: Date
}

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

/** An SQL condition: the account has this email or can still take it back, so nobody else can use it. */
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

/** The columns that determine what an account is entitled to. */
export type Subscription = Pick<
  AccountRow,
  'subscription_tier' | 'subscription_status' | 'plan_ends_at' | 'quota_anchor' | 'plan_source' | 'granted_pulls'
>
type Entitlement = Pick<Account, 'tier' | 'subscriptionStatus' | 'quotaAnchor' | 'quotaRenewal' | 'grantedPulls'>

/** The entitlement at `now`. After a plan has ended, the account is free, and its months start at that end. */
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

/** Whether the operator granted the plan: the quota of a paid plan renews by payment. */
export const isPlanGranted = ({ tier, quotaRenewal }: Pick<Account, 'tier' | 'quotaRenewal'>): boolean =>
  tier !== 'free' && quotaRenewal === 'monthly'

/** Usernames with the same key count as equal: case is ignored, in any script. */
export const nameKey = (username: string): string => normalizeUsername(username).toUpperCase().toLowerCase()
