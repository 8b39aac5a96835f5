import { expect, test } from 'vitest'
import { bearer, makeApiKey, signUpElite } from '#tests/support/api-key.ts'
import { signUp } from '#tests/support/app.ts'
import { runDueJobs, tokenMailedTo } from '#tests/support/due-jobs.ts'
import { cookieOf, describeAccount, newPassword, oldPassword } from '#tests/support/test-account.ts'
import { beginTwoFactor, codeNow, withTwoFactor } from '#tests/support/two-factor.ts'

/** `ann` is the attacker; nobody has the victim's address yet. */
describeAccount('an unconfirmed email', account => {
  const { send, ask, login, requestReset, changeEmail, confirmEmail, isSignedIn } = account
  const victims = () => `victim-${account.ann.user.email}`
  const type = (email: string, cookie = account.ann.cookie) => send('PATCH', '/api/profile', { email }, cookie)
  const userOf = async (cookie = account.ann.cookie) =>
    (await send('GET', '/api/user', undefined, cookie)).json<object>()
  const register = (email: string, username = `victim${account.ann.user.id}`) =>
    ask('/api/register', { username, email, password: oldPassword })
  const mailed = (to: string, link: string) => tokenMailedTo(account.product.app, to, link)
  const reset = async (email: string) => {
    await requestReset(email)
    return ask('/api/reset-password', { token: await mailed(email, '/reset-password#'), newPassword })
  }
  const receiversOfResets = async (email: string) => {
    account.product.mails.length = 0
    await requestReset(email)
    await runDueJobs(account.product.deps)
    return account.product.mails.filter(({ subject }) => subject === 'Set a new password').map(({ to }) => to)
  }

  test('is shown as entered, while the former one still signs in and gets our mail', async () => {
    const own = account.ann.user.email
    expect((await type(victims())).json()).toMatchObject({
      email: victims(),
      activeEmail: own,
      emailVerified: false,
    })
    expect((await ask('/api/login', { username: own, password: oldPassword })).statusCode).toBe(200)
    expect((await ask('/api/login', { username: victims(), password: oldPassword })).statusCode).toBe(401)
    expect(await receiversOfResets(own)).toEqual([own])
    expect(await receiversOfResets(victims())).toEqual([])
  })

  test('blocks no sign-up: its owner can register and gets the resets, and the account that entered it keeps its former email', async () => {
    const own = account.ann.user.email
    await type(victims())
    const attackersLink = await mailed(victims(), '/verify-email#')
    expect((await register(victims().toUpperCase())).statusCode).toBe(201)
    expect(await userOf()).toMatchObject({ email: own, activeEmail: own })
    expect((await ask('/api/verify-email', { token: attackersLink })).json()).toMatchObject({
      errorType: 'INVALID_LINK',
    })
    expect(await receiversOfResets(victims())).toEqual([victims().toUpperCase()])
    expect((await type(victims())).json()).toMatchObject({ errorType: 'EMAIL_TAKEN' })
  })

  test('belongs to the account that confirms it; others keep their former email, and their links end', async () => {
    const victim = await signUp(account.product.app)
    await type(victims())
    const attackersLink = await mailed(victims(), '/verify-email#')
    await changeEmail(victims(), {}, victim.cookie)
    expect(await userOf(victim.cookie)).toMatchObject({ email: victims(), emailVerified: true })
    expect(await userOf()).toMatchObject({ email: account.ann.user.email })
    expect((await ask('/api/verify-email', { token: attackersLink })).json()).toMatchObject({
      errorType: 'INVALID_LINK',
    })
    expect(await receiversOfResets(victims())).toEqual([victims()])
  })

  test('blocks nobody, even if entered with the password', async () => {
    await send('PATCH', '/api/profile', { email: victims(), currentPassword: oldPassword })
    expect((await register(victims())).statusCode).toBe(201)
    expect(await userOf()).toMatchObject({ email: account.ann.user.email })
  })

  test('can be dropped for the current one, which stays confirmed and gets no mail', async () => {
    await confirmEmail(account.ann.user.email)
    await type(victims())
    account.product.mails.length = 0
    expect((await type(account.ann.user.email)).json()).toMatchObject({
      email: account.ann.user.email,
      emailVerified: true,
    })
    await runDueJobs(account.product.deps)
    expect(account.product.mails).toEqual([])
  })

  test('sends no second mail when the profile is saved again', async () => {
    await type(victims())
    await runDueJobs(account.product.deps)
    account.product.mails.length = 0
    await send('PATCH', '/api/profile', { email: victims(), firstName: 'Ann' })
    await runDueJobs(account.product.deps)
    expect(account.product.mails).toEqual([])
    expect(await userOf()).toMatchObject({ email: victims(), firstName: 'Ann' })
  })

  test('goes to one of two accounts that confirm it at the same time', async () => {
    const other = await signUp(account.product.app)
    await type(victims())
    const first = await mailed(victims(), '/verify-email#')
    await type(victims(), other.cookie)
    const second = await mailed(victims(), '/verify-email#')
    const answers = await Promise.all([first, second].map(token => ask('/api/verify-email', { token })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, two) => one - two)).toEqual([200, 400])
    const emails = [await userOf(), await userOf(other.cookie)].map(user => 'email' in user && user.email)
    expect(emails.filter(email => email === victims())).toHaveLength(1)
  })

  test('confirmed during a sign-up with it, belongs to one of them, and the other is refused', async () => {
    await type(victims())
    const token = await mailed(victims(), '/verify-email#')
    const [proof, signedUp] = await Promise.all([ask('/api/verify-email', { token }), register(victims())])
    expect([
      [200, 409],
      [400, 201],
    ]).toContainEqual([proof.statusCode, signedUp.statusCode])
    const rows = await account.db.query('SELECT FROM user_account WHERE lower(email) = lower($1)', [victims()])
    expect(rows).toHaveLength(1)
  })

  test('entered during a sign-up with it, does not stay with the account that entered it', async () => {
    const others = await Promise.all([signUp(account.product.app), signUp(account.product.app)])
    const answers = await Promise.all([
      ...others.map(({ cookie }) => type(victims(), cookie)),
      register(victims()),
      type(victims()),
    ])
    expect(answers[2]?.statusCode).toBe(201)
    expect(
      await account.db.query('SELECT id FROM user_account WHERE lower(pending_email) = lower($1)', [victims()]),
    ).toEqual([])
  })

  test('that was replaced and is registered at the same time stays with the account that can take it back', async () => {
    const own = account.ann.user.email
    await confirmEmail(own)
    await type(victims())
    const token = await mailed(victims(), '/verify-email#')
    const [proof, signedUp] = await Promise.all([ask('/api/verify-email', { token }), register(own)])
    expect([proof.statusCode, signedUp.statusCode]).toEqual([200, 409])
  })

  test('entered at sign-up is taken, but its owner gets access with a reset, which ends a second factor, sessions, and API keys', async () => {
    const squatter = await signUpElite(account.product.app, account.product.deps)
    const { secret: key } = await makeApiKey(account.product.app, squatter)
    const secret = await beginTwoFactor(account.product.app, squatter)
    const confirmed = await send(
      'POST',
      '/api/account/two-factor/confirm',
      { code: codeNow(account.product.app, secret) },
      squatter.cookie,
    )
    const cookie = cookieOf(confirmed)
    await type(victims(), cookie)
    expect((await register(squatter.user.email)).json()).toMatchObject({ errorType: 'EMAIL_TAKEN' })
    expect((await reset(squatter.user.email)).statusCode).toBe(200)
    const signedIn = await login(newPassword, undefined, squatter.user)
    expect(signedIn.json()).toMatchObject({ email: squatter.user.email, emailVerified: true })
    expect(await isSignedIn({ ...squatter, cookie })).toBe(false)
    const usage = await account.product.app.inject({ url: '/api/v1/usage', headers: bearer(key) })
    expect(usage.statusCode).toBe(401)
    const codes = await account.db.query('SELECT FROM recovery_code WHERE user_id = $1', [squatter.user.id])
    expect(codes).toEqual([])
    await runDueJobs(account.product.deps)
    expect(
      account.product.mails.filter(({ to }) => to === squatter.user.email).map(({ subject }) => subject),
    ).toContain('Two-factor sign-in is off')
  })

  test('loses a second factor set before its confirmation in a reset, even if the link was opened in between', async () => {
    const squatter = await withTwoFactor(account.product.app)
    await confirmEmail(squatter.user.email)
    expect((await reset(squatter.user.email)).statusCode).toBe(200)
    expect((await login(newPassword, undefined, squatter.user)).statusCode).toBe(200)
  })

  test('keeps a second factor turned on after its confirmation through any number of resets', async () => {
    await confirmEmail(account.ann.user.email)
    const secret = await beginTwoFactor(account.product.app, account.ann)
    const code = codeNow(account.product.app, secret)
    await send('POST', '/api/account/two-factor/confirm', { code })
    for (let time = 0; time < 2; time++) {
      expect((await reset(account.ann.user.email)).statusCode).toBe(200)
      account.product.clock.advance({ minutes: 1 })
    }
    expect((await login(newPassword)).json()).toMatchObject({ errorType: 'TWO_FACTOR_REQUIRED' })
  })

  test('confirmed by an attacker with a stolen session, even with a reset, does not lock the owner out', async () => {
    const own = account.ann.user.email
    await confirmEmail(own)
    await changeEmail(victims())
    expect((await reset(victims())).statusCode).toBe(200)
    const borrower = cookieOf(await login(newPassword))
    const asBorrower = { cookie: borrower, user: account.ann.user }
    const secret = await beginTwoFactor(account.product.app, asBorrower, newPassword)
    const turnedOn = await send(
      'POST',
      '/api/account/two-factor/confirm',
      { code: codeNow(account.product.app, secret) },
      borrower,
    )
    const now = cookieOf(turnedOn)
    const deletion = await send('POST', '/api/account/delete', { currentPassword: newPassword }, now)
    expect(deletion.json()).toMatchObject({ errorType: 'EMAIL_CHANGE_OPEN' })
    await changeEmail(`second-${victims()}`, { currentPassword: newPassword }, now)
    await requestReset(own)
    const token = await mailed(own, '/reset-password#')
    expect((await ask('/api/reset-password', { token, newPassword: oldPassword })).statusCode).toBe(200)
    expect((await login(oldPassword)).json()).toMatchObject({ email: own, emailVerified: true })
    expect(await isSignedIn({ cookie: now, user: account.ann.user })).toBe(false)
    expect((await register(`second-${victims()}`)).statusCode).toBe(201)
  })

  test('that an attacker used and left cannot take the account with a reset link', async () => {
    const own = account.ann.user.email
    await confirmEmail(own)
    await changeEmail(victims())
    await requestReset(victims())
    const left = await mailed(victims(), '/reset-password#')
    await changeEmail(`second-${victims()}`)
    const used = await ask('/api/reset-password', { token: left, newPassword })
    expect(used.json()).toMatchObject({ errorType: 'INVALID_LINK' })
    expect((await register(own)).json()).toMatchObject({ errorType: 'EMAIL_TAKEN' })
    await requestReset(own)
    const token = await mailed(own, '/reset-password#')
    expect((await ask('/api/reset-password', { token, newPassword: oldPassword })).statusCode).toBe(200)
    expect((await login(oldPassword)).json()).toMatchObject({ email: own, emailVerified: true })
  })
})
