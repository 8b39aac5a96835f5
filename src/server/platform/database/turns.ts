/** Between two statements of one request, a single session is idle for less than this. */
const QUIET_MS = 10
/** Background work goes first after it has waited this long, until it has made up for the wait. */
const PATIENCE_MS = 300
/** While others always have something to do, background work waits this many times as long as it runs. */
const WAIT_FOR_TURN = 3

type Turn = () => void

/**
 * Decides who uses the database next. Callers have their turns in the order of arrival, but background work only when
 * nobody else has used it for a moment, or when it has waited long. Without this, each of the many statements of a search
 * would wait for one of an import, or share the processors with it.
 */
export class Turns {
  /** Whether there is only one session, which callers use one at a time. */
  readonly #isOneSession: boolean
  readonly #quietMs: number
  /** Turns that others wait for: all, or, with several sessions, those that are not background work. */
  #running = 0
  #waiting: Turn[] = []
  #inBackground: Turn[] = []
  #lastUse = -Infinity
  /** When background work started waiting: when it was added, or when its last turn ended. */
  #backgroundSince = 0
  /** How long background work has waited, less what it has made up for. */
  #owed = 0
  #isDue = false
  #timer: NodeJS.Timeout | undefined

  constructor({ isOneSession }: { isOneSession: boolean }) {
    this.#isOneSession = isOneSession
    this.#quietMs = isOneSession ? QUIET_MS : 0
  }

  /** Callers that have their turn or wait for it. */
  get users(): number {
    return this.#running + this.#waiting.length + this.#inBackground.length
  }

  /** Waits for a turn, and returns the function that ends it. `onEnd` is told how long the turn took. */
  take(isBackground = false, onEnd: (ms: number) => void = () => {}): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<() => void>()
    if (isBackground) {
      if (this.#inBackground.length === 0) this.#backgroundSince = performance.now()
      this.#inBackground.push(() => resolve(this.#begin(true, onEnd)))
    } else this.#waiting.push(() => resolve(this.#begin(false, onEnd)))
    this.#next()
    return promise
  }

  async run<T>(work: () => Promise<T>, isBackground: boolean, onEnd?: (ms: number) => void): Promise<T> {
    const end = await this.take(isBackground, onEnd)
    try {
      return await work()
    } finally {
      end()
    }
  }

  #begin(isBackground: boolean, onEnd: (ms: number) => void): () => void {
    const began = performance.now()
    const isAwaited = this.#isOneSession || !isBackground
    if (isAwaited) this.#running++
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      if (isAwaited) this.#running--
      const ended = performance.now()
      onEnd(ended - began)
      if (isBackground) this.#pay(ended - began)
      else this.#lastUse = ended
      this.#next()
    }
  }

  #pay(ms: number): void {
    // Background work must make up for its last turn only. While nobody waits, it has many turns in a row.
    this.#owed = Math.max(this.#owed, 0) - WAIT_FOR_TURN * ms
    if (this.#owed <= 0) this.#isDue = false
    this.#backgroundSince = performance.now()
  }

  #next(): void {
    clearTimeout(this.#timer)
    if (this.#isOneSession && this.#running > 0) return
    const turn = this.#mayRunBackground() ? this.#backgroundTurn() : this.#waiting.shift()
    if (turn !== undefined) {
      turn()
      this.#next()
    } else if (this.#inBackground.length > 0) {
      const patient = this.#backgroundSince + PATIENCE_MS - this.#owed
      const due = this.#running > 0 ? patient : this.#lastUse + this.#quietMs
      this.#timer = setTimeout(() => this.#next(), Math.max(1, due - performance.now()))
    }
  }

  #mayRunBackground(): boolean {
    if (this.#inBackground.length === 0) return false
    const now = performance.now()
    if (this.#isDue || this.#owed + now - this.#backgroundSince >= PATIENCE_MS) return true
    return this.#waiting.length === 0 && this.#running === 0 && now - this.#lastUse >= this.#quietMs
  }

  #backgroundTurn(): Turn | undefined {
    this.#owed += performance.now() - this.#backgroundSince
    this.#isDue ||= this.#owed >= PATIENCE_MS
    return this.#inBackground.shift()
  }
}
