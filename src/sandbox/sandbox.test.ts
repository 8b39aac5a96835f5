import pino from 'pino'
import Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import { startSandbox } from '#sandbox/start-sandbox.ts'
import { MovableClock, systemClock } from '#server/platform/basics/clock.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import {
  customerWith,
  emptied,
  invoiceOf,
  makeDefault,
  monthlyPrice,
  onStarter,
  openSandbox,
  secretOf,
  subscribe,
  upgrade,
} from '#tests/support/sandbox.ts'
import { holdToStripeContract } from '#tests/support/stripe-contract.ts'

holdToStripeContract()

const priceIdOf = (subscription: Stripe.Subscription): string | undefined => subscription.items.data[0]?.price.id
const refusalOf = async (call: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('The call was not refused')
}

describeOnPostgres('the payments sandbox', openNew => {
  const openDatabase = emptied(openNew)
  test('an accepted card pays the first month, and the plan is active until the same day of the next month', async () => {
    const it = await openSandbox(await openDatabase())
    const { subscription } = await onStarter(it)
    expect(subscription.status).toBe('active')
    expect(subscription.items.data[0]?.current_period_end).toBe(Date.parse('2026-04-01T12:00:00Z') / 1000)
    expect(invoiceOf(subscription)).toMatchObject({ status: 'paid', amount_paid: 1900 })
    expect(invoiceOf(subscription).payments?.data[0]?.payment).toMatchObject({
      payment_intent: { status: 'succeeded' },
    })
  })

  test('an outage of the database is logged once, not at each tick', async () => {
    const db = await openDatabase()
    const log = pino({ level: 'silent' })
    const logged = vi.spyOn(log, 'error')
    const sandbox = await startSandbox({
      db,
      log,
      clock: new MovableClock(systemClock),
      secret: new Uint8Array(32),
      productName: 'Leadline',
      tickMs: 1,
      webhookUrl: () => undefined,
      productUrl: () => undefined,
    })
    const query = vi.spyOn(db, 'query').mockRejectedValue(new Error('no database'))
    await eventually(async () => expect(query.mock.calls.length).toBeGreaterThan(5))
    expect(logged).toHaveBeenCalledOnce()
    query.mockRestore()
    await sandbox.close()
  })

  test('a plan renews after a month, and the card is charged when the invoice has been a draft for an hour', async () => {
    const it = await openSandbox(await openDatabase())
    const { id } = await onStarter(it)
    await it.sandbox.controls.advanceTo(new Date('2026-04-01T12:00:00Z'))
    expect((await it.stripe.invoices.list({ subscription: id })).data[0]?.status).toBe('draft')
    await it.sandbox.controls.advance({ hours: 1 })
    const invoices = await it.stripe.invoices.list({ subscription: id })
    expect(invoices.data.map(({ status, billing_reason: reason }) => [status, reason])).toEqual([
      ['paid', 'subscription_cycle'],
      ['paid', 'subscription_create'],
    ])
    expect(it.clock.now()).toEqual(new Date('2026-04-01T13:00:00Z'))
  })

  test('a renewal that several callers carry out at the same time is charged once', async () => {
    const it = await openSandbox(await openDatabase())
    const customer = await customerWith(it, 'pm_card_visa')
    await subscribe(it, customer.id, (await monthlyPrice(it, 'Starter', 1900)).id)
    const { controls } = it.sandbox
    await Promise.all([1, 2, 3].map(() => controls.advanceTo(new Date('2026-04-01T13:00:00Z'))))
    expect((await controls.list('charge', customer.id)).map(({ amount }) => amount)).toEqual([1900, 1900])
  })

  test('a declined card leaves the plan incomplete, and after 23 hours the plan has expired and nothing is owed', async () => {
    const it = await openSandbox(await openDatabase())
    const { subscription } = await onStarter(it, 'pm_card_chargeCustomerFail')
    expect(subscription.status).toBe('incomplete')
    await it.sandbox.controls.advance({ hours: 23 })
    expect((await it.stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete_expired')
    expect((await it.stripe.invoices.retrieve(invoiceOf(subscription).id)).status).toBe('void')
  })

  test('a card that requires 3-D Secure pays when the challenge is passed, and not when it is failed', async () => {
    const it = await openSandbox(await openDatabase())
    const { id } = await it.stripe.customers.create()
    const setup = await it.stripe.setupIntents.create({ customer: id })
    await it.stripe.setupIntents.confirm(setup.id, { payment_method: 'pm_card_authenticationRequired' })
    await it.sandbox.controls.finishChallenge(setup.client_secret ?? '', true)
    await makeDefault(it, id)
    const price = await monthlyPrice(it, 'Starter', 1900)
    const subscription = await subscribe(it, id, price.id)
    expect(subscription.status).toBe('incomplete')
    await it.sandbox.controls.finishChallenge(secretOf(subscription), false)
    expect((await it.stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete')
    await it.stripe.paymentIntents.confirm(secretOf(subscription).split('_secret_')[0] ?? '', {
      payment_method: (await it.stripe.customers.listPaymentMethods(id)).data[0]?.id ?? '',
    })
    await it.sandbox.controls.finishChallenge(secretOf(subscription), true)
    expect((await it.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
  })

  test('an upgrade costs the difference for the rest of the period, as its preview says', async () => {
    const it = await openSandbox(await openDatabase())
    const customer = await customerWith(it, 'pm_card_visa')
    const starter = await monthlyPrice(it, 'Starter', 1900)
    const pro = await monthlyPrice(it, 'Pro', 4900)
    const subscription = await subscribe(it, customer.id, starter.id)
    await it.sandbox.controls.advanceTo(new Date('2026-03-17T00:00:00Z'))
    const previewOn = (day: string) =>
      it.stripe.invoices.createPreview({
        customer: customer.id,
        subscription: subscription.id,
        subscription_details: {
          items: [{ id: subscription.items.data[0]?.id ?? '', price: pro.id }],
          proration_behavior: 'always_invoice',
          proration_date: Date.parse(day) / 1000,
        },
      })
    expect((await previewOn('2026-03-09')).lines.data.map(({ description }) => description)).toEqual([
      'Unused time on Starter after 09 Mar 2026',
      'Remaining time on Pro after 09 Mar 2026',
    ])
    const preview = await previewOn('2026-03-17')
    const upgraded = await upgrade(it, subscription, pro.id)
    expect(invoiceOf(upgraded).lines.data.map(({ amount }) => amount)).toEqual([-950, 2450])
    expect(invoiceOf(upgraded).amount_paid).toBe(1500)
    expect(preview.amount_due).toBe(1500)
    expect(priceIdOf(upgraded)).toBe(pro.id)
  })

  test('a declined upgrade keeps the old plan and expires after 23 hours', async () => {
    const it = await openSandbox(await openDatabase())
    const customer = await customerWith(it, 'pm_card_visa')
    const starter = await monthlyPrice(it, 'Starter', 1900)
    const pro = await monthlyPrice(it, 'Pro', 4900)
    const subscription = await subscribe(it, customer.id, starter.id)
    const [card] = (await it.stripe.customers.listPaymentMethods(customer.id)).data
    await it.sandbox.controls.declineCharges(card?.id ?? '', 'insufficient_funds')
    const refused = await upgrade(it, subscription, pro.id)
    expect(refused).toMatchObject({
      status: 'active',
      pending_update: { subscription_items: [{ price: { id: pro.id } }] },
    })
    expect(priceIdOf(refused)).toBe(starter.id)
    await it.sandbox.controls.advance({ hours: 23 })
    const later = await it.stripe.subscriptions.retrieve(subscription.id)
    expect(later).toMatchObject({ status: 'active', pending_update: null })
    expect((await it.stripe.invoices.retrieve(invoiceOf(refused).id)).status).toBe('void')
  })

  test('an upgrade that waits for its payment does not outlast the month', async () => {
    const it = await openSandbox(await openDatabase())
    const { customer, subscription } = await onStarter(it, 'pm_card_visa')
    const pro = await monthlyPrice(it, 'Pro', 4900)
    const [card] = (await it.stripe.customers.listPaymentMethods(customer.id)).data
    const end = subscription.items.data[0]?.current_period_end ?? 0
    await it.sandbox.controls.advanceTo(new Date((end - 3600) * 1000))
    await it.sandbox.controls.declineCharges(card?.id ?? '', 'insufficient_funds')
    const refused = await upgrade(it, subscription, pro.id)
    expect(refused.pending_update?.expires_at).toBe(end)
    await it.sandbox.controls.declineCharges(card?.id ?? '', null)
    await it.sandbox.controls.advance({ hours: 3 })
    const later = await it.stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
    expect(later).toMatchObject({ status: 'active', pending_update: null, latest_invoice: { amount_paid: 1900 } })
    expect((await it.stripe.invoices.retrieve(invoiceOf(refused).id)).status).toBe('void')
  })

  test('a failed renewal is retried after 3, 5, and 7 days, and then the plan ends', async () => {
    const it = await openSandbox(await openDatabase())
    const { customer, id } = await onStarter(it)
    const [card] = (await it.stripe.customers.listPaymentMethods(customer.id)).data
    await it.sandbox.controls.declineCharges(card?.id ?? '', 'generic_decline')
    await it.sandbox.controls.advanceToNextRenewal()
    expect((await it.stripe.subscriptions.retrieve(id)).status).toBe('past_due')
    await it.sandbox.controls.advance({ days: 5 })
    expect((await it.stripe.invoices.list({ subscription: id })).data[0]).toMatchObject({
      status: 'open',
      attempt_count: 3,
    })
    await it.sandbox.controls.advance({ days: 2 })
    expect(await it.stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    })
  })

  test('a new card can pay the open invoice of a renewal, which reactivates the plan', async () => {
    const it = await openSandbox(await openDatabase())
    const { customer, id } = await onStarter(it)
    const [card] = (await it.stripe.customers.listPaymentMethods(customer.id)).data
    await it.sandbox.controls.declineCharges(card?.id ?? '', 'generic_decline')
    await it.sandbox.controls.advanceToNextRenewal()
    const [open] = (await it.stripe.invoices.list({ customer: customer.id, limit: 1 })).data
    const refusal = await refusalOf(it.stripe.invoices.pay(open?.id ?? ''))
    expect(refusal).toMatchObject({ statusCode: 402, code: 'card_declined', decline_code: 'generic_decline' })
    await it.stripe.paymentMethods.attach('pm_card_mastercard', { customer: customer.id })
    await makeDefault(it, customer.id)
    expect((await it.stripe.invoices.pay(open?.id ?? '')).status).toBe('paid')
    expect((await it.stripe.subscriptions.retrieve(id)).status).toBe('active')
  })

  test('a canceled plan ends with its period, and a resumed plan renews', async () => {
    const it = await openSandbox(await openDatabase())
    const price = await monthlyPrice(it, 'Starter', 1900)
    const [one, other] = [await customerWith(it, 'pm_card_visa'), await customerWith(it, 'pm_card_amex')]
    const ending = await subscribe(it, one.id, price.id)
    const resumed = await subscribe(it, other.id, price.id)
    await it.stripe.subscriptions.update(ending.id, { cancel_at_period_end: true })
    await it.stripe.subscriptions.update(resumed.id, { cancel_at_period_end: true })
    await it.stripe.subscriptions.update(resumed.id, { cancel_at_period_end: false })
    await it.sandbox.controls.advance({ days: 32 })
    expect((await it.stripe.subscriptions.retrieve(ending.id)).status).toBe('canceled')
    expect((await it.stripe.subscriptions.retrieve(resumed.id)).status).toBe('active')
    expect((await refusalOf(it.stripe.subscriptions.cancel(ending.id))).code).toBe('resource_missing')
    expect((await it.stripe.invoices.list({ customer: one.id })).data).toHaveLength(1)
    expect((await it.stripe.invoices.list({ customer: other.id })).data).toHaveLength(2)
  })

  test('a plan that started on the 31st renews on the last day of shorter months', async () => {
    const it = await openSandbox(await openDatabase())
    await it.sandbox.controls.advanceTo(new Date('2026-03-31T10:00:00Z'))
    const customer = await customerWith(it, 'pm_card_visa')
    const { id } = await subscribe(it, customer.id, (await monthlyPrice(it, 'Starter', 1900)).id)
    const ends: string[] = []
    for (let month = 0; month < 3; month++) {
      const [item] = (await it.stripe.subscriptions.retrieve(id)).items.data
      ends.push(new Date((item?.current_period_end ?? 0) * 1000).toISOString())
      await it.sandbox.controls.advanceToNextRenewal()
    }
    expect(ends).toEqual(['2026-04-30T10:00:00.000Z', '2026-05-31T10:00:00.000Z', '2026-06-30T10:00:00.000Z'])
  })

  test('a checkout can be paid once and refunded once, and not after it has expired', async () => {
    const it = await openSandbox(await openDatabase())
    const customer = await customerWith(it, 'pm_card_visa')
    const session = await it.stripe.checkout.sessions.create({
      mode: 'payment',
      customer: customer.id,
      client_reference_id: '7',
      metadata: { userId: '7' },
      payment_intent_data: { metadata: { userId: '7' } },
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 15_000, product_data: { name: '300 leads' } } },
      ],
      success_url: 'http://127.0.0.1:3000/subscription?checkout={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://127.0.0.1:3000/subscription?checkout=canceled',
    })
    expect(session.url).toContain('/checkout/cs_test_')
    await it.sandbox.controls.payCheckout(session.id)
    await expect(it.sandbox.controls.payCheckout(session.id)).rejects.toThrow('already paid')
    const paid = await it.stripe.checkout.sessions.retrieve(session.id, {
      expand: ['payment_intent.latest_charge'],
    })
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      payment_intent: { metadata: { userId: '7' } },
    })
    const [charge] = await it.sandbox.controls.list('charge', customer.id)
    await it.sandbox.controls.refund(charge?.id ?? '')
    await expect(it.sandbox.controls.refund(charge?.id ?? '')).rejects.toThrow('already been refunded')
    const abandoned = await it.stripe.checkout.sessions.create({
      mode: 'payment',
      customer: customer.id,
      line_items: [{ price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'Leads' } } }],
      success_url: 'http://127.0.0.1:3000/',
    })
    const asked = await it.sandbox.controls.payCheckout(abandoned.id, '4000002760003184')
    expect(asked.status).toBe('requires_action')
    await it.sandbox.controls.advance({ days: 1 })
    expect((await it.stripe.checkout.sessions.retrieve(abandoned.id)).status).toBe('expired')
    // The bank's approval comes too late.
    await it.sandbox.controls.finishChallenge(asked.client_secret ?? '', true)
    expect((await it.stripe.paymentIntents.retrieve(asked.id)).status).toBe('canceled')
    expect(await it.sandbox.controls.list('charge', customer.id)).toHaveLength(1)
  })

  test('an idempotency key gets its first answer again, even a decline, and is refused with other parameters', async () => {
    const it = await openSandbox(await openDatabase())
    const { customer, subscription } = await onStarter(it, 'pm_card_chargeCustomerFail')
    const pay = () => it.stripe.invoices.pay(invoiceOf(subscription).id, {}, { idempotencyKey: 'pay-1' })
    expect((await refusalOf(pay())).code).toBe('card_declined')
    await it.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    await makeDefault(it, customer.id)
    expect((await refusalOf(pay())).code).toBe('card_declined')
    const other = it.stripe.customers.create({}, { idempotencyKey: 'pay-1' })
    expect((await refusalOf(other)).type).toBe('StripeIdempotencyError')
    const same = [1, 2, 3].map(() =>
      it.stripe.customers.create({ email: 'bo@example.com' }, { idempotencyKey: 'create-1' }),
    )
    expect(new Set((await Promise.all(same)).map(({ id }) => id)).size).toBe(1)
  })

  test('a deleted customer’s plans end, and the customer cannot buy anything', async () => {
    const it = await openSandbox(await openDatabase())
    const { customer, price, id } = await onStarter(it, 'pm_card_discover')
    await it.stripe.customers.del(customer.id)
    expect(await it.stripe.customers.retrieve(customer.id)).toEqual(expect.objectContaining({ deleted: true }))
    expect((await it.stripe.subscriptions.retrieve(id)).status).toBe('canceled')
    expect((await refusalOf(subscribe(it, customer.id, price.id))).code).toBe('resource_missing')
  })

  test('a card that was detached cannot be used again', async () => {
    const it = await openSandbox(await openDatabase())
    const customer = await customerWith(it, 'pm_card_visa')
    const [card] = (await it.stripe.customers.listPaymentMethods(customer.id)).data
    await it.stripe.paymentMethods.detach(card?.id ?? '')
    const refusal = await refusalOf(it.stripe.paymentMethods.attach(card?.id ?? '', { customer: customer.id }))
    expect(refusal).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 })
    const setup = await it.stripe.setupIntents.create({ customer: customer.id })
    await refusalOf(it.stripe.setupIntents.confirm(setup.id, { payment_method: card?.id ?? '' }))
    expect((await it.stripe.customers.listPaymentMethods(customer.id)).data).toEqual([])
  })

  test('lists have pages, newest first', async () => {
    const it = await openSandbox(await openDatabase())
    for (const name of ['Starter', 'Pro', 'Elite']) await monthlyPrice(it, name, 1900)
    const first = await it.stripe.prices.list({ limit: 2 })
    expect(first).toMatchObject({ has_more: true, data: [{ lookup_key: 'elite' }, { lookup_key: 'pro' }] })
    const second = await it.stripe.prices.list({ limit: 2, starting_after: first.data[1]?.id ?? '' })
    expect(second).toMatchObject({ has_more: false, data: [{ lookup_key: 'starter' }] })
    expect((await it.stripe.events.list({ types: ['price.created'] })).data).toHaveLength(3)
  })

  test('a moved clock stays moved after a restart and in other processes', async () => {
    const db = await openDatabase()
    const first = await openSandbox(db)
    await first.sandbox.controls.advance({ days: 40 })
    const second = await openSandbox(db)
    expect(second.clock.now()).toEqual(new Date('2026-04-10T12:00:00Z'))
    expect(second.sandbox.secretKey).toBe(first.sandbox.secretKey)
  })
})
