import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { auditBooks, booksOf } from './support/books.ts'
import { ask, search, searchCriteria } from './support/caller.ts'
import { experiment } from './support/experiment.ts'
import { type Customer, newCustomer } from './support/lab.ts'

const httpServer = 'src/server/http/http-server.ts'

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])
const raw = JSON.stringify
/** Requests that our forms never send, and the expected status. */
const hostileBodies: readonly (readonly [name: string, body: string | Uint8Array<ArrayBuffer>, status: number])[] = [
  ['no JSON', '{"businessCategory":', 400],
  ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 400],
  ['a NUL', raw({ ...searchCriteria(), keywords: 'a\0b' }), 400],
  [
    'an unpaired surrogate',
    `{"businessCategory":"\\ud800 plumbing","location":"Boulder, CO","radius":5,"confirmed":true}`,
    400,
  ],
  ['a prototype', `{"__proto__":{"isAdmin":true},${raw(searchCriteria()).slice(1)}`, 400],
  ['a field that does not exist', raw({ ...searchCriteria(), userId: 1 }), 400],
  ['a number instead of text', raw({ ...searchCriteria(), businessCategory: 7 }), 400],
  ['a query operator', raw({ ...searchCriteria(), location: { $ne: null } }), 400],
  ['an enormous radius', raw({ ...searchCriteria(), radius: 1e308 }), 400],
  ['nesting without end', raw({ ...searchCriteria(), keywords: nested(5000) }), 400],
  ['a million letters', raw({ ...searchCriteria(), keywords: 'x'.repeat(1_000_000) }), 413],
  ['nothing', '', 400],
  ['a list', '[]', 400],
]

const post = (
  server: ServerProcess,
  { cookie }: Customer,
  body: string | Uint8Array<ArrayBuffer>,
  type = 'application/json',
) => fetch(`${server.address}/api/search`, { method: 'POST', headers: { cookie, 'content-type': type }, body })

experiment(
  'hostile bodies are refused with a clear message, nothing is spent, and the server keeps working',
  {
    guards: [
      {
        file: 'src/server/http/json-body.ts',
        guard: `if (text.includes('\\0') || !text.isWellFormed())`,
        without: 'if (false)',
      },
    ],
  },
  async ({ db, startServer }) => {
    await seedPlumbers(db, 30)
    const server = await startServer()
    const customer = await newCustomer(server, { db, tier: 'elite' })
    for (const [name, body, status] of hostileBodies) {
      const response = await post(server, customer, body)
      expect({ name, status: response.status }).toEqual({ name, status })
      expect(await response.json()).toMatchObject({ message: expect.any(String) })
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect((await post(server, customer, raw(searchCriteria()), type)).status).toBe(415)
    expect((await booksOf(db, customer.userId)).searches).toBe(0)
    expect((await search(server, customer.cookie)).status).toBe(200)
    expect(await auditBooks(db)).toEqual([])
  },
)

/**
 * Connections that have sent the beginning of a request. One in three then stalls; the others send one byte per second.
 */
function slowWriters(server: ServerProcess, count: number): { sockets: Socket[]; ended: () => number } {
  let ended = 0
  const { hostname, port } = new URL(server.address)
  const headers = 'POST /api/search HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Le'
  const body = `${headers}ngth: 1000\r\n\r\n{`
  const sockets = Array.from({ length: count }, (_, index) => {
    const socket = connect(Number(port), hostname)
    socket.resume().write(index % 3 === 2 ? body : headers)
    const dripping = setInterval(() => index % 3 !== 0 && socket.write('n'), 1000)
    socket
      .on('error', () => {})
      .on('close', () => {
        clearInterval(dripping)
        ended++
      })
    return socket
  })
  return { sockets, ended: () => ended }
}

experiment(
  'three hundred callers send half a request and wait: others are served, and the three hundred are disconnected',
  {
    guards: [
      { file: httpServer, guard: '    requestTimeout: REQUEST_TIMEOUT_MS,\n', without: '    requestTimeout: 0,\n' },
    ],
  },
  async ({ db, startServer, afterwards }) => {
    await seedPlumbers(db, 30)
    const server = await startServer()
    const { cookie } = await newCustomer(server, { db, tier: 'elite' })
    const { sockets, ended } = slowWriters(server, 300)
    afterwards(() => sockets.forEach(socket => socket.destroy()))
    for (let turn = 0; turn < 10; turn++) expect((await search(server, cookie)).status).toBe(200)
    // A request may take 30 s. An earlier version allowed a body 60 to 90 s.
    const deadline = Date.now() + 45_000
    while (ended() < 300 && Date.now() < deadline) await pause(500)
    expect(ended()).toBe(300)
    expect((await ask(server, '/api/user', { cookie })).status).toBe(200)
  },
)

const READERS = 100
const ANSWERS_EACH = 500
const description = 'GET /api/v1/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'

/** Connections that request more than the system buffers, and read nothing. */
function slowReaders(server: ServerProcess): Socket[] {
  const { hostname, port } = new URL(server.address)
  return Array.from({ length: READERS }, () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {}).pause()
    socket.write(description.repeat(ANSWERS_EACH))
    return socket
  })
}

/** Connections that the server has open, including those to its database. */
async function openSockets(server: ServerProcess): Promise<number> {
  const { body } = await ask(server, '/metrics')
  const [, sockets] = /^nodejs_active_resources\{type="TCPSocketWrap"\} (\d+)/m.exec(String(body.text)) ?? []
  return Number(sockets)
}

experiment(
  'a hundred callers request large answers and read nothing: others are served, and the hundred are disconnected',
  {
    guards: [{ file: httpServer, guard: '    connectionTimeout: STALLED_LINE_MS,\n', without: '' }],
  },
  async ({ db, startServer, afterwards }) => {
    await seedPlumbers(db, 30)
    const server = await startServer()
    const { cookie } = await newCustomer(server, { db, tier: 'elite' })
    const sockets = slowReaders(server)
    afterwards(() => sockets.forEach(socket => socket.destroy()))
    for (let turn = 0; turn < 10; turn++) expect((await search(server, cookie)).status).toBe(200)
    expect(await openSockets(server)).toBeGreaterThanOrEqual(READERS)
    // Node.js waits twice as long if part of an answer has been sent.
    const deadline = Date.now() + 200_000
    while ((await openSockets(server)) >= READERS / 2 && Date.now() < deadline) await pause(2000)
    expect(await openSockets(server)).toBeLessThan(READERS / 2)
    expect((await search(server, cookie)).status).toBe(200)
  },
)
