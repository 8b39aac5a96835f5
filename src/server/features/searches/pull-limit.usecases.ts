import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import { DAY_MS } from '#server/platform/basics/clock.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { hitSeveralTimes } from '#server/platform/limits/hit-log.ts'
import type { RateLimit } from '#server/platform/limits/rate-limit.ts'

/** This stops scripts that create hundreds of free accounts to collect leads. */
const newcomersLimit: Omit<RateLimit, 'key'> = {
  name: 'new leads of new accounts with unconfirmed emails on your network',
  note: 'Nothing was charged.',
  isLiftedByEmail: true,
  limit: 500,
  windowSeconds: 3600,
}

/**
 * Limits the contact pulls of new accounts without a confirmed email. All such accounts in a network share an hourly
 * limit. Throws UNCONFIRMED_LIMIT if `pulls` exceed it. Call this in the transaction that charges for the pulls,
 * so that a failed page does not count. `holder`: `holderOf` the request, which a job can store, unlike the network.
 */
export async function limitPulls(
  tx: Queryable,
  { account, holder }: { account: Account; holder: string },
  { pulls, now }: { pulls: number; now: Date },
): Promise<void> {
  const isNew = now.getTime() - account.createdAt.getTime() < DAY_MS
  if (pulls === 0 || account.isEmailVerified || !isNew) return
  await hitSeveralTimes(tx, { ...newcomersLimit, key: holder }, { hits: pulls, now })
}
