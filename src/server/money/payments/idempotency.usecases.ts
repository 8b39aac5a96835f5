import type { Deps } from '#server/money/deps.ts'
import { isRefusedRequest, isServerFailure, isUsedKey } from '#server/money/provider/stripe-errors.ts'
import { addFailure, countFailures, deleteFailuresBefore } from './failed-key.repository.ts'

/**
 * Sends a request with an idempotency key. For a day, the provider repeats its first response to a key, even an error
 * whose cause is gone. So a retry after an error gets another key. A retry after a lost response keeps the key. Call
 * this under the billing lock and after reading the customer, so that the effects of a failed request are noticed
 * first.
 */
export async function withIdempotencyKey<T>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  key: string,
  send: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  const failures = await countFailures(db, key)
  try {
    return await send(failures === 0 ? key : `${key}:${failures}`)
  } catch (error) {
    if (isServerFailure(error) || isRefusedRequest(error) || isUsedKey(error)) await addFailure(db, key, clock.now())
    throw error
  }
}

const KEPT_MS = 48 * 3_600_000
/** Deletes the keys that the provider no longer remembers. */
export const sweepFailedKeys = ({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> =>
  deleteFailuresBefore(db, new Date(now.getTime() - KEPT_MS))
