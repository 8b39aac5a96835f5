import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runChore } from '#server/entry/job-runner.ts'
import { ann, type AuthApp, cookiesOf, createAuthApp, getUser, post } from '#tests/support/auth-app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { emptyTables } from '#tests/support/empty-tables.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

describeOnBothDatabases('sessions', open => {
  let auth: AuthApp
  beforeAll(async () => {
    auth = await createAuthApp(await open())
  })
  beforeEach(async () => {
    await emptyTables(auth.deps.db, 'user_account, session, rate_limit, plan_grant')
    auth.clock.time = new Date('2026-03-01T12:00:00Z')
  })
  const wait = (ms: number) => {
    auth.clock.time = new Date(auth.clock.time.getTime() + ms)
  }
  const sessions = () => auth.deps.db.query<{ token_hash: Uint8Array; expires_at: Date }>('SELECT * FROM session')
  const register = async () => cookiesOf(await post(auth.app, '/api/register', ann))

  test('the cookie is limited to this site, hidden from scripts, and lasts 30 days', async () => {
    const registered = await post(auth.app, '/api/register', ann)
    expect(registered.cookies.find(({ name }) => name === 'leadline_session')).toEqual({
      name: 'leadline_session',
      value: expect.stringMatching(/^[\w-]{43}$/) as string,
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      maxAge: 30 * 86_400,
    })
  })

  test('a second cookie that scripts can read distinguishes sessions and reveals nothing else', async () => {
    const { cookies } = await post(auth.app, '/api/register', ann)
    const mark = cookies.find(({ name }) => name === 'leadline_signed_in')
    expect(mark).toEqual({
      name: 'leadline_signed_in',
      value: expect.stringMatching(/^[\da-f]{8}$/) as string,
      path: '/',
      sameSite: 'Lax',
      maxAge: 30 * 86_400,
    })
    const next = cookiesOf(await post(auth.app, '/api/login', credentials))
    expect(next['leadline_signed_in']).not.toBe(mark?.value)
  })

  test('with https, the cookies are secure and bound to the host', async () => {
    const secure = await createAuthApp(auth.deps.db, { settings: { PUBLIC_URL: 'https://leads.example' } })
    const registered = await post(secure.app, '/api/register', ann)
    expect(registered.cookies.map(({ name }) => name)).toEqual([
      '__Host-leadline_session',
      '__Host-leadline_signed_in',
      '__Host-leadline_device',
    ])
    expect(registered.cookies.every(cookie => cookie.secure)).toBe(true)
    // A browser is known for a year, so that others cannot lock its owner out.
    expect(registered.cookies.map(({ maxAge = 0 }) => maxAge / 86_400)).toEqual([30, 30, 365])
    expect((await getUser(secure.app, cookiesOf(registered))).statusCode).toBe(200)
    await secure.app.close()
  })

  test("the cookie's value is not stored in the database", async () => {
    const { leadline_session: token = '' } = await register()
    const [session] = await sessions()
    const kept = Buffer.from(session?.token_hash ?? [])
    expect(kept).toHaveLength(32)
    expect(kept.toString('base64url')).not.toBe(token)
    expect(kept.equals(Buffer.from(token, 'base64url'))).toBe(false)
  })

  test("each sign-in starts a new session and ends the browser's previous one", async () => {
    const first = await register()
    const second = cookiesOf(await post(auth.app, '/api/login', credentials, { cookies: first }))
    expect(second['leadline_session']).not.toBe(first['leadline_session'])
    expect((await getUser(auth.app, first)).statusCode).toBe(401)
    expect((await getUser(auth.app, second)).statusCode).toBe(200)
    const elsewhere = cookiesOf(await post(auth.app, '/api/login', credentials))
    expect((await getUser(auth.app, elsewhere)).statusCode).toBe(200)
    expect((await getUser(auth.app, second)).statusCode).toBe(200)
  })

  test('an unused session ends after 30 days', async () => {
    const cookies = await register()
    wait(30 * DAY_MS - 1)
    expect((await getUser(auth.app, { leadline_session: 'x'.repeat(43) })).statusCode).toBe(401)
    wait(1)
    const refused = await getUser(auth.app, cookies)
    expect(refused.statusCode).toBe(401)
    expect(refused.json()).toEqual({ message: 'Please log in.', errorType: 'NOT_SIGNED_IN' })
    // The response may arrive after the next sign-in in the same browser.
    expect(refused.cookies).toEqual([])
  })

  test('a session in use is extended, and written at most once an hour', async () => {
    const cookies = await register()
    const [begun] = await sessions()
    wait(HOUR_MS - 1000)
    expect((await getUser(auth.app, cookies)).cookies).toEqual([])
    expect(await sessions()).toEqual([begun])
    wait(1000)
    expect((await getUser(auth.app, cookies)).cookies).toMatchObject([
      { name: 'leadline_session', maxAge: 30 * 86_400 },
      { name: 'leadline_signed_in', maxAge: 30 * 86_400 },
    ])
    wait(29 * DAY_MS + 23 * HOUR_MS)
    expect((await getUser(auth.app, cookies)).statusCode).toBe(200)
  })

  test('a session that ends during one of its calls is not restored in the browser', async () => {
    const cookies = await register()
    wait(HOUR_MS)
    const { db } = auth.deps
    const { queryPrepared } = db
    const ask = vi.spyOn(db, 'queryPrepared').mockImplementation(async (text, values) => {
      const rows = await queryPrepared(text, values)
      if (text.includes('FROM session')) await db.query('DELETE FROM session')
      return rows
    })
    const answered = await getUser(auth.app, cookies)
    ask.mockRestore()
    expect(await sessions()).toEqual([])
    expect(answered).toMatchObject({ statusCode: 200, cookies: [] })
  })

  test('a call succeeds even if its session cannot be renewed afterwards', async () => {
    const cookies = await register()
    wait(HOUR_MS)
    const { db } = auth.deps
    const { query } = db
    const ask = vi.spyOn(db, 'query').mockImplementation((text, values) => {
      if (text.startsWith('UPDATE session SET expires_at')) throw new Error('the connection is cut')
      return query(text, values)
    })
    const answered = await getUser(auth.app, cookies)
    ask.mockRestore()
    expect(answered).toMatchObject({ statusCode: 200, cookies: [] })
    expect((await getUser(auth.app, cookies)).cookies).toHaveLength(2)
  })

  test('a session ends after 90 days, even if it is in use', async () => {
    const cookies = await register()
    for (let time = 0; time < 3; time++) {
      wait(29 * DAY_MS)
      expect((await getUser(auth.app, cookies)).statusCode).toBe(200)
    }
    wait(3 * DAY_MS)
    expect((await getUser(auth.app, cookies)).statusCode).toBe(401)
    await runChore(auth.deps, 'expired-sessions')
    expect(await sessions()).toEqual([])
  })

  test('an account keeps its newest hundred sessions', async () => {
    const oldest = await register()
    await auth.deps.db.query(
      `INSERT INTO session (token_hash, user_id, created_at, expires_at)
       SELECT sha256(n::text::bytea), user_id, created_at, expires_at FROM session, generate_series(1, 99) n`,
    )
    expect((await getUser(auth.app, oldest)).statusCode).toBe(200)
    const newest = cookiesOf(await post(auth.app, '/api/login', credentials))
    expect(await sessions()).toHaveLength(100)
    expect((await getUser(auth.app, oldest)).statusCode).toBe(401)
    expect((await getUser(auth.app, newest)).statusCode).toBe(200)
  })

  test('expired sessions are deleted', async () => {
    await register()
    wait(31 * DAY_MS)
    await post(auth.app, '/api/login', credentials)
    await runChore(auth.deps, 'expired-sessions')
    expect(await sessions()).toHaveLength(1)
  })

  test('logging out ends the session and clears its cookies', async () => {
    const cookies = await register()
    const left = await post(auth.app, '/api/logout', {}, { cookies })
    expect(left.statusCode).toBe(200)
    expect(left.cookies).toEqual([
      expect.objectContaining({ name: 'leadline_session', value: '', maxAge: 0 }),
      expect.objectContaining({ name: 'leadline_signed_in', value: '', maxAge: 0 }),
    ])
    expect((await getUser(auth.app, cookies)).statusCode).toBe(401)
    expect(await sessions()).toEqual([])
  })

  test('logging out without a session succeeds', async () => {
    const left = await auth.app.inject({ method: 'POST', url: '/api/logout' })
    expect(left.statusCode).toBe(200)
  })
})

const credentials = { username: ann.username, password: ann.password }
