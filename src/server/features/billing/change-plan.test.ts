import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Subscription, SubscriptionPreview } from '#contract/billing/billing.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'

describeOnPostgres('a plan change', open => {
  let product: PaymentsApp
  let ann: Customer
  beforeAll(async () => {
    product = await createPaymentsApp(await open(), { start: '2026-03-01T12:00:00Z' })
  })
  beforeEach(async () => {
    ann = await Customer.signUp(product)
    await ann.addCard()
  })
  afterEach(() => product.forgetCustomers())
  afterAll(() => product.close())

  const preview = async (tier: string) =>
    (await ann.get<Record<string, number | string>>(`/api/subscription/preview?tier=${tier}`)).body
  /** Moves the clock to the middle of a month of 31 days. */
  const waitHalfAMonth = () => product.sandbox.controls.advance({ days: 15, hours: 12 })
  const renew = () => ann.letMonthPass()
  const nowSeconds = () => Math.floor(product.deps.clock.now().getTime() / 1000)

  test('to a higher plan costs exactly what the preview showed, and adds its share of leads', async () => {
    await ann.choose('starter')
    await ann.use({ pulls: 450, searches: 1 })
    await waitHalfAMonth()
    const shown = await preview('pro')
    expect(shown).toMatchObject({ takesEffect: 'now', nextChargeCents: 4900 })
    const before = await ann.paidCents()
    await ann.choose('pro', { prorationDate: shown.prorationDate })
    const { paidCents, tier, pulls } = await ann.standing()
    expect(paidCents - before).toBe(shown.dueNowCents)
    expect(tier).toBe('pro')
    expect(pulls).toBe(50 + Number(shown.contactPullsAdded))
    await renew()
    expect(await ann.standing()).toMatchObject({ paidCents: paidCents + 4900, pulls: 2000 })
  })

  test('from Free adds as many leads as the preview showed: the new month replaces the free one', async () => {
    await ann.use({ pulls: 20, searches: 1 })
    const shown = await preview('starter')
    await ann.choose('starter')
    expect((await ann.standing()).pulls).toBe(30 + Number(shown.contactPullsAdded))
  })

  test("on the last day costs a day and adds a day's leads", async () => {
    await ann.choose('starter')
    const { body } = await ann.get<{ renewsAt: string }>('/api/subscription')
    await product.sandbox.controls.advanceTo(new Date(Date.parse(body.renewsAt) - 86_400_000))
    await ann.choose('elite')
    const { paidCents, pulls } = await ann.standing()
    expect(paidCents).toBeLessThan(1900 + 400)
    expect(pulls).toBeLessThan(500 + 250)
  })

  test('does not become a new month because many charges were abandoned since the last one was paid', async () => {
    await ann.choose('starter')
    await waitHalfAMonth()
    await ann.addCard('4000002760003184')
    const { subscriptions, prices } = product.stripe
    const { data: offered } = await prices.list({ lookup_keys: ['leadline_pro_monthly', 'leadline_elite_monthly'] })
    const [plan] = (await subscriptions.list({ customer: await ann.customerId() })).data
    const item = plan?.items.data[0]?.id ?? 'none'
    for (let attempt = 0; attempt < 101; attempt++)
      await subscriptions.update(plan?.id ?? 'none', {
        items: [{ id: item, price: offered[attempt % 2]?.id ?? 'none' }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'pending_if_incomplete',
      })
    await ann.addCard()
    const shown = await preview('pro')
    expect(shown.contactPullsAdded).toBeLessThan(800)
    expect(await ann.choose('pro', { prorationDate: shown.prorationDate })).toMatchObject({ status: 200 })
    expect(await ann.standing()).toMatchObject({ tier: 'pro', pulls: 500 + Number(shown.contactPullsAdded) })
  })

  test('with a later, cheaper proration date is refused', async () => {
    await ann.choose('starter')
    const inAWeek = nowSeconds() + 7 * 86_400
    expect(await ann.choose('elite', { prorationDate: inAWeek })).toMatchObject({ status: 400 })
    expect(await ann.standing()).toMatchObject({ paidCents: 1900, tier: 'starter', pulls: 500 })
  })

  test('is refused if it no longer matches what was shown, so nothing unseen is charged', async () => {
    const outOfDate = { status: 400, body: { message: 'The price you saw is out of date. Please check it again.' } }
    // The user saw the price of an upgrade, but the plan has ended meanwhile.
    expect(await ann.choose('starter', { prorationDate: nowSeconds() })).toMatchObject(outOfDate)
    await ann.choose('starter', { takesEffect: 'now' })
    expect(await ann.choose('pro', { prorationDate: nowSeconds() - 600 })).toMatchObject(outOfDate)
    await ann.choose('pro', { takesEffect: 'now' })
    expect(await ann.choose('starter', { takesEffect: 'now' })).toMatchObject(outOfDate)
    await ann.choose('starter', { takesEffect: 'period_end' })
    const { paidCents } = await ann.standing()
    await renew()
    // "Keep Pro" on a page that was left open until the downgrade took effect.
    expect(await ann.choose('pro', { takesEffect: 'period_end' })).toMatchObject(outOfDate)
    expect(await ann.standing()).toMatchObject({ paidCents: paidCents + 1900, tier: 'starter' })
  })

  test('to a smaller plan starts with the next month; until then the paid plan stays', async () => {
    await ann.choose('pro')
    await ann.use({ pulls: 1200 })
    expect(await preview('starter')).toMatchObject({ takesEffect: 'period_end', dueNowCents: 0, nextChargeCents: 1900 })
    expect(await ann.choose('starter')).toMatchObject({ status: 200, body: { subscriptionTier: 'pro' } })
    expect(await ann.standing()).toEqual({
      paidCents: 4900,
      tier: 'pro',
      status: 'active',
      pulls: 800,
      searches: Number.MAX_SAFE_INTEGER,
    })
    expect((await ann.get('/api/subscription')).body).toMatchObject({
      scheduledChange: { tier: 'starter' },
      nextCharge: { amountCents: 1900, creditCents: 0, taxCents: 0 },
    })
    await renew()
    expect(await ann.standing()).toMatchObject({ paidCents: 6800, tier: 'starter', pulls: 500, searches: 50 })
  })

  test('to a smaller plan whose first charge is declined is no longer shown as planned: the charge is overdue', async () => {
    await ann.choose('pro')
    await ann.choose('starter')
    await product.sandbox.controls.declineCharges(await ann.cardId(), 'generic_decline')
    await renew()
    expect((await ann.get('/api/subscription')).body).toMatchObject({
      status: 'past_due',
      scheduledChange: null,
      renewsAt: null,
      openInvoice: { amountDueCents: 1900 },
    })
  })

  test("is shown, charged, and receipted minus the customer's credit", async () => {
    const credit = async (cents: number) => product.stripe.customers.update(await ann.customerId(), { balance: -cents })
    await credit(900)
    const first = await preview('pro')
    expect(first).toMatchObject({ dueNowCents: 4000, creditCents: 900, nextChargeCents: 4900 })
    await ann.choose('pro')
    expect(await ann.paidCents()).toBe(4000)
    await credit(700)
    expect(await preview('starter')).toMatchObject({ nextChargeCents: 1900, creditCents: 700 })
    await ann.choose('starter')
    const { body } = await ann.get<{ nextCharge: { amountCents: number } }>('/api/subscription')
    expect(body.nextCharge).toEqual({ amountCents: 1200, creditCents: 700, taxCents: 0 })
    await renew()
    expect(await ann.paidCents()).toBe(4000 + body.nextCharge.amountCents)
    await runDueJobs(product.deps)
    const subjects = product.mails
      .filter(({ to }) => to === ann.signedIn.user.email)
      .map(({ subject }) => subject)
      .filter(subject => subject.startsWith('Receipt'))
    expect(subjects.toSorted()).toEqual(['Receipt for $12.00', 'Receipt for $40.00'])
  })

  test('up and down on one day charges each difference once and creates no leads', async () => {
    await ann.choose('starter')
    await ann.choose('pro')
    await ann.choose('starter')
    await ann.choose('pro')
    await ann.choose('starter')
    await ann.choose('elite')
    expect(await ann.standing()).toMatchObject({ paidCents: 12_900, tier: 'elite', pulls: 7000, searches: 1000 })
    expect((await ann.get('/api/subscription')).body).toMatchObject({ scheduledChange: null })
  })

  test('is undone by choosing the current plan again', async () => {
    await ann.choose('pro')
    await ann.choose('starter')
    await ann.choose('pro')
    expect((await ann.get('/api/subscription')).body).toMatchObject({ scheduledChange: null })
    await renew()
    expect(await ann.standing()).toMatchObject({ paidCents: 9800, tier: 'pro', pulls: 2000 })
  })

  test('to a higher plan with a declined card leaves plan, quota, and money unchanged', async () => {
    await ann.choose('starter')
    await product.sandbox.controls.declineCharges(await ann.cardId(), 'insufficient_funds')
    expect(await ann.choose('pro')).toMatchObject({ status: 402, body: { errorType: 'PAYMENT_FAILED' } })
    expect(await ann.standing()).toEqual({
      paidCents: 1900,
      tier: 'starter',
      status: 'active',
      pulls: 500,
      searches: 50,
    })
    await product.sandbox.controls.declineCharges(await ann.cardId(), null)
    await renew()
    expect(await ann.standing()).toMatchObject({ paidCents: 3800, tier: 'starter', pulls: 500 })
  })

  test('to a higher plan with a declined card keeps a planned downgrade', async () => {
    await ann.choose('pro')
    await ann.choose('starter')
    await product.sandbox.controls.declineCharges(await ann.cardId(), 'generic_decline')
    expect(await ann.choose('elite')).toMatchObject({ status: 402 })
    await product.sandbox.controls.declineCharges(await ann.cardId(), null)
    expect((await ann.get('/api/subscription')).body).toMatchObject({
      tier: 'pro',
      scheduledChange: { tier: 'starter' },
    })
    await renew()
    expect(await ann.standing()).toMatchObject({ paidCents: 6800, tier: 'starter' })
  })

  test('to a higher plan is refused a day before a planned downgrade, so the next month costs what was planned', async () => {
    await ann.choose('pro')
    await ann.choose('starter')
    const { body } = await ann.get<{ renewsAt: string }>('/api/subscription')
    await product.sandbox.controls.advanceTo(new Date(Date.parse(body.renewsAt) - 5 * 3_600_000))
    await ann.signIn()
    await ann.addCard('4000002760003184')
    const message = 'Your plan changes to Starter within a day. Keep your Pro plan first, then upgrade.'
    const refusal = { status: 409, body: { errorType: 'DOWNGRADE_PLANNED', message } }
    expect(await ann.get('/api/subscription/preview?tier=elite')).toMatchObject(refusal)
    expect(await ann.choose('elite')).toMatchObject(refusal)
    await ann.addCard()
    await renew()
    expect(await ann.standing()).toMatchObject({ paidCents: 6800, tier: 'starter' })
  })

  test('to a higher plan instead of a planned downgrade costs to the cent what was shown', async () => {
    await ann.choose('pro')
    await ann.choose('starter')
    await product.sandbox.controls.advance({ days: 7, hours: 5 })
    const { body: shown } = await ann.get<SubscriptionPreview>('/api/subscription/preview?tier=elite')
    expect(await ann.choose('elite', { prorationDate: shown.prorationDate })).toMatchObject({ status: 200 })
    expect((await ann.paidCents()) - 4900).toBe(shown.dueNowCents)
    // 12,900 and 4900 cents for 571 of 744 hours: 9900.40… and 3760.61…
    expect([shown.dueNowCents, shown.unusedTimeCreditCents]).toEqual([6139, 3761])
  })

  /** Subscribes to Pro when it costs $39. Today it costs $49, which is what the first month was charged. */
  const subscribeAtOldPrice = async () => {
    await ann.choose('pro')
    const { subscriptions, prices } = product.stripe
    const [subscription] = (await subscriptions.list({ customer: await ann.customerId() })).data
    const [item] = subscription?.items.data ?? []
    const old = await prices.create({
      product: 'leadline_pro',
      currency: 'usd',
      unit_amount: 3900,
      recurring: { interval: 'month' },
    })
    const items = [{ id: item?.id ?? 'none', price: old.id }]
    await subscriptions.update(subscription?.id ?? 'none', { items, proration_behavior: 'none' })
    await renew()
  }

  test("is shown and charged at the subscribed price, even if the plan's price has changed since", async () => {
    await subscribeAtOldPrice()
    expect(await ann.standing()).toMatchObject({ paidCents: 4900 + 3900, tier: 'pro' })
    expect((await ann.get('/api/subscription')).body).toMatchObject({ pricePerMonthCents: 3900 })
    expect(await preview('pro')).toMatchObject({ nextChargeCents: 3900 })
    await ann.choose('starter')
    expect((await ann.get('/api/subscription')).body).toMatchObject({ pricePerMonthCents: 3900 })
    expect(await preview('pro')).toMatchObject({ nextChargeCents: 3900 })
    expect(await preview('elite')).toMatchObject({ unusedTimeCreditCents: expect.closeTo(3900, -2) })
    await ann.choose('pro')
    await renew()
    expect(await ann.standing()).toMatchObject({ paidCents: 4900 + 3900 + 3900, tier: 'pro' })
  })

  test('that does not happen keeps the subscribed price, and one that does ends it, like a new subscription', async () => {
    await subscribeAtOldPrice()
    await product.sandbox.controls.declineCharges(await ann.cardId(), 'generic_decline')
    expect(await ann.choose('elite')).toMatchObject({ status: 402 })
    await product.sandbox.controls.declineCharges(await ann.cardId(), null)
    await ann.post('/api/cancel-subscription')
    await ann.post('/api/resume-subscription')
    const nextCharge = async () => (await ann.get<Subscription>('/api/subscription')).body.nextCharge?.amountCents
    expect(await nextCharge()).toBe(3900)
    await ann.choose('elite')
    expect(await preview('pro')).toMatchObject({ nextChargeCents: 4900 })
    await ann.choose('pro')
    expect(await nextCharge()).toBe(4900)
    await ann.post('/api/cancel-subscription')
    await renew()
    const before = await ann.paidCents()
    await ann.choose('pro')
    expect(await ann.paidCents()).toBe(before + 4900)
  })

  test('to a higher plan undoes a cancellation', async () => {
    await ann.choose('starter')
    await ann.post('/api/cancel-subscription')
    await ann.choose('pro')
    expect(await ann.standing()).toMatchObject({ paidCents: 4900, tier: 'pro', status: 'active' })
  })
})
