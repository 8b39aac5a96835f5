import { type AddressInfo, connect } from 'node:net'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiProblem, Problem } from '#contract/errors.ts'
import { type AuthApp, createAuthApp } from '#tests/support/auth-app.ts'
import { createTestDatabase } from '#tests/support/databases.ts'
import { createHttpServer } from './http-server.ts'

let auth: AuthApp
beforeAll(async () => {
  auth = await createAuthApp(await createTestDatabase('postgres'))
})
afterAll(async () => {
  await auth.app.close()
  await auth.deps.db.close()
})

const json = { 'content-type': 'application/json' }
const nested = (depth: number) => `{"username":${'['.repeat(depth)}${']'.repeat(depth)}}`
const body = (payload: string | Buffer, headers: Record<string, string> = json): InjectOptions => ({
  method: 'POST',
  url: '/api/login',
  payload,
  headers,
})
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const multipart = { 'content-type': 'multipart/form-data; boundary=x' }

const cases: [string, InjectOptions, number][] = [
  ['a body that is not JSON', body('{"username":'), 400],
  ['an empty body', body(''), 400],
  ['no body at all', { method: 'POST', url: '/api/login' }, 400],
  ['JSON that is not an object', body('[]'), 400],
  ['JSON null', body('null'), 400],
  ['JSON in bytes that are not UTF-8', body(Buffer.from('{"username":"\xff","password":"x"}', 'latin1')), 400],
  ['NUL in a text', body(String.raw`{"username":"a\u0000b","password":"x"}`), 400],
  ['a lone surrogate in a text', body(String.raw`{"username":"\ud800","password":"x"}`), 400],
  ['a lone surrogate in a name', body(String.raw`{"\udfff":1}`), 400],
  ['__proto__', body('{"username":"ann","password":"x","__proto__":{"isAdmin":true}}'), 400],
  ['constructor', body('{"username":"ann","password":"x","constructor":{"prototype":{}}}'), 400],
  ['an unknown field', body('{"username":"ann","password":"x","more":1}'), 400],
  ['nesting of 30 levels', body(nested(30)), 400],
  ['nesting of 40,000 levels', body(nested(40_000)), 400],
  ['a text where an object belongs', body('"ann"'), 400],
  ['plain text', body('username=ann', { 'content-type': 'text/plain' }), 415],
  ['a form', body('username=ann&password=x', form), 415],
  ['a multipart form', body('--x--', multipart), 415],
  ['another kind of JSON', body('{}', { 'content-type': 'application/jsonlines' }), 415],
  ['an invalid content type', body('{}', { 'content-type': ';;' }), 415],
  ['a body of no type', body('{}', {}), 415],
  ['a body that is too large', body(`{"username":"${'a'.repeat(100_000)}"}`), 413],
  ['broken percent-encoding in the path', { url: '/%zz' }, 400],
  ['broken percent-encoding in an API path', { url: '/api/%c3%28' }, 400],
  ['an unknown API path', { url: '/api/nothing' }, 404],
  ['an unknown API path, asked for as a page', { url: '/api/nothing', headers: { accept: 'text/html' } }, 404],
  ['an unknown API path, written to', { method: 'POST', url: '/api/nothing', payload: {} }, 404],
  ['an API path of many levels', { url: `/api${'/x'.repeat(2000)}` }, 404],
  ['an id of 400 digits', { url: `/api/searches/${'9'.repeat(400)}` }, 404],
  ['a climb out of the API', { url: '/api/../../etc/passwd' }, 404],
  ['an encoded climb', { url: '/api/%2e%2e%2f%2e%2e%2fetc/passwd' }, 404],
  ['reading what is written to', { url: '/api/login' }, 405],
  ['writing what is read', { method: 'POST', url: '/api/user', payload: {} }, 405],
  ['DELETE where there is none', { method: 'DELETE', url: '/api/user' }, 405],
  ['OPTIONS', { method: 'OPTIONS', url: '/api/login' }, 405],
  ['an invalid session cookie', { url: '/api/user', headers: { cookie: 'leadline_session=%00;=;;' } }, 401],
]

test.each(cases)('%s is refused with its status and a problem', async (_what, request, status) => {
  const refused = await auth.app.inject(request)
  expect(refused.statusCode).toBe(status)
  expect(refused.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(() => Problem.parse(refused.json())).not.toThrow()
})

test.each([
  ['/api/v1', 404],
  ['/api/v1/', 404],
  ['/api/v1/nothing', 404],
  [`/api/v1/leads/${'9'.repeat(400)}`, 404],
  ['/mcp/', 405],
])('%s is refused with the problem details that programs get', async (url, status) => {
  const refused = await auth.app.inject(url)
  expect(refused.statusCode).toBe(status)
  expect(refused.headers['content-type']).toContain('application/problem+json')
  expect(() => ApiProblem.parse(refused.json())).not.toThrow()
})

test('a wrong method gets a 405 that lists the allowed ones', async () => {
  const refused = await auth.app.inject({ method: 'PUT', url: '/api/user/' })
  expect(refused.headers['allow']).toBe('GET, HEAD')
})

test('the browser is told to load, frame, and send only what is ours', async () => {
  const { headers } = await auth.app.inject({ url: '/api/user' })
  const policy = String(headers['content-security-policy'])
  const rules = new Map(policy.split(';').map(rule => [rule.split(' ')[0], rule]))
  for (const rule of ["default-src 'self'", "base-uri 'self'", "form-action 'self'", "object-src 'none'"])
    expect(rules.get(rule.split(' ')[0])).toBe(rule)
  expect(rules.get('frame-ancestors')).toBe("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe|\*/)
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
})

test('HEAD requires a session where GET does', async () => {
  expect((await auth.app.inject({ method: 'HEAD', url: '/api/user' })).statusCode).toBe(401)
})

test('a request during a shutdown gets a 503, and its connection is closed', async () => {
  const app = await createHttpServer(auth.deps)
  let address = ''
  const late = Promise.withResolvers<Response>()
  app.addHook('preClose', () => fetch(`${address}/api/user`).then(late.resolve, late.reject))
  address = await app.listen({ port: 0, host: '127.0.0.1' })
  await app.close()
  const answer = await late.promise
  expect(answer.status).toBe(503)
  expect(Object.fromEntries(answer.headers)).toMatchObject({ 'retry-after': '5', connection: 'close' })
  expect(await answer.json()).toMatchObject({ errorType: 'UNAVAILABLE' })
})

test('unknown query parameters are ignored', async () => {
  for (const query of ['a=1&a=2', '__proto__[x]=1', 'a=%zz', 'a=%00', 'a=%ed%a0%80'])
    expect((await auth.app.inject({ url: `/api/user?${query}` })).statusCode).toBe(401)
})

test('a refusal is never cached and contains the request id', async () => {
  const refused = await auth.app.inject({ url: '/api/user' })
  expect(refused.headers['cache-control']).toBe('no-store')
  expect(refused.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
})

test.each([
  ['an address of 20,000 characters', `GET /api/user?${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 413],
  ['what is not HTTP', 'HELLO\r\n\r\n', 400],
  ['a method that nobody knows', 'FROB /api/user HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['two lengths', 'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}', 400],
])('%s gets a problem, too', async (_what, sent, status) => {
  if (auth.app.server.address() === null) await auth.app.listen({ port: 0 })
  const answer = await exchange(auth.app.server.address() as AddressInfo, sent)
  expect(answer).toContain(`HTTP/1.1 ${status} `)
  const [, text = ''] = answer.split('\r\n\r\n')
  expect(() => Problem.parse(JSON.parse(text))).not.toThrow()
})

async function exchange({ port }: AddressInfo, sent: string): Promise<string> {
  const socket = connect(port, 'localhost')
  socket.end(sent)
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  return answer
}

test("the caller's address comes from the trusted proxy, not from the caller", async () => {
  const { app } = await createAuthApp(auth.deps.db, { settings: { TRUST_PROXY: 'on' } })
  const fail = (forged: string, at: string) =>
    app.inject({
      ...body('{"username":"nobody","password":"x"}'),
      headers: { ...json, 'x-forwarded-for': `${forged}, ${at}` },
    })
  for (let n = 0; n < 10; n++) expect((await fail(`10.0.0.${n}`, '198.51.100.4')).statusCode).toBe(401)
  expect((await fail('10.0.0.99', '198.51.100.4')).statusCode).toBe(429)
  // Some proxies add the port of the connection.
  expect((await fail('10.0.0.99', '198.51.100.4:40001')).statusCode).toBe(429)
  expect((await fail('10.0.0.99', '198.51.100.5:40001')).statusCode).toBe(401)
  await app.close()
})

test('an unexpected error is one plain sentence to the caller, and is logged without values of rows', async () => {
  const { app, log } = await createAuthApp({
    ...auth.deps.db,
    transaction: () => Promise.reject(Object.assign(new Error('broken'), { code: 'XX000', detail: 'secret row' })),
  })
  const failed = await app.inject({
    method: 'POST',
    url: '/api/register',
    payload: { username: 'someone', email: 'someone@example.com', password: 'long enough' },
  })
  expect(failed.statusCode).toBe(500)
  expect(failed.json()).toEqual({
    message: 'Something went wrong on our side. Please try again.',
    errorType: 'INTERNAL',
  })
  expect(log.join('')).toContain('broken')
  expect(log.join('')).not.toMatch(/secret row|someone@example/)
  await app.close()
})

test.each([
  [20, 'Username is required'],
  [21, 'The request is nested too deeply.'],
])('a body of %i levels is answered with "%s"', async (levels, words) => {
  const { message } = (await auth.app.inject(body(nested(levels)))).json<{ message: string }>()
  expect(message).toContain(words)
})
