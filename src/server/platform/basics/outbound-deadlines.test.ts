import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createOutboundFetch } from './outbound-fetch.ts'

// Time only passes when a test advances it. Set for the whole file, because the package keeps one timer.
beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterAll(() => void vi.useRealTimers())

async function listen(server: Server): Promise<{ server: Server; host: string }> {
  const sockets: { destroy: () => void }[] = []
  server.on('connection', socket => sockets.push(socket.on('error', () => {})))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { server, host: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}
const listenHttp = (answer: RequestListener) => listen(createServer(answer))
const fetchFrom = (url: string) => createOutboundFetch({ trustedUrl: url })(url)

async function isOver(call: Promise<unknown>): Promise<boolean> {
  let hasEnded = false
  const end = () => {
    hasEnded = true
  }
  call.then(end, end)
  for (let turn = 0; turn < 5; turn++) await new Promise(resolve => setImmediate(resolve))
  return hasEnded
}

test('a call fails after 10 seconds without a connection', async () => {
  // The server accepts the connection but never starts TLS.
  const { server, host } = await listen(createTcpServer())
  const call = fetchFrom(`https://${host}`)
  await once(server, 'connection')
  await vi.advanceTimersByTimeAsync(9000)
  expect(await isOver(call)).toBe(false)
  await vi.advanceTimersByTimeAsync(2000)
  await expect(call).rejects.toMatchObject({ cause: { code: 'UND_ERR_CONNECT_TIMEOUT' } })
})

test('a call fails after 30 seconds without a response', async () => {
  const { server, host } = await listenHttp(() => {})
  const call = fetchFrom(`http://${host}`)
  await once(server, 'request')
  await vi.advanceTimersByTimeAsync(29_000)
  expect(await isOver(call)).toBe(false)
  // The package's timers are accurate to a second.
  await vi.advanceTimersByTimeAsync(3000)
  await expect(call).rejects.toMatchObject({ cause: { code: 'UND_ERR_HEADERS_TIMEOUT' } })
})

test('a call fails if its response stalls for 30 seconds', async () => {
  const { host } = await listenHttp((_request, response) => response.write('half an answer'))
  const response = await fetchFrom(`http://${host}`)
  const reader = response.body?.getReader()
  await reader?.read()
  const rest = Promise.resolve(reader?.read())
  await vi.advanceTimersByTimeAsync(29_000)
  expect(await isOver(rest)).toBe(false)
  await vi.advanceTimersByTimeAsync(3000)
  await expect(rest).rejects.toMatchObject({ cause: { code: 'UND_ERR_BODY_TIMEOUT' } })
})
