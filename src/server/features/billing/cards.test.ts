import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PaymentMethod } from '#contract/billing/cards.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'

describeOnPostgres('saved cards', open => {
  let product: PaymentsApp
  let ann: Customer
  beforeAll(async () => {
    product = await createPaymentsApp(await open())
  })
  beforeEach(async () => {
    ann = await Customer.signUp(product)
  })
  afterEach(() => product.forgetCustomers())
  afterAll(() => product.close())

  const cards = async (who = ann) =>
    (await who.get<{ paymentMethods: PaymentMethod[] }>('/api/payment-methods')).body.paymentMethods
  const remove = (id: string, who = ann) => who.call('DELETE', `/api/payment-methods/${id}`)

  test('include the newest as default, until another is chosen', async () => {
    await ann.addCard('4242424242424242')
    await ann.addCard('5555555555554444')
    expect(await cards()).toMatchObject([
      { isDefault: true, card: { brand: 'mastercard', last4: '4444' } },
      { isDefault: false, card: { brand: 'visa', last4: '4242' } },
    ])
    const visa = (await cards())[1]?.id ?? ''
    // As the form says, the card is saved for later purchases, too.
    expect(await product.stripe.paymentMethods.retrieve(visa)).toMatchObject({ allow_redisplay: 'always' })
    const checkout = await (await fetch(`${product.sandbox.apiBase}/checkout/${await ann.beginCheckout()}`)).text()
    expect(checkout).toContain('visa ending in 4242')
    expect(await ann.post(`/api/payment-methods/${visa}/default`)).toMatchObject({ status: 200 })
    expect(await cards()).toMatchObject([{ id: visa, isDefault: true }, { isDefault: false }])
  })

  test('of two accounts are known to be the same by a mark that does not reveal the number', async () => {
    await ann.addCard('4242424242424242')
    await ann.addCard('5555555555554444')
    const bob = await Customer.signUp(product)
    await bob.addCard('4242424242424242')
    const marks = await product.deps.db.query<{ last4: string; fingerprint: string }>(
      'SELECT last4, fingerprint FROM billing_card WHERE user_id = ANY ($1::int[]) ORDER BY last4, fingerprint',
      [[ann.signedIn.user.id, bob.signedIn.user.id]],
    )
    const [visa] = marks
    expect(marks.map(({ last4 }) => last4)).toEqual(['4242', '4242', '4444'])
    expect(marks.map(({ fingerprint }) => fingerprint === visa?.fingerprint)).toEqual([true, true, false])
    expect(visa?.fingerprint).toMatch(/^\w{16}$/)
  })

  test('cannot all be removed while a plan renews, but can once it is canceled', async () => {
    await ann.addCard()
    await ann.choose('starter')
    const [card] = await cards()
    expect(await remove(card?.id ?? '')).toMatchObject({ status: 409, body: { errorType: 'CARD_IN_USE' } })
    await ann.post('/api/cancel-subscription')
    expect(await remove(card?.id ?? '')).toMatchObject({ status: 200, body: { paymentMethods: [] } })
    expect(await ann.standing()).toMatchObject({ paidCents: 1900, tier: 'starter', status: 'canceled' })
  })

  test('that are gone can neither renew a plan, nor change it, nor pay an open charge', async () => {
    await ann.addCard()
    await ann.choose('pro')
    await ann.post('/api/cancel-subscription')
    await remove(await ann.cardId())
    const needed = { status: 402, body: { errorType: 'PAYMENT_METHOD_REQUIRED' } }
    expect(await ann.post('/api/resume-subscription')).toMatchObject(needed)
    expect(await ann.choose('elite')).toMatchObject(needed)
    expect(await ann.choose('starter')).toMatchObject(needed)
    expect((await ann.get('/api/subscription')).body).toMatchObject({ status: 'canceled', scheduledChange: null })
    await ann.addCard()
    expect(await ann.post('/api/resume-subscription')).toMatchObject({ status: 200 })
    await product.sandbox.controls.detachCard(await ann.cardId())
    await ann.letMonthPass()
    expect(await ann.post('/api/subscription/pay')).toMatchObject(needed)
  })

  test('get a new default when the default one is removed', async () => {
    await ann.addCard()
    await ann.choose('starter')
    await ann.addCard('5555555555554444')
    const [mastercard] = await cards()
    await remove(mastercard?.id ?? '')
    expect(await cards()).toMatchObject([{ isDefault: true, card: { last4: '4242' } }])
    await ann.letMonthPass()
    expect(await ann.standing()).toMatchObject({ paidCents: 3800, tier: 'starter' })
  })

  test('get the newest of the others as default', async () => {
    const numbers = ['4242424242424242', '5555555555554444', '378282246310005']
    for (const number of numbers) {
      await ann.addCard(number)
      await product.sandbox.controls.advance({ seconds: 1 })
    }
    await remove(await ann.cardId())
    expect(await cards()).toMatchObject([
      { isDefault: true, card: { last4: '4444' } },
      { isDefault: false, card: { last4: '4242' } },
    ])
  })

  test('removed or renewed at the provider are also updated here', async () => {
    await ann.addCard()
    await product.sandbox.controls.settle()
    const [card] = await cards()
    await product.sandbox.controls.renewCard(card?.id ?? '')
    await product.sandbox.controls.settle()
    expect((await cards())[0]?.card.expYear).toBeGreaterThan(card?.card.expYear ?? 0)
    await product.sandbox.controls.detachCard(card?.id ?? '')
    await product.sandbox.controls.settle()
    expect(await cards()).toEqual([])
  })

  test('that were removed are not restored by their old setup', async () => {
    const setupIntentId = await ann.setUpCard()
    await ann.post('/api/payment-methods', { setupIntentId })
    await remove(await ann.cardId())
    expect(await ann.post('/api/payment-methods', { setupIntentId })).toMatchObject({ status: 404 })
    expect(await cards()).toEqual([])
  })

  test('cannot be changed by another user', async () => {
    const bob = await Customer.signUp(product)
    await ann.addCard()
    await bob.addCard()
    const [card] = await cards()
    const id = card?.id ?? ''
    expect(await remove(id, bob)).toMatchObject({ status: 404 })
    expect(await bob.post(`/api/payment-methods/${id}/default`)).toMatchObject({ status: 404 })
    const setupIntentId = await ann.setUpCard()
    expect(await bob.post('/api/payment-methods', { setupIntentId })).toMatchObject({ status: 404 })
    expect(await bob.post('/api/payment-methods', { setupIntentId: 'seti_nothing' })).toMatchObject({ status: 404 })
    await product.sandbox.controls.settle()
    expect(await cards()).toHaveLength(2)
    expect(await cards(bob)).toHaveLength(1)
  })

  test('that require 3-D Secure are saved only after it succeeds', async () => {
    expect(await ann.addCard('4000002500003155', false)).toMatchObject({ status: 402 })
    expect(await cards()).toEqual([])
    expect(await ann.addCard('4000002500003155', true)).toMatchObject({ status: 200 })
    expect(await ann.choose('starter')).toMatchObject({ body: { subscriptionTier: 'starter' } })
    expect(await ann.standing()).toMatchObject({ paidCents: 1900, tier: 'starter' })
  })

  test('cannot be tested by the hundred', async () => {
    for (let tried = 0; tried < 20; tried++) await ann.post('/api/setup-payment')
    expect(await ann.post('/api/setup-payment')).toMatchObject({ status: 429 })
  })
})
