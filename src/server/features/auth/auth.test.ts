import { beforeAll, beforeEach, expect, test } from 'vitest'
import { ann, type AuthApp, cookiesOf, createAuthApp, getUser, post } from '#tests/support/auth-app.ts'
import { hash, hashAsInProduction, verify } from '#tests/support/cheap-argon2.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { emptyTables } from '#tests/support/empty-tables.ts'

describeOnPostgres('accounts', open => {
  let auth: AuthApp
  beforeAll(async () => {
    auth = await createAuthApp(await open())
  })
  beforeEach(async () => {
    await emptyTables(auth.deps.db, 'user_account, session, rate_limit, plan_grant')
  })

  test('registering answers 201 with the user and signs in', async () => {
    const registered = await post(auth.app, '/api/register', { ...ann, firstName: 'Ann', lastName: '' })
    expect(registered.statusCode).toBe(201)
    expect(registered.json()).toEqual({
      id: expect.any(Number) as number,
      username: 'ann',
      email: 'ann@example.com',
      activeEmail: 'ann@example.com',
      firstName: 'Ann',
      lastName: null,
      subscriptionTier: 'free',
      subscriptionStatus: 'active',
      isAdmin: false,
      emailVerified: false,
      remainingSearches: 5,
      searchQuota: 5,
      remainingContactPulls: 50,
      contactPullQuota: 50,
      isPlanGranted: false,
      monthlyContactPulls: 50,
      purchasedContactPulls: 0,
      renewsAt: '2026-04-01T12:00:00.000Z',
      isEnding: false,
      createdAt: '2026-03-01T12:00:00.000Z',
    })
    const user = await getUser(auth.app, cookiesOf(registered))
    expect(user.json()).toEqual(registered.json())
  })

  test('only an argon2id hash of the password is stored', async () => {
    hash.mockImplementationOnce(hashAsInProduction)
    await post(auth.app, '/api/register', ann)
    const [row] = await auth.deps.db.query<{ password_hash: string }>('SELECT * FROM user_account')
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(row)).not.toContain(ann.password)
  })

  test('a username in another case or with surrounding spaces signs in, and so does the email', async () => {
    await post(auth.app, '/api/register', ann)
    for (const username of ['ann', 'ANN', ' Ann ', 'Ann@Example.com']) {
      const signedIn = await post(auth.app, '/api/login', { username, password: ann.password })
      expect({ username, status: signedIn.statusCode }).toEqual({ username, status: 200 })
    }
  })

  test('an unknown name and a wrong password get the same response after the same work', async () => {
    hash.mockImplementationOnce(hashAsInProduction)
    await post(auth.app, '/api/register', ann)
    const answers: string[] = []
    for (const login of [
      { username: 'ann', password: 'wrong password' },
      { username: 'nobody', password: 'wrong password' },
      { username: 'nobody', password: 'nobody has this password' },
    ]) {
      verify.mockClear()
      const { statusCode, body, cookies } = await post(auth.app, '/api/login', login)
      expect(verify).toHaveBeenCalledTimes(1)
      expect(verify.mock.calls[0]?.[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      answers.push(JSON.stringify({ statusCode, body, cookies }))
    }
    expect(new Set(answers)).toEqual(
      new Set([
        JSON.stringify({
          statusCode: 401,
          body: '{"message":"Invalid username or password","errorType":"WRONG_CREDENTIALS"}',
          cookies: [],
        }),
      ]),
    )
  })

  test.each([
    ['a name in another case', { username: 'ANN' }, 'USERNAME_TAKEN', 'username', 'Username already exists'],
    ['a name of full-width letters', { username: 'ａｎｎ' }, 'USERNAME_TAKEN', 'username', 'Username already exists'],
    ['an email in another case', { email: 'ANN@example.COM' }, 'EMAIL_TAKEN', 'email', 'Email already exists'],
  ])('%s is refused at its field when it is taken', async (_what, change, errorType, path, message) => {
    await post(auth.app, '/api/register', ann)
    const other = { username: 'other', email: 'other@example.com', password: 'long enough' }
    const refused = await post(auth.app, '/api/register', { ...other, ...change })
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toEqual({ message, errorType, issues: [{ path, message }] })
    expect(refused.cookies).toEqual([])
  })

  test('case is ignored in every script', async () => {
    await post(auth.app, '/api/register', { ...ann, username: 'Žofie Müßig' })
    const refused = await post(auth.app, '/api/register', { ...ann, username: 'ŽOFIE MÜSSIG', email: 'z@example.com' })
    expect(refused.json()).toMatchObject({ errorType: 'USERNAME_TAKEN' })
  })

  test('ten registrations of one name at once leave one account and one session', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        post(auth.app, '/api/register', { ...ann, username: n % 2 ? 'ann' : 'ANN', email: `ann${n % 3}@example.com` }),
      ),
    )
    const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length
    expect({ done: count(201), refused: count(409) }).toEqual({ done: 1, refused: 9 })
    expect(await auth.deps.db.query('SELECT id FROM user_account')).toHaveLength(1)
    expect(await auth.deps.db.query('SELECT user_id FROM session')).toHaveLength(1)
  })

  test.each([
    [{}, 'username', 'Username must be at least 3 characters'],
    [{ ...ann, username: ' ab ' }, 'username', 'Username must be at least 3 characters'],
    [{ ...ann, username: 'a'.repeat(51) }, 'username', 'String must contain at most 50 character(s)'],
    [{ ...ann, email: 'not an address' }, 'email', 'Please enter a valid email address'],
    [{ username: 'ann', password: 'long enough' }, 'email', 'Please enter a valid email address'],
    [{ ...ann, password: '1234567' }, 'password', 'Password must be at least 8 characters'],
    [{ ...ann, firstName: 7 }, 'firstName', 'Expected string, received number'],
    [{ ...ann, isAdmin: true }, '', "Unrecognized key(s) in object: 'isAdmin'"],
  ])('registering with %j is refused at its field', async (body, path, message) => {
    const refused = await post(auth.app, '/api/register', body)
    expect(refused.statusCode).toBe(400)
    const problem = refused.json<{ message: string; issues: object[] }>()
    expect(problem).toMatchObject({ message, errorType: 'INVALID_REQUEST' })
    expect(problem.issues[0]).toEqual({ path, message })
    expect(await auth.deps.db.query('SELECT id FROM user_account')).toEqual([])
  })

  test.each(['ann@work', 'an\u200Bn', 'ann\u00A0lee', 'ann\tlee', 'an\u3164n', 'ann\u202Eeel', 'ann﹫work'])(
    'the username %j is refused because it could be mistaken for something else',
    async username => {
      const refused = await post(auth.app, '/api/register', { ...ann, username })
      expect(refused.statusCode).toBe(400)
      expect(refused.json()).toMatchObject({ issues: [{ path: 'username' }] })
    },
  )

  test.each([
    [{ password: 'x' }, 'username', 'Username is required'],
    [{ username: '', password: 'x' }, 'username', 'Username is required'],
    [{ username: 'ann' }, 'password', 'Password is required'],
  ])('signing in with %j says what is missing', async (body, path, message) => {
    const refused = await post(auth.app, '/api/login', body)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toEqual({ message, errorType: 'INVALID_REQUEST', issues: [{ path, message }] })
  })

  test('a write from another site is refused before anything else', async () => {
    const headers = { origin: 'https://evil.example' }
    const refused = await post(auth.app, '/api/register', ann, { headers })
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ errorType: 'CROSS_SITE' })
    const same = await post(auth.app, '/api/register', ann, {
      headers: { origin: 'http://lead.test', host: 'lead.test' },
    })
    expect(same.statusCode).toBe(201)
  })

  test('passwords and cookies are never logged', async () => {
    const registered = await post(auth.app, '/api/register?token=in-the-query', ann)
    const log = auth.log.join('')
    for (const secret of [ann.password, ann.email, 'in-the-query', ...Object.values(cookiesOf(registered))])
      expect(log).not.toContain(secret)
    expect(JSON.parse(auth.log.at(-1) ?? '{}')).toMatchObject({
      method: 'POST',
      path: '/api/register',
      status: 201,
      ms: expect.any(Number) as number,
      requestId: registered.headers['x-request-id'],
    })
  })
})
