import type { IncomingMessage } from 'node:http'
import type { Refusal } from '#server/platform/basics/refusal.ts'
import { sessionCookie } from './auth-cookies.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'

/** Fewer than the connections of the database, so that some are left for others. */
const RUNNING_AT_MOST = 8

const sessionIn = new RegExp(`${sessionCookie.name}=([^;]+)`)
/** What a call is recognized by before anyone is looked up: its session or API key. */
export const credentialsOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string =>
  headers.authorization ?? sessionIn.exec(headers.cookie ?? '')?.[1] ?? ''

/** Who a call counts for, and what the call is recognized by. */
type Holder = { holder: string; credentials: string }
type Line = { limit: ConcurrencyLimit; names: Set<string> }

/**
 * Each holder's calls of all endpoints have a line of their own, and few of them run at once. So a holder with many slow
 * calls waits for itself. While the line is overloaded, its calls are refused as they arrive, and those of others are not.
 */
export class HolderLines {
  /** By holder, and by all credentials that came with its calls. */
  readonly #lines = new Map<string, Line>()
  refused = 0

  refusalOnArrival(credentials: string): Refusal | undefined {
    const refusal = this.#lines.get(credentials)?.limit.refusalOnArrival()
    if (refusal !== undefined) this.refused += 1
    return refusal
  }

  async run<T>({ holder, credentials }: Holder, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.getOrInsertComputed(holder, newLine)
    this.#lines.set(credentials, line)
    line.names.add(holder).add(credentials)
    const refusal = this.refusalOnArrival(holder)
    if (refusal !== undefined) throw refusal
    try {
      return await line.limit.run(work)
    } finally {
      const { running, waiting } = line.limit.load()
      if (running + waiting === 0) for (const name of line.names) this.#lines.delete(name)
    }
  }
}

const newLine = (): Line => ({ limit: new ConcurrencyLimit(RUNNING_AT_MOST), names: new Set() })

export type CallLines = {
  /** By method and path. */
  endpoints: Map<string, ConcurrencyLimit>
  holders: HolderLines
}
const registered = new WeakMap<object, CallLines>()
export const callLines = (deps: object): CallLines =>
  registered.getOrInsertComputed(deps, () => ({ endpoints: new Map(), holders: new HolderLines() }))
