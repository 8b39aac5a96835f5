import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

export const filePath = '/release/2026-04-15.0/theme=places/type=place/part-0.parquet'

/** A web server with range support that serves one file, and fails as a test requires. */
export class RangeServer {
  content: Uint8Array
  tag = '"one"'
  asked = 0
  bytes = 0
  /** Handles a request instead of the server if it returns true. */
  fault: ((request: IncomingMessage, response: ServerResponse, asked: number) => boolean) | null = null
  #server: Server = createServer((request, response) => this.#answer(request, response))

  constructor(content: ArrayBuffer) {
    this.content = new Uint8Array(content)
  }

  async listen(): Promise<void> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', () => resolve()))
  }
  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }
  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  #rangeOf(header: string): { from: number; end: number } {
    const { length } = this.content
    const last = /^bytes=-(\d+)$/.exec(header)?.[1]
    if (last !== undefined) return { from: Math.max(0, length - Number(last)), end: length }
    const [, from = 0, to = 0] = (/^bytes=(\d+)-(\d+)$/.exec(header) ?? []).map(Number)
    return { from, end: Math.min(to + 1, length) }
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    this.asked++
    if (this.fault?.(request, response, this.asked) === true) return
    if (request.url === path.posix.dirname(filePath) + '/') {
      response.end('<html><a href="part-0.parquet">part-0.parquet</a> <a href="../">up</a></html>')
      return
    }
    if (request.url !== filePath) {
      response.writeHead(404).end()
      return
    }
    const { from, end } = this.#rangeOf(request.headers.range ?? '')
    const headers = { etag: this.tag, 'content-range': `bytes ${from}-${end - 1}/${this.content.length}` }
    if (request.headers['if-match'] !== undefined && request.headers['if-match'] !== this.tag) {
      response.writeHead(412).end()
      return
    }
    this.bytes += end - from
    response.writeHead(206, headers).end(this.content.subarray(from, end))
  }
}
