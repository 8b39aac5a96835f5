import type { Deps } from '#server/features/deps.ts'
import { readBillingStamp } from '#server/money/payments/billing-state.usecases.ts'
import { makeRoom } from '#server/platform/basics/kept-answers.ts'
import type { Db } from '#server/platform/database/db.ts'

const CACHED_MS = 15_000
const MAX_ENTRIES = 1000

type CachedRead = { answer: Promise<unknown>; since: number }
const caches = new WeakMap<Db, Map<string, CachedRead>>()

export type SharedReads = <T>(what: string, read: () => Promise<T>) => Promise<T>

/**
 * Caches what is read from the provider for a few seconds, because a user often looks at several previews. The cache
 * key includes the state after the last sync, so a change of plan, card, or charge is visible at once. Failures are not
 * cached.
 */
export async function openReads(deps: Deps, account: { id: number }): Promise<SharedReads> {
  const stamp = await readBillingStamp(deps.db, account.id)
  const cache = caches.getOrInsertComputed(deps.db, () => new Map<string, CachedRead>())
  return <T>(what: string, read: () => Promise<T>) => {
    const key = `${account.id} ${what} ${stamp}`
    const now = deps.clock.now().getTime()
    const cached = cache.get(key)
    if (cached !== undefined && Math.abs(now - cached.since) < CACHED_MS) return cached.answer as Promise<T>
    const fresh = { answer: read(), since: now }
    cache.delete(key)
    makeRoom(cache, MAX_ENTRIES)
    cache.set(key, fresh)
    fresh.answer.catch(() => {
      if (cache.get(key) === fresh) cache.delete(key)
    })
    return fresh.answer
  }
}
