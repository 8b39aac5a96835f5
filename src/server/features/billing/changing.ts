import type { User } from '#contract/accounts/account.ts'
import type { ActionRequired, SubscriptionInput } from '#contract/billing/billing.ts'
import type { PaidTier } from '#contract/plans.ts'
import type { Account } from '#server/accounts/identity/account.rules.ts'
import type { BillingLock } from '#server/money/payments/billing-lock.ts'
import type { CustomerFacts } from '#server/money/payments/stripe-facts.rules.ts'
import type { Charge } from './unconfirmed.ts'

/** A requested plan change. `facts` is the provider's data, read after the lock was taken. */
export type Changing = {
  account: Account
  lock: BillingLock
  choice: Omit<SubscriptionInput, 'tier'> & { tier: PaidTier }
  facts: CustomerFacts
  charge: Charge
}
export type PlanChangeReply = User | ActionRequired
