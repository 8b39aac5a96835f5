import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'

describeOnBothDatabases('choosing a first plan', open => {
  let product: PaymentsApp
  let ann: Customer
  beforeAll(async () => {
    product = await createPaymentsApp(await open())
  })
  beforeEach(async () => {
    ann = await Customer.signUp(product)
  })
  afterEach(() => product.sandbox.controls.settle())
  afterAll(() => product.close())

  const free = { paidCents: 0, tier: 'free', status: 'active', pulls: 50, searches: 5 }
  const starter = { paidCents: 1900, tier: 'starter', status: 'active', pulls: 500, searches: 50 }

  test('activates the plan with its full quota with one click and a saved card', async () => {
    expect((await ann.addCard()).body.paymentMethods).toMatchObject([
      { isDefault: true, card: { brand: 'visa', last4: '4242' } },
    ])
    const { status, body } = await ann.choose('starter')
    expect({ status, tier: body.subscriptionTier }).toEqual({ status: 200, tier: 'starter' })
    expect(await ann.standing()).toEqual(starter)
    expect((await ann.get('/api/subscription')).body).toEqual({
      tier: 'starter',
      status: 'active',
      pricePerMonthCents: 1900,
      renewsAt: '2026-04-01T12:00:00.000Z',
      nextCharge: { amountCents: 1900, creditCents: 0, taxCents: 0 },
      isRenewing: false,
      endsAt: null,
      scheduledChange: null,
      openInvoice: null,
      isSettling: false,
      isGranted: false,
      givenPlan: null,
    })
  })

  test('requires a card', async () => {
    expect(await ann.choose('starter')).toMatchObject({ status: 402, body: { errorType: 'PAYMENT_METHOD_REQUIRED' } })
    expect(await ann.standing()).toEqual(free)
  })

  test('charges one plan after a double click', async () => {
    await ann.addCard()
    const requestId = crypto.randomUUID()
    const answers = await Promise.all([1, 2].map(() => ann.choose('starter', { requestId })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await ann.standing()).toEqual(starter)
  })

  test('in two tabs with two plans ends with the higher one, charged once', async () => {
    await ann.addCard()
    await Promise.all([ann.choose('starter'), ann.choose('pro')])
    expect(await ann.standing()).toMatchObject({ paidCents: 4900, tier: 'pro', pulls: 2000 })
  })

  test('changes nothing if the first charge is declined; a good card then buys the plan', async () => {
    await ann.addCard('4000000000000341')
    const requestId = crypto.randomUUID()
    const declined = await ann.choose('starter', { requestId })
    expect(declined).toMatchObject({ status: 402, body: { errorType: 'PAYMENT_FAILED' } })
    expect(declined.body.message).toMatch(/declined/i)
    expect(await ann.standing()).toEqual(free)
    await ann.addCard()
    expect(await ann.choose('starter', { requestId })).toMatchObject({ status: 200 })
    expect(await ann.standing()).toEqual(starter)
  })

  test('does not save a card that the bank declines', async () => {
    const { status } = await ann.addCard('4000000000009995')
    expect(status).toBe(402)
    expect((await ann.get('/api/payment-methods')).body).toEqual({ paymentMethods: [] })
  })
})
