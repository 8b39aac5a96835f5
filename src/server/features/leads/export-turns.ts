import { Refusal } from '#server/platform/basics/refusal.ts'
import { Turns } from '#server/platform/basics/turns.ts'

const LARGE_AT_ONCE = 4
/** Also those that are made and not yet sent: each is a file of small exports in memory. */
const OPEN_OF_A_USER = 20
const RETRY_AFTER_SECONDS = 10

/** Exports of one process. Large ones are bounded, so that everybody else's calls stay quick; small ones wait their turn. */
export class ExportTurns {
  readonly #open = new Map<number, number>()
  readonly #large = new Set<number>()
  /** Pages are made, and marked as exported, one after the other: somebody else's call has at most one of them before it. */
  readonly steps = new Turns()

  get largeOnes(): number {
    return this.#large.size
  }

  /** For every export. Refuses a user who has too many open; what it gives is called when the file is sent. */
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

  /** For a large one besides: one of each user, and a few of all. What it gives is called when the file is sent. */
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
