import { verify } from '@node-rs/argon2'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Problem } from '#contract/errors.ts'
import { ann, type AuthApp, cookiesOf, createAuthApp, post } from '#tests/support/auth-app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { emptyTables } from '#tests/support/empty-tables.ts'

const stranger = '203.0.113.9'
const credentials = { username: ann.username, password: ann.password }
const wrong = { username: ann.username, password: 'wrong password' }
const newcomer = (n: number) => ({ ...ann, username: `user ${n}`, email: `user${n}@example.com` })

describeOnPostgres('limits on guessing passwords', open => {
  let auth: AuthApp
  let other: AuthApp
  beforeAll(async () => {
    auth = await createAuthApp(await open())
    other = await createAuthApp(auth.deps.db, { clock: auth.clock })
  })
  beforeEach(async () => {
    await emptyTables(auth.deps.db, 'user_account, session, rate_limit, plan_grant')
    auth.clock.time = new Date('2026-03-01T12:00:00Z')
  })
  const waitSeconds = (seconds: number) => {
    auth.clock.time = new Date(auth.clock.time.getTime() + seconds * 1000)
  }
  const login = (body: object, sent: { address?: string; cookies?: Record<string, string> } = {}) =>
    post(auth.app, '/api/login', body, sent)
  const failTimes = async (times: number, sent: { address?: string; cookies?: Record<string, string> }) => {
    for (let n = 0; n < times; n++) expect((await login(wrong, sent)).statusCode).toBe(401)
  }
  /** The answers to right passwords, and how many of these were checked. */
  const refusals = async (times: number, address: string) => {
    const before = vi.mocked(verify).mock.calls.length
    const types = new Set<string>()
    for (let n = 0; n < times; n++) types.add((await login(credentials, { address })).json<Problem>().errorType)
    return { types: [...types], checks: vi.mocked(verify).mock.calls.length - before }
  }

  test('after ten failed sign-ins with one name, the next one must wait, even with the right password', async () => {
    await post(auth.app, '/api/register', ann)
    await failTimes(10, { address: stranger })
    for (const body of [wrong, credentials]) {
      const refused = await login(body, { address: stranger })
      expect(refused.statusCode).toBe(429)
      expect(refused.headers['retry-after']).toBe('60')
      expect(refused.json()).toEqual({
        message: 'Too many failed sign-ins to this account. Please try again in a minute.',
        errorType: 'TOO_MANY_REQUESTS',
      })
    }
  })

  test('each further failure doubles the wait; a success ends it', async () => {
    await post(auth.app, '/api/register', ann)
    await failTimes(10, { address: stranger })
    for (const seconds of [60, 120, 240]) {
      waitSeconds(seconds - 1)
      expect((await login(wrong, { address: stranger })).headers['retry-after']).toBe('1')
      waitSeconds(1)
      expect((await login(wrong, { address: stranger })).statusCode).toBe(401)
    }
    waitSeconds(480)
    expect((await login(credentials, { address: stranger })).statusCode).toBe(200)
    await failTimes(10, { address: stranger })
  })

  test('an unknown name is limited like a known one', async () => {
    for (let n = 0; n < 10; n++)
      expect((await login({ ...wrong, username: n % 2 ? 'nobody' : 'NOBODY' })).statusCode).toBe(401)
    expect((await login({ ...wrong, username: 'nobody' })).statusCode).toBe(429)
  })

  test('username and email count as one account', async () => {
    await post(auth.app, '/api/register', ann)
    await failTimes(5, {})
    for (let n = 0; n < 5; n++) expect((await login({ ...wrong, username: ann.email })).statusCode).toBe(401)
    expect((await login(wrong)).statusCode).toBe(429)
  })

  test('ten failures from elsewhere do not block the owner', async () => {
    await post(auth.app, '/api/register', ann)
    await failTimes(10, { address: stranger })
    expect((await login(credentials, { address: '192.0.2.1' })).statusCode).toBe(200)
  })

  test("the owner can sign in from the attacker's address, in a browser they have used before", async () => {
    const { leadline_device: device = '' } = cookiesOf(await post(auth.app, '/api/register', ann))
    await failTimes(10, { address: stranger })
    expect((await login(credentials, { address: stranger })).statusCode).toBe(429)
    const cookies = { leadline_device: device }
    expect((await login(credentials, { address: stranger, cookies })).statusCode).toBe(200)
    await failTimes(10, { address: stranger, cookies })
    expect((await login(credentials, { address: stranger, cookies })).statusCode).toBe(429)
  })

  test('each sign-in makes a known device, but all of them in one place share the limits of one', async () => {
    let cookies = cookiesOf(await post(auth.app, '/api/register', ann))
    const next = async () => {
      const answer = await login(credentials, { cookies: { leadline_device: cookies.leadline_device ?? '' } })
      if (answer.statusCode === 200) cookies = cookiesOf(answer)
      return answer.statusCode
    }
    const earlier: string[] = []
    for (let n = 0; n < 60; n++) {
      earlier.push(cookies.leadline_device ?? '')
      expect(await next()).toBe(200)
    }
    expect(await next()).toBe(429)
    waitSeconds(900)
    for (const device of earlier.slice(0, 10)) await failTimes(1, { cookies: { leadline_device: device } })
    const device = { cookies: { leadline_device: earlier[11] ?? '' } }
    expect((await login(wrong, device)).statusCode).toBe(429)
    expect((await login(credentials, { ...device, address: stranger })).statusCode).toBe(200)
  })

  test("another user's device cookie does not help", async () => {
    await post(auth.app, '/api/register', ann)
    const bob = { username: 'bob', email: 'bob@example.com', password: 'long enough' }
    const { leadline_device: device = '' } = cookiesOf(await post(auth.app, '/api/register', bob))
    await failTimes(10, { address: stranger })
    for (const value of [device, device.replace(/^\d+/, '1'), 'nonsense'])
      expect((await login(credentials, { address: stranger, cookies: { leadline_device: value } })).statusCode).toBe(
        429,
      )
  })

  test('a hundred failures from one address block it for all names until the quarter hour ends', async () => {
    await post(auth.app, '/api/register', ann)
    for (let n = 0; n < 100; n++)
      expect((await login({ ...wrong, username: `name ${n}` }, { address: stranger })).statusCode).toBe(401)
    expect((await login({ ...wrong, username: 'one more' }, { address: stranger })).statusCode).toBe(429)
    expect((await login({ ...wrong, username: 'one more' })).statusCode).toBe(401)
    waitSeconds(900)
    expect((await login({ ...wrong, username: 'one more' }, { address: stranger })).statusCode).toBe(401)
  })

  test('the limits apply across two processes and to concurrent attempts', async () => {
    await post(auth.app, '/api/register', ann)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        post(n % 2 ? auth.app : other.app, '/api/login', wrong, { address: stranger }),
      ),
    )
    const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length
    expect({ failed: count(401), refused: count(429) }).toEqual({ failed: 10, refused: 30 })
  })

  test('an address can sign up a hundred times an hour; the next waits, other addresses do not', async () => {
    for (let n = 0; n < 100; n++)
      expect((await post(auth.app, '/api/register', newcomer(n), { address: stranger })).statusCode).toBe(201)
    const refused = await post(auth.app, '/api/register', newcomer(100), { address: stranger })
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBe(3600)
    expect((await post(auth.app, '/api/register', newcomer(101))).statusCode).toBe(201)
  })

  test('a refused sign-up does not count toward the hundred, but refusals are limited, too', async () => {
    await post(auth.app, '/api/register', ann)
    const ask = () => post(auth.app, '/api/register', ann, { address: stranger })
    for (let n = 0; n < 100; n++) expect((await ask()).statusCode).toBe(409)
    expect((await ask()).statusCode).toBe(429)
  })

  test('no address and no name is stored in plain text', async () => {
    await failTimes(1, { address: stranger })
    const rows = await auth.deps.db.query('SELECT * FROM rate_limit')
    expect(rows).toHaveLength(4)
    expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113|ann/)
  })

  test('sign-ups refused for a weak password count, too: they reveal that the email is free', async () => {
    const settings = { NODE_ENV: 'production', PUBLIC_URL: 'https://leads.example', PAYMENTS_SANDBOX: 'off' }
    const { app } = await createAuthApp(auth.deps.db, { clock: auth.clock, settings })
    const weak = (n: number) =>
      post(app, '/api/register', { ...newcomer(n), password: 'password' }, { address: stranger })
    for (let n = 0; n < 100; n++) expect((await weak(n)).statusCode).toBe(400)
    expect((await weak(100)).statusCode).toBe(429)
    expect((await post(auth.app, '/api/register', newcomer(0))).statusCode).toBe(201)
  })

  test('successful sign-ins do not count as failures; an account allows sixty in a quarter hour from one place', async () => {
    const bob = { ...ann, username: 'bob', email: 'bob@example.com' }
    for (const person of [ann, bob]) await post(auth.app, '/api/register', person)
    for (let n = 0; n < 60; n++) expect((await login(credentials, { address: stranger })).statusCode).toBe(200)
    expect((await login(credentials, { address: stranger })).statusCode).toBe(429)
    expect((await login(credentials)).statusCode).toBe(200)
    for (let n = 0; n < 45; n++)
      expect((await login({ ...credentials, username: 'bob' }, { address: stranger })).statusCode).toBe(200)
    waitSeconds(900)
    expect((await login(credentials, { address: stranger })).statusCode).toBe(200)
  })

  test('beyond sixty right passwords in a quarter hour, none is checked, whether or not the sign-in was complete', async () => {
    await post(auth.app, '/api/register', ann)
    const complete = await refusals(70, '203.0.113.10')
    expect(complete).toEqual({ types: [undefined, 'TOO_MANY_REQUESTS'], checks: 60 })
    await auth.deps.db.query(
      `INSERT INTO two_factor (user_id, secret, confirmed_at) SELECT id, 'JBSWY3DPEHPK3PXP', now() FROM user_account`,
    )
    const withoutCode = await refusals(70, '203.0.113.11')
    expect(withoutCode).toEqual({ types: ['TWO_FACTOR_REQUIRED', 'TOO_MANY_REQUESTS'], checks: 60 })
    await auth.deps.db.query('UPDATE user_account SET disabled_at = now()')
    const disabled = await refusals(70, '203.0.113.12')
    expect(disabled).toEqual({ types: ['ACCOUNT_DISABLED', 'TOO_MANY_REQUESTS'], checks: 60 })
  })

  test('the password of a signed-in user is checked a hundred times in a quarter hour', async () => {
    const cookies = cookiesOf(await post(auth.app, '/api/register', ann))
    const confirm = () => post(auth.app, '/api/account/two-factor', { currentPassword: ann.password }, { cookies })
    for (let n = 0; n < 100; n++) expect((await confirm()).statusCode).toBe(200)
    expect((await confirm()).statusCode).toBe(429)
    waitSeconds(900)
    expect((await confirm()).statusCode).toBe(200)
  })
})
