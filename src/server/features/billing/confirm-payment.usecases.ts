import type { PaymentConfirmation } from '#contract/billing/billing.ts'
import type { Account } from '#server/accounts/identity/account.rules.ts'
import type { Deps } from '#server/features/deps.ts'
import { withOwnLock } from '#server/money/payments/own-lock.ts'
import { readSettlement } from '#server/money/payments/payment-settlement.usecases.ts'
import { stripeOf } from '#server/money/provider/payments.ts'
import { limitPerId } from '#server/platform/limits/limited-caller.ts'
import { hitRateLimit } from '#server/platform/limits/rate-limit.ts'
import { presentCurrentUser } from './present.ts'
import { orUnconfirmed } from './unconfirmed.ts'

/** Several pages may wait for a late settlement, and each one sends about ten requests. */
export const questionLimit = limitPerId({ name: 'questions about payments', limit: 120, windowSeconds: 3600 })

export async function confirmPayment(
  deps: Deps,
  owner: Account,
  paymentIntentId: string,
): Promise<PaymentConfirmation> {
  stripeOf(deps)
  await hitRateLimit(deps.db, questionLimit(owner.id), deps.clock.now())
  return withOwnLock(deps, owner, (lock, account) =>
    orUnconfirmed(deps, 'sent payment', async () => {
      const payment = await readSettlement(deps, lock, paymentIntentId)
      return { payment, user: await presentCurrentUser(deps, account) }
    }),
  )
}
