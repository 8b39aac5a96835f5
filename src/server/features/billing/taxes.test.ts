import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Invoice, Subscription } from '#contract/billing/billing.ts'
import type { OfferedTier } from '#contract/plans.ts'
import type { Db } from '#server/platform/database/db.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'

const nextChargeOf = async (customer: Customer) =>
  (await customer.get<Subscription>('/api/subscription')).body.nextCharge
const taxShown = async (customer: Customer, tier: OfferedTier) =>
  (await customer.get(`/api/subscription/preview?tier=${tier}`)).body.tax

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

  const invoices = async () => (await ann.get<Invoice[]>('/api/invoices')).body

  test('the renewal shows what it will charge, including tax and credit, also after a downgrade was chosen', async () => {
    await ann.choose('pro')
    expect(await nextChargeOf(ann)).toEqual({ amountCents: 5292, creditCents: 0, taxCents: 392 })
    await ann.choose('starter')
    expect(await nextChargeOf(ann)).toEqual({ amountCents: 2052, creditCents: 0, taxCents: 152 })
    await product.stripe.customers.update(await ann.customerId(), { balance: -1000 })
    await ann.post('/api/subscription/refresh')
    const shown = await nextChargeOf(ann)
    expect(shown).toEqual({ amountCents: 1052, creditCents: 1000, taxCents: 152 })
    const before = await ann.paidCents()
    await ann.letMonthPass()
    expect((await ann.paidCents()) - before).toBe(shown?.amountCents)
  })

  test('a location that is no longer known leaves the tax unknown and everything else unchanged', async () => {
    await product.sandbox.controls.setSwitch('taxLocation', 'invalid')
    expect(await ann.post('/api/subscription/refresh')).toMatchObject({ status: 200 })
    await product.sandbox.controls.setSwitch('taxLocation', 'by address')
    expect(await nextChargeOf(ann)).toEqual({ amountCents: 1900, creditCents: 0, taxCents: null })
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

describeOnPostgres('turning taxes on', open => {
  const place = { country: 'US', postal_code: '80302' }
  let db: Db
  let product: PaymentsApp
  let ann: Customer
  let bob: Customer
  let cat: Customer
  const reopen = async (settings: Record<string, string>) => {
    await product.close()
    product = await createPaymentsApp(db, { settings })
    ;[ann, bob, cat] = [ann.at(product), bob.at(product), cat.at(product)]
  }
  beforeAll(async () => {
    db = await open()
    product = await createPaymentsApp(db)
    ann = await Customer.signUp(product)
    bob = await Customer.signUp(product)
    cat = await Customer.signUp(product)
    for (const customer of [ann, bob]) await customer.addCard('4242424242424242', true, place)
    await cat.addCard()
    for (const customer of [ann, bob, cat]) await customer.choose('starter')
  })
  afterAll(() => product.close())

  test('is shown with every amount of a plan from before, and of a new one', async () => {
    expect([await taxShown(cat, 'pro'), await nextChargeOf(cat)]).toMatchObject(['to none', { taxCents: 0 }])
    await reopen({ STRIPE_AUTOMATIC_TAX: 'on' })
    expect(await nextChargeOf(ann)).toEqual({ amountCents: 1900, creditCents: 0, taxCents: null })
    expect(await taxShown(ann, 'free')).toBe('to the next charges')
    expect(await nextChargeOf(ann)).toEqual({ amountCents: 2052, creditCents: 0, taxCents: 152 })
    expect(await taxShown(await Customer.signUp(product), 'pro')).toBe('to all')
  })

  test('adds tax to the next upgrade, as its preview says, and to any upgrade that we calculate ourselves', async () => {
    await product.sandbox.controls.advance({ days: 10 })
    const { body: shown } = await ann.get('/api/subscription/preview?tier=pro')
    expect(shown.tax).toBe('to the next charges')
    await ann.choose('pro', { prorationDate: shown.prorationDate })
    const [upgrade] = (await ann.get<Invoice[]>('/api/invoices')).body
    expect(upgrade?.totalCents).toBe(shown.dueNowCents)
    expect(upgrade?.taxCents).toBeGreaterThan(100)
    await ann.choose('starter')
    expect(await taxShown(ann, 'elite')).toBe('to all')
    await ann.choose('pro')
  })

  test('adds tax to lead packages, also if their checkout was open before', async () => {
    const checkout = await bob.beginCheckout()
    await reopen({})
    expect(await bob.beginCheckout()).not.toBe(checkout)
    await reopen({ STRIPE_AUTOMATIC_TAX: 'on' })
    await product.sandbox.controls.payCheckout(await bob.beginCheckout())
    expect(await bob.paidCents()).toBe(1900 + 1080)
  })

  test('does not change a plan whose customer has no known address: it cannot be upgraded until there is one', async () => {
    const refusal = { status: 409, body: { errorType: 'BILLING_ADDRESS_REQUIRED' } }
    expect(await cat.get('/api/subscription/preview?tier=pro')).toMatchObject(refusal)
    expect(await cat.choose('pro')).toMatchObject(refusal)
    expect(await cat.paidCents()).toBe(1900)
  })

  test('adds tax to the next renewal, if the address is known', async () => {
    await bob.letMonthPass()
    expect(await bob.paidCents()).toBe(1900 + 1080 + 2052)
    await cat.signIn()
    expect(await cat.paidCents()).toBe(1900 + 1900)
    await cat.addCard('4242424242424242', true, place)
    expect(await nextChargeOf(cat)).toEqual({ amountCents: 2052, creditCents: 0, taxCents: 152 })
  })

  test('and off again leaves the plans taxed that were, and says so', async () => {
    await reopen({})
    await ann.signIn()
    expect(await taxShown(ann, 'elite')).toBe('to the next charges')
    expect(await nextChargeOf(ann)).toEqual({ amountCents: 5292, creditCents: 0, taxCents: 392 })
  })
})
