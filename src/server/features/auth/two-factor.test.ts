import { expect, test } from 'vitest'
import { removeTwoFactorOf } from '#server/accounts/credentials/two-factor.usecases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { cookieOf, describeAccountOnPostgres, newPassword, oldPassword } from '#tests/support/test-account.ts'
import { beginTwoFactor, codeNow, withTwoFactor } from '#tests/support/two-factor.ts'

describeAccountOnPostgres('two-factor sign-in', account => {
  const { send, login, kindsOf } = account

  test('with two-factor sign-in, a sign-in needs a code, which works once', async () => {
    const two = await withTwoFactor(account.product.app)
    expect((await login(oldPassword, undefined, two.user)).json()).toMatchObject({ errorType: 'TWO_FACTOR_REQUIRED' })
    expect((await login('wrong password', undefined, two.user)).json()).toMatchObject({
      errorType: 'WRONG_CREDENTIALS',
    })
    expect((await login(oldPassword, '000000', two.user)).json()).toMatchObject({ errorType: 'WRONG_CODE' })
    account.product.clock.advance({ minutes: 1 })
    const code = codeNow(account.product.app, two.secret)
    expect((await login(oldPassword, code, two.user)).statusCode).toBe(200)
    expect((await login(oldPassword, code, two.user)).json()).toMatchObject({ errorType: 'WRONG_CODE' })
    account.product.clock.advance({ minutes: 1 })
    const late = codeNow(account.product.app, two.secret)
    account.product.clock.advance({ minutes: 1 })
    expect((await login(oldPassword, late, two.user)).json()).toMatchObject({ errorType: 'WRONG_CODE' })
  })

  test('a recovery code works once, regardless of case and spaces', async () => {
    const { user, cookie, recoveryCodes } = await withTwoFactor(account.product.app)
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

  test('codes cannot be guessed, not even from many addresses', async () => {
    const { user } = await withTwoFactor(account.product.app)
    const answers = []
    for (let time = 0; time < 21; time++)
      answers.push((await login(oldPassword, String(100_000 + time), user)).statusCode)
    expect(answers.slice(0, 20)).toEqual(Array<number>(20).fill(401))
    expect(answers.at(-1)).toBe(429)
  })

  test('the first code cannot be guessed by someone who has a session but not the app', async () => {
    await beginTwoFactor(account.product.app, account.ann)
    const answers = []
    for (let time = 0; time < 21; time++) {
      const answer = await send('POST', '/api/account/two-factor/confirm', { code: String(100_000 + time) })
      answers.push(answer.statusCode)
    }
    expect(answers).toEqual([...Array<number>(20).fill(400), 429])
  })

  test('setup that began with the old password cannot be completed with the new one', async () => {
    const secret = await beginTwoFactor(account.product.app, account.ann)
    const changed = await send('POST', '/api/account/password', { currentPassword: oldPassword, newPassword })
    const code = codeNow(account.product.app, secret)
    const confirmed = await send('POST', '/api/account/two-factor/confirm', { code }, cookieOf(changed))
    expect(confirmed.json()).toMatchObject({ errorType: 'TWO_FACTOR_OFF' })
    expect((await login(newPassword)).statusCode).toBe(200)
  })

  test('turning two-factor sign-in off requires both factors, and notifies the owner', async () => {
    const { user, cookie, recoveryCodes } = await withTwoFactor(account.product.app)
    const remove = (currentPassword: string, code: string) =>
      send('POST', '/api/account/two-factor/remove', { currentPassword, code }, cookie)
    expect((await remove('wrong one', recoveryCodes[0] ?? '')).statusCode).toBe(403)
    expect((await remove(oldPassword, '000000')).json()).toMatchObject({ issues: [{ path: 'code' }] })
    expect((await remove(oldPassword, recoveryCodes[0] ?? '')).statusCode).toBe(200)
    expect((await send('GET', '/api/account/security', undefined, cookie)).json()).toEqual({
      twoFactor: { isOn: false, recoveryCodesLeft: 0 },
    })
    expect((await login(oldPassword, undefined, user)).statusCode).toBe(200)
    await runDueJobs(account.product.deps)
    const told = account.product.mails.filter(({ to }) => to === user.email).map(({ subject }) => subject)
    expect(told).toEqual(expect.arrayContaining(['Two-factor sign-in is on', 'Two-factor sign-in is off']))
  })

  test('the operator can turn off two-factor sign-in for a user who lost phone and codes; it is logged and mailed', async () => {
    const { user, cookie } = await withTwoFactor(account.product.app)
    await removeTwoFactorOf(account.product.deps, user.username.toUpperCase())
    expect((await login(oldPassword, undefined, user)).statusCode).toBe(200)
    expect(await kindsOf({ user, cookie })).toContain('two-factor-off')
    await runDueJobs(account.product.deps)
    expect(account.product.mails).toContainEqual(
      expect.objectContaining({ to: user.email, subject: 'Two-factor sign-in is off' }),
    )
    await expect(removeTwoFactorOf(account.product.deps, user.username)).rejects.toThrow(
      `"${user.username}" has no two-factor sign-in.`,
    )
    await expect(removeTwoFactorOf(account.product.deps, 'nobody at all')).rejects.toThrow('There is no user')
  })
})
