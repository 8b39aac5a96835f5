import { Refusal } from '#server/platform/basics/refusal.ts'

const RUNNING_AT_MOST = 24
/** A shorter line is no overload: something else holds it up, such as a slow machine, and refusals would not help. */
const OVERLOADED_FROM = 24
const LONGEST_WAIT_MS = 2000
const GIVE_UP_MS = 8000
const RETRY_AFTER_SECONDS = 2

// Shared by all refusals, because capturing a stack trace for each would dominate the cost under overload.
const refusal = new Refusal('UNAVAILABLE', {
  message: 'The service is very busy right now. Please try again in a moment.',
  retryAfterSeconds: RETRY_AFTER_SECONDS,
})

type Place = { since: number }

/**
 * Limits how many calls of one endpoint this process works on concurrently. Others wait in order. While the line is long
 * and the oldest has waited too long, new calls are refused immediately, so that admitted calls keep full speed under
 * overload. A burst is served as long as the queue keeps moving.
 */
export class ConcurrencyLimit {
  readonly #runningAtMost: number
  #running = 0
  #refused = 0
  /** From arrival to the start of work, oldest first. Not while a caller is still sending its body. */
  readonly #inLine = new Set<Place>()
  readonly #waiting: (() => void)[] = []

  constructor(runningAtMost = RUNNING_AT_MOST) {
    this.#runningAtMost = runningAtMost
  }

  load(): { running: number; waiting: number; refused: number } {
    return { running: this.#running, waiting: this.#inLine.size, refused: this.#refused }
  }

  /** The refusal for a call that arrives now; undefined if it is admitted. */
  refusalOnArrival(): Refusal | undefined {
    if (this.#inLine.size < OVERLOADED_FROM) return undefined
    const [first] = this.#inLine
    return first !== undefined && performance.now() - first.since > LONGEST_WAIT_MS ? this.#refuse() : undefined
  }

  /** Counts a call as waiting while its caller is identified. */
  async enter<T>(identify: () => Promise<T>): Promise<T> {
    const refused = this.refusalOnArrival()
    if (refused !== undefined) throw refused
    const place = this.#joinQueue()
    try {
      return await identify()
    } finally {
      this.#inLine.delete(place)
    }
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#runningAtMost) this.#running += 1
    else await this.#waitForTurn()
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#running -= 1
      else next()
    }
  }

  async #waitForTurn(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const place = this.#joinQueue()
    this.#waiting.push(resolve)
    const givingUp = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(resolve), 1)
      reject(this.#refuse())
    }, GIVE_UP_MS)
    try {
      await promise
    } finally {
      clearTimeout(givingUp)
      this.#inLine.delete(place)
    }
  }

  #refuse(): Refusal {
    this.#refused += 1
    return refusal
  }

  #joinQueue(): Place {
    const place = { since: performance.now() }
    this.#inLine.add(place)
    return place
  }
}
