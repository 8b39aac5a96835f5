import { expect, test } from 'vitest'
import { sendExpiryNotice, sendNotices, sendPurchaseNotice, sendReceipt } from '#server/money/payments/notices.ts'
import { makeApiKey, signUpElite } from '#tests/support/api-key.ts'
import type { SignedIn } from '#tests/support/app.ts'
import { describeMail, invoice, newPassword, own, password, purchase } from '#tests/support/mail-lab.ts'
import { beginTwoFactor, codeNow } from '#tests/support/two-factor.ts'

const hostile = 'WIN $500 at http://evil.example/x'

describeMail('the content of mail caused by users', lab => {
  test('no text typed by users is mailed to an unconfirmed address', async () => {
    const names = { firstName: hostile, lastName: hostile }
    const username = `${hostile} ${lab.user.user.id}`
    const signedUp = await lab.call({
      url: '/api/register',
      payload: { username, email: `one${lab.user.user.id}@example.com`, password, ...names },
    })
    expect(signedUp.statusCode).toBe(201)
    const cookie = signedUp.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const eve: SignedIn = { user: signedUp.json<SignedIn['user']>(), cookie }
    const { deps } = lab.product
    const pause = () => lab.product.clock.advance({ hours: 3 })
    const as = eve
    await lab.requestRemoval(hostile, `owner@evil-free-${lab.user.user.id}.example`)
    await lab.call({
      method: 'PATCH',
      url: '/api/profile',
      payload: { email: `two${lab.user.user.id}@example.com` },
      as,
    })
    await lab.call({
      method: 'PATCH',
      url: '/api/profile',
      payload: { email: `evil.example@x${lab.user.user.id}.example` },
      as,
    })
    await deps.db.query(`UPDATE user_account SET subscription_tier = 'elite' WHERE id = $1`, [eve.user.id])
    pause()
    await lab.call({ url: '/api/api-keys', payload: { name: hostile, scope: 'read', ...own }, as })
    await lab.call({ url: '/api/forgot-password', payload: { email: `one${lab.user.user.id}@example.com` } })
    await deps.db.transaction(async tx => {
      await sendReceipt(deps, tx, eve.user.id, invoice)
      await sendExpiryNotice(deps, tx, { userId: eve.user.id, last4: '4242' })
      await sendPurchaseNotice(deps, tx, { ...purchase(eve.user.id), leadsToCredit: 0, leadsToTakeBack: 50 })
    })
    pause()
    await deps.db.transaction(tx =>
      sendNotices(deps, tx, eve.user.id, [
        { kind: 'charge failed', amountCents: 100, graceEndsAt: new Date() },
        { kind: 'plan canceled', tier: 'pro', endsAt: new Date(), renewsBefore: false },
        { kind: 'plan ended', tier: 'pro', isUnpaid: false },
      ]),
    )
    pause()
    const code = codeNow(lab.product.app, await beginTwoFactor(lab.product.app, eve))
    const confirmed = await lab.call({ url: '/api/account/two-factor/confirm', payload: { code }, as })
    const next = { ...eve, cookie: confirmed.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
    await lab.call({ url: '/api/account/password', payload: { ...own, newPassword }, as: next })
    await lab.sent()
    expect(new Set(lab.product.mails.map(({ subject }) => subject)).size).toBeGreaterThan(10)
    const words = lab.product.mails.map(({ subject, text, html }) => `${subject}\n${text}\n${html}`).join('\n')
    expect(words).not.toMatch(/evil|WIN|\$500/)
    const stored = await deps.db.query<{ data: string }>(`SELECT data->'payload'->'values' AS data FROM pgboss.job`)
    expect(JSON.stringify(stored)).not.toMatch(/evil|WIN/)
  })

  test('mail to a confirmed address contains the username and the name of a new API key', async () => {
    const elite = await signUpElite(lab.product.app, lab.product.deps)
    await lab.confirm(elite)
    await makeApiKey(lab.product.app, elite, 'read')
    const mail = (await lab.sent()).at(-1)
    expect(mail?.text).toContain(`Hello ${elite.user.username},`)
    expect(mail?.text).toContain('“To read”')
    expect(mail?.text).toMatch(/Contact us: http\S+\/contact\n$/)
  })
})
