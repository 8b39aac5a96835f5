import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { SignedInDevice } from '#contract/security.ts'
import { createTestApp, signUp, type SignedIn, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { runDueJobs, tokenMailedTo } from '#tests/support/due-jobs.ts'
import { bearer, makeApiKey, signUpElite } from '#tests/support/good-calls.ts'
import { codeNow, withTwoFactor } from '#tests/support/two-factor.ts'
import type { Db } from '../db/client.ts'
import { runChore } from '../jobs/job-runner.ts'
import { removeTwoFactorOf } from './two-factor.usecases.ts'

const oldPassword = 'correct horse battery'
const newPassword = 'another long password'
let addresses = 0

describeOnBothDatabases('the safety of an account', open => {
  let db: Db
  let product: TestApp
  let ann: SignedIn

  beforeAll(async () => {
    db = await open()
    product = await createTestApp({ db })
  })
  beforeEach(async () => {
    await db.query('DELETE FROM rate_limit')
    product.mails.length = 0
    product.log.length = 0
    ann = await signUp(product.app)
  })

  type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
  const send = (method: Method, url: string, payload?: object, cookie = ann.cookie) =>
    product.app.inject({
      method,
      url,
      headers: { cookie },
      ...(payload === undefined ? {} : { payload }),
      remoteAddress: `10.9.${addresses >> 8}.${addresses++ & 255}`,
    })
  const ask = (url: string, payload: object) => send('POST', url, payload, '')
  const login = (password: string, code?: string, { username } = ann.user) =>
    ask('/api/login', { username, password, ...(code === undefined ? {} : { code }) })
  const askForReset = (email: string) => ask('/api/forgot-password', { email })
  const resetLink = async () => {
    await askForReset(ann.user.email)
    return tokenMailedTo(product.app, ann.user.email, '/reset-password#')
  }
  const isSignedIn = async ({ cookie } = ann) => (await send('GET', '/api/user', undefined, cookie)).statusCode === 200
  const cookieOf = (response: Awaited<ReturnType<typeof send>>) =>
    response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const kindsOf = async ({ user } = ann) =>
    (await db.query<{ kind: string }>('SELECT kind FROM security_event WHERE user_id = $1 ORDER BY id', [user.id])).map(
      ({ kind }) => kind,
    )

  test('a reset by mail sets the password, ends all sessions, works once, and confirms the address', async () => {
    const token = await resetLink()
    expect((await ask('/api/reset-password', { token, newPassword })).statusCode).toBe(200)
    expect(await isSignedIn()).toBe(false)
    expect((await login(oldPassword)).statusCode).toBe(401)
    expect((await login(newPassword)).json()).toMatchObject({ emailVerified: true })
    const again = await ask('/api/reset-password', { token, newPassword: 'a third password' })
    expect(again.json()).toMatchObject({ errorType: 'INVALID_LINK' })
    await runDueJobs(product.deps)
    expect(product.mails).toContainEqual(
      expect.objectContaining({ to: ann.user.email, subject: 'Your password was changed' }),
    )
  })

  test('a link to reset the password is good for an hour', async () => {
    const token = await resetLink()
    product.clock.advance({ minutes: 61 })
    expect((await ask('/api/reset-password', { token, newPassword })).json()).toMatchObject({
      errorType: 'INVALID_LINK',
    })
    await runChore(product.deps, 'expired-sessions')
    expect(
      await db.query(`SELECT FROM account_token WHERE purpose = 'reset-password' AND user_id = $1`, [ann.user.id]),
    ).toEqual([])
  })

  test('known and unknown addresses get the same answer for a reset, after the same work; only the known one gets a mail', async () => {
    await runDueJobs(product.deps)
    product.mails.length = 0
    const [known, unknown] = [await askForReset(ann.user.email), await askForReset('nobody@example.com')]
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
    expect(known.statusCode).toBe(202)
    const queued = await db.query<{ name: string }>(
      `SELECT data->>'name' AS name FROM pgboss.job WHERE state = 'created' AND name = 'jobs'`,
    )
    expect(queued.map(({ name }) => name)).toEqual(['reset-password', 'reset-password'])
    await runDueJobs(product.deps)
    expect(product.mails.map(({ to }) => to)).toEqual([ann.user.email])
  })

  test('nobody can fill a mailbox with resets, and links that were sent stay good', async () => {
    const token = await resetLink()
    for (let time = 0; time < 8; time++) await askForReset(ann.user.email)
    await runDueJobs(product.deps)
    expect(product.mails.filter(({ subject }) => subject === 'Set a new password')).toHaveLength(5)
    expect((await ask('/api/reset-password', { token, newPassword })).statusCode).toBe(200)
  })

  test('no secret of a mail is kept in clear or written to the log', async () => {
    const token = await resetLink()
    await ask('/api/reset-password', { token: `${token}x`, newPassword })
    const [kept] = await db.query<{ text: string }>(
      `SELECT coalesce((SELECT string_agg(data::text, '') FROM pgboss.job), '')
         || coalesce((SELECT string_agg(t::text, '') FROM account_token t), '') AS text`,
    )
    expect(kept?.text).not.toContain(token)
    expect(product.log.join()).not.toContain(token)
    expect(product.log.join()).not.toContain(ann.user.email)
  })

  test('the password is changed by who knows it, which ends the other sessions and tells the owner', async () => {
    const other = cookieOf(await login(oldPassword))
    const wrong = await send('POST', '/api/account/password', { currentPassword: 'not this one', newPassword })
    expect(wrong.json()).toMatchObject({ errorType: 'WRONG_PASSWORD', issues: [{ path: 'currentPassword' }] })
    expect(
      (await send('POST', '/api/account/password', { currentPassword: oldPassword, newPassword })).statusCode,
    ).toBe(200)
    expect(await isSignedIn()).toBe(true)
    expect(await isSignedIn({ cookie: other, user: ann.user })).toBe(false)
    expect((await login(newPassword)).statusCode).toBe(200)
    await runDueJobs(product.deps)
    expect(product.mails.map(({ subject }) => subject)).toContain('Your password was changed')
  })

  test.each(['password', 'Password123', '12345678', 'iloveyou'])(
    'a password of every leaked list is refused: %s',
    async password => {
      const refused = await ask('/api/register', { username: 'weak', email: 'weak@example.com', password })
      expect(refused.json()).toMatchObject({
        issues: [{ path: 'password', message: expect.stringContaining('too common') as string }],
      })
    },
  )

  test('a password of the own name or e-mail is refused, one that only holds it is not', async () => {
    const owner = { username: 'gwendolyn', email: 'gwendolyn.p@example.com', firstName: 'Wenda' }
    for (const password of ['Gwendolyn', 'gwendolyn1987!', 'gwendolyn.p@example.com'])
      expect((await ask('/api/register', { ...owner, password })).json()).toMatchObject({
        message: 'Password must not be your own name or email',
      })
    expect((await ask('/api/register', { ...owner, password: 'gwendolyn likes trains' })).statusCode).toBe(201)
  })

  test('a registration brings a mail whose link confirms the address, once', async () => {
    expect(ann.user.emailVerified).toBe(false)
    const token = await tokenMailedTo(product.app, ann.user.email, '/verify-email#')
    expect((await ask('/api/verify-email', { token })).statusCode).toBe(200)
    expect((await send('GET', '/api/user')).json()).toMatchObject({ emailVerified: true })
    expect((await ask('/api/verify-email', { token })).json()).toMatchObject({ errorType: 'INVALID_LINK' })
  })

  test('a link for a former address confirms nothing', async () => {
    const token = await tokenMailedTo(product.app, ann.user.email, '/verify-email#')
    await send('PATCH', '/api/profile', { email: `new-${ann.user.email}` })
    expect((await ask('/api/verify-email', { token })).json()).toMatchObject({ errorType: 'INVALID_LINK' })
  })

  test('the confirmation can be asked for again, five times an hour', async () => {
    const statuses = []
    for (let time = 0; time < 6; time++) statuses.push((await send('POST', '/api/verify-email/resend')).statusCode)
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
  })

  test('a changed e-mail is told to the former address, whose link takes the change back and ends all sessions', async () => {
    const email = `new-${ann.user.email}`
    expect((await send('PATCH', '/api/profile', { email })).json()).toMatchObject({ email, emailVerified: false })
    const token = await tokenMailedTo(product.app, ann.user.email, '/verify-email#undo.')
    expect((await ask('/api/undo-email', { token })).statusCode).toBe(200)
    expect(await isSignedIn()).toBe(false)
    expect((await login(oldPassword)).json()).toMatchObject({ email: ann.user.email })
  })

  test('who borrows a session and changes the e-mail twice gets no link that takes the second change back', async () => {
    const [first, second] = [`first-${ann.user.email}`, `second-${ann.user.email}`]
    await send('PATCH', '/api/profile', { email: first })
    await send('PATCH', '/api/profile', { email: second })
    await send('PATCH', '/api/profile', { email: ann.user.email, currentPassword: oldPassword })
    await runDueJobs(product.deps)
    const told = product.mails.filter(({ text }) => text.includes('undo.')).map(({ to }) => to)
    expect(told).toEqual([ann.user.email, ann.user.email])
  })

  test('a slip in the e-mail that is put right with the password leaves the stranger no way in', async () => {
    const stranger = ann.user.email
    const token = await resetLink()
    await send('PATCH', '/api/profile', { email: `mine-${stranger}`, currentPassword: oldPassword })
    await runDueJobs(product.deps)
    expect(product.mails.filter(({ text }) => text.includes('undo.'))).toEqual([])
    expect((await ask('/api/reset-password', { token, newPassword })).json()).toMatchObject({
      errorType: 'INVALID_LINK',
    })
  })

  test('taking a change back revokes the API keys that were made meanwhile', async () => {
    const elite = await signUpElite(product.app, product.deps)
    await send('PATCH', '/api/profile', { email: `new-${elite.user.email}` }, elite.cookie)
    const { secret } = await makeApiKey(product.app, elite)
    const usage = () => product.app.inject({ url: '/api/v1/usage', headers: bearer(secret) })
    expect((await usage()).statusCode).toBe(200)
    const token = await tokenMailedTo(product.app, elite.user.email, '/verify-email#undo.')
    await ask('/api/undo-email', { token })
    expect((await usage()).statusCode).toBe(401)
  })

  test('the link of a mail ends the session of the browser that opens it, whoever is signed in there', async () => {
    const bob = await signUp(product.app)
    const token = await resetLink()
    const reset = await send('POST', '/api/reset-password', { token, newPassword }, bob.cookie)
    expect(reset.cookies.map(({ name, value }) => [name, value])).toEqual([
      ['leadline_session', ''],
      ['leadline_signed_in', ''],
    ])
    expect(await isSignedIn(bob)).toBe(false)
  })

  test('with an e-mail that was changed without the password, the password is reset through the former one for a week', async () => {
    const email = `new-${ann.user.email}`
    await send('PATCH', '/api/profile', { email })
    const receiver = async () => {
      await askForReset(email)
      await runDueJobs(product.deps)
      return product.mails.findLast(({ subject }) => subject === 'Set a new password')?.to
    }
    expect(await receiver()).toBe(ann.user.email)
    product.clock.advance({ days: 8 })
    expect(await receiver()).toBe(email)
  })

  test('with the password, a changed e-mail is the one for resets at once; a wrong password changes nothing', async () => {
    const email = `new-${ann.user.email}`
    const wrong = await send('PATCH', '/api/profile', { email, currentPassword: 'not this one' })
    expect(wrong.json()).toMatchObject({ errorType: 'WRONG_PASSWORD', issues: [{ path: 'currentPassword' }] })
    await send('PATCH', '/api/profile', { email, currentPassword: oldPassword })
    await askForReset(email)
    await tokenMailedTo(product.app, email, '/reset-password#')
  })

  test('sessions are listed with their device; one, or all others, can be ended, and nobody else’s', async () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const elsewhere = cookieOf(
      await product.app.inject({
        method: 'POST',
        url: '/api/login',
        payload: { username: ann.user.username, password: oldPassword },
        headers: { 'user-agent': agent },
      }),
    )
    const listed = (await send('GET', '/api/account/sessions')).json<SignedInDevice[]>()
    expect(listed.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Firefox on Linux', false],
      ['Unknown device', true],
    ])
    const bob = await signUp(product.app)
    const url = `/api/account/sessions/${listed[0]?.id}`
    expect((await send('DELETE', url, undefined, bob.cookie)).statusCode).toBe(404)
    expect((await send('DELETE', url)).json()).toHaveLength(1)
    expect(await isSignedIn({ cookie: elsewhere, user: ann.user })).toBe(false)
    const third = cookieOf(await login(oldPassword))
    expect((await send('DELETE', '/api/account/sessions')).json()).toHaveLength(1)
    expect(await isSignedIn({ cookie: third, user: ann.user })).toBe(false)
    expect(await isSignedIn()).toBe(true)
  })

  test('with two-factor sign-in on, a code is needed beside the password, and is good once', async () => {
    const two = await withTwoFactor(product.app)
    expect((await login(oldPassword, undefined, two.user)).json()).toMatchObject({ errorType: 'TWO_FACTOR_REQUIRED' })
    expect((await login('wrong password', undefined, two.user)).json()).toMatchObject({
      errorType: 'WRONG_CREDENTIALS',
    })
    expect((await login(oldPassword, '000000', two.user)).json()).toMatchObject({ errorType: 'WRONG_CODE' })
    product.clock.advance({ minutes: 1 })
    const code = codeNow(product.app, two.secret)
    expect((await login(oldPassword, code, two.user)).statusCode).toBe(200)
    expect((await login(oldPassword, code, two.user)).json()).toMatchObject({ errorType: 'WRONG_CODE' })
  })

  test('a recovery code signs in once, however it is typed', async () => {
    const { user, cookie, recoveryCodes } = await withTwoFactor(product.app)
    const [first = '', second = '', third = ''] = recoveryCodes
    expect(recoveryCodes).toHaveLength(10)
    expect((await login(oldPassword, first.toUpperCase().replaceAll('-', ' '), user)).statusCode).toBe(200)
    expect((await login(oldPassword, first, user)).statusCode).toBe(401)
    expect((await send('GET', '/api/account/security', undefined, cookie)).json()).toEqual({
      twoFactor: { isOn: true, recoveryCodesLeft: 9 },
    })
    const proof = { currentPassword: oldPassword, code: second }
    const renewed = await send('POST', '/api/account/two-factor/recovery-codes', proof, cookie)
    expect(renewed.json<{ recoveryCodes: string[] }>().recoveryCodes).toHaveLength(10)
    expect((await login(oldPassword, third, user)).statusCode).toBe(401)
    expect(await kindsOf({ user, cookie })).toContain('recovery-code-used')
  })

  test('codes can not be tried out: not from many addresses either', async () => {
    const { user } = await withTwoFactor(product.app)
    const answers = []
    for (let time = 0; time < 21; time++)
      answers.push((await login(oldPassword, String(100_000 + time), user)).statusCode)
    expect(answers.slice(0, 20)).toEqual(Array<number>(20).fill(401))
    expect(answers.at(-1)).toBe(429)
  })

  test('two-factor sign-in is turned off by both factors alone, which the owner is told', async () => {
    const { user, cookie, recoveryCodes } = await withTwoFactor(product.app)
    const remove = (currentPassword: string, code: string) =>
      send('POST', '/api/account/two-factor/remove', { currentPassword, code }, cookie)
    expect((await remove('wrong one', recoveryCodes[0] ?? '')).statusCode).toBe(403)
    expect((await remove(oldPassword, '000000')).json()).toMatchObject({ issues: [{ path: 'code' }] })
    expect((await remove(oldPassword, recoveryCodes[0] ?? '')).statusCode).toBe(200)
    expect((await login(oldPassword, undefined, user)).statusCode).toBe(200)
    await runDueJobs(product.deps)
    const told = product.mails.filter(({ to }) => to === user.email).map(({ subject }) => subject)
    expect(told).toEqual(expect.arrayContaining(['Two-factor sign-in is on', 'Two-factor sign-in is off']))
  })

  test('who has lost phone and codes is let in by the operator, which goes on the log and to the mailbox', async () => {
    const { user, cookie } = await withTwoFactor(product.app)
    await removeTwoFactorOf(product.deps, user.username.toUpperCase())
    expect((await login(oldPassword, undefined, user)).statusCode).toBe(200)
    expect(await kindsOf({ user, cookie })).toContain('two-factor-off')
    await runDueJobs(product.deps)
    expect(product.mails).toContainEqual(
      expect.objectContaining({ to: user.email, subject: 'Two-factor sign-in is off' }),
    )
    await expect(removeTwoFactorOf(product.deps, user.username)).rejects.toThrow('set up two-factor sign-in first')
    await expect(removeTwoFactorOf(product.deps, 'nobody at all')).rejects.toThrow('There is no user')
  })

  test('a line of the log says which account asked, also where it was refused', async () => {
    await send('GET', '/api/admin/users')
    const lines = product.log.map(line => JSON.parse(line) as Record<string, unknown>)
    expect(lines.findLast(({ path }) => path === '/api/admin/users')).toMatchObject({
      accountId: ann.user.id,
      status: 403,
    })
  })

  test('what happens to an account goes on a log that nobody can change', async () => {
    await login('wrong password')
    await login(oldPassword)
    expect(await kindsOf()).toEqual(['registered', 'sign-in-failed', 'signed-in'])
    await ask('/api/login', { username: 'nobody at all', password: oldPassword })
    const [last] = await db.query('SELECT user_id, actor_id, kind FROM security_event ORDER BY id DESC LIMIT 1')
    expect(last).toEqual({ user_id: null, actor_id: null, kind: 'sign-in-failed' })
    await expect(db.query('DELETE FROM security_event')).rejects.toThrow('append-only')
    await expect(db.query(`UPDATE security_event SET kind = 'registered'`)).rejects.toThrow('append-only')
  })
})
