import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { reconcilePayments } from '#server/money/payments/reconcile.usecases.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'

describeOnPostgres('the invoice of a plan', open => {
  let product: PaymentsApp
  let ann: Customer
  beforeAll(async () => {
    product = await createPaymentsApp(await open())
  })
  beforeEach(async () => {
    ann = await Customer.signUp(product)
    await ann.addCard()
  })
  afterEach(() => product.forgetCustomers())
  afterAll(() => product.close())

  const invoices = async () => (await ann.get('/api/invoices')).body
  const chargeOfAnn = async () => {
    const [charge] = await product.sandbox.controls.list('charge', await ann.customerId())
    return charge?.id ?? 'none'
  }
  const refund = async (cents?: number) => {
    await product.sandbox.controls.refund(await chargeOfAnn(), cents)
    await product.sandbox.controls.settle()
  }

  test('that is partly refunded says so, and the plan continues', async () => {
    await ann.choose('pro')
    await refund(1900)
    expect(await invoices()).toMatchObject([{ kind: 'plan', status: 'partly_refunded', refundedCents: 1900 }])
    await refund(3000)
    expect(await invoices()).toMatchObject([{ status: 'refunded', refundedCents: 4900, totalCents: 4900 }])
    expect(await ann.standing()).toMatchObject({ paidCents: 0, tier: 'pro', status: 'active' })
    await ann.post('/api/subscription/refresh')
    expect(await invoices()).toMatchObject([{ status: 'refunded' }])
  })

  test('that was partly paid by a credit counts as refunded when the whole charge is', async () => {
    await product.stripe.customers.update(await ann.customerId(), { balance: -1000 })
    await ann.choose('pro')
    await refund()
    expect(await invoices()).toMatchObject([{ status: 'refunded', refundedCents: 3900, totalCents: 4900 }])
  })

  test('that is disputed says so', async () => {
    await ann.choose('pro')
    await product.sandbox.controls.dispute(await chargeOfAnn())
    await product.sandbox.controls.settle()
    expect(await invoices()).toMatchObject([{ status: 'disputed' }])
  })

  test("is stored with its refund even if the refund's event comes first", async () => {
    await ann.addCard('4000002760003184')
    const { body } = await ann.choose('pro')
    await product.sandbox.controls.settle()
    await product.sandbox.controls.setSwitch('webhooks', 'off')
    await product.sandbox.controls.finishChallenge(String(body.clientSecret), true)
    await product.sandbox.controls.refund(await chargeOfAnn(), 900)
    await product.sandbox.controls.setSwitch('webhooks', 'normal')
    const [event] = (await product.stripe.events.list({ types: ['charge.refunded'], limit: 1 })).data
    await product.sandbox.controls.resendEvent(event?.id ?? '')
    expect(await invoices()).toMatchObject([{ status: 'partly_refunded', refundedCents: 900 }])
  })

  test('with a refund whose webhook was lost is updated by the hourly reconciliation', async () => {
    await ann.choose('pro')
    await product.sandbox.controls.settle()
    await product.sandbox.controls.setSwitch('webhooks', 'off')
    await product.sandbox.controls.refund(await chargeOfAnn())
    await reconcilePayments(product.deps)
    await product.sandbox.controls.setSwitch('webhooks', 'normal')
    expect(await invoices()).toMatchObject([{ status: 'refunded', refundedCents: 4900 }])
  })

  test('does not change when purchased leads are refunded', async () => {
    await ann.choose('pro')
    await product.sandbox.controls.payCheckout(await ann.beginCheckout())
    await product.sandbox.controls.settle()
    const charges = await product.sandbox.controls.list('charge', await ann.customerId())
    await product.sandbox.controls.refund(charges.at(-1)?.id ?? 'none')
    await product.sandbox.controls.settle()
    expect(await invoices()).toMatchObject([
      { kind: 'lead_package', status: 'refunded' },
      { kind: 'plan', status: 'paid', refundedCents: 0 },
    ])
  })
})
