import { expect, test } from 'vitest'
import { signUp } from '#tests/support/app.ts'
import { runDueJobs, tokenMailedTo } from '#tests/support/due-jobs.ts'
import { bearer, makeApiKey, signUpElite } from '#tests/support/good-calls.ts'
import { runChore } from '../jobs/job-runner.ts'
import { cookieOf, describeAccount, newPassword, oldPassword } from './account-test.ts'

describeAccount('the password and the email of an account', account => {
  const { send, ask, login, askForReset, resetLink, isSignedIn } = account

  test('a reset by mail sets the password, ends all sessions, works once, and confirms the address', async () => {
    const token = await resetLink()
    expect((await ask('/api/reset-password', { token, newPassword })).statusCode).toBe(200)
    expect(await isSignedIn()).toBe(false)
    expect((await login(oldPassword)).statusCode).toBe(401)
    expect((await login(newPassword)).json()).toMatchObject({ emailVerified: true })
    const again = await ask('/api/reset-password', { token, newPassword: 'a third password' })
    expect(again.json()).toMatchObject({ errorType: 'INVALID_LINK' })
    await runDueJobs(account.product.deps)
    expect(account.product.mails).toContainEqual(
      expect.objectContaining({ to: account.ann.user.email, subject: 'Your password was changed' }),
    )
  })

  test('a link to reset the password is good for an hour', async () => {
    const token = await resetLink()
    account.product.clock.advance({ minutes: 61 })
    expect((await ask('/api/reset-password', { token, newPassword })).json()).toMatchObject({
      errorType: 'INVALID_LINK',
    })
    await runChore(account.product.deps, 'expired-sessions')
    expect(
      await account.db.query(`SELECT FROM account_token WHERE purpose = 'reset-password' AND user_id = $1`, [
        account.ann.user.id,
      ]),
    ).toEqual([])
  })

  test('known and unknown addresses get the same answer for a reset, after the same work; only the known one gets a mail', async () => {
    await runDueJobs(account.product.deps)
    account.product.mails.length = 0
    const [known, unknown] = [await askForReset(account.ann.user.email), await askForReset('nobody@example.com')]
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
    expect(known.statusCode).toBe(202)
    const queued = await account.db.query<{ name: string }>(
      `SELECT data->>'name' AS name FROM pgboss.job WHERE state = 'created' AND name = 'jobs'`,
    )
    expect(queued.map(({ name }) => name)).toEqual(['reset-password', 'reset-password'])
    await runDueJobs(account.product.deps)
    expect(account.product.mails.map(({ to }) => to)).toEqual([account.ann.user.email])
  })

  test('nobody can fill a mailbox with resets, and links that were sent stay good', async () => {
    const token = await resetLink()
    for (let time = 0; time < 8; time++) await askForReset(account.ann.user.email)
    await runDueJobs(account.product.deps)
    expect(account.product.mails.filter(({ subject }) => subject === 'Set a new password')).toHaveLength(5)
    expect((await ask('/api/reset-password', { token, newPassword })).statusCode).toBe(200)
  })

  test('a reset that the mail server does not take for hours is mailed when it is back', async () => {
    const { deps, mails } = account.product
    await runDueJobs(deps)
    mails.length = 0
    await askForReset(account.ann.user.email)
    const away = { send: () => Promise.reject(new Error('away')), close: () => {} }
    for (let attempt = 0; attempt < 7; attempt++) {
      await runDueJobs({ ...deps, mailer: away })
      await account.db.query(`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' AND name = 'jobs'`)
    }
    await runDueJobs(deps)
    expect(mails.map(({ to }) => to)).toEqual([account.ann.user.email])
  })

  test('no secret of a mail is kept in clear or written to the log', async () => {
    const token = await resetLink()
    await ask('/api/reset-password', { token: `${token}x`, newPassword })
    const [kept] = await account.db.query<{ text: string }>(
      `SELECT coalesce((SELECT string_agg(data::text, '') FROM pgboss.job), '')
         || coalesce((SELECT string_agg(t::text, '') FROM account_token t), '') AS text`,
    )
    expect(kept?.text).not.toContain(token)
    expect(account.product.log.join()).not.toContain(token)
    expect(account.product.log.join()).not.toContain(account.ann.user.email)
  })

  test('the password is changed by who knows it, which ends the other sessions and tells the owner', async () => {
    const other = cookieOf(await login(oldPassword))
    const wrong = await send('POST', '/api/account/password', { currentPassword: 'not this one', newPassword })
    expect(wrong.json()).toMatchObject({ errorType: 'WRONG_PASSWORD', issues: [{ path: 'currentPassword' }] })
    const changed = await send('POST', '/api/account/password', { currentPassword: oldPassword, newPassword })
    expect(changed.statusCode).toBe(200)
    expect(await isSignedIn({ cookie: cookieOf(changed), user: account.ann.user })).toBe(true)
    expect(await isSignedIn()).toBe(false)
    expect(await isSignedIn({ cookie: other, user: account.ann.user })).toBe(false)
    expect((await login(newPassword)).statusCode).toBe(200)
    await runDueJobs(account.product.deps)
    expect(account.product.mails.map(({ subject }) => subject)).toContain('Your password was changed')
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

  test('a password of the own name or email is refused, one that only holds it is not', async () => {
    const owner = { username: 'gwendolyn', email: 'gwendolyn.p@example.com', firstName: 'Wenda' }
    for (const password of ['Gwendolyn', 'gwendolyn1987!', 'gwendolyn.p@example.com'])
      expect((await ask('/api/register', { ...owner, password })).json()).toMatchObject({
        message: 'Password must not be your own name or email',
      })
    expect((await ask('/api/register', { ...owner, password: 'gwendolyn likes trains' })).statusCode).toBe(201)
  })

  test('a registration brings a mail whose link confirms the address, once', async () => {
    expect(account.ann.user.emailVerified).toBe(false)
    const token = await tokenMailedTo(account.product.app, account.ann.user.email, '/verify-email#')
    expect((await ask('/api/verify-email', { token })).statusCode).toBe(200)
    expect((await send('GET', '/api/user')).json()).toMatchObject({ emailVerified: true })
    expect((await ask('/api/verify-email', { token })).json()).toMatchObject({ errorType: 'INVALID_LINK' })
  })

  test('a link for a former address confirms nothing', async () => {
    const token = await tokenMailedTo(account.product.app, account.ann.user.email, '/verify-email#')
    await send('PATCH', '/api/profile', { email: `new-${account.ann.user.email}` })
    expect((await ask('/api/verify-email', { token })).json()).toMatchObject({ errorType: 'INVALID_LINK' })
  })

  test('the confirmation can be asked for again, five times an hour', async () => {
    const statuses = []
    for (let time = 0; time < 6; time++) statuses.push((await send('POST', '/api/verify-email/resend')).statusCode)
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
  })

  test('a changed email is told to the former address, whose link takes the change back and ends all sessions', async () => {
    const email = `new-${account.ann.user.email}`
    expect((await send('PATCH', '/api/profile', { email })).json()).toMatchObject({ email, emailVerified: false })
    const token = await tokenMailedTo(account.product.app, account.ann.user.email, '/verify-email#undo.')
    expect((await ask('/api/undo-email', { token })).statusCode).toBe(200)
    expect(await isSignedIn()).toBe(false)
    expect((await login(oldPassword)).json()).toMatchObject({ email: account.ann.user.email })
  })

  test('who borrows a session and changes the email twice gets no link that takes the second change back', async () => {
    const [first, second] = [`first-${account.ann.user.email}`, `second-${account.ann.user.email}`]
    await send('PATCH', '/api/profile', { email: first })
    await send('PATCH', '/api/profile', { email: second })
    await send('PATCH', '/api/profile', { email: account.ann.user.email, currentPassword: oldPassword })
    await runDueJobs(account.product.deps)
    const told = account.product.mails.filter(({ text }) => text.includes('undo.')).map(({ to }) => to)
    expect(told).toEqual([account.ann.user.email, account.ann.user.email])
  })

  test('a slip in the email that is put right with the password leaves the stranger no way in', async () => {
    const stranger = account.ann.user.email
    const token = await resetLink()
    await send('PATCH', '/api/profile', { email: `mine-${stranger}`, currentPassword: oldPassword })
    await runDueJobs(account.product.deps)
    expect(account.product.mails.filter(({ text }) => text.includes('undo.'))).toEqual([])
    expect((await ask('/api/reset-password', { token, newPassword })).json()).toMatchObject({
      errorType: 'INVALID_LINK',
    })
  })

  test('taking a change back, or a reset by mail, revokes the API keys that were made meanwhile', async () => {
    const elite = await signUpElite(account.product.app, account.product.deps)
    await send('PATCH', '/api/profile', { email: `new-${elite.user.email}` }, elite.cookie)
    const { secret } = await makeApiKey(account.product.app, elite)
    const usage = () => account.product.app.inject({ url: '/api/v1/usage', headers: bearer(secret) })
    expect((await usage()).statusCode).toBe(200)
    const token = await tokenMailedTo(account.product.app, elite.user.email, '/verify-email#undo.')
    await ask('/api/undo-email', { token })
    expect((await usage()).statusCode).toBe(401)
    const back = { ...elite, cookie: cookieOf(await login(oldPassword, undefined, elite.user)) }
    const next = bearer((await makeApiKey(account.product.app, back)).secret)
    await askForReset(elite.user.email)
    const reset = await tokenMailedTo(account.product.app, elite.user.email, '/reset-password#')
    await ask('/api/reset-password', { token: reset, newPassword })
    expect((await account.product.app.inject({ url: '/api/v1/usage', headers: next })).statusCode).toBe(401)
  })

  test('the link of a mail ends the session of the browser that opens it, whoever is signed in there', async () => {
    const bob = await signUp(account.product.app)
    const token = await resetLink()
    const reset = await send('POST', '/api/reset-password', { token, newPassword }, bob.cookie)
    expect(reset.cookies.map(({ name, value }) => [name, value])).toEqual([
      ['leadline_session', ''],
      ['leadline_signed_in', ''],
    ])
    expect(await isSignedIn(bob)).toBe(false)
  })

  test('with an email that was changed without the password, the password is reset through the former one for a week', async () => {
    const email = `new-${account.ann.user.email}`
    await send('PATCH', '/api/profile', { email })
    const receiver = async () => {
      await askForReset(email)
      await runDueJobs(account.product.deps)
      return account.product.mails.findLast(({ subject }) => subject === 'Set a new password')?.to
    }
    expect(await receiver()).toBe(account.ann.user.email)
    account.product.clock.advance({ days: 8 })
    expect(await receiver()).toBe(email)
  })

  test('with the password, a changed email is the one for resets at once; a wrong password changes nothing', async () => {
    const email = `new-${account.ann.user.email}`
    const wrong = await send('PATCH', '/api/profile', { email, currentPassword: 'not this one' })
    expect(wrong.json()).toMatchObject({ errorType: 'WRONG_PASSWORD', issues: [{ path: 'currentPassword' }] })
    await send('PATCH', '/api/profile', { email, currentPassword: oldPassword })
    await askForReset(email)
    await tokenMailedTo(account.product.app, email, '/reset-password#')
  })
})
