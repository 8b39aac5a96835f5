import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** Enough time for a request in transit to arrive completely. */
const HALF_SENT_MS = 1000

/** Tracks the open connections of a server: closes those that are idle, and lets none of them hold up a shutdown. */
export class OpenConnections {
  /** Unanswered requests by connection. */
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
    // Node closes idle connections itself only if there is no listener for this event.
    server.on('timeout', (socket: Socket) => {
      if (this.#isOurTurn(socket)) socket.setTimeout(socket.timeout ?? 0)
      else socket.destroy()
    })
    return server
  }

  /** The caller has read all that we have sent and waits for more, for example for the next rows of a file. */
  #isOurTurn(socket: Socket): boolean {
    return socket.writableLength === 0 && (this.#requests.get(socket)?.size ?? 0) > 0
  }

  /** Call it when no new connection is accepted. Closes those without a complete request after a second. */
  end(answerMs: number): void {
    setTimeout(() => this.#cutOff(requests => [...requests].some(({ complete }) => complete)), HALF_SENT_MS).unref()
    setTimeout(() => this.#cutOff(() => false), Math.max(answerMs, HALF_SENT_MS)).unref()
  }

  #cutOff(isSpared: (requests: Set<IncomingMessage>) => boolean): void {
    for (const [socket, requests] of this.#requests) if (!isSpared(requests)) socket.destroy()
  }
}
