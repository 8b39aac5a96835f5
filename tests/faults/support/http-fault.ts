import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'

export type HttpHarm =
  | 'none'
  /** Answers with this status without forwarding the request. */
  | { status: number }
  | 'rubbish'
  /** Forwards the request and delays the answer by this many milliseconds. */
  | { lateMs: number }
  | 'never'
  /** Answers with 200 million bytes. */
  | 'huge'
  /**
   * Forwards the request and breaks the connection instead of answering, so the work is done but the caller does not
   * know.
   */
  | 'lost answer'

export type FaultyHttp = {
  address: string
  /** Sets what happens to requests from now on, if `when` is given only to those with this method. */
  harm: (harm: HttpHarm, when?: { method: string }) => void
  /** Bytes of all answers so far. */
  bytesSent: () => number
  close: () => Promise<void>
}

const HUGE_BYTES = 200_000_000
const CHUNK = Buffer.alloc(1_000_000, 'a')

/** A proxy in front of a local HTTP server that spoils its answers. */
export async function startFaultyHttp(target: string): Promise<FaultyHttp> {
  let harm: HttpHarm = 'none'
  let harmedMethod: string | undefined
  const connections = new Set<Socket>()
  const server = createServer((asked, reply) => {
    connections.add(reply.socket as Socket)
    const isHarmed = harmedMethod === undefined || harmedMethod === asked.method
    spoil(isHarmed ? harm : 'none', target, asked, reply)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    address: `http://127.0.0.1:${address.port}`,
    harm: (next, when) => {
      harm = next
      harmedMethod = when?.method
    },
    bytesSent: () => connections.values().reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function spoil(harm: HttpHarm, target: string, asked: IncomingMessage, reply: ServerResponse): void {
  reply.on('error', () => {})
  if (harm === 'never') asked.resume()
  else if (harm === 'rubbish') reply.writeHead(200, { 'content-type': 'application/json' }).end('<html>{"id"')
  else if (harm === 'huge') Readable.from(hugeBody()).pipe(reply.writeHead(200, { 'content-type': 'application/json' }))
  else if (typeof harm === 'object' && 'status' in harm) reply.writeHead(harm.status).end('{}')
  else if (harm === 'lost answer')
    passOn(target, asked, answer => {
      answer.resume().on('end', () => reply.destroy())
    })
  else passOn(target, asked, answer => deliverLate(answer, reply, harm === 'none' ? 0 : harm.lateMs))
}

function deliverLate(answer: IncomingMessage, reply: ServerResponse, lateMs: number): void {
  setTimeout(() => answer.pipe(reply.writeHead(answer.statusCode ?? 500, answer.headers)), lateMs)
}

function passOn(target: string, asked: IncomingMessage, onAnswer: (answer: IncomingMessage) => void): void {
  const { hostname, port } = new URL(target)
  const { method, url: path, headers } = asked
  const onward = request(
    { hostname, port, path, method, headers: { ...headers, host: `${hostname}:${port}` } },
    onAnswer,
  )
  onward.on('error', () => asked.destroy())
  asked.pipe(onward)
}

function* hugeBody(): Generator<Buffer> {
  for (let sent = 0; sent < HUGE_BYTES; sent += CHUNK.length) yield CHUNK
}
