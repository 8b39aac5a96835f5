import type { Deps } from '#server/features/deps.ts'
import { readStamp } from '#server/money/payments/billing-state.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'

const LASTS_MS = 15_000
const MOST_KEPT = 1000

type Kept = { answer: Promise<unknown>; since: number }
const keptReads = new WeakMap<Db, Map<string, Kept>>()

/** Reads `what` from the provider, or returns the cached result. */
export type SharedReads = <T>(what: string, read: () => Promise<T>) => Promise<T>

/**
 * Shares one read from the provider among everything that a user looks at within a few seconds. The cache key includes
 * the state after the last sync, so a change of plan, card, or charge is visible immediately. Failures are not cached.
 */
export async function openReads(deps: Deps, account: { id: number }): Promise<SharedReads> {
  const stamp = await readStamp(deps, account.id)
  const reads = keptReads.get(deps.db) ?? new Map<string, Kept>()
  keptReads.set(deps.db, reads)
  return <T>(what: string, read: () => Promise<T>) => {
    const key = `${account.id} ${what} ${stamp}`
    const now = deps.clock.now().getTime()
    const known = reads.get(key)
    if (known !== undefined && Math.abs(now - known.since) < LASTS_MS) return known.answer as Promise<T>
    const answer = read()
    keep(reads, key, { answer, since: now })
    return answer
  }
}

function keep(reads: Map<string, Kept>, key: string, kept: Kept): void {
  reads.delete(key)
  reads.set(key, kept)
  kept.answer.catch(() => {
    if (reads.get(key) === kept) reads.delete(key)
  })
  const [oldest] = reads.keys()
  if (reads.size > MOST_KEPT && oldest !== undefined) reads.delete(oldest)
}
