import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { verificationMail } from '#server/accounts/emails/email-proof.usecases.ts'
import { resetMail } from '#server/accounts/emails/password-reset.usecases.ts'
import { runChore } from '#server/entry/job-runner.ts'
import { bearer, makeApiKey, signUpElite } from '#tests/support/api-key.ts'
import { signUp } from '#tests/support/app.ts'
import { mailQueues, runDueJobs, tokenMailedTo } from '#tests/support/due-jobs.ts'
import { meanwhile } from '#tests/support/meanwhile.ts'
import { cookieOf, describeAccountOnPostgres, newPassword, oldPassword } from '#tests/support/test-account.ts'
import { untilSomebodyWaits } from '#tests/support/until-somebody-waits.ts'

describeAccountOnPostgres('the password and the email of an account', account => {
  const { send, ask, login, requestReset, resetLink, changeEmail, isSignedIn } = account

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

  test.each(['/reset-password#', '/verify-email#undo.'])(
    'the link %s leaves a browser of another account logged in, and logs one of its own account out',
    async link => {
      const tokenOfLink = async () => {
        if (link === '/reset-password#') return resetLink()
        await changeEmail(`new-${account.ann.user.email}`)
        return tokenMailedTo(account.product.app, account.ann.user.email, link)
      }
      const use = async (cookie: string) => {
        const body = { token: await tokenOfLink() }
        return link === '/reset-password#'
          ? send('POST', '/api/reset-password', { ...body, newPassword }, cookie)
          : send('POST', '/api/undo-email', body, cookie)
      }
      const bob = await signUp(account.product.app)
      const ofBob = await use(bob.cookie)
      expect([ofBob.statusCode, ofBob.cookies, await isSignedIn(bob)]).toEqual([200, [], true])
      expect(await isSignedIn()).toBe(false)
      await account.begin()
      const own = await use(account.ann.cookie)
      expect(own.cookies.map(({ name, value }) => [name, value])).toEqual([
        ['leadline_session', ''],
        ['leadline_signed_in', ''],
      ])
    },
  )

  test('after the password was changed, a reset link that was mailed before does not work', async () => {
    const token = await resetLink()
    const changed = await send('POST', '/api/account/password', { currentPassword: oldPassword, newPassword })
    expect(changed.statusCode).toBe(200)
    const late = await ask('/api/reset-password', { token, newPassword: 'a third password' })
    expect(late.json()).toMatchObject({ errorType: 'INVALID_LINK' })
    expect((await login(newPassword)).statusCode).toBe(200)
  })

  test('a change of the password and the use of a reset link do not deadlock', async () => {
    const token = await resetLink()
    const change = await account.db.connect()
    await change.query('BEGIN')
    await change.query('SELECT FROM user_account WHERE id = $1 FOR UPDATE', [account.ann.user.id])
    const reset = ask('/api/reset-password', { token, newPassword })
    await untilSomebodyWaits(account.db)
    await change.query(`DELETE FROM account_token WHERE user_id = $1`, [account.ann.user.id])
    await change.query('COMMIT')
    change.release()
    expect((await reset).json()).toMatchObject({ errorType: 'INVALID_LINK' })
  })

  test.each([
    ['confirms the email', verificationMail],
    ['resets the password', resetMail],
  ] as const)(
    'a link that %s is neither stored nor mailed for an account that is deleted meanwhile',
    async (_what, mail) => {
      const { id: userId, email } = account.ann.user
      await runDueJobs(account.product.deps, mailQueues)
      account.product.mails.length = 0
      const deleting = meanwhile(account.product.deps, 'FROM user_account', () =>
        send('POST', '/api/account/delete', { currentPassword: oldPassword }),
      )
      await mail.job.run(deleting, { userId, email }, { id: randomUUID(), isFirst: true, isLast: false })
      expect(account.product.mails).toEqual([])
      expect(await account.db.query('SELECT FROM account_token WHERE user_id = $1', [userId])).toEqual([])
    },
  )

  test('a password reset link works for an hour', async () => {
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

  test('known and unknown addresses get the same response to a reset request after the same work; only the known one gets a mail', async () => {
    await runDueJobs(account.product.deps)
    account.product.mails.length = 0
    const [known, unknown] = [await requestReset(account.ann.user.email), await requestReset('nobody@example.com')]
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
    expect(known.statusCode).toBe(202)
    const queued = await account.db.query<{ name: string }>(
      `SELECT data->>'name' AS name FROM pgboss.job WHERE state = 'created' AND name = 'urgent-mail'`,
    )
    expect(queued.map(({ name }) => name)).toEqual(['reset-password', 'reset-password'])
    await runDueJobs(account.product.deps)
    expect(account.product.mails.map(({ to }) => to)).toEqual([account.ann.user.email])
  })

  const resetsSent = () => account.product.mails.filter(({ subject }) => subject === 'Set a new password')

  test('reset requests within a minute send one mail, and within an hour five; earlier links stay valid', async () => {
    const token = await resetLink()
    const { clock, deps } = account.product
    for (let time = 0; time < 8; time++) await requestReset(account.ann.user.email)
    await runDueJobs(deps)
    expect(resetsSent()).toHaveLength(1)
    for (let minute = 1; minute < 60; minute++) {
      clock.advance({ minutes: 1 })
      await requestReset(account.ann.user.email)
      await runDueJobs(deps)
    }
    expect(resetsSent()).toHaveLength(5)
    expect((await ask('/api/reset-password', { token, newPassword })).statusCode).toBe(200)
  })

  test('concurrent reset requests in several processes send one mail', async () => {
    await Promise.all(Array.from({ length: 10 }, () => requestReset(account.ann.user.email)))
    await Promise.all([runDueJobs(account.product.deps), runDueJobs(account.product.deps)])
    expect(resetsSent()).toHaveLength(1)
  })

  test('after using a reset link, a user can request another immediately', async () => {
    await ask('/api/reset-password', { token: await resetLink(), newPassword })
    const token = await resetLink()
    expect((await ask('/api/reset-password', { token, newPassword: 'a third password' })).statusCode).toBe(200)
  })

  test('a reset mail is sent when the mail server is back after hours', async () => {
    const { deps, mails } = account.product
    await runDueJobs(deps)
    mails.length = 0
    await requestReset(account.ann.user.email)
    const away = { send: () => Promise.reject(new Error('away')), close: () => {} }
    for (let attempt = 0; attempt < 7; attempt++) {
      await runDueJobs({ ...deps, mailer: away })
      await account.db.query(`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' AND name = 'urgent-mail'`)
    }
    await runDueJobs(deps)
    expect(mails.map(({ to }) => to)).toEqual([account.ann.user.email])
  })

  test('no secret of a mail is stored in plain text or logged', async () => {
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

  test('changing the password requires the current one, ends other sessions, and notifies the owner', async () => {
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

  test('a registration sends a mail whose link confirms the address once', async () => {
    expect(account.ann.user.emailVerified).toBe(false)
    const token = await tokenMailedTo(account.product.app, account.ann.user.email, '/verify-email#')
    expect((await ask('/api/verify-email', { token })).statusCode).toBe(200)
    expect((await send('GET', '/api/user')).json()).toMatchObject({ emailVerified: true })
    expect((await ask('/api/verify-email', { token })).json()).toMatchObject({ errorType: 'INVALID_LINK' })
  })

  test('a link sent before a new email was entered confirms nothing', async () => {
    const token = await tokenMailedTo(account.product.app, account.ann.user.email, '/verify-email#')
    await send('PATCH', '/api/profile', { email: `new-${account.ann.user.email}` })
    expect((await ask('/api/verify-email', { token })).json()).toMatchObject({ errorType: 'INVALID_LINK' })
  })

  test('the confirmation can be sent again, up to five mails an hour including the one at sign-up', async () => {
    const statuses = []
    for (let time = 0; time < 5; time++) statuses.push((await send('POST', '/api/verify-email/resend')).statusCode)
    expect(statuses).toEqual([202, 202, 202, 202, 429])
  })

  test('the former address is notified of an email change, and its link undoes the change and ends all sessions', async () => {
    const email = `new-${account.ann.user.email}`
    await changeEmail(email)
    expect((await send('GET', '/api/user')).json()).toMatchObject({ email, emailVerified: true })
    const token = await tokenMailedTo(account.product.app, account.ann.user.email, '/verify-email#undo.')
    expect((await ask('/api/undo-email', { token })).statusCode).toBe(200)
    expect(await isSignedIn()).toBe(false)
    expect((await login(oldPassword)).json()).toMatchObject({ email: account.ann.user.email })
  })

  test('an attacker with a stolen session who changes the email twice gets no link that undoes the second change', async () => {
    const [first, second] = [`first-${account.ann.user.email}`, `second-${account.ann.user.email}`]
    await changeEmail(first)
    await changeEmail(second)
    account.product.clock.advance({ hours: 1 })
    await changeEmail(account.ann.user.email, { currentPassword: oldPassword })
    await runDueJobs(account.product.deps)
    const told = account.product.mails.filter(({ text }) => text.includes('undo.')).map(({ to }) => to)
    expect(told).toEqual([account.ann.user.email, account.ann.user.email])
  })

  test('a typo in the email, corrected with the password, gives the stranger no access', async () => {
    const stranger = account.ann.user.email
    const token = await resetLink()
    await changeEmail(`mine-${stranger}`, { currentPassword: oldPassword })
    await runDueJobs(account.product.deps)
    expect(account.product.mails.filter(({ text }) => text.includes('undo.'))).toEqual([])
    expect((await ask('/api/reset-password', { token, newPassword })).json()).toMatchObject({
      errorType: 'INVALID_LINK',
    })
  })

  test('undoing an email change, or a reset by mail, revokes API keys created meanwhile', async () => {
    const elite = await signUpElite(account.product.app, account.product.deps)
    await changeEmail(`new-${elite.user.email}`, {}, elite.cookie)
    const { secret } = await makeApiKey(account.product.app, elite)
    const usage = () => account.product.app.inject({ url: '/api/v1/usage', headers: bearer(secret) })
    expect((await usage()).statusCode).toBe(200)
    const token = await tokenMailedTo(account.product.app, elite.user.email, '/verify-email#undo.')
    await ask('/api/undo-email', { token })
    expect((await usage()).statusCode).toBe(401)
    const back = { ...elite, cookie: cookieOf(await login(oldPassword, undefined, elite.user)) }
    const next = bearer((await makeApiKey(account.product.app, back)).secret)
    await requestReset(elite.user.email)
    const reset = await tokenMailedTo(account.product.app, elite.user.email, '/reset-password#')
    await ask('/api/reset-password', { token: reset, newPassword })
    expect((await account.product.app.inject({ url: '/api/v1/usage', headers: next })).statusCode).toBe(401)
  })

  test('a reset is mailed to the requested address, never to another one of the account', async () => {
    const own = account.ann.user.email
    const email = `new-${own}`
    await changeEmail(email)
    const receiver = async (asked: string) => {
      account.product.mails.length = 0
      await requestReset(asked)
      await runDueJobs(account.product.deps)
      return account.product.mails.filter(({ subject }) => subject === 'Set a new password').map(({ to }) => to)
    }
    expect(await receiver(email.toUpperCase())).toEqual([email])
    expect(await receiver(own)).toEqual([own])
    account.product.clock.advance({ days: 8 })
    expect(await receiver(email)).toEqual([email])
    expect(await receiver(own)).toEqual([])
  })

  test('a wrong password changes no email', async () => {
    const email = `new-${account.ann.user.email}`
    const wrong = await send('PATCH', '/api/profile', { email, currentPassword: 'not this one' })
    expect(wrong.json()).toMatchObject({ errorType: 'WRONG_PASSWORD', issues: [{ path: 'currentPassword' }] })
    expect((await send('GET', '/api/user')).json()).toMatchObject({ email: account.ann.user.email })
  })
})
