import { Mutex } from '#server/platform/basics/mutex.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'

const LARGE_AT_ONCE = 4
/** The most open exports of a user. Finished files that are not sent yet count, because each small one is in memory. */
const OPEN_OF_A_USER = 20
const RETRY_AFTER_SECONDS = 10

/**
 * Limits the exports of one process. Only a few large exports run at once, so that other requests stay fast. Small
 * exports take turns, one page at a time.
 */
export class ExportLimits {
  readonly #open = new Map<number, number>()
  readonly #large = new Set<number>()
  /** Pages are produced and marked as exported one at a time, so that other requests wait for one page at most. */
  readonly steps = new Mutex()
  /** Small files that need a thread are written one at a time, so there is at most one thread for all of them. */
  readonly smallFiles = new Mutex()

  get largeOnes(): number {
    return this.#large.size
  }

  /** Registers an export; throws if the user has too many. Call the returned function when the file has been sent. */
  open(userId: number): () => void {
    const before = this.#open.get(userId) ?? 0
    if (before >= OPEN_OF_A_USER)
      throw new Refusal('TOO_MANY_REQUESTS', {
        message: 'Too many of your exports are running. Please wait for them to finish.',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    this.#open.set(userId, before + 1)
    return () => {
      const left = (this.#open.get(userId) ?? 1) - 1
      if (left > 0) this.#open.set(userId, left)
      else this.#open.delete(userId)
    }
  }

  /**
   * Also registers a large export: one per user, and a few overall. Call the returned function when the file has been
   * sent.
   */
  takeLarge(userId: number): () => void {
    if (this.#large.has(userId))
      throw new Refusal('TOO_MANY_REQUESTS', {
        message: 'Your last export is still running. Please wait for it to finish.',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    if (this.#large.size >= LARGE_AT_ONCE)
      throw new Refusal('UNAVAILABLE', {
        message: 'Many large exports are running. Please try again in a moment.',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    this.#large.add(userId)
    return () => this.#large.delete(userId)
  }
}
