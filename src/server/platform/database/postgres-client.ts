import type { Socket } from 'node:net'
import { Client, type QueryResult } from 'pg'
import { type Asked, PostgresMessage, type Prepared, type Statement } from './postgres-message.ts'

/**
 * A connection to PostgreSQL. It does not use the promises and timers of pg: each of those kept the statement before it
 * in memory. So all statements of a server lived long enough to become old objects, and collecting those was a third of
 * its work.
 */
export class PostgresClient extends Client {
  #unanswered = 0
  #asked: Asked[] = []
  readonly #prepared: Prepared = new Map()

  /** Runs a statement, sent together with all others of this turn of the event loop. */
  ask(statement: Statement): Promise<unknown[]> {
    return this.#answerOf((resolve, reject) => {
      if (this.#asked.length === 0) process.nextTick(() => this.#send())
      this.#asked.push({ ...statement, resolve, reject })
    })
  }

  /** Runs one or several statements without values. */
  async askScript(text: string): Promise<unknown[]> {
    this.#send()
    const results = await this.#answerOf<QueryResult | QueryResult[]>((resolve, reject) => {
      this.query({ text }, (error: Error | undefined, result) => (error ? reject(error) : resolve(result)))
    })
    return [results].flat().flatMap(({ rows }) => rows as unknown[])
  }

  #send(): void {
    if (this.#asked.length > 0) this.query(new PostgresMessage(this.#asked.splice(0), this.#prepared))
  }

  /** The stack of an error leads to the caller. */
  async #answerOf<Answer>(
    ask: (resolve: (answer: Answer) => void, reject: (error: Error) => void) => void,
  ): Promise<Answer> {
    this.#unanswered += 1
    try {
      return await new Promise<Answer>(ask)
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
