import type { Deps } from '#server/money/deps.ts'
import { addFailure, countFailures, deleteFailuresBefore } from './failed-key.repository.ts'
import { isRefusedRequest, isServerFailure } from '#server/money/provider/stripe-errors.ts'

/**
 * Sends a request under an idempotency key. The provider repeats its first answer under a key for a day, errors
 * included, even when their cause is gone. So after an error the same wish is sent under another key. A lost answer is
 * not an error; it keeps its key. Call this under the billing lock and after reading the customer, so that anything the
 * failed request did after all is seen first.
 */
export async function underKey<T>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  key: string,
  send: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  const failures = await countFailures(db, key)
  try {
    return await send(failures === 0 ? key : `${key}:${failures}`)
  } catch (error) {
    if (isServerFailure(error) || isRefusedRequest(error)) await addFailure(db, key, clock.now())
    throw error
  }
}

const KEPT_MS = 48 * 3_600_000
/** Forgets the keys that the provider has forgotten. */
export const sweepFailedKeys = ({ db }: Pick<Deps, 'db'>, now: Date): Promise<void> =>
  deleteFailuresBefore(db, new Date(now.getTime() - KEPT_MS))
