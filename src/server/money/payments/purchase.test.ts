import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'
import { syncPurchase } from './purchase.usecases.ts'
import { reconcilePayments } from './reconcile.usecases.ts'

describeOnBothDatabases('a package of 300 leads', open => {
  let product: PaymentsApp
  let ann: Customer
  beforeAll(async () => {
    product = await createPaymentsApp(await open())
  })
  beforeEach(async () => {
    ann = await Customer.signUp(product)
  })
  afterAll(() => product.close())

  const free = { paidCents: 0, tier: 'free', status: 'active', pulls: 50, searches: 5 }
  const withPackage = { ...free, paidCents: 1000, pulls: 350 }
  const pay = (sessionId: string, card?: string) => product.sandbox.controls.payCheckout(sessionId, card)
  const confirm = (sessionId: string, who = ann) => who.post('/api/purchase-leads/confirm', { sessionId })
  const chargeOfAnn = async () => {
    const [charge] = await product.sandbox.controls.list('charge', await ann.customerId())
    return charge?.id ?? 'none'
  }
  const refund = async (cents?: number) => {
    await product.sandbox.controls.refund(await chargeOfAnn(), cents)
    await product.sandbox.controls.settle()
  }

  test('is credited once as soon as it is paid, even if several events report it', async () => {
    const sessionId = await ann.beginCheckout()
    expect(await confirm(sessionId)).toMatchObject({ status: 200, body: { isPaid: false, leads: 0 } })
    expect(await ann.standing()).toEqual(free)
    await pay(sessionId)
    const answers = await Promise.all([confirm(sessionId), confirm(sessionId), product.sandbox.controls.settle()])
    expect(answers.slice(0, 2)).toMatchObject([{ body: { isPaid: true, leads: 300 } }, { body: { isPaid: true } }])
    expect(await ann.standing()).toEqual(withPackage)
    await confirm(sessionId)
    expect(await ann.standing()).toEqual(withPackage)
    expect(await ann.user()).toMatchObject({
      remainingContactPulls: 350,
      monthlyContactPulls: 50,
      purchasedContactPulls: 300,
    })
    const invoices = (await ann.get<{ hostedUrl: string }[]>('/api/invoices')).body
    expect(invoices).toMatchObject([{ kind: 'lead_package', totalCents: 1000, taxCents: 0, status: 'paid' }])
    const receipt = await (await fetch(invoices[0]?.hostedUrl ?? '')).text()
    expect(receipt).toContain('300 extra leads')
    expect(receipt).toContain('$10.00')
  })

  test('is credited even if the browser never returns and no webhook arrives', async () => {
    await pay(await ann.beginCheckout())
    await product.sandbox.controls.settle()
    expect(await ann.standing()).toEqual(withPackage)
    await product.sandbox.controls.setSwitch('webhooks', 'off')
    await pay(await ann.beginCheckout())
    await reconcilePayments(product.deps)
    await product.sandbox.controls.setSwitch('webhooks', 'normal')
    expect(await ann.standing()).toEqual({ ...free, paidCents: 2000, pulls: 650 })
  })

  test('has one checkout after a double click, and another for the next purchase', async () => {
    const begun = await Promise.all([ann.beginCheckout(), ann.beginCheckout(), ann.beginCheckout()])
    const [first] = begun
    expect(new Set(begun).size).toBe(1)
    const sessions = await product.stripe.checkout.sessions.list({ customer: await ann.customerId() })
    expect(sessions.data.map(({ id, status }) => ({ id, status }))).toEqual([{ id: first, status: 'open' }])
    await pay(first ?? '')
    expect(await ann.beginCheckout()).not.toBe(first)
  })

  test('gets a new checkout if the open one is about to expire, and only the new one can be paid', async () => {
    const first = await ann.beginCheckout()
    await product.sandbox.controls.advance({ hours: 23, seconds: 2400 })
    const second = await ann.beginCheckout()
    expect(second).not.toBe(first)
    await expect(pay(first)).rejects.toThrow('no longer open')
    await pay(second)
    await confirm(second)
    expect(await ann.standing()).toEqual(withPackage)
  })

  test('returns to the address at which it was begun, and the checkout of another address is closed', async () => {
    const beginAt = async (host: string) => {
      const headers = { cookie: ann.signedIn.cookie, host }
      const begun = await product.app.inject({ method: 'POST', url: '/api/purchase-leads', headers })
      return /cs_\w+/.exec(begun.json<{ checkoutUrl: string }>().checkoutUrl)?.[0] ?? ''
    }
    const [first, second] = [await beginAt('one.example'), await beginAt('two.example')]
    expect(second).not.toBe(first)
    expect((await product.stripe.checkout.sessions.retrieve(second)).success_url).toMatch(/^http:\/\/two\.example\//)
    await expect(pay(first)).rejects.toThrow('no longer open')
    expect(await beginAt('two.example')).toBe(second)
  })

  test('can be bought twice, but each checkout is credited once', async () => {
    const first = await ann.beginCheckout()
    await pay(first)
    await pay(first).catch(() => {})
    const second = await ann.beginCheckout()
    await pay(second)
    for (const sessionId of [first, second, first]) await confirm(sessionId)
    expect(await ann.standing()).toEqual({ ...free, paidCents: 2000, pulls: 650 })
  })

  test('that is abandoned costs nothing and credits nothing', async () => {
    const sessionId = await ann.beginCheckout()
    await product.sandbox.controls.advance({ hours: 25 })
    await product.sandbox.controls.settle()
    expect(await confirm(sessionId)).toMatchObject({ body: { isPaid: false } })
    expect(await ann.standing()).toEqual(free)
  })

  test('goes to its buyer, even if another user opens the page', async () => {
    const bob = await Customer.signUp(product)
    const sessionId = await ann.beginCheckout()
    await pay(sessionId)
    expect(await confirm(sessionId, bob)).toMatchObject({ status: 404 })
    expect(await confirm('cs_test_nothing')).toMatchObject({ status: 404 })
    expect(await bob.user()).toMatchObject({ remainingContactPulls: 50 })
    await confirm(sessionId)
    expect(await ann.standing()).toEqual(withPackage)
  })

  test('that is refunded loses its leads once', async () => {
    await pay(await ann.beginCheckout())
    await product.sandbox.controls.settle()
    await refund()
    expect(await ann.standing()).toEqual(free)
    expect((await ann.get('/api/invoices')).body).toMatchObject([{ status: 'refunded', refundedCents: 1000 }])
    const [event] = (await product.stripe.events.list({ types: ['charge.refunded'], limit: 1 })).data
    await product.sandbox.controls.resendEvent(event?.id ?? '')
    expect(await ann.standing()).toEqual(free)
  })

  test('that is refunded in parts loses its share each time, and never leads of another package', async () => {
    await pay(await ann.beginCheckout())
    await product.sandbox.controls.settle()
    // Half a lead stays.
    await refund(505)
    expect(await ann.standing()).toMatchObject({ paidCents: 495, pulls: 199 })
    expect((await ann.get('/api/invoices')).body).toMatchObject([{ status: 'partly_refunded', refundedCents: 505 }])
    await pay(await ann.beginCheckout())
    await product.sandbox.controls.settle()
    expect(await ann.standing()).toMatchObject({ paidCents: 1495, pulls: 499 })
  })

  test('that is refunded stays refunded if a reading from before the refund is stored after it', async () => {
    const sessionId = await ann.beginCheckout()
    await pay(sessionId)
    await product.sandbox.controls.settle()
    const { sessions } = product.deps.payments.stripe?.checkout ?? {}
    const retrieve = sessions?.retrieve.bind(sessions)
    const read = Promise.withResolvers<void>()
    const refunded = Promise.withResolvers<void>()
    if (sessions === undefined || retrieve === undefined) throw new Error('Payments are off')
    const late = vi.spyOn(sessions, 'retrieve').mockImplementationOnce(async (...asked) => {
      const session = await retrieve(...asked)
      read.resolve()
      await refunded.promise
      return session
    })
    const syncing = syncPurchase(product.deps, sessionId)
    await read.promise
    await refund()
    refunded.resolve()
    await syncing
    late.mockRestore()
    expect(await ann.standing()).toEqual(free)
    expect((await ann.get('/api/invoices')).body).toMatchObject([{ status: 'refunded', refundedCents: 1000 }])
  })

  test('that is partly used loses only the unused leads', async () => {
    await pay(await ann.beginCheckout())
    await product.sandbox.controls.settle()
    await ann.use({ pulls: 250 })
    await refund()
    expect(await ann.standing()).toMatchObject({ paidCents: 0, pulls: 0 })
    await pay(await ann.beginCheckout())
    await product.sandbox.controls.settle()
    expect(await ann.standing()).toMatchObject({ paidCents: 1000, pulls: 300 })
  })

  test("that is disputed loses its leads, stops the plan's renewal, and notifies the operator once", async () => {
    await ann.addCard()
    await ann.choose('starter')
    await pay(await ann.beginCheckout())
    await product.sandbox.controls.settle()
    const charges = await product.sandbox.controls.list('charge', await ann.customerId())
    const charge = charges.find(({ amount }) => amount === 1000)?.id ?? 'none'
    await product.sandbox.controls.setSwitch('webhooks', 'twice')
    await product.sandbox.controls.dispute(charge)
    await product.sandbox.controls.settle()
    await product.sandbox.controls.setSwitch('webhooks', 'normal')
    expect(await ann.standing()).toMatchObject({ tier: 'starter', status: 'canceled', pulls: 500 })
    const { body: invoices } = await ann.get<{ kind: string; status: string }[]>('/api/invoices')
    expect(invoices.find(({ kind }) => kind === 'lead_package')).toMatchObject({ status: 'disputed' })
    await runDueJobs(product.deps)
    const subjectsTo = (address: string) => product.mails.flatMap(({ to, subject }) => (to === address ? subject : []))
    expect(subjectsTo(product.deps.config.SUPPORT_EMAIL)).toEqual(['A payment is disputed'])
    expect(subjectsTo(ann.signedIn.user.email).filter(subject => /leads|disputed/.test(subject))).toEqual([
      'Your payment is disputed',
    ])
  })
})
