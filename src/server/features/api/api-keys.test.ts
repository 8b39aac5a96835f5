import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { keyDaysLimit, keyLimit } from '#contract/accounts/api-keys.ts'
import { daysAfter } from '#server/platform/basics/clock.ts'
import type { Db } from '#server/platform/database/db.ts'
import { callApi, signUpProgrammer } from '#tests/support/api-calls.ts'
import { makeApiKey, signUpElite } from '#tests/support/api-key.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { refusalOf } from '#tests/support/refusal-of.ts'

describeOnPostgres('keys of the public API', open => {
  let db: Db
  let product: TestApp
  let app: FastifyInstance

  beforeAll(async () => {
    db = await open()
    product = await createTestApp({ db })
    ;({ app } = product)
  })

  /** Signs up a user with a confirmed email, who gets a mail about each new key. */
  const signUpConfirmed = async () => {
    const signedIn = await signUpElite(app, product.deps)
    await db.query('UPDATE user_account SET email_verified_at = now() WHERE id = $1', [signedIn.user.id])
    return signedIn
  }

  test('only a hash of a key is stored, with its last use to the minute', async () => {
    const { cookie, keyId, secret } = await signUpProgrammer(product, 'read')
    const [stored] = await db.query<{ text: string }>('SELECT k::text AS text FROM api_key k WHERE id = $1', [keyId])
    expect(secret).toMatch(/^leadline_[\w-]{43}$/)
    expect(stored?.text).not.toContain(secret.slice(9, 30))
    const keys = async () => {
      const response = await app.inject({ url: '/api/api-keys', headers: { cookie } })
      return response.json<{ apiKeys: { lastUsedAt: string | null }[] }>().apiKeys
    }
    expect(await keys()).toEqual([expect.objectContaining({ ending: secret.slice(-4), lastUsedAt: null })])
    await callApi(app, secret, '/usage')
    expect(await keys()).toEqual([expect.objectContaining({ lastUsedAt: product.clock.now().toISOString() })])
    expect(product.log.join('')).not.toContain(secret)
  })

  test('creating a key requires the password; changes of keys are mailed and logged', async () => {
    const { cookie, user } = await signUpConfirmed()
    const make = (currentPassword?: string) =>
      app.inject({
        method: 'POST',
        url: '/api/api-keys',
        headers: { cookie },
        payload: { name: 'Nightly sync', scope: 'search', currentPassword },
      })
    expect((await make()).json()).toMatchObject({ issues: [{ path: 'currentPassword' }] })
    expect((await make('not this one')).json()).toMatchObject({
      errorType: 'WRONG_PASSWORD',
      issues: [{ path: 'currentPassword' }],
    })
    const made = (await make('correct horse battery')).json<{ apiKey: { id: number; ending: string } }>()
    await app.inject({ method: 'DELETE', url: `/api/api-keys/${made.apiKey.id}`, headers: { cookie } })
    await runDueJobs(product.deps)
    const mails = product.mails.filter(
      ({ to, subject }) => to === user.email && subject === 'A new API key was created',
    )
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('“Nightly sync”')])
    const events = await db.query('SELECT kind, device FROM security_event WHERE user_id = $1 ORDER BY id', [user.id])
    const device = `API key “Nightly sync” (…${made.apiKey.ending})`
    expect(events.slice(-2)).toEqual([
      { kind: 'api-key-created', device },
      { kind: 'api-key-revoked', device },
    ])
    expect(await db.query('SELECT FROM api_key WHERE user_id = $1', [user.id])).toEqual([])
  })

  test('an account has at most twenty active keys, even with concurrent requests', async () => {
    const { cookie } = await signUpConfirmed()
    const make = () =>
      app.inject({
        method: 'POST',
        url: '/api/api-keys',
        headers: { cookie },
        payload: { name: 'One of many', scope: 'read', currentPassword: 'correct horse battery' },
      })
    const answers = []
    // Fewer concurrent requests than the limit of wrong passwords.
    for (let round = 0; round < 3; round++) answers.push(...(await Promise.all(Array.from({ length: 8 }, make))))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20)
    expect(refusalOf(await make())).toBe('TOO_MANY_API_KEYS')
  })

  test('keys that have expired do not count toward the twenty', async () => {
    const { cookie } = await signUpConfirmed()
    const make = (expiresInDays?: number) =>
      app.inject({
        method: 'POST',
        url: '/api/api-keys',
        headers: { cookie },
        payload: { name: 'Daily', scope: 'read', expiresInDays, currentPassword: 'correct horse battery' },
      })
    for (let count = 0; count < keyLimit; count++) expect((await make(1)).statusCode).toBe(201)
    expect(refusalOf(await make())).toBe('TOO_MANY_API_KEYS')
    product.clock.advance({ days: 1 })
    expect((await make()).statusCode).toBe(201)
  })

  test('a key that expires works until then, for at most ten years', async () => {
    const { cookie } = await signUpElite(app, product.deps)
    const make = (expiresInDays?: number) =>
      app.inject({
        method: 'POST',
        url: '/api/api-keys',
        headers: { cookie },
        payload: { name: 'Trial', scope: 'read', expiresInDays, currentPassword: 'correct horse battery' },
      })
    expect((await make(0)).json()).toMatchObject({ issues: [{ path: 'expiresInDays' }] })
    expect((await make(keyDaysLimit + 1)).json()).toMatchObject({ issues: [{ path: 'expiresInDays' }] })
    expect((await make(keyDaysLimit)).statusCode).toBe(201)
    const { secret } = (await make(30)).json<{ secret: string }>()
    const expiresAt = daysAfter(product.clock.now(), 30)
    product.clock.advance({ days: 30, minutes: -1 })
    expect((await callApi(app, secret, '/usage')).statusCode).toBe(200)
    product.clock.advance({ minutes: 1 })
    const refused = await callApi(app, secret, '/usage')
    expect(refused.headers['www-authenticate']).toBe('Bearer')
    expect(refused.json()).toMatchObject({
      status: 401,
      errorType: 'INVALID_API_KEY',
      detail: 'This API key has expired.',
    })
    const [key] = await db.query('SELECT expires_at FROM api_key WHERE revoked_at IS NULL ORDER BY id DESC LIMIT 1')
    expect(key).toEqual({ expires_at: expiresAt })
  })

  test('the security log names each key that makes changes, once a day', async () => {
    const person = await signUpProgrammer(product, 'write')
    const { apiKey, secret: other } = await makeApiKey(app, person, 'write')
    const logged = async () => {
      const events = await db.query<{ device: string }>(
        `SELECT device FROM security_event WHERE user_id = $1 AND kind = 'api-key-changes' ORDER BY id`,
        [person.user.id],
      )
      return events.map(({ device }) => device.slice(-6))
    }
    await callApi(app, person.secret, '/usage')
    await callApi(app, person.secret, '/lists', { payload: {} })
    await callApi(app, person.secret, '/lists', { payload: { name: 'One' } })
    await callApi(app, other, '/lists', { payload: { name: 'Two' } })
    expect(await logged()).toEqual([`${person.secret.slice(-4)})`, `${apiKey.ending})`].map(ending => `…${ending}`))
    product.clock.advance({ hours: 25 })
    await callApi(app, other, '/lists', { payload: { name: 'Three' } })
    expect(await logged()).toHaveLength(3)
  })
})
