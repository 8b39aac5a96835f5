import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** Long enough for a request that is on its way to arrive whole. */
const HALF_SENT_MS = 1000

/** The connections of a server, so that none of them can hold up its stop. */
export class OpenConnections {
  /** With the requests on each that are not answered yet. */
  readonly #requests = new Map<Socket, Set<IncomingMessage>>()

  watch(server: Server): Server {
    server.on('connection', socket => {
      this.#requests.set(socket, new Set())
      socket.once('close', () => this.#requests.delete(socket))
    })
    server.on('request', (request, response) => {
      this.#requests.get(request.socket)?.add(request)
      response.once('close', () => this.#requests.get(request.socket)?.delete(request))
    })
    return server
  }

  /**
   * For a server that takes no new connections. Whoever has not sent a whole request in a second is cut off; whoever
   * has gets an answer, and `answerMs` to take it.
   */
  end(answerMs: number): void {
    setTimeout(() => this.#cutOff(requests => [...requests].some(({ complete }) => complete)), HALF_SENT_MS).unref()
    setTimeout(() => this.#cutOff(() => false), Math.max(answerMs, HALF_SENT_MS)).unref()
  }

  #cutOff(isSpared: (requests: Set<IncomingMessage>) => boolean): void {
    for (const [socket, requests] of this.#requests) if (!isSpared(requests)) socket.destroy()
  }
}
