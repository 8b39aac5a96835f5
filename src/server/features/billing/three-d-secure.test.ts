import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { reconcilePayments } from '#server/money/payments/reconcile.usecases.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'

const asksAlways = '4000002760003184'

describeOnBothDatabases('a bank that wants to see its customer', open => {
  let product: PaymentsApp
  let ann: Customer
  beforeAll(async () => {
    product = await createPaymentsApp(await open())
  })
  beforeEach(async () => {
    ann = await Customer.signUp(product)
    await ann.addCard(asksAlways)
  })
  afterEach(() => product.forgetCustomers())
  afterAll(() => product.close())

  const free = { paidCents: 0, tier: 'free', status: 'active', pulls: 50, searches: 5 }
  const starter = { paidCents: 1900, tier: 'starter', status: 'active', pulls: 500, searches: 50 }
  const begin = async (tier = 'starter') => {
    const { status, body } = await ann.choose(tier)
    expect({ status, requiresAction: body.requiresAction }).toEqual({ status: 200, requiresAction: true })
    return String(body.clientSecret)
  }

  test('sees them: the plan begins, however often the page is loaded again', async () => {
    const secret = await begin()
    expect(await ann.standing()).toEqual(free)
    await product.sandbox.controls.finishChallenge(secret, true)
    for (let load = 0; load < 3; load++)
      expect(await ann.post('/api/subscription/refresh')).toMatchObject({ body: { subscriptionTier: 'starter' } })
    expect(await ann.standing()).toEqual(starter)
  })

  test('sees them while the browser never comes back: the webhook brings the plan', async () => {
    const secret = await begin()
    await product.sandbox.controls.finishChallenge(secret, true)
    await product.sandbox.controls.settle()
    expect(await ann.standing()).toEqual(starter)
  })

  test('sees them, and neither the browser nor any webhook tells us: the hourly look brings the plan', async () => {
    const secret = await begin()
    await product.sandbox.controls.setSwitch('webhooks', 'off')
    await product.sandbox.controls.finishChallenge(secret, true)
    await reconcilePayments(product.deps)
    await product.sandbox.controls.setSwitch('webhooks', 'normal')
    expect(await ann.standing()).toEqual(starter)
  })

  test('sees them for one customer: another who holds the same address gets nothing of it', async () => {
    const bob = await Customer.signUp(product)
    await product.sandbox.controls.finishChallenge(await begin(), true)
    expect(await bob.post('/api/subscription/refresh')).toMatchObject({ body: { subscriptionTier: 'free' } })
    expect(await bob.standing()).toEqual(free)
    expect(await ann.post('/api/subscription/refresh')).toMatchObject({ body: { subscriptionTier: 'starter' } })
    expect(await ann.standing()).toEqual(starter)
  })

  test('refuses them: nothing is charged, and the next try is a new one', async () => {
    const refused = await begin()
    await product.sandbox.controls.finishChallenge(refused, false)
    expect(await ann.post('/api/subscription/refresh')).toMatchObject({ body: { subscriptionTier: 'free' } })
    const again = await begin()
    expect(again).not.toBe(refused)
    await product.sandbox.controls.finishChallenge(again, true)
    await ann.post('/api/subscription/refresh')
    expect(await ann.standing()).toEqual(starter)
  })

  test('is left waiting: the same plan takes the same charge up again', async () => {
    const first = await begin()
    expect(await begin()).toBe(first)
    expect(await ann.standing()).toEqual(free)
  })

  test('is left waiting: another plan gives the first charge up, and costs its own price alone', async () => {
    const starterSecret = await begin('starter')
    const proSecret = await begin('pro')
    await product.sandbox.controls.finishChallenge(starterSecret, true).catch(() => {})
    await product.sandbox.controls.finishChallenge(proSecret, true)
    await ann.post('/api/subscription/refresh')
    expect(await ann.standing()).toMatchObject({ paidCents: 4900, tier: 'pro', pulls: 2000 })
  })

  test('is left waiting for good: the charge lapses, and nothing was ever charged', async () => {
    await begin()
    await product.sandbox.controls.advance({ days: 2 })
    await product.sandbox.controls.settle()
    expect(await ann.standing()).toEqual(free)
    expect((await ann.get('/api/subscription')).body).toMatchObject({ tier: 'free', openInvoice: null })
  })

  test('sees them at an upgrade: the greater plan begins with it, and not before', async () => {
    const secret = await begin()
    await product.sandbox.controls.finishChallenge(secret, true)
    await ann.post('/api/subscription/refresh')
    const upgrade = await begin('pro')
    expect(await ann.standing()).toEqual(starter)
    await product.sandbox.controls.finishChallenge(upgrade, true)
    await ann.post('/api/subscription/refresh')
    expect(await ann.standing()).toMatchObject({ paidCents: 4900, tier: 'pro', pulls: 2000 })
  })

  test('sees them a day later at an upgrade: what is charged is what was shown last', async () => {
    const secret = await begin()
    await product.sandbox.controls.finishChallenge(secret, true)
    await ann.post('/api/subscription/refresh')
    const show = async () =>
      (await ann.get<{ dueNowCents: number; prorationDate: number }>('/api/subscription/preview?tier=elite')).body
    const upgrade = async (prorationDate: number) =>
      String((await ann.choose('elite', { prorationDate })).body.clientSecret)
    const before = await show()
    const first = await upgrade(before.prorationDate)
    expect(await upgrade(before.prorationDate)).toBe(first)
    await product.sandbox.controls.advance({ hours: 20 })
    await ann.signIn()
    const shown = await show()
    expect(shown.dueNowCents).toBeLessThan(before.dueNowCents)
    const second = await upgrade(shown.prorationDate)
    expect(second).not.toBe(first)
    await product.sandbox.controls.finishChallenge(second, true)
    await ann.post('/api/subscription/refresh')
    expect(await ann.standing()).toMatchObject({ paidCents: 1900 + shown.dueNowCents, tier: 'elite' })
  })

  test('refuses them at an upgrade: the old plan stays as it was', async () => {
    const secret = await begin()
    await product.sandbox.controls.finishChallenge(secret, true)
    const upgrade = await begin('pro')
    await product.sandbox.controls.finishChallenge(upgrade, false)
    await ann.post('/api/subscription/refresh')
    expect(await ann.standing()).toEqual(starter)
    await product.sandbox.controls.advance({ days: 2 })
    await product.sandbox.controls.settle()
    expect(await ann.standing()).toEqual(starter)
  })
})
