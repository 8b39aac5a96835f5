import type { CallLimit } from '#contract/endpoint.ts'
import type { Account } from '#server/accounts/identity/account.rules.ts'
import type { Deps } from '#server/money/deps.ts'
import { hitRateLimit, type RateLimit } from '#server/platform/limits/rate-limit.ts'

/**
 * What one account may ask for, over all processes and however it asks, by session or by key. Far above what people
 * do: it keeps a program that runs away from taking the service for itself.
 */
const limits: Record<CallLimit, Pick<RateLimit, 'limit' | 'windowSeconds'>> = {
  search: { limit: 6000, windowSeconds: 60 },
  export: { limit: 300, windowSeconds: 600 },
  // These reach the payment provider, whose own limit is one for all customers.
  billing: { limit: 60, windowSeconds: 3600 },
  'billing look': { limit: 120, windowSeconds: 600 },
}

export const countCall = ({ db, clock }: Deps, kind: CallLimit, { id }: Account): Promise<void> =>
  hitRateLimit(db, { name: `${kind} calls of an account`, key: String(id), ...limits[kind] }, clock.now())
