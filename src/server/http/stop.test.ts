import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthApp, createAuthApp } from '#tests/support/auth-app.ts'
import { createTestDatabase } from '#tests/support/databases.ts'
import { createHttpServer } from './http-server.ts'

let auth: AuthApp
beforeAll(async () => {
  auth = await createAuthApp(await createTestDatabase('embedded'))
})
afterAll(async () => {
  await auth.app.close()
  await auth.deps.db.close()
})

const unfinished: [string, string][] = [
  ['nothing', ''],
  ['half of the headers', 'POST /work HTTP/1.1\r\nHost: x\r\nContent-Le'],
  [
    'half of the body',
    'POST /work HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a"',
  ],
]

test('a shutdown answers complete requests, and does not wait for incomplete ones', async () => {
  const app = await createHttpServer(auth.deps)
  const [begun, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  app.post('/work', async () => {
    begun.resolve()
    await done.promise
    return { is: 'done' }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const stalled = await Promise.all(unfinished.map(([, sent]) => open(app, sent)))
  const whole = fetch(`http://127.0.0.1:${portOf(app)}/work`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a": 1}',
  })
  await begun.promise
  const closing = app.close()
  await Promise.all(stalled.map(socket => once(socket, 'close')))
  done.resolve()
  const answer = await whole
  expect([answer.status, answer.headers.get('connection'), await answer.json()]).toEqual([200, 'close', { is: 'done' }])
  await closing
})

const portOf = (app: FastifyInstance): number => (app.server.address() as AddressInfo).port

async function open(app: FastifyInstance, sent: string): Promise<Socket> {
  const accepted = once(app.server, 'connection')
  const socket = connect(portOf(app), '127.0.0.1')
  // The connection is expected to be cut.
  socket.on('error', () => {}).resume()
  socket.write(sent)
  await accepted
  return socket
}
