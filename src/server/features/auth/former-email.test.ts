import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { emailChangedMail } from '#server/accounts/emails/former-email.usecases.ts'
import { DAY_MS } from '#server/platform/basics/clock.ts'
import { runDueJobs, tokenMailedTo } from '#tests/support/due-jobs.ts'
import { meanwhile } from '#tests/support/meanwhile.ts'
import { cookieOf, describeAccountOnPostgres, newPassword, oldPassword } from '#tests/support/test-account.ts'

describeAccountOnPostgres('the former email of an account', account => {
  const { send, ask, login, requestReset, changeEmail } = account
  const patch = (change: object, cookie?: string) => send('PATCH', '/api/profile', change, cookie)
  const mailed = (to: string, link: string) => tokenMailedTo(account.product.app, to, link)
  const confirm = account.confirmEmail
  const withPassword = { currentPassword: oldPassword }
  const resetVia = async (email: string) => {
    await requestReset(email)
    return ask('/api/reset-password', { token: await mailed(email, '/reset-password#'), newPassword })
  }
  const undoVia = async (email: string) => ask('/api/undo-email', { token: await mailed(email, '/verify-email#undo.') })
  const emailNow = async () => {
    const [row] = await account.db.query<{ email: string }>('SELECT email FROM user_account WHERE id = $1', [
      account.ann.user.id,
    ])
    return row?.email
  }
  /** Unused addresses, in addition to Ann's own. */
  const addresses = () => {
    const own = account.ann.user.email
    return { own, first: `first-${own}`, second: `second-${own}` }
  }
  const newName = () => `squat${account.ann.user.id}`

  test('while a change without the password can be undone, nobody else gets the former address', async () => {
    const { own, first } = addresses()
    const other = cookieOf(
      await ask('/api/register', { username: newName(), email: `other-${own}`, password: oldPassword }),
    )
    await changeEmail(first)
    const taken = { errorType: 'EMAIL_TAKEN', issues: [{ path: 'email' }] }
    const shouted = own.toUpperCase()
    expect(
      (await ask('/api/register', { username: `${newName()}x`, email: shouted, password: oldPassword })).json(),
    ).toMatchObject(taken)
    expect((await patch({ email: own }, other)).json()).toMatchObject(taken)
    expect((await undoVia(own)).statusCode).toBe(200)
    expect(await emailNow()).toBe(own)
  })

  test('nobody who entered the former address before gets it while the change can be undone', async () => {
    const { own, first } = addresses()
    const theirs = `other-${own}`
    const other = cookieOf(await ask('/api/register', { username: newName(), email: theirs, password: oldPassword }))
    await patch({ email: first }, other)
    const until = new Date(account.product.clock.now().getTime() + DAY_MS)
    await account.db.query(
      'UPDATE user_account SET previous_email = $2, previous_email_since = NULL, previous_email_until = $3 WHERE id = $1',
      [account.ann.user.id, first, until],
    )
    expect((await confirm(first)).json()).toMatchObject({ errorType: 'EMAIL_TAKEN' })
  })

  test('cannot restore a deleted account with a mail sent before: the address is free', async () => {
    const { own, first } = addresses()
    const { deps } = account.product
    const until = new Date(deps.clock.now().getTime() + DAY_MS).toISOString()
    const told = { userId: account.ann.user.id, from: own, to: first, until, isVerified: true }
    const attempt = { id: randomUUID(), isFirst: true, isLast: false }
    await emailChangedMail.job.run(deps, told, attempt)
    const deleting = meanwhile(deps, 'FROM user_account', () =>
      send('POST', '/api/account/delete', { currentPassword: oldPassword }),
    )
    await emailChangedMail.job.run(deleting, told, attempt)
    expect((await undoVia(own)).json()).toMatchObject({ errorType: 'INVALID_LINK' })
    expect(await emailNow()).not.toBe(own)
  })

  test('its owner can go back to it, and after a week it is free', async () => {
    const { own, first, second } = addresses()
    await changeEmail(first)
    await changeEmail(own)
    expect(await emailNow()).toBe(own)
    await changeEmail(second)
    account.product.clock.advance({ days: 8 })
    const registered = await ask('/api/register', { username: newName(), email: own, password: oldPassword })
    expect(registered.statusCode).toBe(201)
  })

  test('an address set less than a week ago is notified, but gets no link that undoes the change', async () => {
    const { own, first, second } = addresses()
    await confirm(own)
    await changeEmail(first, withPassword)
    await changeEmail(second, withPassword)
    await runDueJobs(account.product.deps)
    const told = account.product.mails.filter(
      ({ to, subject }) => to.endsWith(own) && subject === 'Your email was changed',
    )
    expect(told.map(({ to, text }) => [to, text.includes('undo.')])).toEqual([
      [own, true],
      [first, false],
    ])
  })

  test('a new address that was replaced without the password gets the account back with a reset', async () => {
    const { own, first, second } = addresses()
    await confirm(own)
    await changeEmail(first, withPassword)
    await changeEmail(second)
    await runDueJobs(account.product.deps)
    const told = account.product.mails.findLast(
      ({ to, subject }) => to === first && subject === 'Your email was changed',
    )
    expect(told?.text).toContain('/forgot-password')
    expect((await resetVia(first)).statusCode).toBe(200)
    expect(await emailNow()).toBe(first)
  })

  test('undoing a change ends mailed links and pending changes, and notifies the replaced address', async () => {
    const { own, first } = addresses()
    await confirm(own)
    await changeEmail(first, withPassword)
    await requestReset(first)
    await patch({ email: `second-${own}` })
    const [reset, verify] = [await mailed(first, '/reset-password#'), await mailed(`second-${own}`, '/verify-email#')]
    expect((await undoVia(own)).statusCode).toBe(200)
    for (const [url, input] of [
      ['/api/reset-password', { token: reset, newPassword }],
      ['/api/verify-email', { token: verify }],
    ] as const)
      expect((await ask(url, input)).json()).toMatchObject({ errorType: 'INVALID_LINK' })
    await runDueJobs(account.product.deps)
    expect(account.product.mails.filter(({ to }) => to === first).map(({ subject }) => subject)).toContain(
      'Your email was changed back',
    )
  })

  test('an address that was used for a week can undo another change', async () => {
    const { own, first, second } = addresses()
    await confirm(own)
    await changeEmail(first, withPassword)
    account.product.clock.advance({ days: 7 })
    const newSession = cookieOf(await login(oldPassword))
    await changeEmail(second, {}, newSession)
    expect((await undoVia(first)).statusCode).toBe(200)
    expect(await emailNow()).toBe(first)
  })

  test('a reset through the former address restores it and locks the other one out', async () => {
    const { own, first } = addresses()
    await changeEmail(first)
    expect((await resetVia(own)).statusCode).toBe(200)
    expect((await login(newPassword)).json()).toMatchObject({ email: own, emailVerified: true })
    expect(await account.kindsOf()).toContain('email-change-undone')
    account.product.clock.advance({ days: 8 })
    await requestReset(first)
    await runDueJobs(account.product.deps)
    const resets = account.product.mails.filter(({ subject }) => subject === 'Set a new password')
    expect(resets.map(({ to }) => to)).toEqual([own])
  })
})
