import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import type { ServerProcess } from '#tests/support/server-process.ts'

export type LoadCall = { method?: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }
/** Returns call number n. */
export type Calls = (n: number) => LoadCall
export type Load = {
  statuses: Record<number, number>
  /** Answers below 400 per CPU second of the server, independent of other work on the machine. */
  goodPerCpuSecond: number
  /**
   * The longest wait for an answer from when the call had a connection, in milliseconds, and in CPU seconds of the server,
   * which other work on the machine does not affect.
   */
  longestMs: number
  longestCpuSeconds: number
}
type Answered = { status: number; ms: number; cpuSeconds: number }

type Flood = { perCpuSecond: number; cpuSeconds: number; settleSeconds: number; connections: number }

/** The status of a call without an answer. */
const NO_ANSWER = 0
const TICK_MS = 25
const READING_MS = 100
/** Made immediately, so that an idle server has something to do. */
const START_CALLS = 500

/** Makes calls, each over a connection of its own as long as it runs. */
export class Caller {
  #pool: Pool
  #server: ServerProcess
  #calls: Calls
  #made = 0
  #free = Infinity
  #clock: CpuClock
  readonly #waiting: (() => void)[] = []

  constructor(server: ServerProcess, calls: Calls) {
    this.#pool = new Pool(server.address, { connections: null, pipelining: 1 })
    this.#server = server
    this.#calls = calls
    this.#clock = new CpuClock(server)
  }

  /** `atOnce` callers, each of whom waits for an answer before the next call. */
  inTurn = (atOnce: number, cpuSeconds: number): Promise<Load> => {
    const clock = new CpuClock(this.#server)
    return this.#callWhile(atOnce, () => clock.seconds() < cpuSeconds)
  }

  /** Makes `total` calls. */
  async times(total: number, atOnce: number): Promise<Load> {
    let left = total
    return this.#callWhile(atOnce, () => left-- > 0)
  }

  /**
   * Makes this many calls per CPU second of the server, whether earlier ones are answered or not, but at most
   * `connections` at once. Calls count after `settleSeconds` of CPU time.
   */
  async flood({ perCpuSecond, cpuSeconds, settleSeconds, connections }: Flood): Promise<Load> {
    this.#free = connections
    const count = new Count(this.#server)
    const calls: Promise<unknown>[] = []
    const begun = new CpuClock(this.#server)
    let counting: CpuClock | undefined
    while (counting === undefined || counting.seconds() < cpuSeconds) {
      if (counting === undefined && begun.seconds() >= settleSeconds) {
        counting = new CpuClock(this.#server)
        count.begin()
      }
      const due = START_CALLS + begun.seconds() * perCpuSecond
      while (calls.length < due) calls.push(this.#call().then(count.add))
      await pause(TICK_MS)
    }
    count.end()
    await Promise.all(calls)
    return count.load()
  }

  close = (): Promise<void> => this.#pool.destroy()

  async #callWhile(atOnce: number, goesOn: () => boolean): Promise<Load> {
    const count = new Count(this.#server)
    const work = async () => {
      while (goesOn()) count.add(await this.#call())
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    count.end()
    return count.load()
  }

  async #call(): Promise<Answered> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>(resolve => this.#waiting.push(resolve))
    const asked = performance.now()
    const askedAt = this.#clock.seconds()
    const status = await this.#ask()
    const next = this.#waiting.shift()
    if (next === undefined) this.#free += 1
    else next()
    return { status, ms: performance.now() - asked, cpuSeconds: this.#clock.seconds() - askedAt }
  }

  async #ask(): Promise<number> {
    const { method = 'GET', path, headers = {}, body } = this.#calls(this.#made++)
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    try {
      const response = await this.#pool.request({ method, path, headers: { ...type, ...headers }, body: body ?? null })
      await response.body.dump()
      return response.statusCode
    } catch {
      return NO_ANSWER
    }
  }
}

/** CPU seconds that the server has used, which other work on the machine does not affect. */
class CpuClock {
  readonly #server: ServerProcess
  readonly #from: number
  #read: number
  #readAt = Date.now()

  constructor(server: ServerProcess) {
    this.#server = server
    this.#from = server.cpuMs()
    this.#read = this.#from
  }

  seconds(): number {
    // Reading the clock scans all processes, so it is not done for every call.
    if (Date.now() - this.#readAt > READING_MS) {
      this.#read = this.#server.cpuMs()
      this.#readAt = Date.now()
    }
    return (this.#read - this.#from) / 1000
  }
}

class Count {
  good = 0
  readonly #statuses: Record<number, number> = {}
  #longestMs = 0
  #longestCpuSeconds = 0
  readonly #server: ServerProcess
  #clock: CpuClock
  #cpuSeconds: number | undefined

  constructor(server: ServerProcess) {
    this.#server = server
    this.#clock = new CpuClock(server)
  }

  /** Starts counting now. */
  begin(): void {
    this.good = 0
    this.#clock = new CpuClock(this.#server)
  }

  end(): void {
    this.#cpuSeconds = this.#clock.seconds()
  }

  add = ({ status, ms, cpuSeconds }: Answered): void => {
    this.#longestMs = Math.max(this.#longestMs, ms)
    this.#longestCpuSeconds = Math.max(this.#longestCpuSeconds, cpuSeconds)
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1
    if (status !== NO_ANSWER && status < 400 && this.#cpuSeconds === undefined) this.good += 1
  }

  load = (): Load => ({
    statuses: this.#statuses,
    goodPerCpuSecond: this.good / (this.#cpuSeconds ?? Number.NaN),
    longestMs: Math.round(this.#longestMs),
    longestCpuSeconds: this.#longestCpuSeconds,
  })
}
