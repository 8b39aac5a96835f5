import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

type LateServer = { address: string; close: () => void }

/**
 * A server in front of the product that delays each API call. Playwright's routes could do the same, but they turn off
 * the browser's cache, so every page would compile all scripts again.
 */
export async function startLateServer(product: string, delayMs: number): Promise<LateServer> {
  const server = createServer((asked, reply) => {
    const pass = () => {
      // When the browser leaves a page, it aborts the requests of that page, before or after they are passed on.
      if (asked.destroyed || reply.destroyed) return
      const { method, headers, url } = asked
      const passed = request(new URL(url ?? '/', product), { method, headers })
      reply.once('close', () => passed.destroy())
      passed.once('error', () => reply.destroy())
      passed.once('response', answer => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(reply)
      })
      asked.pipe(passed)
    }
    setTimeout(pass, asked.url?.startsWith('/api/') === true ? delayMs : 0)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
