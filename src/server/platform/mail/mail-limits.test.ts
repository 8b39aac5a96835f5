import { expect, test } from 'vitest'
import type { Problem } from '#contract/errors.ts'
import { sendExpiryNotice, sendNotices, sendPurchaseNotice, sendReceipt } from '#server/money/payments/notices.ts'
import { signUpElite } from '#tests/support/api-key.ts'
import { signUp, type SignedIn } from '#tests/support/app.ts'
import { tokenMailedTo } from '#tests/support/due-jobs.ts'
import { describeMail, invoice, type MailCall, newPassword, own, password, purchase } from '#tests/support/mail-lab.ts'
import { beginTwoFactor, codeNow, withTwoFactor } from '#tests/support/two-factor.ts'
import { fromTemplate, sendMail } from './mail.usecases.ts'

describeMail('mail caused by users', lab => {
  const { call, sent } = lab
  const patch = (payload: object, as = lab.user) => call({ method: 'PATCH', url: '/api/profile', payload, as })
  /** Uses up the account's hourly mails to unconfirmed addresses. */
  const useUp = async ({ user }: SignedIn) => {
    for (let n = 0; n < 5; n++)
      await sendMail(lab.product.deps, lab.product.deps.db, {
        to: { address: `stranger-${user.id}-${n}@example.org`, isVerified: false },
        cause: { account: user.id },
        content: fromTemplate('account-deleted', { typed: { username: '' } }),
        ifFull: 'skip',
      })
    await sent()
    lab.product.mails.length = 0
  }
  const fillMailbox = async (address: string) => {
    for (let n = 0; n < 5; n++)
      await sendMail(lab.product.deps, lab.product.deps.db, {
        to: { address, isVerified: false },
        cause: 'visitor',
        content: fromTemplate('account-deleted', { typed: { username: '' } }),
        ifFull: 'skip',
      })
    await sent()
    lab.product.mails.length = 0
  }
  /** The refusal names the action, not its mail. */
  const expectTooMany = (answer: Awaited<ReturnType<typeof call>>, what: string) => {
    const { message } = answer.json<Problem>()
    expect(message).toContain(`Too many ${what}`)
    expect(message).toMatch(/ in 60 minutes\.$/)
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '3600'])
  }

  test('a hundred email changes send strangers five mails an hour and twenty a day', async () => {
    const answers = []
    for (let n = 0; n < 100; n++)
      answers.push((await patch({ email: `v${lab.user.user.id}-${n}@example.org` })).statusCode)
    expect(new Set(answers)).toEqual(new Set([200, 429]))
    // The first of the five was the confirmation at sign-up.
    expect((await sent()).length).toBeLessThanOrEqual(4)
    for (let hour = 1; hour < 24; hour++) {
      lab.product.clock.advance({ hours: 1 })
      for (let n = 0; n < 8; n++) await patch({ email: `v${lab.user.user.id}-${hour}-${n}@example.org` })
      if (hour < 6) await sent()
    }
    expect((await sent()).length).toBeLessThanOrEqual(19)
    expect(lab.product.mails.length).toBeGreaterThan(0)
  })

  test('an account can cause exactly five mails an hour and twenty a day to unconfirmed addresses', async () => {
    const perHour = []
    for (let hour = 0; hour <= 24; hour++) {
      for (let n = 0; n < 7; n++)
        await sendMail(lab.product.deps, lab.product.deps.db, {
          to: { address: `stranger${hour}-${n}@example.org`, isVerified: false },
          cause: { account: lab.user.user.id },
          content: fromTemplate('account-deleted', { typed: { username: '' } }),
          ifFull: 'skip',
        })
      const before = lab.product.mails.length
      perHour.push((await sent()).length - before)
      lab.product.clock.advance({ hours: 1 })
    }
    // Including the confirmation at sign-up, which was in the first hour.
    expect(perHour).toEqual([4, 5, 5, 5, ...Array<number>(20).fill(0), 5])
  })

  test('all profile changes are limited', async () => {
    for (let n = 0; n < 60; n++) expect((await patch({ firstName: `Ann ${n}` })).statusCode).toBe(200)
    expect((await patch({ firstName: 'Ann' })).statusCode).toBe(429)
  })

  const unconfirmed = 'while your email is unconfirmed. Open the link in the email we sent you'
  const refused: [what: string, said: string, callOf: (who: SignedIn) => Promise<MailCall>][] = [
    [
      'a new email',
      'changes of your email.',
      async as => ({ method: 'PATCH', url: '/api/profile', payload: { email: 'x1@example.org' }, as }),
    ],
    [
      'a new email, with the password',
      'changes of your email.',
      async as => ({ method: 'PATCH', url: '/api/profile', payload: { email: 'x2@example.org', ...own }, as }),
    ],
    ['another confirmation', 'confirmation emails.', async as => ({ url: '/api/verify-email/resend', as })],
    [
      'a new password',
      `changes of your password ${unconfirmed}`,
      async as => ({ url: '/api/account/password', payload: { ...own, newPassword }, as }),
    ],
    [
      'two-factor sign-in',
      `changes of two-factor sign-in ${unconfirmed}`,
      async as => ({
        url: '/api/account/two-factor/confirm',
        payload: { code: codeNow(lab.product.app, await beginTwoFactor(lab.product.app, as)) },
        as,
      }),
    ],
  ]
  test.each(refused)(
    'an account that has used up its mails to unconfirmed addresses waits: %s',
    async (_, said, callOf) => {
      await useUp(lab.user)
      expectTooMany(await call(await callOf(lab.user)), said)
      expect(await sent()).toEqual([])
      lab.product.clock.advance({ hours: 1 })
      expect((await call(await callOf(lab.user))).statusCode).toBeLessThan(300)
      expect((await sent()).length).toBeGreaterThan(0)
    },
  )

  test('an account that has used up its mails to unconfirmed addresses must wait to create an API key or a webhook, or turn off two-factor sign-in', async () => {
    expect.hasAssertions()
    const elite = await signUpElite(lab.product.app, lab.product.deps)
    await useUp(elite)
    const key = { url: '/api/api-keys', payload: { name: 'One', scope: 'read', ...own }, as: elite }
    expectTooMany(await call(key), `new API keys ${unconfirmed}`)
    const webhook = {
      url: '/api/webhooks',
      payload: { url: 'https://hooks.example/', events: ['quota.low'] },
      as: elite,
    }
    expectTooMany(await call(webhook), `webhooks on new servers ${unconfirmed}`)
    const { recoveryCodes, ...bob } = await withTwoFactor(lab.product.app)
    await useUp(bob)
    expectTooMany(
      await call({ url: '/api/account/two-factor/remove', payload: { ...own, code: recoveryCodes[0] }, as: bob }),
      `changes of two-factor sign-in ${unconfirmed}`,
    )
  })

  test('mail caused by strangers does not prevent a password change', async () => {
    await fillMailbox(lab.user.user.email)
    const changed = await call({ url: '/api/account/password', payload: { ...own, newPassword }, as: lab.user })
    expect(changed.statusCode).toBe(200)
    expect(await sent()).toEqual([])
  })

  test('with a confirmed email, the same account gets every notification, even beyond that limit', async () => {
    await lab.confirm(lab.user)
    await useUp(lab.user)
    const changed = await call({ url: '/api/account/password', payload: { ...own, newPassword }, as: lab.user })
    expect(changed.statusCode).toBe(200)
    expect((await sent()).map(({ subject }) => subject)).toEqual(['Your password was changed'])
  })

  test('mail of an account to its own confirmed address is limited, too', async () => {
    await lab.confirm(lab.user)
    for (let n = 0; n < 60; n++)
      await sendMail(lab.product.deps, lab.product.deps.db, {
        to: { address: lab.user.user.email, isVerified: true },
        cause: { account: lab.user.user.id },
        content: fromTemplate('two-factor-off', { typed: { username: 'ann' } }),
        ifFull: 'skip',
      })
    const answer = await call({ url: '/api/account/password', payload: { ...own, newPassword }, as: lab.user })
    expect(answer.statusCode).toBe(429)
    expect(answer.json()).toMatchObject({
      message: 'Too many changes of your password. Please try again in 60 minutes.',
    })
  })

  test('an address gets five mails an hour, regardless of cause and spelling', async () => {
    const victim = `owner${lab.user.user.id}@shop-${lab.user.user.id}.example`
    const others = await Promise.all(Array.from({ length: 4 }, () => signUp(lab.product.app)))
    await sent()
    lab.product.mails.length = 0
    for (const who of others) await call({ method: 'PATCH', url: '/api/profile', payload: { email: victim }, as: who })
    for (let n = 0; n < 4; n++) await lab.requestRemoval('A shop', victim.replace('@', `+${n}@`).toUpperCase())
    expect((await lab.requestRemoval('A shop', victim)).statusCode).toBe(429)
    const got = (await sent()).filter(({ to }) => to.toLowerCase().includes(`shop-${lab.user.user.id}.`))
    expect(got.length).toBeLessThanOrEqual(5)
    expect(got.length).toBeGreaterThan(1)
  })

  test('a removal request to an address with five mails is refused, and reveals nothing about accounts', async () => {
    const [known, unknown] = [`known@firm-${lab.user.user.id}.example`, `unknown@firm-${lab.user.user.id}.example`]
    const username = `firm${lab.user.user.id}`
    await call({ url: '/api/register', payload: { username, email: known, password } })
    await sent()
    for (const address of [known, unknown]) await fillMailbox(address)
    const [one, other] = [await lab.requestRemoval('A firm', known), await lab.requestRemoval('A firm', unknown)]
    expectTooMany(one, 'requests with this email address.')
    expect(one.body).toBe(other.body)
    expect(await sent()).toEqual([])
  })

  test("strangers who use up a mailbox's limit prevent neither its owner's sign-up nor a password reset", async () => {
    const email = `late${lab.user.user.id}@example.com`
    await fillMailbox(email)
    const username = `late${lab.user.user.id}`
    expect((await call({ url: '/api/register', payload: { username, email, password } })).statusCode).toBe(201)
    expect(await sent()).toEqual([])
    await call({ url: '/api/forgot-password', payload: { email } })
    const token = await tokenMailedTo(lab.product.app, email, '/reset-password#')
    expect((await call({ url: '/api/reset-password', payload: { token, newPassword } })).statusCode).toBe(200)
  })

  test('account deletions and payment events are never refused: their mail is left out', async () => {
    const { deps } = lab.product
    await useUp(lab.user)
    await deps.db.transaction(async tx => {
      const userId = lab.user.user.id
      await sendReceipt(deps, tx, userId, invoice)
      await sendNotices(deps, tx, userId, [
        { kind: 'charge failed', amountCents: 100, graceEndsAt: new Date() },
        { kind: 'plan canceled', tier: 'pro', endsAt: new Date(), renewsBefore: false },
        { kind: 'plan ended', tier: 'pro', isUnpaid: false },
      ])
      await sendPurchaseNotice(deps, tx, { ...purchase(userId), leadsToCredit: 100, leadsToTakeBack: 50 })
      await sendExpiryNotice(deps, tx, { userId, last4: '4242' })
    })
    expect((await call({ url: '/api/account/delete', payload: own, as: lab.user })).statusCode).toBe(200)
    expect(await sent()).toEqual([])
    expect(lab.product.log.join()).toContain('a mail was not sent: its limit is reached')
    expect(lab.product.log.join()).not.toContain(lab.user.user.email)
  })

  test('twenty concurrent changes send no more mail than the limit', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        call({
          method: 'PATCH',
          url: '/api/profile',
          payload: { email: `race${n}-${lab.user.user.id}@example.org` },
          as: lab.user,
        }),
      ),
    )
    expect((await sent()).length).toBeLessThanOrEqual(4)
  })
})
