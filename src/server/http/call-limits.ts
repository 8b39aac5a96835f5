import { webhookChangesPerHour, webhookSendsPerHour } from '#contract/accounts/webhooks.ts'
import { recordPageVisit } from '#contract/admin/visits.ts'
import { stripeWebhook } from '#contract/billing/billing.ts'
import type { CallLimit, Endpoint } from '#contract/endpoint.ts'
import type { Deps } from '#server/money/deps.ts'
import type { Network } from '#server/platform/basics/network.ts'
import { type LimitedCaller, limitOfCaller, limitsOfAccount } from '#server/platform/limits/limited-caller.ts'
import { hitAll, hitHighRateLimit, hitRateLimit, type RateLimit } from '#server/platform/limits/rate-limit.ts'

/** Limits per account, far above what people need. They keep runaway programs from taking over the service. */
const limits: Record<CallLimit, CallLimitOf> = {
  search: { name: 'searches', limit: 6000, windowSeconds: 60, perDay: 50_000 },
  preview: { name: 'previews', limit: 60, windowSeconds: 60 },
  // One for each typed letter.
  suggestion: { name: 'suggestions', limit: 300, windowSeconds: 60 },
  export: { name: 'exports', limit: 300, windowSeconds: 600, takesTurns: true },
  'lead change': { name: 'changes of leads', limit: 600, windowSeconds: 600, costsOthers: true },
  // Counted before the file arrives, because it is in memory while it does.
  file: { name: 'files', limit: 20, windowSeconds: 60, takesTurns: true },
  'webhook change': {
    name: 'changes of webhooks',
    limit: webhookChangesPerHour,
    windowSeconds: 3600,
    takesTurns: true,
  },
  'webhook send': { name: 'test messages', limit: webhookSendsPerHour, windowSeconds: 3600, takesTurns: true },
  // These call the payment provider, whose rate limit is shared by all customers.
  billing: { name: 'changes of your plan and cards', limit: 60, windowSeconds: 3600, costsOthers: true },
  'billing read': { name: 'questions about your plan', limit: 120, windowSeconds: 600, costsOthers: true },
  // Mails have stricter limits of their own, but only for accounts and addresses.
  mail: { name: 'changes of your account', limit: 120, windowSeconds: 3600, costsOthers: true },
}
/**
 * `takesTurns`: others may have to wait for it, so new accounts of a network share the limit. `costsOthers`: it calls
 * another service or stores rows, so they share a second, higher limit. `perDay`: it stores rows that are kept.
 */
type CallLimitOf = Pick<RateLimit, 'name' | 'limit' | 'windowSeconds'> & {
  takesTurns?: true
  costsOthers?: true
  perDay?: number
}

/** Such calls wait for turns of their own, so they must not hold up others of their holder. */
export const hasOwnTurns = ({ limit }: Endpoint): boolean => limit !== undefined && limits[limit].takesTurns === true

export function callLimits(kind: CallLimit, caller: LimitedCaller): RateLimit[] {
  const { takesTurns, costsOthers, perDay, ...limit } = limits[kind]
  if (takesTurns) return [limitOfCaller(caller, limit)]
  if (costsOthers) return limitsOfAccount(caller, limit)
  const own = { ...limit, key: String(caller.account.id) }
  return perDay === undefined
    ? [own]
    : [own, { ...own, name: `${limit.name} in 24 hours`, limit: perDay, windowSeconds: 86_400 }]
}

export async function countCall({ db, clock }: Deps, kind: CallLimit, caller: LimitedCaller): Promise<void> {
  const counted = callLimits(kind, caller)
  if (kind !== 'search') return hitAll(db, counted, clock.now())
  await Promise.all(counted.map(limit => hitHighRateLimit(db, limit, clock.now())))
}

/** An endpoint of the contract, or pages that the server draws. */
type Public = Pick<Endpoint, 'method' | 'path'>

/** Stripe signs its calls, and page visits have a limit that needs no statement. */
const limitedElsewhere = new Set<Public>([stripeWebhook, recordPageVisit])

/** Each public endpoint has this limit per network, beside any of its own. */
export const publicLimit = ({ method, path }: Public, network: Network): RateLimit => ({
  name: 'calls from your network',
  key: `${method} ${path}\n${network}`,
  limit: 600,
  windowSeconds: 60,
  isFrequent: true,
})

export async function countPublicCall(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  endpoint: Public,
  network: Network,
): Promise<void> {
  if (!limitedElsewhere.has(endpoint)) await hitRateLimit(db, publicLimit(endpoint, network), clock.now())
}
