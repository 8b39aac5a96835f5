import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SubscriptionPreview } from '#contract/billing/billing.ts'
import { plans } from '#contract/plans.ts'
import { callLimits } from '#server/http/call-limits.ts'
import { networkOf } from '#server/platform/basics/network.ts'
import { storedKey } from '#server/platform/limits/rate-limit.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'

const alwaysDeclined = '4000000000000341'
const resume = (who: Customer) => who.post('/api/resume-subscription')
const askAbout = (who: Customer) => who.post('/api/subscription/confirm', { paymentIntentId: 'pi_1' })

describeOnPostgres('limits on calls to the payment provider', open => {
  let product: PaymentsApp
  let ann: Customer
  let calls = 0
  beforeAll(async () => {
    product = await createPaymentsApp(await open())
    product.stripe.on('request', () => {
      calls += 1
    })
  })
  beforeEach(async () => {
    await product.deps.db.query('DELETE FROM rate_limit')
    ann = await Customer.signUp(product)
    await ann.addCard()
  })
  afterEach(() => product.sandbox.controls.settle())
  afterAll(() => product.close())

  const preview = (tier: string) => ann.get<SubscriptionPreview>(`/api/subscription/preview?tier=${tier}`)
  const callsDuring = async (work: () => Promise<unknown>) => {
    await product.sandbox.controls.settle()
    calls = 0
    await work()
    return calls
  }
  const chargesOf = async (customer: Customer) =>
    (await product.sandbox.controls.list('charge', await customer.customerId())).length

  test('150 previews cause fewer than ten calls, and beyond 120 in ten minutes they are refused', async () => {
    await ann.choose('starter')
    const statuses: number[] = []
    const made = await callsDuring(async () => {
      for (let batch = 0; batch < 15; batch++)
        statuses.push(...(await Promise.all(Array.from({ length: 10 }, () => preview('pro')))).map(one => one.status))
    })
    expect(made).toBeLessThan(10)
    expect(statuses).toEqual([...Array<number>(120).fill(200), ...Array<number>(30).fill(429)])
    await product.sandbox.controls.advance({ seconds: 601 })
    expect((await preview('pro')).status).toBe(200)
  })

  test('previewing all plans in turn reads the customer once', async () => {
    await ann.choose('starter')
    const reads = await callsDuring(() => preview('starter'))
    expect(reads).toBeGreaterThan(0)
    expect(await callsDuring(() => preview('free'))).toBe(0)
    expect(await callsDuring(() => preview('pro'))).toBe(1)
    expect(await callsDuring(() => preview('pro'))).toBe(0)
  })

  test('a price shown from a cached read is the one charged', async () => {
    await ann.choose('starter')
    await product.sandbox.controls.advance({ days: 3 })
    const first = (await preview('elite')).body
    await product.sandbox.controls.advance({ seconds: 10 })
    const { body: shown } = await preview('elite')
    expect(shown).toEqual(first)
    const before = await ann.paidCents()
    expect(await ann.choose('elite', { prorationDate: shown.prorationDate })).toMatchObject({ status: 200 })
    expect((await ann.paidCents()) - before).toBe(shown.dueNowCents)
  })

  test('after a plan change, or 15 seconds, the preview is read again', async () => {
    await ann.choose('starter')
    const early = (await preview('elite')).body
    await product.sandbox.controls.advance({ seconds: 15 })
    expect((await preview('elite')).body.prorationDate).toBe((early.prorationDate ?? 0) + 15)
    await ann.choose('pro')
    expect((await preview('elite')).body.dueNowCents).toBe(
      plans.elite.pricePerMonthCents - plans.pro.pricePerMonthCents,
    )
    await ann.post('/api/cancel-subscription')
    expect((await preview('pro')).body).toMatchObject({ takesEffect: 'period_end', nextChargeCents: 4900 })
  })

  test('a failed preview is not cached', async () => {
    await ann.choose('starter')
    await product.sandbox.controls.settle()
    await product.sandbox.controls.setFault('error')
    expect((await preview('pro')).status).toBe(503)
    await product.sandbox.controls.setFault('none')
    expect((await preview('pro')).status).toBe(200)
  })

  test('after five declined cards in an hour no other is tried, not even 25 at once; later a good one pays', async () => {
    await ann.addCard(alwaysDeclined)
    const answers = []
    for (let batch = 0; batch < 5; batch++)
      answers.push(...(await Promise.all(Array.from({ length: 5 }, () => ann.choose('starter')))))
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(5)
    expect(await chargesOf(ann)).toBe(5)
    expect(answers.at(-1)).toMatchObject({
      status: 429,
      body: { errorType: 'TOO_MANY_REQUESTS', message: expect.stringContaining('Nothing was charged') as string },
    })
    await product.sandbox.controls.advance({ seconds: 3601 })
    await ann.addCard()
    expect(await ann.choose('starter')).toMatchObject({ status: 200 })
  })

  test('at most ten declined cards are allowed per day', async () => {
    await ann.addCard(alwaysDeclined)
    const statuses: number[] = []
    for (let hour = 0; hour < 4; hour++) {
      for (let n = 0; n < 4; n++) statuses.push((await ann.choose('starter')).status)
      await product.sandbox.controls.advance({ seconds: 3601 })
    }
    expect(statuses.filter(status => status === 402)).toHaveLength(10)
    expect(statuses.slice(10).every(status => status === 429)).toBe(true)
  })

  test('new accounts of a network share a limit of 20 declined cards a day; an older customer there has their own', async () => {
    const old = ann
    await product.sandbox.controls.advance({ days: 2 })
    await old.signIn()
    let declined = 0
    for (let account = 0; account < 6; account++) {
      const thief = await Customer.signUp(product)
      await product.sandbox.controls.advance({ hours: 1 })
      await thief.addCard(alwaysDeclined)
      for (let n = 0; n < 4; n++) if ((await thief.choose('starter')).status === 402) declined += 1
    }
    expect(declined).toBe(20)
    await old.addCard(alwaysDeclined)
    expect(await old.choose('starter')).toMatchObject({ status: 402 })
    await old.addCard()
    expect(await old.choose('starter')).toMatchObject({ status: 200 })
  })

  test('successful payments do not count as declines, even after many plan changes', async () => {
    for (const tier of ['starter', 'pro', 'starter', 'pro', 'elite', 'starter', 'pro', 'elite'])
      expect((await ann.choose(tier)).status).toBe(200)
  })

  test('ten card forms and thirty checkouts can be opened per hour', async () => {
    const bob = await Customer.signUp(product)
    const ask = async (url: string, times: number) => {
      const statuses: number[] = []
      for (let n = 0; n < times; n++) statuses.push((await bob.post(url)).status)
      return statuses
    }
    expect(await ask('/api/setup-payment', 11)).toEqual([...Array<number>(10).fill(200), 429])
    expect(await ask('/api/purchase-leads', 31)).toEqual([...Array<number>(30).fill(200), 429])
  })

  test('accounts with unconfirmed emails on a network share 300 changes an hour and 600 questions in ten minutes', async () => {
    const bob = await Customer.signUp(product)
    for (const [kind, call, most] of [
      ['billing', resume, 300],
      ['billing read', askAbout, 600],
    ] as const) {
      expect((await call(ann)).status).not.toBe(429)
      const account = { id: ann.signedIn.user.id, isEmailVerified: false }
      const [, shared] = callLimits(kind, { account, network: networkOf('127.0.0.1') })
      const key = storedKey(shared ?? { name: '', key: '' })
      await product.deps.db.query('UPDATE rate_limit SET hits = $1 WHERE key = $2', [most - 1, key])
      expect((await call(bob)).status).not.toBe(429)
      const made = await callsDuring(async () => {
        for (const who of [ann, bob])
          expect(await call(who)).toMatchObject({ status: 429, body: { errorType: 'UNCONFIRMED_LIMIT' } })
      })
      expect(made).toBe(0)
    }
    await product.deps.db.query('UPDATE user_account SET email_verified_at = now() WHERE id = $1', [
      bob.signedIn.user.id,
    ])
    for (const call of [resume, askAbout]) expect((await call(bob)).status).not.toBe(429)
  })

  test('more than 60 changes in an hour are refused without calling the provider', async () => {
    for (let n = 0; n < 58; n++) await ann.post('/api/resume-subscription')
    const made = await callsDuring(async () => {
      expect((await ann.post('/api/cancel-subscription')).status).toBe(429)
      expect((await ann.choose('starter')).status).toBe(429)
      expect((await ann.post('/api/setup-payment')).status).toBe(429)
    })
    expect(made).toBe(0)
  })
})
