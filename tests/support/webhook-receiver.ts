import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { path: string; headers: IncomingHttpHeaders; body: string; at: number }
type Behavior = (response: ServerResponse, request: IncomingMessage) => void

/** Answers 200, unless a path has a behavior of its own. */
export class WebhookReceiver {
  received: Received[] = []
  readonly behaviors = new Map<string, Behavior>()
  /** Calls that have no answer yet, and the most at once, by path. */
  readonly open = new Map<string, number>()
  readonly mostOpen = new Map<string, number>()
  #server = createServer((request, response) => void this.#receive(request, response))

  async listen(port = 0): Promise<this> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
    return this
  }

  /** Host and port, for WEBHOOK_HOSTS. */
  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  urlOf(path: string): string {
    return `http://${this.host}${path}`
  }

  at(path: string): Received[] {
    return this.received.filter(each => each.path === path)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    const open = (this.open.get(path) ?? 0) + 1
    this.open.set(path, open)
    this.mostOpen.set(path, Math.max(open, this.mostOpen.get(path) ?? 0))
    response.once('close', () => this.open.set(path, (this.open.get(path) ?? 1) - 1))
    let body = ''
    for await (const chunk of request) body += String(chunk)
    this.received.push({ path, headers: request.headers, body, at: performance.now() })
    const behavior = this.behaviors.get(path)
    if (behavior === undefined) response.writeHead(200).end('ok')
    else behavior(response, request)
  }
}
