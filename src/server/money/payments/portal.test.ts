import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'
import { holdToStripeContract } from '#tests/support/stripe-contract.ts'
import { setUpPortal } from './portal.usecases.ts'

holdToStripeContract()

describeOnPostgres('the billing portal', open => {
  let product: PaymentsApp
  beforeAll(async () => {
    product = await createPaymentsApp(await open())
  })
  afterAll(() => product.close())

  test('is set up once, and running it again updates its settings', async () => {
    const first = await setUpPortal(product.stripe)
    await product.stripe.billingPortal.configurations.update(first.id, {
      features: { subscription_cancel: { enabled: true } },
    })
    expect(await setUpPortal(product.stripe)).toEqual({ id: first.id, wasMade: false })
    const { data } = await product.stripe.billingPortal.configurations.list()
    expect(data).toMatchObject([
      {
        id: first.id,
        features: {
          customer_update: { enabled: true, allowed_updates: ['name', 'address', 'tax_id'] },
          invoice_history: { enabled: true },
          payment_method_update: { enabled: true },
          subscription_cancel: { enabled: false },
          subscription_update: { enabled: false },
        },
      },
    ])
  })

  test('opens with our own configuration, regardless of others in the account, and shows the invoices', async () => {
    await product.stripe.billingPortal.configurations.create({
      features: { subscription_cancel: { enabled: true } },
    })
    const ann = await Customer.signUp(product)
    await ann.addCard()
    await ann.choose('pro')
    const { body } = await ann.post<{ url: string }>('/api/billing-portal')
    const [session] = await product.sandbox.controls.list('billing_portal.session', await ann.customerId())
    expect(session).toMatchObject({ url: body.url, configuration: (await setUpPortal(product.stripe)).id })
    const page = await (await fetch(body.url)).text()
    for (const shown of ['Leadline billing', '$49.00', 'visa ending in 4242', '/subscription'])
      expect(page).toContain(shown)
  })
})
