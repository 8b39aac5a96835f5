import type { Requester } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { refusalOfStripe } from '#server/money/provider/stripe-errors.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { limitPerNetwork } from '#server/platform/limits/limited-caller.ts'
import { forgiveHits, hitAll, type RateLimit } from '#server/platform/limits/rate-limit.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** Enough for a customer with several bad cards, but too few for testing stolen cards. */
const DECLINES_PER_HOUR = 5
const DECLINES_PER_DAY = 10

const note = 'Nothing was charged. Please check with your bank.'

/** Shared by the new accounts of a network, because whoever reaches the limit of one account could create another. */
const newcomersLimit = limitPerNetwork({
  name: 'declined cards of new accounts on your network',
  note,
  limit: 20,
  windowSeconds: DAY,
})

/**
 * Runs work that may end with a declined card, within the payer's limits. Each attempt counts until it is clear that
 * the card was not declined, so that concurrent attempts cannot exceed the limit. Beyond the limit, the provider is not
 * called. `wasDeclined` tells whether a card was declined although the work succeeded.
 */
export async function limitDeclines<T>(
  deps: Deps,
  payer: Requester,
  work: () => Promise<T>,
  wasDeclined: (outcome: T) => boolean = () => false,
): Promise<T> {
  const now = deps.clock.now()
  const limits = limitsOf(payer, now)
  await hitAll(deps.db, limits, now)
  try {
    const outcome = await work()
    if (!wasDeclined(outcome)) await forgiveHits(deps.db, limits)
    return outcome
  } catch (error) {
    if (!isDecline(error)) await forgiveHits(deps.db, limits)
    throw error
  }
}

function limitsOf({ account, network }: Requester, now: Date): RateLimit[] {
  const own = { name: 'declined cards', note, key: String(account.id) }
  const isNew = now.getTime() - account.createdAt.getTime() < DAY * 1000
  return [
    { ...own, key: `${own.key} in an hour`, limit: DECLINES_PER_HOUR, windowSeconds: HOUR },
    { ...own, limit: DECLINES_PER_DAY, windowSeconds: DAY },
    ...(isNew ? [newcomersLimit(network)] : []),
  ]
}

const isDecline = (error: unknown): boolean =>
  (error instanceof Refusal ? error : refusalOfStripe(error))?.errorType === 'PAYMENT_FAILED'
