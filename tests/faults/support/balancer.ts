import { request as httpRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerProcess } from '#tests/support/server-process.ts'

const OUT_FOR_MS = 2000

/**
 * A load balancer: one connection per request, round robin. It avoids a server for a while after a refused connection
 * or the 503 of a stopping server, and sends the request to the next one. A connection that breaks later counts as a
 * failure.
 */
export class Balancer {
  /** Paths that were answered with 200. */
  answered: string[] = []
  failures: string[] = []
  servers: ServerProcess[]
  #cookie: string
  #outUntil = new Map<ServerProcess, number>()
  #turn = 0

  constructor(servers: ServerProcess[], { cookie }: { cookie: string }) {
    this.servers = servers
    this.#cookie = cookie
  }

  async send(path: string, body?: object): Promise<void> {
    for (let attempt = 0; attempt < 100; attempt++) {
      const server = this.#next()
      if (server === undefined) {
        await pause(50)
        continue
      }
      const outcome = await this.#ask(server.address + path, body)
      if (outcome !== 503 && outcome !== 'ECONNREFUSED') return this.#note(path, outcome)
      this.#outUntil.set(server, Date.now() + OUT_FOR_MS)
    }
    return this.#note(path, 'nobody answers')
  }

  #next(): ServerProcess | undefined {
    const there = this.servers.filter(server => (this.#outUntil.get(server) ?? 0) <= Date.now())
    return there[this.#turn++ % Math.max(1, there.length)]
  }

  #note(path: string, outcome: number | string): void {
    if (outcome === 200) this.answered.push(path)
    else this.failures.push(`${path}: ${outcome}`)
  }

  /** The status of a complete answer, or the code of the connection error. */
  #ask(url: string, body?: object): Promise<number | string> {
    const { promise, resolve } = Promise.withResolvers<number | string>()
    const headers = { cookie: this.#cookie, 'content-type': 'application/json' }
    const sent = httpRequest(url, { method: body === undefined ? 'GET' : 'POST', agent: false, headers }, response => {
      response.resume()
      response.once('end', () => resolve(response.complete ? (response.statusCode ?? 0) : 'cut'))
      response.once('error', error => resolve(error.message))
    })
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    sent.end(body === undefined ? undefined : JSON.stringify(body))
    return promise
  }
}
