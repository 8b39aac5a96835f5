import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'
import { reconcilePayments } from './reconcile.usecases.ts'

describeOnBothDatabases('an event of the payment provider', open => {
  let product: PaymentsApp
  let ann: Customer
  beforeAll(async () => {
    product = await createPaymentsApp(await open())
  })
  beforeEach(async () => {
    ann = await Customer.signUp(product)
    await ann.addCard()
    await product.sandbox.controls.settle()
  })
  afterAll(() => product.close())

  const starter = { paidCents: 1900, tier: 'starter', status: 'active', pulls: 500, searches: 50 }
  const eventsOfAnn = async () => {
    const customer = await ann.customerId()
    const { data } = await product.stripe.events.list({ limit: 100 })
    return data.filter(event => JSON.stringify(event.data.object).includes(customer))
  }
  type Sent = { at?: Date; secret?: string; signature?: string }
  /** Sends an event as the provider does. The time, secret, or whole signature can be overridden. */
  const send = async (event: object, { at = product.deps.clock.now(), secret, signature }: Sent = {}) => {
    const payload = JSON.stringify(event)
    const signed = product.stripe.webhooks.generateTestHeaderString({
      payload,
      timestamp: Math.floor(at.getTime() / 1000),
      secret: secret ?? product.deps.payments.webhookSecret,
    })
    const response = await product.app.inject({
      method: 'POST',
      url: '/api/stripe/webhook',
      payload,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature ?? signed },
    })
    return response.statusCode
  }
  /** A plan that was bought without any event arriving: only the provider knows of it. */
  const buyUnheard = async () => {
    await product.sandbox.controls.setSwitch('webhooks', 'off')
    const [price] = (await product.stripe.prices.list({ lookup_keys: ['leadline_starter_monthly'] })).data
    await product.stripe.subscriptions.create({ customer: await ann.customerId(), items: [{ price: price?.id ?? '' }] })
    await product.sandbox.controls.setSwitch('webhooks', 'normal')
    expect(await ann.user()).toMatchObject({ subscriptionTier: 'free' })
  }
  const eventOf = async (type: string) => {
    const event = (await eventsOfAnn()).find(candidate => candidate.type === type)
    if (event === undefined) throw new Error(`no ${type}`)
    return event
  }

  test('that arrives five times concurrently takes effect once', async () => {
    await buyUnheard()
    const event = await eventOf('customer.subscription.created')
    expect(await Promise.all([1, 2, 3, 4, 5].map(() => send(event)))).toEqual([200, 200, 200, 200, 200])
    expect(await ann.standing()).toEqual(starter)
  })

  test('that arrives out of order leads to the same result', async () => {
    await buyUnheard()
    await ann.use({ pulls: 7 })
    for (const event of await eventsOfAnn()) expect(await send(event)).toBe(200)
    expect(await ann.standing()).toEqual(starter)
    for (const event of (await eventsOfAnn()).toReversed()) expect(await send(event)).toBe(200)
    expect(await ann.standing()).toEqual(starter)
  })

  test('is never trusted: false content changes nothing', async () => {
    await buyUnheard()
    const event = await eventOf('customer.subscription.created')
    const lie = JSON.parse(JSON.stringify(event).replaceAll('leadline_starter', 'leadline_elite')) as object
    expect(await send(lie)).toBe(200)
    expect(await ann.standing()).toEqual(starter)
  })

  test('that is repeated, recent or old, changes nothing', async () => {
    await ann.choose('starter')
    await product.sandbox.controls.settle()
    await ann.use({ pulls: 100 })
    const event = await eventOf('customer.subscription.created')
    expect(await send(event)).toBe(200)
    const old = new Date(product.deps.clock.now().getTime() - 301_000)
    expect(await send(event, { at: old })).toBe(400)
    expect(await ann.standing()).toEqual({ ...starter, pulls: 400 })
  })

  test('with a missing, foreign, mismatched, or future signature is refused', async () => {
    await buyUnheard()
    const event = await eventOf('customer.subscription.created')
    const ahead = new Date(product.deps.clock.now().getTime() + 3_600_000)
    expect(await send(event, { signature: '' })).toBe(400)
    expect(await send(event, { signature: 't=1,v1=0' })).toBe(400)
    expect(await send(event, { secret: 'whsec_other' })).toBe(400)
    expect(await send(event, { at: ahead })).toBe(400)
    const payload = JSON.stringify(event)
    const { webhookSecret: secret } = product.deps.payments
    const signedAt = (at: Date) =>
      product.stripe.webhooks.generateTestHeaderString({ payload, timestamp: Math.floor(at.getTime() / 1000), secret })
    const signature = signedAt(product.deps.clock.now())
    // If the header has several times, the package takes the last one.
    expect(await send(event, { signature: `${signature.split(',')[0]},${signedAt(ahead)}` })).toBe(400)
    expect(await send(event, { signature: signature.replace('v1=', 'v0=') })).toBe(400)
    expect(await send({ ...event, created: 1 }, { signature })).toBe(400)
    expect(await ann.user()).toMatchObject({ subscriptionTier: 'free' })
    // While a secret is replaced, there is a signature with each.
    expect(await send(event, { signature: `${signature.replace('v1=', 'v1=0')},${signature.split(',')[1]}` })).toBe(200)
    expect(await ann.standing()).toEqual(starter)
  })

  test('is to be sent again if the provider cannot be read', async () => {
    await buyUnheard()
    const event = await eventOf('customer.subscription.created')
    await product.sandbox.controls.setFault('error')
    expect(await send(event)).toBe(503)
    await product.sandbox.controls.setFault('none')
    expect(await ann.user()).toMatchObject({ subscriptionTier: 'free' })
    expect(await send(event)).toBe(200)
    expect(await ann.standing()).toEqual(starter)
  })

  test('is to be sent again if the database fails, and nothing is written', async () => {
    await buyUnheard()
    const event = await eventOf('customer.subscription.created')
    const { db } = product.deps
    await db.query('ALTER TABLE stripe_event RENAME TO stripe_event_away')
    expect(await send(event)).toBeGreaterThanOrEqual(500)
    await db.query('ALTER TABLE stripe_event_away RENAME TO stripe_event')
    await db.query(`ALTER TABLE ledger_entry ADD CONSTRAINT broken CHECK (amount <> 500) NOT VALID`)
    expect(await send(event)).toBeGreaterThanOrEqual(500)
    await db.query('ALTER TABLE ledger_entry DROP CONSTRAINT broken')
    expect(await ann.user()).toMatchObject({ subscriptionTier: 'free', remainingContactPulls: 50 })
    expect(await send(event)).toBe(200)
    expect(await ann.standing()).toEqual(starter)
  })

  test('of an unreadable customer does not stop the hourly reconciliation for others', async () => {
    const bob = await Customer.signUp(product)
    await bob.addCard()
    await product.sandbox.controls.settle()
    await buyUnheard()
    await product.sandbox.controls.setSwitch('webhooks', 'off')
    await product.stripe.customers.update(await bob.customerId(), { email: 'bob@example.org' })
    await product.sandbox.controls.setSwitch('webhooks', 'normal')
    await product.deps.db.query(`DELETE FROM sandbox.object WHERE id = $1`, [await bob.customerId()])
    await expect(reconcilePayments(product.deps)).rejects.toThrow(
      /could not be reconciled\. The payment service is not responding/,
    )
    expect(await ann.standing()).toEqual(starter)
  })

  test('that arrives before our own call has returned is handled correctly', async () => {
    const { controls } = product.sandbox
    await Promise.all([ann.choose('starter'), controls.settle(), controls.settle()])
    await controls.settle()
    expect(await ann.standing()).toEqual(starter)
  })

  test('about an unknown checkout, payment, or customer is recorded, and not sent again', async () => {
    const created = Math.floor(product.deps.clock.now().getTime() / 1000)
    const unknown = [
      { type: 'checkout.session.completed', object: { object: 'checkout.session', id: 'cs_test_unknown' } },
      { type: 'charge.refunded', object: { object: 'charge', id: 'ch_1', payment_intent: 'pi_unknown' } },
      { type: 'charge.dispute.created', object: { object: 'dispute', id: 'du_1', payment_intent: 'pi_unknown' } },
      { type: 'customer.updated', object: { object: 'customer', id: 'cus_unknown' } },
      { type: 'invoice.paid', object: { object: 'invoice', id: 'in_1', customer: 'cus_unknown' } },
    ]
    for (const [at, { type, object }] of unknown.entries())
      expect([type, await send({ id: `evt_unknown_${at}`, object: 'event', created, type, data: { object } })]).toEqual(
        [type, 200],
      )
    const [row] = await product.deps.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM stripe_event WHERE event_id LIKE 'evt_unknown_%'`,
    )
    expect(row?.count).toBe(unknown.length)
  })

  test('with an invalid format is refused with 400 even if it is signed', async () => {
    const created = Math.floor(product.deps.clock.now().getTime() / 1000)
    const good = {
      id: 'evt_form',
      object: 'event',
      created,
      type: 'invoice.paid',
      data: { object: { object: 'invoice', customer: 'cus_1' } },
    }
    const malformed = [
      [],
      {},
      { ...good, data: undefined },
      { ...good, data: { object: null } },
      { ...good, data: { object: [] } },
      { ...good, id: { toString: null } },
      { ...good, id: 'evt_\u0000' },
      { ...good, type: 7 },
      { ...good, created: 'yesterday' },
      { ...good, created: 1e300 },
    ]
    for (const event of malformed) expect([event, await send(event)]).toEqual([event, 400])
    const odd = [
      { customer: 'cus_\u0000' },
      { customer: { id: ['cus'] } },
      { object: 'checkout.session', id: '' },
      { object: 'checkout.session', id: '../customers' },
      { object: 'charge', payment_intent: '' },
    ]
    for (const [at, object] of odd.entries())
      expect([object, await send({ ...good, id: `evt_odd_${at}`, data: { object } })]).toEqual([object, 200])
  })
})
