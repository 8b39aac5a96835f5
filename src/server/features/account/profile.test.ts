import { beforeAll, beforeEach, expect, test } from 'vitest'
import { ann, type AuthApp, cookiesOf, createAuthApp, getUser, post } from '#tests/support/auth-app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { emptyTables } from '#tests/support/empty-tables.ts'

describeOnPostgres("a user's profile", open => {
  let auth: AuthApp
  let cookies: Record<string, string>
  beforeAll(async () => {
    auth = await createAuthApp(await open())
  })
  beforeEach(async () => {
    await emptyTables(auth.deps.db, 'user_account, session, rate_limit')
    cookies = cookiesOf(await post(auth.app, '/api/register', { ...ann, firstName: 'Ann', lastName: 'Lee' }))
  })
  const change = (payload: object, who = cookies) =>
    auth.app.inject({ method: 'PATCH', url: '/api/profile', payload, cookies: who })
  const user = async () => (await getUser(auth.app, cookies)).json<Record<string, unknown>>()
  const registerBob = () => post(auth.app, '/api/register', { ...ann, username: 'Bob', email: 'bob@example.com' })

  test('all four fields can change, and the response is the user', async () => {
    const wanted = { firstName: ' Anna ', lastName: 'Ray', email: 'anna@example.com', username: 'Anna' }
    const changed = await change(wanted)
    expect(changed.statusCode).toBe(200)
    expect(changed.json()).toMatchObject({ ...wanted, firstName: 'Anna', remainingSearches: 5 })
    expect(await user()).toEqual(changed.json())
    const login = { username: 'ANNA', password: ann.password }
    expect((await post(auth.app, '/api/login', login)).statusCode).toBe(200)
  })

  test('omitted fields stay; an empty name is removed', async () => {
    await change({ lastName: '' })
    expect(await user()).toMatchObject({ firstName: 'Ann', lastName: null, email: ann.email, username: ann.username })
    const before = await user()
    expect((await change({})).json()).toEqual(before)
  })

  test('a user can change the case of their own username and email', async () => {
    expect((await change({ username: 'ANN', email: 'Ann@Example.com' })).statusCode).toBe(200)
    expect(await user()).toMatchObject({ username: 'ANN', email: 'Ann@Example.com' })
  })

  test('a username or email of another account is refused at its field, ignoring case, and nothing changes', async () => {
    await registerBob()
    const before = await user()
    const refused = await change({ firstName: 'Eve', username: 'BOB', email: 'BOB@example.com' })
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toEqual({
      errorType: 'USERNAME_TAKEN',
      message: 'Username already exists',
      issues: [
        { path: 'username', message: 'Username already exists' },
        { path: 'email', message: 'Email already exists' },
      ],
    })
    expect((await change({ email: 'bob@example.com' })).json()).toMatchObject({ errorType: 'EMAIL_TAKEN' })
    expect(await user()).toEqual(before)
  })

  test('of two users who want a name at the same time, one gets it and the other is refused', async () => {
    const bob = cookiesOf(await registerBob())
    const answers = await Promise.all([cookies, bob].map(who => change({ username: 'carol' }, who)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('a profile can be changed 60 times in an hour', async () => {
    for (let changed = 0; changed < 60; changed++)
      expect((await change({ firstName: `Ann ${changed}` })).statusCode).toBe(200)
    expect((await change({ firstName: 'Ann' })).statusCode).toBe(429)
  })

  test('taken names cannot be enumerated', async () => {
    await registerBob()
    for (let asked = 0; asked < 30; asked++) expect((await change({ username: 'bob' })).statusCode).toBe(409)
    const refused = await change({ username: 'bob' })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBeDefined()
    expect((await change({ firstName: 'Anna' })).statusCode).toBe(200)
  })

  test.each([
    [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
    [{ username: 'an' }, 'username', 'Username must be at least 3 characters'],
    [{ isAdmin: true }, '', "Unrecognized key(s) in object: 'isAdmin'"],
  ])('%o is refused', async (input, path, message) => {
    const refused = await change(input)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toEqual({ errorType: 'INVALID_REQUEST', message, issues: [{ path, message }] })
  })
})
