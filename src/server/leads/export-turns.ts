import { Refusal } from '../shared/refusal.ts'
import { Turns } from '../shared/turns.ts'

const AT_ONCE = 4
const RETRY_AFTER_SECONDS = 10

/** Exports of one process: a few at once, and of one user one, so that everybody else's calls stay quick. */
export class ExportTurns {
  #users = new Set<number>()
  /** A page is made, or marked as exported, one after the other: a call of somebody else has at most one of them before it. */
  readonly steps = new Turns()

  get running(): number {
    return this.#users.size
  }

  /** Refuses beyond the bound; what it gives is to be called when the export has ended. */
  take(userId: number): () => void {
    if (this.#users.has(userId))
      throw new Refusal('TOO_MANY_REQUESTS', {
        message: 'Your last export is still running. Please wait for it to end.',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    if (this.#users.size >= AT_ONCE)
      throw new Refusal('UNAVAILABLE', {
        message: 'Many exports are running. Please try again in a moment.',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    this.#users.add(userId)
    return () => this.#users.delete(userId)
  }
}
