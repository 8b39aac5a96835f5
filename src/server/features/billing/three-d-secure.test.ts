import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Invoice } from '#contract/billing/billing.ts'
import { reconcilePayments } from '#server/money/payments/reconcile.usecases.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'

const asksAlways = '4000002760003184'

describeOnPostgres('a bank that requires authentication', open => {
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

  test('activates the plan when it succeeds, even after many reloads', async () => {
    const secret = await begin()
    expect(await ann.standing()).toEqual(free)
    await product.sandbox.controls.finishChallenge(secret, true)
    for (let load = 0; load < 3; load++)
      expect(await ann.post('/api/subscription/refresh')).toMatchObject({ body: { subscriptionTier: 'starter' } })
    expect(await ann.standing()).toEqual(starter)
  })

  test('activates the plan through the webhook if the browser never returns', async () => {
    const secret = await begin()
    await product.sandbox.controls.finishChallenge(secret, true)
    await product.sandbox.controls.settle()
    expect(await ann.standing()).toEqual(starter)
  })

  test('activates the plan through the hourly reconciliation if neither browser nor webhook reports it', async () => {
    const secret = await begin()
    await product.sandbox.controls.setSwitch('webhooks', 'off')
    await product.sandbox.controls.finishChallenge(secret, true)
    await reconcilePayments(product.deps)
    await product.sandbox.controls.setSwitch('webhooks', 'normal')
    expect(await ann.standing()).toEqual(starter)
  })

  test('activates the plan of that customer only, not of another user with the same URL', async () => {
    const bob = await Customer.signUp(product)
    await product.sandbox.controls.finishChallenge(await begin(), true)
    expect(await bob.post('/api/subscription/refresh')).toMatchObject({ body: { subscriptionTier: 'free' } })
    expect(await bob.standing()).toEqual(free)
    expect(await ann.post('/api/subscription/refresh')).toMatchObject({ body: { subscriptionTier: 'starter' } })
    expect(await ann.standing()).toEqual(starter)
  })

  test('charges nothing if it fails, and the next attempt is a new one', async () => {
    const refused = await begin()
    await product.sandbox.controls.finishChallenge(refused, false)
    expect(await ann.post('/api/subscription/refresh')).toMatchObject({ body: { subscriptionTier: 'free' } })
    const again = await begin()
    expect(again).not.toBe(refused)
    await product.sandbox.controls.finishChallenge(again, true)
    await ann.post('/api/subscription/refresh')
    expect(await ann.standing()).toEqual(starter)
  })

  test('keeps the charge if abandoned: choosing the same plan resumes it', async () => {
    const first = await begin()
    expect(await begin()).toBe(first)
    expect(await ann.standing()).toEqual(free)
  })

  test('has not approved a charge: nothing is owed, and no invoice is listed', async () => {
    const listed = async () => (await ann.get<Invoice[]>('/api/invoices')).body.map(({ status }) => status)
    const secret = await begin()
    expect(await listed()).toEqual([])
    await product.sandbox.controls.finishChallenge(secret, true)
    await ann.post('/api/subscription/refresh')
    expect(await listed()).toEqual(['paid'])
    await begin('pro')
    expect(await listed()).toEqual(['paid'])
  })

  test('drops the charge if another plan is chosen, which costs only its own price', async () => {
    const starterSecret = await begin('starter')
    const proSecret = await begin('pro')
    await product.sandbox.controls.finishChallenge(starterSecret, true).catch(() => {})
    await product.sandbox.controls.finishChallenge(proSecret, true)
    await ann.post('/api/subscription/refresh')
    expect(await ann.standing()).toMatchObject({ paidCents: 4900, tier: 'pro', pulls: 2000 })
  })

  test('charges nothing if it is abandoned for good', async () => {
    await begin()
    await product.sandbox.controls.advance({ days: 2 })
    await product.sandbox.controls.settle()
    expect(await ann.standing()).toEqual(free)
    expect((await ann.get('/api/subscription')).body).toMatchObject({ tier: 'free', openInvoice: null })
  })

  test('starts an upgrade only once it succeeds', async () => {
    const secret = await begin()
    await product.sandbox.controls.finishChallenge(secret, true)
    await ann.post('/api/subscription/refresh')
    const upgrade = await begin('pro')
    expect(await ann.standing()).toEqual(starter)
    await product.sandbox.controls.finishChallenge(upgrade, true)
    await ann.post('/api/subscription/refresh')
    expect(await ann.standing()).toMatchObject({ paidCents: 4900, tier: 'pro', pulls: 2000 })
  })

  test('charges what was shown last if an upgrade is confirmed a day later', async () => {
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

  test('leaves the old plan unchanged if it fails for an upgrade', async () => {
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
