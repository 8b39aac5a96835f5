import { expect, test } from 'vitest'
import { changePassword } from '#server/accounts/credentials/password-change.usecases.ts'
import { hashPassword } from '#server/accounts/credentials/password.ts'
import * as twoFactor from '#server/accounts/credentials/two-factor.usecases.ts'
import { findAccountRow } from '#server/accounts/identity/account.repository.ts'
import { accountOf } from '#server/accounts/identity/account.rules.ts'
import { createApiKey, listApiKeys } from '#server/accounts/keys/api-keys.usecases.ts'
import { readSessionKey } from '#server/accounts/sessions/session.rules.ts'
import { signIn } from '#server/accounts/sign-in/auth.usecases.ts'
import { closeAccount } from '#server/features/account/closing.usecases.ts'
import { changeProfile } from '#server/features/account/profile.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { networkOf } from '#server/platform/basics/network.ts'
import { meanwhile } from '#tests/support/meanwhile.ts'
import { cookieOf, describeAccount, newPassword, oldPassword } from '#tests/support/test-account.ts'
import { beginTwoFactor, codeNow, withTwoFactor } from '#tests/support/two-factor.ts'

const oldHash = await hashPassword(oldPassword)
const visitor = { network: networkOf('192.0.2.7'), userAgent: undefined, device: undefined, session: null }
/** A visitor whose browser has this session. */
const visitorWith = ({ cookie }: { cookie: string }) => ({
  ...visitor,
  session: readSessionKey(/leadline_session=([\w-]+)/.exec(cookie)?.[1]),
})

describeAccount('while a password is being checked', account => {
  const { send, ask, resetLink, login } = account
  const signInWhile = (happens: () => Promise<unknown>, read = 'password_hash') =>
    signIn(
      meanwhile(account.product.deps, read, happens),
      { username: account.ann.user.username, password: oldPassword },
      visitor,
    )
  const change = () => send('POST', '/api/account/password', { currentPassword: oldPassword, newPassword })
  const close = () => send('POST', '/api/account/delete', { currentPassword: oldPassword })
  const signedIn = async () => {
    const row = await findAccountRow(account.db, account.ann.user.id)
    if (row === undefined) throw new Error('ann is gone')
    return accountOf(row, account.product.clock.now())
  }
  const whileResetting = async () => {
    const token = await resetLink()
    return meanwhile(account.product.deps, 'password_hash', () => ask('/api/reset-password', { token, newPassword }))
  }
  const sessions = () => account.db.query('SELECT FROM session WHERE user_id = $1', [account.ann.user.id])

  test('it is changed: a sign-in with the old one gets no session', async () => {
    await expect(signInWhile(change)).rejects.toMatchObject({ errorType: 'WRONG_CREDENTIALS' })
    expect(await sessions()).toHaveLength(1)
    expect(await account.kindsOf()).toContain('sign-in-failed')
  })

  test('the account is disabled or deleted: the sign-in gets no session', async () => {
    const disable = () =>
      account.db.query('UPDATE user_account SET disabled_at = now() WHERE id = $1', [account.ann.user.id])
    await expect(signInWhile(disable)).rejects.toMatchObject({ errorType: 'WRONG_CREDENTIALS' })
    await account.db.query('UPDATE user_account SET disabled_at = NULL WHERE id = $1', [account.ann.user.id])
    await expect(signInWhile(close)).rejects.toMatchObject({ errorType: 'WRONG_CREDENTIALS' })
    expect(await sessions()).toEqual([])
  })

  test('two-factor sign-in is turned on: a sign-in without a code gets no session, and older sessions end', async () => {
    const { app } = account.product
    const secret = await beginTwoFactor(app, account.ann)
    const turnOn = () => send('POST', '/api/account/two-factor/confirm', { code: codeNow(app, secret) })
    await expect(signInWhile(turnOn, 'FROM two_factor')).rejects.toMatchObject({ errorType: 'WRONG_CREDENTIALS' })
    expect(await sessions()).toHaveLength(1)
    expect(await account.isSignedIn()).toBe(false)
  })

  test('it is reset by mail: the reset is kept, and a change with the old password is refused', async () => {
    const overtaken = changePassword(
      await whileResetting(),
      { account: await signedIn(), visitor },
      { currentPassword: oldPassword, newPassword: 'a third long password' },
    )
    await expect(overtaken).rejects.toMatchObject({ errorType: 'WRONG_PASSWORD' })
    expect((await login(newPassword)).statusCode).toBe(200)
  })

  test('it is reset by mail: the old password cannot create an API key, change the email, or delete the account', async () => {
    const ann = await signedIn()
    const thefts = [
      (deps: Deps) => createApiKey(deps, ann, { name: 'theirs', scope: 'search', currentPassword: oldPassword }),
      (deps: Deps) => changeProfile(deps, ann, { email: 'thief@example.com', currentPassword: oldPassword }),
      (deps: Deps) => closeAccount(deps, { account: ann, visitor }, oldPassword),
    ]
    for (const steal of thefts) {
      await account.db.query('UPDATE user_account SET password_hash = $2 WHERE id = $1', [ann.id, oldHash])
      await expect(steal(await whileResetting())).rejects.toMatchObject({ errorType: 'WRONG_PASSWORD' })
    }
    expect(await listApiKeys(account.product.deps, ann)).toEqual([])
    expect(await signedIn()).toMatchObject({ email: ann.email })
  })

  test('it is reset by mail: the old password can neither start nor complete two-factor setup', async () => {
    const ann = await signedIn()
    await expect(twoFactor.beginTwoFactor(await whileResetting(), ann, oldPassword)).rejects.toMatchObject({
      errorType: 'WRONG_PASSWORD',
    })
    const { app, deps } = account.product
    const thief = await login(newPassword)
    const secret = await beginTwoFactor(app, { ...account.ann, cookie: cookieOf(thief) }, newPassword)
    const token = await resetLink()
    const whileConfirming = meanwhile(deps, 'FROM two_factor', () =>
      ask('/api/reset-password', { token, newPassword: oldPassword }),
    )
    const theirs = { code: codeNow(app, secret), visitor: visitorWith({ cookie: cookieOf(thief) }) }
    await expect(twoFactor.confirmTwoFactor(whileConfirming, ann, theirs)).rejects.toMatchObject({
      errorType: 'INVALID_REQUEST',
    })
    expect(await sessions()).toEqual([])
    expect((await login(oldPassword)).statusCode).toBe(200)
  })

  test('it is reset by mail: the old password cannot weaken two-factor sign-in', async () => {
    const { app, deps } = account.product
    const two = await withTwoFactor(app)
    const row = await findAccountRow(account.db, two.user.id)
    if (row === undefined) throw new Error('nobody')
    const weaken = [twoFactor.removeTwoFactor, twoFactor.renewRecoveryCodes]
    for (const [which, step] of weaken.entries()) {
      const hash = which === 0 ? oldHash : await hashPassword(oldPassword)
      await account.db.query('UPDATE user_account SET password_hash = $2 WHERE id = $1', [row.id, hash])
      const happens = () =>
        account.db.query(`UPDATE user_account SET password_hash = 'another' WHERE id = $1`, [row.id])
      const proof = { currentPassword: oldPassword, code: two.recoveryCodes[which] ?? '' }
      await expect(
        step(meanwhile(deps, 'password_hash', happens), accountOf(row, account.product.clock.now()), proof),
      ).rejects.toMatchObject({ errorType: 'WRONG_PASSWORD' })
    }
    expect(await twoFactor.readSecurity(deps, accountOf(row, new Date()))).toMatchObject({ twoFactor: { isOn: true } })
  })

  test('a session that ends before its new password is saved is not replaced', async () => {
    const happens = () => account.db.query('DELETE FROM session WHERE user_id = $1', [account.ann.user.id])
    const asking = { account: await signedIn(), visitor: visitorWith(account.ann) }
    const changing = changePassword(meanwhile(account.product.deps, 'password_hash', happens), asking, {
      currentPassword: oldPassword,
      newPassword,
    })
    await expect(changing).rejects.toMatchObject({ errorType: 'NOT_SIGNED_IN' })
    expect(await sessions()).toEqual([])
    expect((await login(oldPassword)).statusCode).toBe(200)
  })

  test('a first code turns on only the secret it belongs to, even if setup was restarted', async () => {
    const { app, deps } = account.product
    const first = await beginTwoFactor(app, account.ann)
    const happens = () => beginTwoFactor(app, account.ann)
    const asking = { code: codeNow(app, first), visitor: visitorWith(account.ann) }
    const confirming = twoFactor.confirmTwoFactor(meanwhile(deps, 'FROM two_factor', happens), await signedIn(), asking)
    await expect(confirming).rejects.toMatchObject({ errorType: 'INVALID_REQUEST' })
    expect(await twoFactor.readSecurity(deps, await signedIn())).toMatchObject({ twoFactor: { isOn: false } })
  })
})
