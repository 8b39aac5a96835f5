import { Socket } from 'node:net'
import { Client, type QueryConfig, type QueryResult } from 'pg'

/**
 * A connection to PostgreSQL. Not pg's promises and timers: each of theirs keeps the statement before it from being
 * collected with the young objects. All statements of a server then ended up among the old ones, and collecting those was
 * a third of its work.
 */
export class PostgresClient extends Client {
  #unanswered = 0

  /** Runs a statement. The stack of its error leads to the caller. */
  async ask(statement: QueryConfig): Promise<QueryResult> {
    this.#unanswered += 1
    try {
      return await new Promise<QueryResult>((resolve, reject) => {
        this.query(statement, (error: Error | undefined, result) => (error ? reject(error) : resolve(result)))
      })
    } catch (error) {
      Error.captureStackTrace(error as Error)
      throw error
    } finally {
      this.#unanswered -= 1
    }
  }

  /** Closes the connection when it owes an answer and has been silent for this long. */
  giveUpAfter(silentMs: number): void {
    const socket = this.connection.stream as Socket
    socket.setTimeout(silentMs, () => {
      if (this.#unanswered > 0) socket.destroy(new Error('Query read timeout'))
    })
  }
}

/** Sends everything that is written in one turn of the event loop at once: pipelined statements, or parts of one. */
export class GatheringSocket extends Socket {
  override connect(...to: unknown[]): this {
    super.connect(...(to as Parameters<Socket['connect']>))
    // Node has just replaced a `write` of our own by its own one.
    const write = this.write.bind(this) as (...written: unknown[]) => boolean
    let isGathering = false
    this.write = (...written: unknown[]): boolean => {
      if (!isGathering) {
        isGathering = true
        this.cork()
        process.nextTick(() => {
          isGathering = false
          this.uncork()
        })
      }
      return write(...written)
    }
    return this
  }
}
