import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import { readSessionKey } from '#server/accounts/sessions/session.rules.ts'
import { closeAccount } from '#server/features/account/closing.usecases.ts'
import { startCardSetup } from '#server/features/billing/cards.usecases.ts'
import { purchasePackage } from '#server/features/billing/purchase.usecases.ts'
import { networkOf } from '#server/platform/basics/network.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { meanwhile } from '#tests/support/meanwhile.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'
import { syncPurchase } from './purchase.usecases.ts'
import { reconcilePayments } from './reconcile.usecases.ts'

describeOnBothDatabases('a deleted account', open => {
  let product: PaymentsApp
  beforeAll(async () => {
    product = await createPaymentsApp(await open())
  })
  afterAll(() => product.close())

  const currentPassword = 'correct horse battery'
  const askToClose = (customer: Customer) => customer.post('/api/account/delete', { currentPassword })
  /** Deletes the account with a request, and runs the remaining jobs. */
  const close = async (customer: Customer) => {
    expect(await askToClose(customer)).toMatchObject({ status: 200 })
    await runDueJobs(product.deps)
  }
  const closeWhile = async ({ signedIn: { user, cookie } }: Customer, happens: () => Promise<unknown>) => {
    const { deps } = product
    const account = await readAccount(deps, user.id)
    if (account === undefined) throw new Error('nobody is signed in')
    const session = readSessionKey(/leadline_session=([\w-]+)/.exec(cookie)?.[1])
    const asking = {
      account,
      visitor: { network: networkOf('192.0.2.7'), userAgent: undefined, device: undefined, session },
    }
    await closeAccount(meanwhile(deps, 'FROM billing_customer', happens), asking, currentPassword)
  }

  test('is never charged again, and its cards are deleted at the provider', async () => {
    const { stripe, sandbox } = product
    const ann = await Customer.signUp(product)
    await ann.addCard()
    await ann.choose('pro')
    const customerId = await ann.customerId()
    await close(ann)
    await sandbox.controls.advance({ days: 62 })
    expect(await stripe.customers.retrieve(customerId)).toMatchObject({ deleted: true })
    const charges = await sandbox.controls.list('charge', customerId)
    expect(charges.map(({ amount }) => amount)).toEqual([4900])
  })

  test('cannot be charged through an open checkout', async () => {
    const { sandbox } = product
    const cy = await Customer.signUp(product)
    const sessionId = await cy.beginCheckout()
    await close(cy)
    await expect(sandbox.controls.payCheckout(sessionId)).rejects.toThrow('no longer open')
  })

  test.each([
    ['arrives', 'normal'],
    ['is lost', 'off'],
  ] as const)(
    'gets its money back for a package that was paid as it was deleted; the event %s',
    async (_what, events) => {
      const { sandbox, deps } = product
      const hal = await Customer.signUp(product)
      const sessionId = await hal.beginCheckout()
      const customerId = await hal.customerId()
      await sandbox.controls.setSwitch('webhooks', 'off')
      expect(await askToClose(hal)).toMatchObject({ status: 200 })
      await sandbox.controls.payCheckout(sessionId)
      await sandbox.controls.setSwitch('webhooks', events)
      if (events === 'normal') await syncPurchase(deps, sessionId)
      await runDueJobs(deps)
      await reconcilePayments(deps)
      const charges = await sandbox.controls.list('charge', customerId)
      expect(charges.map(({ amount, amount_refunded: refunded }) => [amount, refunded])).toEqual([[1000, 1000]])
      const refunds = await sandbox.controls.list('refund')
      expect(refunds.filter(({ charge }) => charge === charges[0]?.id)).toHaveLength(1)
    },
  )

  test.each([
    ['the password is changed', `UPDATE user_account SET password_hash = 'another' WHERE id = $1`, 'WRONG_PASSWORD'],
    ['the session is ended', 'DELETE FROM session WHERE user_id = $1', 'NOT_SIGNED_IN'],
  ])('is kept with its plan while %s', async (_what, sql, errorType) => {
    const ann = await Customer.signUp(product)
    await ann.addCard()
    await ann.choose('starter')
    const happens = () => product.deps.db.query(sql, [ann.signedIn.user.id])
    await expect(closeWhile(ann, happens)).rejects.toMatchObject({ errorType })
    // From now on, it cannot be deleted, and so the provider is not asked.
    let isAsked = false
    await expect(closeWhile(ann, async () => void (isAsked = true))).rejects.toBeInstanceOf(Error)
    expect(isAsked).toBe(false)
    await runDueJobs(product.deps)
    expect(await product.stripe.customers.retrieve(await ann.customerId())).not.toMatchObject({ deleted: true })
    expect(await readAccount(product.deps, ann.signedIn.user.id)).toMatchObject({ tier: 'starter' })
  })

  test('is not deleted while the provider is down, and the user is told so', async () => {
    const { sandbox } = product
    const bob = await Customer.signUp(product)
    await bob.addCard()
    await bob.choose('starter')
    await sandbox.controls.setFault('error')
    expect(await askToClose(bob)).toMatchObject({ status: 503, body: { errorType: 'PAYMENTS_UNAVAILABLE' } })
    await sandbox.controls.setFault('none')
    expect(await bob.standing()).toMatchObject({ paidCents: 1900, tier: 'starter' })
  })

  test('is not charged if the provider goes down at that moment: the hourly reconciliation ends its plan', async () => {
    const { deps, sandbox, stripe } = product
    const gil = await Customer.signUp(product)
    await gil.addCard()
    await gil.choose('starter')
    const customerId = await gil.customerId()
    await askToClose(gil)
    await sandbox.controls.setFault('error')
    await runDueJobs(deps)
    await sandbox.controls.setFault('none')
    await reconcilePayments(deps)
    expect(await stripe.customers.retrieve(customerId)).toMatchObject({ deleted: true })
    expect(await gil.customerId()).toBe('none')
  })

  test('leaves nothing that could be charged, even with concurrent requests', async () => {
    const { deps, sandbox, stripe } = product
    const dora = await Customer.signUp(product)
    await dora.addCard()
    const asked = ['/api/purchase-leads', '/api/setup-payment', '/api/purchase-leads', '/api/setup-payment']
    const deleting = askToClose(dora)
    const answers = await Promise.all([...asked.map(url => dora.post(url)), deleting])
    expect(answers.at(-1)?.status).toBe(200)
    await runDueJobs(deps)
    const customers = await deps.db.query<{ id: string; gone: boolean }>(
      'SELECT customer_id AS id, gone_at IS NOT NULL AS gone FROM billing_customer WHERE user_id = $1',
      [dora.signedIn.user.id],
    )
    for (const { id } of customers) expect(await stripe.customers.retrieve(id)).toMatchObject({ deleted: true })
    const checkouts = await deps.db.query<{ id: string }>(
      'SELECT session_id AS id FROM lead_purchase WHERE user_id = $1 AND session_id IS NOT NULL',
      [dora.signedIn.user.id],
    )
    for (const { id } of checkouts) await expect(sandbox.controls.payCheckout(id)).rejects.toThrow('no longer open')
  })

  test('is not subscribed again by a concurrent request', async () => {
    const { deps } = product
    const eve = await Customer.signUp(product)
    const before = await readAccount(deps, eve.signedIn.user.id)
    await close(eve)
    if (before === undefined) throw new Error('no account')
    const refusal = { errorType: 'NOT_SIGNED_IN' }
    await expect(startCardSetup(deps, before)).rejects.toMatchObject(refusal)
    await expect(purchasePackage(deps, before, 'http://localhost')).rejects.toMatchObject(refusal)
    expect(await eve.customerId()).toBe('none')
  })

  test('gets no mail when its lead package is refunded', async () => {
    const { deps, sandbox, mails } = product
    const fay = await Customer.signUp(product)
    await sandbox.controls.payCheckout(await fay.beginCheckout())
    await sandbox.controls.settle()
    const [charge] = await sandbox.controls.list('charge', await fay.customerId())
    await close(fay)
    await sandbox.controls.refund(charge?.id ?? 'none')
    await sandbox.controls.settle()
    await runDueJobs(deps)
    expect(mails.filter(({ to }) => to.startsWith('deleted '))).toEqual([])
  })
})
