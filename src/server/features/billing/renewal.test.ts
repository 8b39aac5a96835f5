import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import { writeEventsUntil } from '#server/money/payments/event.repository.ts'
import { reconcilePayments } from '#server/money/payments/reconcile.usecases.ts'
import { readUsage } from '#server/money/usage/usage.usecases.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'
import { pay } from './pay.usecases.ts'

describeOnBothDatabases('the next month', open => {
  let product: PaymentsApp
  let ann: Customer
  beforeAll(async () => {
    product = await createPaymentsApp(await open(), { start: '2026-01-31T10:00:00Z' })
  })
  beforeEach(async () => {
    ann = await Customer.signUp(product)
  })
  afterEach(() => product.forgetCustomers())
  afterAll(() => product.close())

  const subscribe = async (tier = 'starter', card = '4242424242424242') => {
    await ann.addCard(card)
    await ann.choose(tier)
  }
  const decline = async (code: string | null) => product.sandbox.controls.declineCharges(await ann.cardId(), code)
  const pass = async (days: number) => {
    await product.sandbox.controls.advance({ days })
    await product.sandbox.controls.settle()
    await ann.signIn()
  }
  const endedUnpaid = 'has ended because we could not charge your card for its next month. You owe nothing.'
  const mailsToAnn = async () => {
    await runDueJobs(product.deps)
    const mails = product.mails.filter(({ to }) => to === ann.signedIn.user.email)
    return mails.map(({ subject, text }) => (subject.endsWith('plan has ended') ? text : subject))
  }

  const usage = async () => {
    const account = await readAccount(product.deps, ann.signedIn.user.id)
    if (account === undefined) throw new Error('no account')
    return readUsage(product.deps, account)
  }

  /** Lets the provider end the unpaid plan without the product hearing of it. */
  const endUnheard = async () => {
    await decline('generic_decline')
    await ann.letMonthPass()
    await product.sandbox.controls.setSwitch('webhooks', 'off')
    await pass(8)
    await product.sandbox.controls.setSwitch('webhooks', 'normal')
    await decline(null)
  }
  const planOfAnn = async () => {
    const { data } = await product.stripe.subscriptions.list({ customer: await ann.customerId() })
    return data[0]?.id ?? 'none'
  }
  const invoiceStatuses = async () => {
    const { data } = await product.stripe.invoices.list({ customer: await ann.customerId() })
    return data.map(({ status }) => status)
  }

  test('of a plan started on the 31st begins on the last day of a shorter month, and then on the 31st again', async () => {
    await subscribe()
    const days = []
    for (let month = 0; month < 3; month++) {
      await ann.use({ pulls: 400, searches: 1 })
      const { body } = await ann.get<{ renewsAt: string }>('/api/subscription')
      days.push(body.renewsAt)
      expect((await usage()).renewsAt).toBe(body.renewsAt)
      await ann.letMonthPass()
      expect(await ann.standing()).toMatchObject({ paidCents: 1900 * (month + 2), pulls: 500, searches: 50 })
    }
    expect(days).toEqual(['2026-02-28T10:00:00.000Z', '2026-03-31T10:00:00.000Z', '2026-04-30T10:00:00.000Z'])
  })

  test('is not credited before it is paid, and the old quota stays until then', async () => {
    await subscribe()
    await ann.use({ pulls: 460 })
    await decline('generic_decline')
    await ann.letMonthPass()
    expect(await ann.standing()).toEqual({
      paidCents: 1900,
      tier: 'starter',
      status: 'past_due',
      pulls: 40,
      searches: 50,
    })
    const { body } = await ann.get('/api/subscription')
    expect(body).toMatchObject({ renewsAt: null, openInvoice: { amountDueCents: 1900 } })
    expect((await ann.get('/api/invoices')).body).toMatchObject([{ status: 'open' }, { status: 'paid' }])
    expect(await mailsToAnn()).toContain('Your payment did not go through')
    const payFirst = { status: 409, body: { errorType: 'INVOICE_OPEN' } }
    expect(await ann.choose('pro')).toMatchObject(payFirst)
    expect(await ann.get('/api/subscription/preview?tier=pro')).toMatchObject(payFirst)
    expect(await ann.post('/api/subscription/pay')).toMatchObject({
      status: 402,
      body: { errorType: 'PAYMENT_FAILED' },
    })
    await decline(null)
    expect(await ann.post('/api/subscription/pay')).toMatchObject({ status: 200 })
    expect(await ann.standing()).toEqual({
      paidCents: 3800,
      tier: 'starter',
      status: 'active',
      pulls: 500,
      searches: 50,
    })
  })

  test('that is paid at the same moment in another window counts as paid', async () => {
    await subscribe()
    await decline('generic_decline')
    await ann.letMonthPass()
    await decline(null)
    const [first, second] = await Promise.all([ann.post('/api/subscription/pay'), ann.post('/api/subscription/pay')])
    expect([first?.status, second?.status]).toEqual([200, 200])
    const { invoices } = product.stripe
    const [paid] = (await invoices.list({ customer: await ann.customerId(), limit: 1 })).data
    expect(await pay(product.stripe, paid?.id ?? 'none')).toEqual({ kind: 'paid' })
    expect(await ann.paidCents()).toBe(3800)
  })

  test('that failed is paid immediately by a new card', async () => {
    await subscribe()
    await decline('expired_card')
    await ann.letMonthPass()
    await ann.addCard('5555555555554444')
    expect(await ann.standing()).toMatchObject({ paidCents: 3800, tier: 'starter', status: 'active', pulls: 500 })
    const { body } = await ann.get('/api/subscription')
    expect(body.openInvoice).toBeNull()
  })

  test('that is not paid ends the plan after the grace period without further charges', async () => {
    await subscribe('pro')
    await decline('generic_decline')
    await ann.letMonthPass()
    await pass(6)
    expect(await ann.standing()).toMatchObject({ tier: 'pro', status: 'past_due' })
    await pass(1)
    expect(await ann.post('/api/subscription/pay')).toMatchObject({ body: { errorType: 'SUBSCRIPTION_ENDED' } })
    expect(await ann.standing()).toEqual({ paidCents: 4900, tier: 'free', status: 'active', pulls: 50, searches: 5 })
    await decline(null)
    await reconcilePayments(product.deps)
    await pass(30)
    expect(await ann.standing()).toMatchObject({ paidCents: 4900, tier: 'free' })
    expect(await invoiceStatuses()).toEqual(['void', 'paid'])
    const mails = await mailsToAnn()
    expect(mails.filter(mail => mail === 'Your payment did not go through')).toHaveLength(1)
    expect(mails.filter(mail => mail.includes(endedUnpaid))).toHaveLength(1)
  })

  test('that is not paid until the provider ends the plan leaves no open charge behind, even if a plan is bought at once', async () => {
    await subscribe('pro')
    await endUnheard()
    expect(await invoiceStatuses()).toEqual(['open', 'paid'])
    expect(await ann.choose('starter')).toMatchObject({ status: 200, body: { subscriptionTier: 'starter' } })
    expect(await invoiceStatuses()).toEqual(['paid', 'void', 'paid'])
    expect(await ann.paidCents()).toBe(4900 + 1900)
    expect(await mailsToAnn()).toContainEqual(expect.stringContaining(endedUnpaid))
  })

  test('that an ended plan never paid is voided before anything else is sold, and by the reconciliation', async () => {
    await subscribe('pro')
    await endUnheard()
    const { invoices, subscriptions } = product.stripe
    const refused = vi.spyOn(invoices, 'voidInvoice').mockRejectedValue(new Error('no'))
    expect(await ann.choose('starter')).toMatchObject({ status: 503, body: { errorType: 'PAYMENTS_UNAVAILABLE' } })
    // Another plan was bought although the charge is open, as before such charges were voided.
    const [old] = (await subscriptions.list({ customer: await ann.customerId(), status: 'all' })).data
    const price = old?.items.data[0]?.price.id ?? 'none'
    await subscriptions.create({ customer: await ann.customerId(), items: [{ price }] })
    await product.sandbox.controls.settle()
    await expect(reconcilePayments(product.deps)).rejects.toThrow('could not be reconciled')
    refused.mockRestore()
    await reconcilePayments(product.deps)
    expect(await invoiceStatuses()).toEqual(['paid', 'void', 'paid'])
  })

  test('that requires bank confirmation can be paid on the page', async () => {
    await subscribe('starter', '4000002760003184')
    const { body } = await ann.choose('starter')
    await product.sandbox.controls.finishChallenge(String(body.clientSecret), true)
    await ann.post('/api/subscription/refresh')
    await ann.letMonthPass()
    expect(await ann.standing()).toMatchObject({ paidCents: 1900, status: 'past_due' })
    const asked = await ann.post('/api/subscription/pay')
    expect(asked).toMatchObject({ status: 200, body: { requiresAction: true } })
    await product.sandbox.controls.finishChallenge(String(asked.body.clientSecret), true)
    await ann.post('/api/subscription/refresh')
    expect(await ann.standing()).toMatchObject({ paidCents: 3800, tier: 'starter', status: 'active', pulls: 500 })
  })

  test('whose webhook was lost is found by the hourly reconciliation', async () => {
    await subscribe()
    await ann.use({ pulls: 300 })
    await product.sandbox.controls.setSwitch('webhooks', 'off')
    await ann.letMonthPass()
    expect(await ann.standing()).toMatchObject({ paidCents: 3800, pulls: 200 })
    await reconcilePayments(product.deps)
    await product.sandbox.controls.setSwitch('webhooks', 'normal')
    expect(await ann.standing()).toMatchObject({ paidCents: 3800, tier: 'starter', pulls: 500 })
  })

  test('that only a wrong clock has begun ends no plan, and hides no later event from the reconciliation', async () => {
    await subscribe()
    const { clock } = product.deps
    product.deps.clock = { now: () => new Date(clock.now().getTime() + 60 * 86_400_000) }
    await reconcilePayments(product.deps)
    product.deps.clock = clock
    await ann.signIn()
    expect(await ann.standing()).toMatchObject({ tier: 'starter', status: 'active', pulls: 500 })
    // As an earlier release noted it.
    await writeEventsUntil(
      product.deps.db,
      product.deps.payments.mode,
      new Date(clock.now().getTime() + 60 * 86_400_000),
    )
    await product.sandbox.controls.setSwitch('webhooks', 'off')
    await product.sandbox.controls.cancelInPortal(await planOfAnn())
    await reconcilePayments(product.deps)
    await product.sandbox.controls.setSwitch('webhooks', 'normal')
    expect(await ann.standing()).toMatchObject({ tier: 'starter', status: 'canceled' })
  })

  test('is voided immediately when the plan is canceled', async () => {
    await subscribe()
    await decline('generic_decline')
    await ann.letMonthPass()
    expect(await ann.post('/api/cancel-subscription')).toMatchObject({ body: { subscriptionTier: 'free' } })
    await decline(null)
    await pass(10)
    expect(await ann.standing()).toMatchObject({ paidCents: 1900, tier: 'free', pulls: 50 })
  })

  test('of a customer who was deleted at the provider is never charged', async () => {
    await subscribe('pro')
    await product.sandbox.controls.advance({ hours: 1 })
    await product.sandbox.controls.deleteCustomer(await ann.customerId())
    await product.sandbox.controls.settle()
    expect(await ann.user()).toMatchObject({ subscriptionTier: 'free', remainingContactPulls: 50 })
    expect((await ann.get('/api/payment-methods')).body).toEqual({ paymentMethods: [] })
    await subscribe('starter')
    expect(await ann.standing()).toMatchObject({ paidCents: 1900, tier: 'starter', pulls: 500 })
  })

  test('triggers one notice if the card will have expired by then', async () => {
    await subscribe()
    await product.sandbox.controls.settle()
    await product.deps.db.query('UPDATE billing_card SET exp_year = 2026, exp_month = 1 WHERE user_id = $1', [
      ann.signedIn.user.id,
    ])
    for (let hour = 0; hour < 2; hour++) await reconcilePayments(product.deps)
    expect((await mailsToAnn()).filter(subject => subject === 'Your card is about to expire')).toHaveLength(1)
  })

  test('triggers the notice for one customer although that for another fails', async () => {
    const { db } = product.deps
    await subscribe()
    const other = await ann.cardId()
    ann = await Customer.signUp(product)
    await subscribe()
    await product.sandbox.controls.settle()
    await db.query('UPDATE billing_card SET exp_year = 2026, exp_month = 1')
    // The notices are sent in the order of the cards.
    const [first, last] = [other, await ann.cardId()].toSorted()
    await db.query(
      `ALTER TABLE billing_card ADD CONSTRAINT fails CHECK (NOT expiry_told OR payment_method_id <> '${first}')`,
    )
    await expect(reconcilePayments(product.deps)).rejects.toThrow('could not be reconciled')
    await db.query('ALTER TABLE billing_card DROP CONSTRAINT fails')
    const told = await db.query('SELECT payment_method_id AS id FROM billing_card WHERE expiry_told')
    expect(told).toEqual([{ id: last }])
  })
})
