import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { withBillingLock } from '#server/money/payments/billing-lock.ts'
import { forgetCustomer } from '#server/money/payments/closed-account.usecases.ts'
import { reconcilePayments } from '#server/money/payments/reconcile.usecases.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'

const asksAlways = '4000002760003184'

describeOnPostgres('failures of the payment provider', open => {
  let product: PaymentsApp
  let ann: Customer
  beforeAll(async () => {
    product = await createPaymentsApp(await open())
  })
  beforeEach(async () => {
    ann = await Customer.signUp(product)
  })
  afterEach(async () => {
    await controls().setFault('none')
    await controls().setSwitch('settlement', 'at once')
    await controls().settle()
  })
  afterAll(() => product.close())

  const controls = () => product.sandbox.controls
  const free = { paidCents: 0, tier: 'free', status: 'active', pulls: 50, searches: 5 }
  const starter = { paidCents: 1900, tier: 'starter', status: 'active', pulls: 500, searches: 50 }
  const busy = { status: 503, body: { errorType: 'PAYMENTS_BUSY' } }

  test('an error repeated for a day does not prevent adding a card', async () => {
    await controls().setFault('stored error', { calls: 1 })
    await ann.post('/api/setup-payment')
    await controls().setFault('none')
    expect((await ann.addCard()).status).toBe(200)
    expect(await ann.choose('starter')).toMatchObject({ status: 200 })
    expect(await ann.standing()).toEqual(starter)
  })

  test('after a repeated error, the same dialog buys the plan, and it is charged once', async () => {
    await ann.addCard()
    const requestId = crypto.randomUUID()
    await controls().setFault('stored error', { calls: 1 })
    expect(await ann.choose('starter', { requestId })).toMatchObject({
      status: 503,
      body: { errorType: 'PAYMENT_UNCONFIRMED' },
    })
    expect(await ann.standing()).toEqual(free)
    expect(await ann.choose('starter', { requestId })).toMatchObject({ status: 200 })
    await controls().setFault('stored error', { calls: 1 })
    expect(await ann.choose('pro', { requestId })).toMatchObject({ status: 503 })
    expect(await ann.choose('pro', { requestId })).toMatchObject({ status: 200 })
    expect(await ann.standing()).toMatchObject({ paidCents: 4900, tier: 'pro' })
  })

  test('a request for one plan that failed unheard does not prevent buying another', async () => {
    await ann.addCard()
    const customer = await ann.customerId()
    const [price] = (await product.stripe.prices.list({ lookup_keys: ['leadline_starter_monthly'] })).data
    await controls().setFault('stored error', { calls: 1 })
    const unheard = product.stripe.subscriptions.create(
      { customer, items: [{ price: price?.id ?? '' }] },
      { idempotencyKey: `subscribe:${ann.signedIn.user.id}:${customer}` },
    )
    await expect(unheard).rejects.toThrow('An unknown error occurred')
    expect(await ann.choose('pro')).toMatchObject({ status: 503, body: { errorType: 'PAYMENT_UNCONFIRMED' } })
    expect(await ann.choose('pro')).toMatchObject({ status: 200 })
    expect(await ann.standing()).toMatchObject({ paidCents: 4900, tier: 'pro' })
  })

  test('a purchase whose first response is lost is made once', async () => {
    await ann.addCard()
    await controls().setFault('answer lost')
    expect(await ann.choose('starter')).toMatchObject({ status: 200 })
    expect(await ann.standing()).toEqual(starter)
  })

  test('a purchase whose responses are all lost is found again and not charged twice', async () => {
    await ann.addCard()
    const requestId = crypto.randomUUID()
    await controls().setFault('answers lost')
    expect(await ann.choose('starter', { requestId })).toMatchObject({ body: { errorType: 'PAYMENT_UNCONFIRMED' } })
    await controls().setFault('none')
    expect(await ann.choose('starter', { requestId })).toMatchObject({ status: 200 })
    expect(await ann.standing()).toEqual(starter)
  })

  test.each(['starter', 'pro'])(
    'a first plan whose request comes so late that another was bought meanwhile is not charged as well (%s)',
    async tier => {
      await ann.addCard()
      const { subscriptions } = product.stripe
      const create = subscriptions.create.bind(subscriptions)
      const [sending, onward] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const spy = vi.spyOn(subscriptions, 'create').mockImplementationOnce(async (...request) => {
        sending.resolve()
        await onward.promise
        return create(...request)
      })
      const late = ann.choose(tier, { requestId: crypto.randomUUID() })
      await sending.promise
      // The process stood still for longer than its lease.
      await product.deps.db.query('DELETE FROM billing_lock WHERE user_id = $1', [ann.signedIn.user.id])
      expect(await ann.choose('pro', { requestId: crypto.randomUUID() })).toMatchObject({ status: 200 })
      onward.resolve()
      expect(await late).toMatchObject({ status: 503, body: { errorType: 'PAYMENT_UNCONFIRMED' } })
      spy.mockRestore()
      await reconcilePayments(product.deps)
      expect(await ann.standing()).toMatchObject({ paidCents: 4900, tier: 'pro', pulls: 2000 })
      const { data } = await product.stripe.subscriptions.list({ customer: await ann.customerId(), status: 'all' })
      expect(data).toHaveLength(1)
    },
  )

  test.each(['answer lost', 'answers lost'] as const)(
    'a past due plan is canceled although the answer to the DELETE is lost (%s)',
    async fault => {
      await ann.addCard()
      await ann.choose('starter')
      await controls().declineCharges(await ann.cardId(), 'generic_decline')
      await ann.letMonthPass()
      await controls().setFault(fault, { calls: fault === 'answers lost' ? 2 : null })
      const answer = await ann.post('/api/cancel-subscription')
      expect(answer).toMatchObject({ status: 200, body: { subscriptionTier: 'free' } })
    },
  )

  test('a deleted account’s customer is deleted even if the response to the DELETE is lost', async () => {
    await ann.addCard()
    const customer = await ann.customerId()
    await controls().setFault('answer lost')
    const { deps } = product
    await withBillingLock(deps, ann.signedIn.user.id, lock => forgetCustomer(deps, lock))
    expect(await product.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
    expect(await ann.customerId()).toBe('none')
  })

  test.each(['busy', 'busy, no hint'] as const)('a single 429 is retried (%s)', async fault => {
    await ann.addCard()
    await controls().setFault(fault, { calls: 1 })
    expect(await ann.choose('starter')).toMatchObject({ status: 200 })
    expect(await ann.standing()).toEqual(starter)
  })

  test.each(['busy', 'busy, no hint'] as const)(
    'while it answers 429, customers read that nothing was charged (%s)',
    async fault => {
      await ann.addCard()
      await controls().setFault(fault)
      const { cookie } = ann.signedIn
      const setUp = await product.app.inject({ method: 'POST', url: '/api/setup-payment', headers: { cookie } })
      expect(Number(setUp.headers['retry-after'])).toBeGreaterThan(0)
      const answers = [
        { status: setUp.statusCode, body: setUp.json<{ message: string }>() },
        await ann.choose('starter'),
      ]
      for (const answer of answers) {
        expect(answer).toMatchObject(busy)
        expect(answer.body.message).toContain('Nothing was charged')
      }
      await controls().setFault('none')
      expect(await ann.standing()).toEqual(free)
    },
  )

  test('a 429 after the charge is not reported as “nothing was charged”', async () => {
    await ann.addCard()
    const { subscriptions } = product.stripe
    const create = subscriptions.create.bind(subscriptions)
    subscriptions.create = async (...input) => {
      const made = await create(...input)
      await controls().setFault('busy, no hint')
      return made
    }
    const answer = await ann.choose('starter')
    subscriptions.create = create
    await controls().setFault('none')
    expect(answer).toMatchObject({ status: 503, body: { errorType: 'PAYMENT_UNCONFIRMED' } })
    expect(await ann.choose('starter')).toMatchObject({ status: 200 })
    expect(await ann.standing()).toEqual(starter)
  })

  test('while a first payment settles, it is not charged again, voided, or treated as declined', async () => {
    await ann.addCard(asksAlways)
    await controls().setSwitch('settlement', 'late')
    const { body } = await ann.choose('starter')
    await controls().finishChallenge(String(body.clientSecret), true)
    for (const ask of [
      () => ann.choose('starter'),
      () => ann.choose('pro'),
      () => ann.post('/api/cancel-subscription'),
    ])
      expect(await ask()).toMatchObject({ status: 503, body: { errorType: 'PAYMENT_UNCONFIRMED' } })
    await controls().advance({ seconds: 5 })
    await controls().settle()
    expect(await ann.standing()).toEqual(starter)
  })

  test('while an upgrade settles, it is not charged again, voided, or treated as declined', async () => {
    await ann.addCard()
    await ann.choose('starter')
    await ann.addCard(asksAlways)
    await controls().setSwitch('settlement', 'late')
    const { body } = await ann.choose('pro')
    await controls().finishChallenge(String(body.clientSecret), true)
    expect(await ann.choose('elite')).toMatchObject({ body: { errorType: 'PAYMENT_UNCONFIRMED' } })
    expect(await ann.post('/api/cancel-subscription')).toMatchObject({ body: { errorType: 'PAYMENT_UNCONFIRMED' } })
    await controls().advance({ seconds: 5 })
    await controls().settle()
    expect(await ann.standing()).toMatchObject({ paidCents: 4900, tier: 'pro', status: 'active' })
  })

  test('the hourly reconciliation does not touch a payment that is settling', async () => {
    await ann.addCard(asksAlways)
    await controls().setSwitch('settlement', 'late')
    const { body } = await ann.choose('starter')
    await controls().finishChallenge(String(body.clientSecret), true)
    await reconcilePayments(product.deps)
    await controls().advance({ seconds: 5 })
    await reconcilePayments(product.deps)
    expect(await ann.standing()).toEqual(starter)
  })
})

describeOnPostgres("tax that depends on the customer's location", open => {
  let product: PaymentsApp
  beforeAll(async () => {
    product = await createPaymentsApp(await open(), { settings: { STRIPE_AUTOMATIC_TAX: 'on' } })
  })
  afterAll(() => product.close())

  test('a customer without a billing address is not charged and is told what to do; a card with one buys the plan', async () => {
    const ann = await Customer.signUp(product)
    await ann.addCard()
    const refused = await ann.choose('starter')
    expect(refused).toMatchObject({ status: 409, body: { errorType: 'BILLING_ADDRESS_REQUIRED' } })
    expect(refused.body.message).toMatch(/Nothing was charged. Add a card with its billing country and ZIP code/)
    expect(await ann.paidCents()).toBe(0)
    const place = { country: 'US', postal_code: '80302' }
    expect(await ann.addCard('4242424242424242', true, place)).toMatchObject({ status: 200 })
    expect(await ann.choose('starter')).toMatchObject({ status: 200 })
    expect(await ann.standing()).toMatchObject({ tier: 'starter', paidCents: 2052 })
  })
})
