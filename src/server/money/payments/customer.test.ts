import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { runDueJobs, tokenMailedTo } from '#tests/support/due-jobs.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'
import { findUnsyncedEmails } from './customer.repository.ts'
import { reconcilePayments } from './reconcile.usecases.ts'

const setup = (ann: Customer) => ann.post('/api/setup-payment')

describeOnBothDatabases("a user's customer at the provider", open => {
  let product: PaymentsApp
  beforeAll(async () => {
    product = await createPaymentsApp(await open())
  })
  afterAll(() => product.close())

  const sql = (text: string, ann: Customer) => product.deps.db.query(text, [ann.signedIn.user.id])

  test('is created once, even if the first response is lost', async () => {
    const ann = await Customer.signUp(product)
    await setup(ann)
    const first = await ann.customerId()
    await sql('DELETE FROM billing_customer WHERE user_id = $1', ann)
    expect(await setup(ann)).toMatchObject({ status: 200 })
    expect(await ann.customerId()).toBe(first)
  })

  test('is created again if the email changed before the first response arrived', async () => {
    const ann = await Customer.signUp(product)
    await setup(ann)
    await sql('DELETE FROM billing_customer WHERE user_id = $1', ann)
    await sql(`UPDATE user_account SET email = 'new-' || email WHERE id = $1`, ann)
    expect(await setup(ann)).toMatchObject({ status: 200 })
    expect(await product.stripe.customers.retrieve(await ann.customerId())).toMatchObject({
      email: `new-${ann.signedIn.user.email}`,
    })
  })

  const emailAtProvider = async (ann: Customer) => {
    const customer = await product.stripe.customers.retrieve(await ann.customerId())
    return customer.deleted === true ? 'deleted' : customer.email
  }

  test('gets a changed email only when it is confirmed', async () => {
    const ann = await Customer.signUp(product)
    const old = ann.signedIn.user.email
    await setup(ann)
    const email = `new-${old}`
    const { cookie } = ann.signedIn
    await product.app.inject({ method: 'PATCH', url: '/api/profile', headers: { cookie }, payload: { email } })
    await reconcilePayments(product.deps)
    expect(await emailAtProvider(ann)).toBe(old)
    const token = await tokenMailedTo(product.app, email, '/verify-email#')
    await ann.post('/api/verify-email', { token })
    await runDueJobs(product.deps, ['jobs'])
    expect(await emailAtProvider(ann)).toBe(email)
  })

  test('gets an email that changed while the provider was down through the hourly reconciliation, once', async () => {
    const ann = await Customer.signUp(product)
    await setup(ann)
    const email = `later-${ann.signedIn.user.email}`
    await sql(`UPDATE user_account SET email = '${email}', email_verified_at = now() WHERE id = $1`, ann)
    await reconcilePayments(product.deps)
    expect(await emailAtProvider(ann)).toBe(email)
    expect(await findUnsyncedEmails(product.deps.db, 'sandbox', 100)).toEqual([])
  })

  test('that was deleted there can be replaced, with the same plan on the same day', async () => {
    const ann = await Customer.signUp(product)
    await ann.addCard()
    await ann.choose('starter')
    await product.sandbox.controls.deleteCustomer(await ann.customerId())
    await product.sandbox.controls.settle()
    await ann.addCard()
    expect(await ann.choose('starter')).toMatchObject({ status: 200, body: { subscriptionTier: 'starter' } })
  })

  test.each(['/api/setup-payment', '/api/purchase-leads'])(
    'that was deleted there, without a word to us, gives way to a new one: %s',
    async url => {
      const ann = await Customer.signUp(product)
      await ann.addCard()
      const first = await ann.customerId()
      await product.sandbox.controls.settle()
      await product.sandbox.controls.setSwitch('webhooks', 'off')
      await product.sandbox.controls.deleteCustomer(first)
      const answer = await ann.post(url)
      await product.sandbox.controls.setSwitch('webhooks', 'normal')
      expect(answer).toMatchObject({ status: 200 })
      expect(await ann.customerId()).not.toBe(first)
      expect((await ann.get('/api/payment-methods')).body).toEqual({ paymentMethods: [] })
    },
  )
})
