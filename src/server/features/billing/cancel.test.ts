import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'

describeOnPostgres('a canceled plan', open => {
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

  test('lasts until the end of the paid month, then becomes free', async () => {
    await ann.choose('starter')
    await ann.use({ pulls: 480 })
    for (const time of ['once', 'twice'])
      expect([time, await ann.post('/api/cancel-subscription')]).toMatchObject([
        time,
        { status: 200, body: { subscriptionTier: 'starter', subscriptionStatus: 'canceled' } },
      ])
    expect(await ann.standing()).toMatchObject({ paidCents: 1900, tier: 'starter', status: 'canceled', pulls: 20 })
    await ann.letMonthPass()
    const free = { paidCents: 1900, tier: 'free', status: 'active', pulls: 50, searches: 5 }
    expect(await ann.standing()).toEqual(free)
    expect(await ann.post('/api/resume-subscription')).toMatchObject({
      status: 409,
      body: { errorType: 'SUBSCRIPTION_ENDED' },
    })
    expect(await ann.standing()).toEqual(free)
    await ann.choose('starter')
    expect(await ann.standing()).toMatchObject({ paidCents: 3800, tier: 'starter', pulls: 500 })
  })

  test('in the hour before the next charge ends immediately, and that month is never charged', async () => {
    await ann.choose('starter')
    const { body } = await ann.get<{ renewsAt: string }>('/api/subscription')
    expect(body).toMatchObject({ isRenewing: false })
    await product.sandbox.controls.advanceTo(new Date(Date.parse(body.renewsAt) + 1_800_000))
    await product.sandbox.controls.settle()
    await ann.signIn()
    const renewing = { status: 409, body: { errorType: 'RENEWAL_UNDER_WAY' } }
    expect(await ann.get('/api/subscription/preview?tier=pro')).toMatchObject(renewing)
    expect(await ann.choose('pro')).toMatchObject(renewing)
    expect((await ann.get('/api/subscription')).body).toMatchObject({ isRenewing: true })
    expect(await ann.post('/api/cancel-subscription')).toMatchObject({ body: { subscriptionTier: 'free' } })
    await product.sandbox.controls.advance({ days: 10 })
    await product.sandbox.controls.settle()
    await ann.signIn()
    expect(await ann.standing()).toEqual({ paidCents: 1900, tier: 'free', status: 'active', pulls: 50, searches: 5 })
  })

  test('in that hour does so also if our clock is behind that of the provider, and no plan is sold for the unpaid month', async () => {
    await ann.choose('starter')
    const { body } = await ann.get<{ renewsAt: string }>('/api/subscription')
    await product.sandbox.controls.advanceTo(new Date(Date.parse(body.renewsAt) + 60_000))
    await product.sandbox.controls.settle()
    await ann.signIn()
    const { clock } = product.deps
    product.deps.clock = { now: () => new Date(clock.now().getTime() - 180_000) }
    const renewing = { status: 409, body: { errorType: 'RENEWAL_UNDER_WAY' } }
    expect(await ann.get('/api/subscription/preview?tier=pro')).toMatchObject(renewing)
    expect(await ann.choose('pro')).toMatchObject(renewing)
    expect((await ann.post('/api/cancel-subscription')).status).toBe(200)
    product.deps.clock = clock
    await product.sandbox.controls.advance({ days: 10 })
    await product.sandbox.controls.settle()
    await ann.signIn()
    expect(await ann.standing()).toMatchObject({ paidCents: 1900, tier: 'free', pulls: 50 })
  })

  test('that is resumed renews as before', async () => {
    await ann.choose('starter')
    await ann.post('/api/cancel-subscription')
    expect(await ann.post('/api/resume-subscription')).toMatchObject({ body: { subscriptionStatus: 'active' } })
    expect(await ann.post('/api/resume-subscription')).toMatchObject({ status: 200 })
    await ann.letMonthPass()
    expect(await ann.standing()).toMatchObject({ paidCents: 3800, tier: 'starter', status: 'active', pulls: 500 })
  })

  test('is the result of choosing the free plan', async () => {
    await ann.choose('pro')
    expect(await ann.choose('free')).toMatchObject({
      body: { subscriptionTier: 'pro', subscriptionStatus: 'canceled' },
    })
    expect((await ann.get('/api/subscription')).body).toMatchObject({ renewsAt: null, scheduledChange: null })
    expect((await ann.get<{ endsAt: string }>('/api/subscription')).body.endsAt).not.toBeNull()
  })

  test('requires a plan', async () => {
    const refusal = { status: 409, body: { errorType: 'NO_SUBSCRIPTION' } }
    expect(await ann.post('/api/cancel-subscription')).toMatchObject(refusal)
    expect(await ann.post('/api/resume-subscription')).toMatchObject(refusal)
    expect(await ann.choose('free')).toMatchObject(refusal)
  })
})
