import { Refusal } from '#server/platform/basics/refusal.ts'

const RUNNING_AT_MOST = 24
const LONGEST_WAIT_MS = 2000
const GIVE_UP_MS = 8000
const RETRY_AFTER_SECONDS = 2

// One for all: in a flood, to note each time where it was thrown would cost more than the rest of the refusal.
const refusal = new Refusal('UNAVAILABLE', {
  message: 'The service is very busy right now. Please try again in a moment.',
  retryAfterSeconds: RETRY_AFTER_SECONDS,
})

type Place = { since: number }

/**
 * How many calls of one endpoint this process works on at once. Some run, the others wait in line, in order. While the
 * first in line waits too long, whoever comes is refused at the door, before it costs anything: who is let in is served
 * at full speed, however many more ask. A crowd that comes all at once is served, as long as the line moves.
 */
export class ConcurrencyLimit {
  #running = 0
  #refused = 0
  /** From the door to the turn, the oldest first. Who sends a body slowly is not in line meanwhile. */
  readonly #inLine = new Set<Place>()
  readonly #waiting: (() => void)[] = []

  /** Of now, and all that were refused so far. */
  load(): { running: number; waiting: number; refused: number } {
    return { running: this.#running, waiting: this.#inLine.size, refused: this.#refused }
  }

  /** What whoever comes now is told; undefined: come in. */
  refusalAtDoor(): Refusal | undefined {
    const [first] = this.#inLine
    return first !== undefined && performance.now() - first.since > LONGEST_WAIT_MS ? this.#refuse() : undefined
  }

  /** At the door, while it is found out who calls. */
  async enter<T>(findOut: () => Promise<T>): Promise<T> {
    const refused = this.refusalAtDoor()
    if (refused !== undefined) throw refused
    const place = this.#stepInLine()
    try {
      return await findOut()
    } finally {
      this.#inLine.delete(place)
    }
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < RUNNING_AT_MOST) this.#running += 1
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
    const place = this.#stepInLine()
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

  #stepInLine(): Place {
    const place = { since: performance.now() }
    this.#inLine.add(place)
    return place
  }
}
