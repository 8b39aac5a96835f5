import type { Account } from '#server/accounts/identity/account.rules.ts'
import type { Deps } from '#server/features/deps.ts'
import { refusalOfStripe } from '#server/money/provider/stripe-errors.ts'
import { networkOf } from '#server/platform/basics/network.ts'
import { forgiveHit, hitRateLimit, type RateLimit } from '#server/platform/limits/rate-limit.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** Above what a customer with a wallet of bad cards does, and too few to try out stolen ones. */
const DECLINES_AN_HOUR = 5
const DECLINES_A_DAY = 10
/** Accounts of the last day share these by network: whoever has used up one account's declines makes another. */
const DECLINES_OF_NEW_ACCOUNTS_A_DAY = 20

type Payer = { account: Account; address: string }

/**
 * Runs what may end in a declined card, as long as not too many of the payer's were declined. Each try counts until it
 * is known not to be a decline, so that many at once do not get through. Beyond the limit the provider is not asked.
 * `wasDeclined` tells it of work that succeeds although a card was declined.
 */
export async function amongFewDeclines<T>(
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
