import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from '#tests/support/app.ts'
import { createTestDatabase } from '#tests/support/databases.ts'
import { seedPlumbers } from '#tests/support/seed-boulder.ts'
import { createHttpServer } from './http-server.ts'

let product: TestApp
let owner: SignedIn
beforeAll(async () => {
  const db = await createTestDatabase('postgres')
  await seedPlumbers(db, 20)
  product = await createTestApp({ db })
  owner = await signUp(product.app)
  const payload = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 5 }
  await ask('POST', '/api/search', { payload })
})
afterAll(async () => {
  await product.app.close()
  await product.deps.db.close()
})

type Ask = { payload?: object; encoding?: string }
const ask = (method: 'GET' | 'POST' | 'HEAD', url: string, { payload, encoding }: Ask = {}) =>
  product.app.inject({
    method,
    url,
    ...(payload === undefined ? {} : { payload }),
    headers: { cookie: owner.cookie, ...(encoding === undefined ? {} : { 'accept-encoding': encoding }) },
  })

test.each([
  ['a list that is streamed', 'GET', '/api/leads', undefined],
  ['a page of a list', 'GET', '/api/leads?limit=20', undefined],
  ['a file', 'POST', '/api/export', {}],
] as const)(
  '%s is compressed for who accepts it, and is the same when it is unpacked',
  async (_what, method, url, payload) => {
    const options = payload === undefined ? {} : { payload }
    const plain = await ask(method, url, options)
    const packed = await ask(method, url, { ...options, encoding: 'br;q=1, gzip;q=0.8' })
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'gzip'])
    expect([plain.headers['vary'], packed.headers['vary']]).toEqual(['accept-encoding', 'accept-encoding'])
    expect(gunzipSync(packed.rawPayload)).toEqual(plain.rawPayload)
    expect(packed.rawPayload.length * 3).toBeLessThan(plain.rawPayload.length)
  },
)

test('the description of the API is the same for all callers, and is sent again only if it has changed', async () => {
  const url = '/api/v1/openapi.json'
  const [plain, packed] = [await ask('GET', url), await ask('GET', url, { encoding: 'gzip' })]
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
  expect([plain.headers.vary, packed.headers.vary]).toEqual(['accept-encoding', 'accept-encoding'])
  const etag = String(packed.headers.etag)
  const again = await product.app.inject({ url, headers: { 'if-none-match': etag } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test.each(['gzip;q=0', 'identity', 'br', '*;q=0', ';;,=', ''])(
  'a caller that sends "%s" gets it uncompressed',
  async encoding => {
    const answer = await ask('GET', '/api/leads', { encoding })
    expect([answer.headers['content-encoding'], answer.json<unknown[]>().length]).toEqual([undefined, 20])
  },
)

test('small responses and responses to HEAD are not compressed', async () => {
  expect((await ask('GET', '/api/user', { encoding: 'gzip' })).headers).not.toHaveProperty('content-encoding')
  expect((await ask('HEAD', '/api/leads', { encoding: 'gzip' })).headers).not.toHaveProperty('content-encoding')
})

test('a truncated response does not look complete', async () => {
  const app = await createHttpServer(product.deps)
  const begun = Promise.withResolvers<void>()
  app.get('/broken', (_request, reply) =>
    reply.type('text/csv').send(
      Readable.from(
        (async function* () {
          yield 'name\r\n'.repeat(50_000)
          await begun.promise
          throw new Error('the database went away')
        })(),
      ),
    ),
  )
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const file = await fetch(`${address}/broken`)
  begun.resolve()
  expect(file.headers.get('content-encoding')).toBe('gzip')
  await expect(file.text()).rejects.toThrow('terminated')
  await app.close()
})

const fail = async () => {
  await Promise.resolve()
  throw new Refusal('NOT_FOUND', { message: 'List not found' })
}

test.each(['gzip', 'identity'])(
  'a file that fails before its first byte is refused in plain text (%s)',
  async encoding => {
    const app = await createHttpServer(product.deps)
    app.get('/gone', (_request, reply) =>
      reply
        .type('text/csv')
        .header('content-disposition', 'attachment')
        .send(Readable.from({ [Symbol.asyncIterator]: () => ({ next: fail }) })),
    )
    const { statusCode, headers, body } = await app.inject({ url: '/gone', headers: { 'accept-encoding': encoding } })
    expect({ statusCode, body: JSON.parse(body) as object }).toMatchObject({
      statusCode: 404,
      body: { message: 'List not found' },
    })
    expect(headers).not.toHaveProperty('content-disposition')
    await app.close()
  },
)
