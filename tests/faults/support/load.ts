import { Pool } from 'undici'
import type { ServerProcess } from '#tests/support/server-process.ts'

export type LoadCall = { method?: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }
/** Returns call number n. */
export type Calls = (n: number) => LoadCall
export type Load = {
  statuses: Record<number, number>
  /** Answers below 400 per CPU second of the server, independent of other work on the machine. */
  goodPerCpuSecond: number
  /** The same per second of the clock. */
  goodPerSecond: number
  /**
   * The longest wait for an answer from when the call had a connection, in milliseconds, and in CPU seconds of the server,
   * which other work on the machine does not affect.
   */
  longestMs: number
  longestCpuSeconds: number
}
type Answered = { status: number; ms: number; cpuSeconds: number }

type Length = {
  seconds: number
  /** Calls count afterwards. 0 unless given. */
  settleSeconds?: number
}

/** The status of a call without an answer. */
const NO_ANSWER = 0
const READING_MS = 100

/** Makes calls, each over a connection of its own as long as it runs. */
export class Caller {
  #pool: Pool
  #server: ServerProcess
  #calls: Calls
  #made = 0
  #clock: CpuClock

  constructor(server: ServerProcess, calls: Calls) {
    this.#pool = new Pool(server.address, { connections: null, pipelining: 1 })
    this.#server = server
    this.#calls = calls
    this.#clock = new CpuClock(server)
  }

  /** `atOnce` callers, each of whom waits for an answer before the next call. */
  async inTurn(atOnce: number, { seconds, settleSeconds = 0 }: Length): Promise<Load> {
    const count = new Count(this.#server)
    const begin = performance.now()
    const passed = () => (performance.now() - begin) / 1000
    const settled = setTimeout(count.begin, settleSeconds * 1000)
    try {
      return await this.#callWhile(atOnce, count, () => passed() < settleSeconds + seconds)
    } finally {
      clearTimeout(settled)
    }
  }

  /** Makes `total` calls. */
  async times(total: number, atOnce: number): Promise<Load> {
    let left = total
    return this.#callWhile(atOnce, new Count(this.#server), () => left-- > 0)
  }

  close = (): Promise<void> => this.#pool.destroy()

  async #callWhile(atOnce: number, count: Count, goesOn: () => boolean): Promise<Load> {
    const work = async () => {
      while (goesOn()) count.add(await this.#call())
      count.end()
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return count.load()
  }

  async #call(): Promise<Answered> {
    const asked = performance.now()
    const askedAt = this.#clock.seconds()
    const status = await this.#ask()
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
  #good = 0
  readonly #statuses: Record<number, number> = {}
  #longestMs = 0
  #longestCpuSeconds = 0
  readonly #server: ServerProcess
  #clock: CpuClock
  #begun = performance.now()
  #counted: { seconds: number; cpuSeconds: number } | undefined

  constructor(server: ServerProcess) {
    this.#server = server
    this.#clock = new CpuClock(server)
  }

  /** Starts counting now. */
  begin = (): void => {
    this.#good = 0
    this.#clock = new CpuClock(this.#server)
    this.#begun = performance.now()
  }

  /** Answers that arrive later do not count. */
  end(): void {
    this.#counted ??= { seconds: (performance.now() - this.#begun) / 1000, cpuSeconds: this.#clock.seconds() }
  }

  add = ({ status, ms, cpuSeconds }: Answered): void => {
    this.#longestMs = Math.max(this.#longestMs, ms)
    this.#longestCpuSeconds = Math.max(this.#longestCpuSeconds, cpuSeconds)
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1
    if (status !== NO_ANSWER && status < 400 && this.#counted === undefined) this.#good += 1
  }

  load(): Load {
    const { seconds, cpuSeconds } = this.#counted ?? { seconds: Number.NaN, cpuSeconds: Number.NaN }
    return {
      statuses: this.#statuses,
      goodPerCpuSecond: this.#good / cpuSeconds,
      goodPerSecond: this.#good / seconds,
      longestMs: Math.round(this.#longestMs),
      longestCpuSeconds: this.#longestCpuSeconds,
    }
  }
}
