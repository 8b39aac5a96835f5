import type { User } from '#contract/accounts/account.ts'
import type { Account } from '#server/accounts/identity/account.rules.ts'
import { presentCurrentUser } from '#server/features/account/present-user.ts'
import type { Deps } from '#server/features/deps.ts'
import { withCustomer } from '#server/money/payments/customer.usecases.ts'
import { withOwnLock } from '#server/money/payments/own-lock.ts'
import { beginPurchase, findPurchaseOfSession, syncPurchase } from '#server/money/payments/purchase.usecases.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import { orNotFound } from '#server/platform/basics/refusal.ts'
import { limitPerId } from '#server/platform/limits/limited-caller.ts'
import { hitRateLimit } from '#server/platform/limits/rate-limit.ts'
import { orUnconfirmed } from './unconfirmed.ts'

const checkoutLimit = limitPerId({ name: 'checkouts', limit: 30, windowSeconds: 3600 })

export async function purchasePackage(
  deps: Deps,
  account: Account,
  origin: string,
): Promise<{ success: true; checkoutUrl: string }> {
  stripeOf(deps)
  await hitRateLimit(deps.db, checkoutLimit(account.id), deps.clock.now())
  const checkoutUrl = await withOwnLock(deps, account, (lock, current) =>
    orUnconfirmed(deps, 'payment', () =>
      withCustomer(deps, lock, current, customerId => beginPurchase(deps, { userId: current.id, customerId, origin })),
    ),
  )
  return { success: true, checkoutUrl }
}

/** Called when the browser returns from the checkout. Credits the payment, even if no webhook has reported it yet. */
export async function confirmPackage(
  deps: Deps,
  account: Account,
  sessionId: string,
): Promise<{ isPaid: boolean; leads: number; user: User }> {
  const purchase = orNotFound(await findPurchaseOfSession(deps.db, { sessionId, userId: account.id }))
  const status =
    purchase.status === 'paid'
      ? 'paid'
      : await orUnconfirmed(deps, 'sent purchase', () => syncPurchase(deps, sessionId))
  return {
    isPaid: status === 'paid',
    leads: status === 'paid' ? purchase.leads : 0,
    user: await presentCurrentUser(deps, account),
  }
}
