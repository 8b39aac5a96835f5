import { FairSlots } from '#server/platform/basics/fair-slots.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { callerKey, type LimitedCaller, wordsForCaller } from '#server/platform/limits/limited-caller.ts'
import { overLimit } from '#server/platform/limits/over-limit.ts'

const LARGE_AT_ONCE = 4
/** A large export whose reader is slow ends after this time, and earlier if somebody else needs its place. */
const LONGEST_MS = 600_000
const LONGEST_IF_OTHERS_WAIT_MS = 60_000
/** The most open exports of a holder. Finished files that are not sent yet count, because each small one is in memory. */
const OPEN_OF_A_HOLDER = 20
const RETRY_AFTER_SECONDS = 10

/**
 * Limits the exports of one process. Only a few large exports run at once, so that other requests stay fast. Small
 * exports take turns, one page at a time. A holder is a user, or all users of a network with unconfirmed emails.
 */
export class ExportLimits {
  readonly #open = new Map<string, number>()
  readonly #large = new Map<string, { since: number; end: () => void }>()
  /** Pages are produced and marked as exported one at a time, so that other requests wait for one page at most. */
  readonly steps = new FairSlots(1)
  /** Small files that need a thread are written one at a time, so there is at most one thread for all of them. */
  readonly smallFiles = new FairSlots(1)

  get largeOnes(): number {
    return this.#large.size
  }

  /** Registers an export; throws if the holder has too many. Call the returned function when the file has been sent. */
  open(caller: LimitedCaller): () => void {
    const holder = callerKey(caller)
    const before = this.#open.get(holder) ?? 0
    if (before >= OPEN_OF_A_HOLDER) throw overLimit(wordsForCaller(caller, 'exports at once'), RETRY_AFTER_SECONDS)
    this.#open.set(holder, before + 1)
    return () => {
      const left = (this.#open.get(holder) ?? 1) - 1
      if (left > 0) this.#open.set(holder, left)
      else this.#open.delete(holder)
    }
  }

  /** Also registers a large export. Stop sending when the signal says so, and call `release` at the end. */
  takeLarge(caller: LimitedCaller): { signal: AbortSignal; release: () => void } {
    const holder = callerKey(caller)
    if (this.#large.has(holder)) throw overLimit(wordsForCaller(caller, 'large exports at once'), RETRY_AFTER_SECONDS)
    if (this.#large.size >= LARGE_AT_ONCE) this.#endSlowest()
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(), LONGEST_MS).unref()
    const started = { since: performance.now(), end: () => ending.abort() }
    this.#large.set(holder, started)
    const release = () => {
      clearTimeout(timer)
      if (this.#large.get(holder) === started) this.#large.delete(holder)
    }
    return { signal: ending.signal, release }
  }

  #endSlowest(): void {
    const [slowest] = this.#large
    if (slowest === undefined || performance.now() - slowest[1].since < LONGEST_IF_OTHERS_WAIT_MS)
      throw new Refusal('UNAVAILABLE', {
        message: 'Many large exports are running. Please try again in a moment.',
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    const [holder, { end }] = slowest
    this.#large.delete(holder)
    end()
  }
}
