import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Queryable } from '#server/platform/database/db.ts'
import type { Deps } from '#server/money/deps.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { type BillingLock, extendLock, keepLock, releaseLock, takeLock } from './billing-lock.repository.ts'

export type { BillingLock } from './billing-lock.repository.ts'

const LEASE_SECONDS = 20
const EXTEND_EVERY_MS = 5000
const WAIT_AT_MOST_MS = 25_000
const ASK_AGAIN_MS = 40

/**
 * One change of a user's payments at a time, over all processes. The lock is a lease and not a session of the database:
 * the work may talk to the payment provider as long as it takes, and a killed process lets go after 20 seconds.
 */
export async function withBillingLock<T>(
  { db }: Pick<Deps, 'db'>,
  userId: number,
  work: (lock: BillingLock) => Promise<T>,
): Promise<T> {
  const lock = { userId, holder: randomUUID() }
  await waitForLock(db, lock)
  const extending = setInterval(() => void extendLock(db, lock, LEASE_SECONDS).catch(() => {}), EXTEND_EVERY_MS)
  extending.unref()
  try {
    return await work(lock)
  } finally {
    clearInterval(extending)
    // What cannot be given back ends by itself, and must not hide how the work ended.
    await releaseLock(db, lock).catch(() => {})
  }
}

async function waitForLock(db: Queryable, lock: BillingLock): Promise<void> {
  const deadline = performance.now() + WAIT_AT_MOST_MS
  while (!(await takeLock(db, lock, LEASE_SECONDS))) {
    if (performance.now() > deadline)
      throw new Refusal('UNAVAILABLE', {
        message: 'Another change to your plan is still in progress. Please try again.',
      })
    await pause(ASK_AGAIN_MS)
  }
}

/** To be called in every transaction that writes what was read under the lock: whoever lost it writes nothing. */
export async function assertLockHeld(tx: Queryable, lock: BillingLock): Promise<void> {
  if (!(await keepLock(tx, lock))) throw new Refusal('UNAVAILABLE')
}
