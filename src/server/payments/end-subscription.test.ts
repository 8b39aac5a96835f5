import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'
import { readAccount } from '../account/account.usecases.ts'
import { beginCard } from '../billing/cards.usecases.ts'
import { purchasePackage } from '../billing/purchase.usecases.ts'
import { withBillingLock } from './billing-lock.ts'
import { endSubscriptionForGood } from './end-subscription.usecases.ts'

describeOnBothDatabases('an account that is deleted', open => {
  let product: PaymentsApp
  beforeAll(async () => {
    product = await createPaymentsApp(await open())
  })
  afterAll(() => product.close())

  const endFor = ({ signedIn }: Customer) =>
    withBillingLock(product.deps, signedIn.user.id, lock => endSubscriptionForGood(product.deps, lock))

  test('is never charged again, and the provider forgets its cards', async () => {
    const { stripe, sandbox } = product
    const ann = await Customer.signUp(product)
    await ann.addCard()
    await ann.choose('pro')
    const customerId = await ann.customerId()
    await endFor(ann)
    await sandbox.controls.advance({ days: 62 })
    expect(await stripe.customers.retrieve(customerId)).toMatchObject({ deleted: true })
    const charges = await sandbox.controls.list('charge', customerId)
    expect(charges.map(({ amount }) => amount)).toEqual([4900])
    await ann.signIn()
    expect(await ann.user()).toMatchObject({ subscriptionTier: 'free', remainingContactPulls: 50 })
  })

  test('can not be paid for by a checkout that was left open', async () => {
    const { sandbox } = product
    const cy = await Customer.signUp(product)
    const sessionId = await cy.beginCheckout()
    await endFor(cy)
    await expect(sandbox.controls.payCheckout(sessionId)).rejects.toThrow('no longer open')
    expect(await cy.user()).toMatchObject({ remainingContactPulls: 50 })
  })

  test('without any payment is left alone, and while the provider is away it stays', async () => {
    const { sandbox } = product
    const bob = await Customer.signUp(product)
    await endFor(bob)
    await bob.addCard()
    await bob.choose('starter')
    await sandbox.controls.setFault('error')
    await expect(endFor(bob)).rejects.toThrow('sandbox')
    await sandbox.controls.setFault('none')
    expect(await bob.standing()).toMatchObject({ paidCents: 1900, tier: 'starter' })
  })

  test('leaves nothing behind that could be charged, whatever else was asked for at the same moment', async () => {
    const { deps, sandbox, stripe } = product
    const dora = await Customer.signUp(product)
    await dora.addCard()
    const asked = ['/api/purchase-leads', '/api/setup-payment', '/api/purchase-leads', '/api/setup-payment']
    const deleting = dora.post('/api/account/delete', { currentPassword: 'correct horse battery' })
    const answers = await Promise.all([...asked.map(url => dora.post(url)), deleting])
    expect(answers.at(-1)?.status).toBe(200)
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

  test('is not begun again by a request that was under way', async () => {
    const { deps } = product
    const eve = await Customer.signUp(product)
    const before = await readAccount(deps, eve.signedIn.user.id)
    await eve.post('/api/account/delete', { currentPassword: 'correct horse battery' })
    if (before === undefined) throw new Error('no account')
    const refusal = { errorType: 'NOT_SIGNED_IN' }
    await expect(beginCard(deps, before)).rejects.toMatchObject(refusal)
    await expect(purchasePackage(deps, before, 'http://localhost')).rejects.toMatchObject(refusal)
    expect(await eve.customerId()).toBe('none')
  })

  test('is written to no more, although its package is refunded', async () => {
    const { deps, sandbox, mails } = product
    const fay = await Customer.signUp(product)
    await sandbox.controls.payCheckout(await fay.beginCheckout())
    await sandbox.controls.settle()
    const [charge] = await sandbox.controls.list('charge', await fay.customerId())
    await fay.post('/api/account/delete', { currentPassword: 'correct horse battery' })
    await sandbox.controls.refund(charge?.id ?? 'none')
    await sandbox.controls.settle()
    await runDueJobs(deps)
    expect(mails.filter(({ to }) => to.startsWith('deleted '))).toEqual([])
  })
})
