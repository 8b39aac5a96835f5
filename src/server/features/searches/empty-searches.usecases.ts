import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { countAgainst } from '#server/platform/limits/rate-limit.ts'

const emptySearchesPerHour = 60

/** A search that finds nothing is free, so it needs a rate limit. */
export async function countEmptySearch(tx: Queryable, { id }: Account, now: Date): Promise<void> {
  const limit = { limit: emptySearchesPerHour, windowSeconds: 3600 }
  const { isRefused, resetSeconds } = await countAgainst(
    tx,
    { name: 'searches of an account that found nothing', key: String(id), ...limit },
    now,
  )
  if (isRefused)
    throw new Refusal('TOO_MANY_REQUESTS', {
      message: `${emptySearchesPerHour} of your searches found nothing in the last hour. Please try again later.`,
      retryAfterSeconds: resetSeconds,
    })
}
