import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '#server/money/deps.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { type BillingLock, extendLock, keepLock, releaseLock, takeLock } from './billing-lock.repository.ts'

export type { BillingLock } from './billing-lock.repository.ts'

const LEASE_SECONDS = 20
const EXTEND_EVERY_MS = 5000
const MAX_WAIT_MS = 25_000
const POLL_MS = 40

/**
 * Ensures that only one request at a time changes a user's payments, across all processes. The lock is a lease, not a
 * database lock, because the work may wait a long time for the payment provider. If a process is killed, its lock
 * expires after 20 seconds.
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
    // A lock that cannot be released expires, and the failure must not hide the result of the work.
    await releaseLock(db, lock).catch(() => {})
  }
}

async function waitForLock(db: Queryable, lock: BillingLock): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS
  while (!(await takeLock(db, lock, LEASE_SECONDS))) {
    if (performance.now() > deadline)
      throw new Refusal('UNAVAILABLE', {
        message: 'Another change to your plan is still in progress. Please try again.',
      })
    await pause(POLL_MS)
  }
}

/** Call this in every transaction that writes under the lock, so that nothing is written after the lock was lost. */
export async function assertLockHeld(tx: Queryable, lock: BillingLock): Promise<void> {
  if (!(await keepLock(tx, lock))) throw new Refusal('UNAVAILABLE')
}
