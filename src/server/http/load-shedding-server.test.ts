import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { HolderLines } from './call-lines.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { createLoadSheddingServer } from './load-shedding-server.ts'

const patience = { keepAliveTimeout: 1000, requestTimeout: 1000, connectionTimeout: 10_000 }
const [full, free] = [new ConcurrencyLimit(), new ConcurrencyLimit()]
const endpoints = new Map([
  ['POST /api/search', full],
  ['POST /api/v1/searches', full],
  ['GET /api/search', free],
])
const holders = new HolderLines()
const served = vi.fn<(path: string | undefined) => void>()
const server = createLoadSheddingServer(
  (request, response) => {
    served(request.url)
    request.resume().once('end', () => response.end('served'))
  },
  { endpoints, holders },
  patience,
)
/** Calls that have waited for three seconds. */
function threeSecondsAgo(call: () => void): void {
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now - 3000)
  call()
  clock.mockRestore()
}
beforeAll(async () => {
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  threeSecondsAgo(() => {
    for (let n = 0; n < 24; n++) void full.enter(() => new Promise(() => {}))
  })
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})
const ask = (method: string, path: string, headers = {}) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method, headers })
const cookie = (of: string) => ({ cookie: `theme=dark; leadline_session=session-of-${of}; other=1` })

test('an overloaded endpoint refuses calls before any routing, and counts them', async () => {
  const answer = await ask('POST', '/api/search?x=1')
  expect(answer.status).toBe(503)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '2',
    'x-content-type-options': 'nosniff',
  })
  expect(await answer.json()).toEqual({
    message: 'The service is very busy right now. Please try again in a moment.',
    errorType: 'UNAVAILABLE',
  })
  expect(served).not.toHaveBeenCalled()
  expect(full.load().refused).toBe(1)
})

test('refusals of the public API are problem details', async () => {
  const answer = await ask('POST', '/api/v1/searches')
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(await answer.json()).toMatchObject({ status: 503, errorType: 'UNAVAILABLE' })
})

test('a caller with too many calls is refused everywhere, by session or key, and others are not', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const call = (credentials: string) => holders.run({ holder: 'ann', credentials }, () => ended)
  const calls: Promise<void>[] = []
  threeSecondsAgo(() => {
    for (let n = 0; n < 8 + 24; n++) calls.push(call('session-of-ann'))
  })
  await expect(call('Bearer key-of-ann')).rejects.toMatchObject({ errorType: 'UNAVAILABLE' })
  expect((await ask('GET', '/api/leads/1', cookie('ann'))).status).toBe(503)
  expect((await ask('GET', '/api/v1/leads', { authorization: 'Bearer key-of-ann' })).status).toBe(503)
  expect(holders.refused).toBe(3)
  expect((await ask('GET', '/api/leads/1', cookie('bob'))).status).toBe(200)
  expect((await ask('GET', '/', cookie('ann'))).status).toBe(200)
  end()
  await Promise.all(calls)
  expect((await ask('GET', '/api/leads/1', cookie('ann'))).status).toBe(200)
  served.mockClear()
})

test('other endpoints and unknown paths are served', async () => {
  for (const path of ['/api/search', '/about'])
    expect(await ask('GET', path).then(answer => answer.text())).toBe('served')
})

const post = 'POST /about HTTP/1.1\r\nHost: x\r\n'
test.each([
  ['says nothing', '', ''],
  ['sends its headers letter by letter', `${post}X-Long: `, 'a'],
  ['sends its body letter by letter', `${post}Content-Length: 1000\r\n\r\n`, 'a'],
])(
  'who %s is cut off when the time for a whole request is over',
  async (_what, beginning, more) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    let answer = ''
    socket.on('error', () => {}).on('data', chunk => (answer += String(chunk)))
    socket.write(beginning)
    const dripping = setInterval(() => socket.write(more), 100)
    // Not `once`, which fails with the socket's error.
    await new Promise(resolve => socket.on('close', resolve))
    clearInterval(dripping)
    // A byte that arrives after the answer resets the connection, and a reset can discard an unread answer.
    expect(answer).toMatch(more ? /^(HTTP\/1.1 408 |$)/ : /^HTTP\/1.1 408 /)
  },
  // Well above this server's limit of one second for a request. Before the fix it took over half a minute.
  15_000,
)
