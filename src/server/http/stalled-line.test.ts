import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { callLines } from './call-lines.ts'
import { createLoadSheddingServer } from './load-shedding-server.ts'
import { OpenConnections } from './open-connections.ts'

const STALLED_MS = 200
const patience = { keepAliveTimeout: 1000, requestTimeout: 5 * STALLED_MS, connectionTimeout: STALLED_MS }

let close: () => void
afterEach(() => close())
async function serve(answer: (response: ServerResponse) => unknown): Promise<number> {
  const shedding = createLoadSheddingServer((_request, response) => void answer(response), callLines({}), patience)
  const server = new OpenConnections().watch(shedding)
  close = () => {
    server.close()
    server.closeAllConnections()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('a file whose next rows take the server longer than a stalled line may be idle is sent completely', async () => {
  const port = await serve(async response => {
    await pause(4 * STALLED_MS)
    response.write('first rows, ')
    await pause(4 * STALLED_MS)
    response.end('last rows')
  })
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('first rows, last rows')
})

test('a caller who reads nothing of its answer is disconnected', async () => {
  let given: ServerResponse | undefined
  const port = await serve(response => {
    given = response
    response.end('x'.repeat(50_000_000))
  })
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.pause().write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
  await expect.poll(() => given?.destroyed).toBe(true)
  expect(given?.writableFinished).toBe(false)
  socket.destroy()
})

test('a connection without a request is closed', async () => {
  const port = await serve(response => response.end())
  const socket = connect(port, '127.0.0.1')
  expect(await once(socket.resume(), 'close')).toEqual([false])
})

test('a caller who does not send the rest of its request is disconnected', async () => {
  const port = await serve(() => {})
  const socket = connect(port, '127.0.0.1')
  socket.resume().write('POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\nhalf')
  expect(await once(socket, 'close')).toEqual([false])
})
