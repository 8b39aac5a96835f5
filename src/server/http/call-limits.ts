import { webhookChangesPerHour, webhookSendsPerHour } from '#contract/accounts/webhooks.ts'
import type { CallLimit } from '#contract/endpoint.ts'
import type { Account } from '#server/accounts/identity/account.rules.ts'
import type { Deps } from '#server/money/deps.ts'
import { hitHighRateLimit, hitRateLimit, type RateLimit } from '#server/platform/limits/rate-limit.ts'

/**
 * Limits per account, across all processes, sessions, and keys. They are far above what people need, and stop runaway
 * programs from taking over the service.
 */
const limits: Record<CallLimit, Pick<RateLimit, 'limit' | 'windowSeconds'>> = {
  search: { limit: 6000, windowSeconds: 60 },
  preview: { limit: 60, windowSeconds: 60 },
  // One for each typed letter.
  suggestion: { limit: 300, windowSeconds: 60 },
  export: { limit: 300, windowSeconds: 600 },
  'lead change': { limit: 600, windowSeconds: 600 },
  'webhook change': { limit: webhookChangesPerHour, windowSeconds: 3600 },
  'webhook send': { limit: webhookSendsPerHour, windowSeconds: 3600 },
  // These call the payment provider, whose rate limit is shared by all customers.
  billing: { limit: 60, windowSeconds: 3600 },
  'billing read': { limit: 120, windowSeconds: 600 },
}

export const countCall = ({ db, clock }: Deps, kind: CallLimit, { id }: Account): Promise<void> => {
  const hit = kind === 'search' ? hitHighRateLimit : hitRateLimit
  return hit(db, { name: `${kind} calls of an account`, key: String(id), ...limits[kind] }, clock.now())
}
