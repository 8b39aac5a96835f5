import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Invoice, Subscription } from '#contract/billing/billing.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'

describeOnPostgres('with taxes', open => {
  let product: PaymentsApp
  let ann: Customer
  beforeAll(async () => {
    product = await createPaymentsApp(await open(), { settings: { STRIPE_AUTOMATIC_TAX: 'on' } })
    ann = await Customer.signUp(product)
    await ann.addCard()
    await product.stripe.customers.update(await ann.customerId(), { address: { country: 'US', postal_code: '80302' } })
  })
  afterAll(() => product.close())

  const nextCharge = async () => (await ann.get<Subscription>('/api/subscription')).body.nextCharge
  const invoices = async () => (await ann.get<Invoice[]>('/api/invoices')).body

  test('the renewal shows what it will charge, including tax and credit, also after a downgrade was chosen', async () => {
    await ann.choose('pro')
    expect(await nextCharge()).toEqual({ amountCents: 5292, creditCents: 0, taxCents: 392 })
    await ann.choose('starter')
    expect(await nextCharge()).toEqual({ amountCents: 2052, creditCents: 0, taxCents: 152 })
    await product.stripe.customers.update(await ann.customerId(), { balance: -1000 })
    await ann.post('/api/subscription/refresh')
    const shown = await nextCharge()
    expect(shown).toEqual({ amountCents: 1052, creditCents: 1000, taxCents: 152 })
    const before = await ann.paidCents()
    await ann.letMonthPass()
    expect((await ann.paidCents()) - before).toBe(shown?.amountCents)
  })

  test('a location that is no longer known leaves the tax unknown and everything else unchanged', async () => {
    await product.sandbox.controls.setSwitch('taxLocation', 'invalid')
    expect(await ann.post('/api/subscription/refresh')).toMatchObject({ status: 200 })
    await product.sandbox.controls.setSwitch('taxLocation', 'by address')
    expect(await nextCharge()).toEqual({ amountCents: 1900, creditCents: 0, taxCents: null })
  })

  test('the invoice list and receipts show them, for plans and packages', async () => {
    await product.sandbox.controls.payCheckout(await ann.beginCheckout())
    await product.sandbox.controls.settle()
    const amounts = (await invoices()).map(({ kind, totalCents, taxCents }) => ({ kind, totalCents, taxCents }))
    expect(amounts).toEqual([
      { kind: 'lead_package', totalCents: 1080, taxCents: 80 },
      { kind: 'plan', totalCents: 2052, taxCents: 152 },
      { kind: 'plan', totalCents: 5292, taxCents: 392 },
    ])
    await runDueJobs(product.deps)
    const receipts = product.mails.filter(({ subject }) => subject.startsWith('Receipt')).map(({ text }) => text)
    for (const words of [
      /charged your card \$52\.92 for .+, including \$3\.92 tax\./,
      /charged your card \$10\.52 for .+, including \$1\.52 tax\./,
      /charged your card \$10\.80 for .+, including \$0\.80 tax\./,
    ])
      expect(receipts.some(text => words.test(text))).toBe(true)
  })
})
