import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { networkOf } from '#server/platform/basics/network.ts'
import { countHits, type RateLimit } from '#server/platform/limits/rate-limit.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'

/** Who pulls contacts, and from which address. */
export type Puller = { account: Account; address: string }

const DAY_MS = 86_400_000

/** Free accounts cost nothing to make: this keeps a script from collecting leads with hundreds of them. */
const newcomersLimit = (address: string): RateLimit => ({
  name: 'contact pulls of new accounts of a network',
  key: networkOf(address),
  limit: 500,
  windowSeconds: 3600,
})

/**
 * Accounts younger than a day whose email is not confirmed share an allowance of contact pulls in any hour with all others
 * on their network. Counts all of `pulls` or refuses with UNCONFIRMED_PULL_LIMIT. In the transaction that charges them, so
 * that a refused or failed page counts nothing.
 */
export async function limitPulls(
  tx: Queryable,
  { account, address }: Puller,
  { pulls, now }: { pulls: number; now: Date },
): Promise<void> {
  const isNew = now.getTime() - account.createdAt.getTime() < DAY_MS
  if (pulls === 0 || account.isEmailVerified || !isNew) return
  const { isRefused, resetSeconds } = await countHits(tx, newcomersLimit(address), { hits: pulls, now })
  if (isRefused) throw new Refusal('UNCONFIRMED_PULL_LIMIT', { retryAfterSeconds: resetSeconds })
}
