import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { OpenConnections } from './open-connections.ts'

const REQUESTS = 20
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server that leaves all requests unanswered, with one connection to it. */
async function openConnection() {
  const connections = new OpenConnections()
  const unanswered: ServerResponse[] = []
  const server = createServer((_request, response) => void unanswered.push(response))
  connections.watch(server).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').resume()
  const [socket] = await accepted
  closing.push(() => {
    client.destroy()
    server.close()
  })
  return { connections, unanswered, client, socket }
}

const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const listenersOf = (socket: Socket) =>
  Object.fromEntries(socket.eventNames().map(name => [name, socket.listenerCount(name)]))

test('a connection has no more listeners for twenty unanswered requests than for one', async () => {
  const { client, socket, unanswered } = await openConnection()
  client.write(request)
  await expect.poll(() => unanswered.length).toBe(1)
  const atFirst = listenersOf(socket)
  client.write(request.repeat(REQUESTS - 1))
  await expect.poll(() => unanswered.length).toBe(REQUESTS)
  expect(listenersOf(socket)).toEqual(atFirst)
})

test.each([
  ['has not sent a complete request', 'GET / HTTP/1.1\r\nHost:', 1000],
  ['waits for its answer', request, 6000],
])('at the end, a connection that %s is closed in time', async (_what, sent, closedAfterMs) => {
  const { connections, client, socket } = await openConnection()
  client.write(sent)
  await expect.poll(() => socket.bytesRead).toBe(sent.length)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  closing.push(() => vi.useRealTimers())
  connections.end(6000)
  vi.advanceTimersByTime(closedAfterMs - 1)
  expect(socket.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(socket.destroyed).toBe(true)
})
