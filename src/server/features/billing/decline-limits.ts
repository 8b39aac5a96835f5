import type { Account } from '#server/accounts/identity/account.rules.ts'
import type { Deps } from '#server/features/deps.ts'
import { refusalOfStripe } from '#server/money/provider/stripe-errors.ts'
import { networkOf } from '#server/platform/basics/network.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { forgiveHit, hitRateLimit, type RateLimit } from '#server/platform/limits/rate-limit.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** More than a customer with several bad cards needs, and too few to test stolen ones. */
const DECLINES_AN_HOUR = 5
const DECLINES_A_DAY = 10
/** Shared by all new accounts of a network, because someone who has used up one account's limit creates another. */
const DECLINES_OF_NEW_ACCOUNTS_A_DAY = 20

type Payer = { account: Account; address: string }

/**
 * Runs work that may end in a declined card, within the payer's limits. Each attempt counts until it turns out not to
 * be a decline, so that concurrent attempts cannot exceed the limit. Beyond the limit the provider is not called.
 * `wasDeclined` is for work that succeeds although a card was declined.
 */
export async function limitDeclines<T>(
  deps: Deps,
  payer: Payer,
  work: () => Promise<T>,
  wasDeclined: (outcome: T) => boolean = () => false,
): Promise<T> {
  const { db, clock } = deps
  const counted: RateLimit[] = []
  const forgive = async () => {
    for (const limit of counted) await forgiveHit(db, limit)
  }
  try {
    for (const limit of limitsOf(payer, clock.now())) {
      await countTry(deps, limit)
      counted.push(limit)
    }
    const outcome = await work()
    if (!wasDeclined(outcome)) await forgive()
    return outcome
  } catch (error) {
    if (!isDecline(error)) await forgive()
    throw error
  }
}

function limitsOf({ account, address }: Payer, now: Date): RateLimit[] {
  const own = { name: 'declined cards of an account', key: String(account.id) }
  const isNew = now.getTime() - account.createdAt.getTime() < DAY * 1000
  return [
    { ...own, name: `${own.name} in an hour`, limit: DECLINES_AN_HOUR, windowSeconds: HOUR },
    { ...own, limit: DECLINES_A_DAY, windowSeconds: DAY },
    ...(isNew
      ? [
          {
            name: 'declined cards of new accounts',
            key: networkOf(address),
            limit: DECLINES_OF_NEW_ACCOUNTS_A_DAY,
            windowSeconds: DAY,
          },
        ]
      : []),
  ]
}

async function countTry({ db, clock }: Deps, limit: RateLimit): Promise<void> {
  try {
    await hitRateLimit(db, limit, clock.now())
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal('TOO_MANY_REQUESTS', {
      ...error.details,
      message: 'Too many cards were declined. Nothing was charged. Please check with your bank and try again later.',
    })
  }
}

const isDecline = (error: unknown): boolean =>
  (error instanceof Refusal ? error : refusalOfStripe(error))?.errorType === 'PAYMENT_FAILED'
