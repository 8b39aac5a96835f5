import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorType } from '#contract/errors.ts'
import { requestsPerMinute } from '#contract/public-api/api-limits.ts'
import type { Db } from '#server/platform/database/db.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { createPostgresTestUrl } from './support/databases.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

const password = 'correct horse battery'
const office = '203.0.113.7'

let folder: string
let settings: Record<string, string>
let servers: [ServerProcess, ServerProcess]
let db: Db
let elite: { cookie: string; authorization: string }
/** The cookies of two accounts with unconfirmed emails. */
const newcomers: string[] = []
const cleanUps: (() => unknown)[] = []

type Call = { method?: string; path: string; body?: object; headers?: Record<string, string>; from?: string }
async function ask(server: ServerProcess, { method = 'POST', path: url, body, headers, from = office }: Call) {
  const response = await fetch(server.address + url, {
    method,
    headers: {
      'x-forwarded-for': from,
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    text: await response.text(),
    response,
  }
}
const cookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map(header => header.split(';')[0])
    .join('; ')
const newcomer = (username: string) => ({ username, email: `${username}@example.com`, password })

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'leadline-limits-'))
  const { url, drop } = await createPostgresTestUrl()
  db = await openDatabase({ databaseUrl: url })
  settings = { DATABASE_URL: url, TRUST_PROXY: 'on' }
  const start = (name: string) => startServerProcess({ ...settings, DATA_DIR: path.join(folder, name) })
  servers = await Promise.all([start('one'), start('two')])
  cleanUps.push(
    () => Promise.all(servers.map(server => server.stop('SIGKILL'))),
    () => db.close(),
    drop,
    () => rmSync(folder, { recursive: true }),
  )
  const { response } = await ask(servers[0], { path: '/api/register', body: newcomer('elite'), from: '192.0.2.1' })
  const cookie = cookieOf(response)
  await db.query(`UPDATE user_account SET subscription_tier = 'elite', email_verified_at = created_at`)
  for (const name of ['new', 'newer']) {
    const signedUp = await ask(servers[0], { path: '/api/register', body: newcomer(name), from: '192.0.2.1' })
    newcomers.push(cookieOf(signedUp.response))
  }
  const made = await ask(servers[0], {
    path: '/api/api-keys',
    body: { name: 'limits', scope: 'read', currentPassword: password },
    headers: { cookie },
    from: '192.0.2.1',
  })
  elite = { cookie, authorization: `Bearer ${(JSON.parse(made.text) as { secret: string }).secret}` }
})
afterAll(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
})

type Limited = { what: string; limit: number; lets: number; refusal?: ErrorType; call: (n: number) => Call }
const limited: Limited[] = [
  {
    what: 'failed sign-ins with one username from one address',
    limit: 10,
    lets: 401,
    call: () => ({ path: '/api/login', body: { username: 'elite', password: 'wrong password' } }),
  },
  {
    what: 'failed sign-ins with any username from one address',
    limit: 100,
    lets: 401,
    call: n => ({ path: '/api/login', body: { username: `nobody ${n}`, password }, from: '203.0.113.8' }),
  },
  {
    what: 'sign-ups from one address',
    limit: 100,
    lets: 201,
    call: n => ({ path: '/api/register', body: newcomer(`office-${n}`) }),
  },
  {
    what: 'reset requests from one network, with addresses and ports of a proxy',
    limit: 30,
    lets: 202,
    call: n => ({
      path: '/api/forgot-password',
      body: { email: `somebody${n}@example.com` },
      from: `[2001:db8:1:2::${n + 1}]:${40_000 + n}`,
    }),
  },
  {
    what: 'contact messages from one address, whatever its port',
    limit: 30,
    lets: 201,
    call: n => ({
      path: '/api/contact',
      from: `198.51.100.41:${40_000 + n}`,
      body: { name: 'Ann Lee', email: 'ann@example.com', subject: 'A question', message: 'How many searches?' },
    }),
  },
  {
    what: 'searches of an account, counted before they are parsed',
    limit: 6000,
    lets: 400,
    call: n => ({
      path: '/api/search',
      body: { businessCategory: 'plumber', location: 'Nowhere at all', radius: 5, confirmed: true },
      headers: { cookie: elite.cookie },
      from: `192.0.2.${n}`,
    }),
  },
  {
    what: 'exports of an account',
    limit: 300,
    lets: 200,
    call: n => ({ path: '/api/export', body: {}, headers: { cookie: elite.cookie }, from: `192.0.2.${n}` }),
  },
  {
    what: 'exports of the accounts with unconfirmed emails on a network',
    limit: 300,
    lets: 200,
    refusal: 'UNCONFIRMED_LIMIT',
    call: n => ({ path: '/api/export', body: {}, headers: { cookie: newcomers[n % 2] ?? '' } }),
  },
  {
    what: 'requests of an API key',
    limit: requestsPerMinute,
    lets: 200,
    call: () => ({ method: 'GET', path: '/api/v1/usage', headers: { authorization: elite.authorization } }),
  },
]

/** The last calls before the limit are really made. The others are only recorded. */
const LAST = 5
describe.each(limited)('$what: $limit', ({ limit, lets, refusal = 'TOO_MANY_REQUESTS', call }) => {
  test('counts calls across two processes', async () => {
    await db.query('DELETE FROM rate_limit')
    expect((await ask(servers[0], call(0))).status).toBe(lets)
    // As if the other calls had already been made.
    await db.query('UPDATE rate_limit SET hits = $1 WHERE hits = 1', [limit - LAST])
    const statuses = []
    for (let n = 1; n <= LAST; n++) statuses.push((await ask(n % 2 ? servers[1] : servers[0], call(n))).status)
    expect(statuses).toEqual(Array<number>(LAST).fill(lets))
    for (const server of servers) {
      const { status, retryAfter, text } = await ask(server, call(LAST + 1))
      expect({ status, text }).toMatchObject({
        status: 429,
        text: expect.stringContaining(refusal) as string,
      })
      expect(Number(retryAfter)).toBeGreaterThan(0)
    }
  })
})

test('limits survive a restart, and if a stranger guesses a password, its owner can sign in from elsewhere', async () => {
  await db.query('DELETE FROM rate_limit')
  const guess = { path: '/api/login', body: { username: 'elite', password: 'wrong password' } }
  for (let n = 0; n < 10; n++) expect((await ask(servers[n % 2 ? 1 : 0], guess)).status).toBe(401)
  await servers[1].stop()
  servers[1] = await startServerProcess({ ...settings, DATA_DIR: path.join(folder, 'two') })
  for (const server of servers) {
    expect((await ask(server, guess)).status).toBe(429)
    const right = { path: '/api/login', body: { username: 'elite', password }, from: '192.0.2.99' }
    expect((await ask(server, right)).status).toBe(200)
    const colleague = { path: '/api/login', body: { username: 'office-1', password } }
    expect((await ask(server, colleague)).status).toBe(200)
  }
})
