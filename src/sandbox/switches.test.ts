import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { describeOnPostgres } from '#tests/support/databases.ts'
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
  type TestSandbox,
  upgrade,
} from '#tests/support/sandbox.ts'
import { holdToStripeContract } from '#tests/support/stripe-contract.ts'

holdToStripeContract()

const DAY = 86_400
/** Turns off the retries of the stripe package. */
const once = { maxNetworkRetries: 0 }
/** A first plan that has just passed 3-D Secure, with late settlement. */
const askedByBank = async (it: TestSandbox) => {
  const { id: customer } = await it.stripe.customers.create()
  const price = (await monthlyPrice(it, 'Starter', 1900)).id
  await it.sandbox.controls.setSwitch('settlement', 'late')
  const setup = await it.stripe.setupIntents.create({ customer, usage: 'off_session' })
  await it.stripe.setupIntents.confirm(setup.id, { payment_method: 'pm_card_authenticationRequired' })
  await it.sandbox.controls.finishChallenge(setup.client_secret ?? '', true)
  await makeDefault(it, customer)
  const subscription = await subscribe(it, customer, price)
  await it.sandbox.controls.finishChallenge(secretOf(subscription), true)
  const [intent] = await it.sandbox.controls.list('payment_intent')
  return { id: subscription.id, invoice: invoiceOf(subscription).id, intent: intent?.id ?? '' }
}

describeOnPostgres('switches of the payments sandbox', openNew => {
  const openDatabase = emptied(openNew)

  test('late settlement: the payment succeeds, and the invoice is paid and the plan active five seconds later', async () => {
    const it = await openSandbox(await openDatabase())
    const { id, invoice, intent } = await askedByBank(it)
    expect(await it.stripe.paymentIntents.retrieve(intent)).toMatchObject({ status: 'succeeded' })
    expect(await it.stripe.invoices.retrieve(invoice)).toMatchObject({ status: 'open' })
    expect(await it.stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'incomplete' })
    await it.sandbox.controls.advance({ seconds: 5 })
    expect(await it.stripe.invoices.retrieve(invoice)).toMatchObject({ status: 'paid' })
    expect(await it.stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' })
  })

  test('late settlement: an invoice that is settling can be neither paid again nor voided', async () => {
    const it = await openSandbox(await openDatabase())
    const { id, invoice } = await askedByBank(it)
    await expect(it.stripe.invoices.pay(invoice)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
    await expect(it.stripe.invoices.voidInvoice(invoice)).rejects.toMatchObject({ statusCode: 400 })
    await it.stripe.subscriptions.cancel(id)
    expect(await it.stripe.invoices.retrieve(invoice)).toMatchObject({ status: 'paid' })
    expect(await it.stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' })
    expect(await it.sandbox.controls.list('charge')).toHaveLength(1)
  })

  test('a stored error is repeated for its key for a day, even after the switch is off', async () => {
    const it = await openSandbox(await openDatabase())
    const create = () => it.stripe.customers.create({ email: 'ann@example.com' }, { ...once, idempotencyKey: 'ann' })
    await it.sandbox.controls.setFault('stored error', { calls: 1 })
    await expect(create()).rejects.toMatchObject({ statusCode: 500 })
    await expect(create()).rejects.toMatchObject({ statusCode: 500 })
    expect((await it.stripe.customers.create({ email: 'bo@example.com' })).email).toBe('bo@example.com')
    await it.sandbox.controls.advance({ seconds: DAY + 1 })
    expect((await create()).email).toBe('ann@example.com')
  })

  test('a lost answer: the request is carried out, and its second try gets the answer', async () => {
    const it = await openSandbox(await openDatabase())
    const { id } = await onStarter(it)
    await it.sandbox.controls.setFault('answer lost')
    const made = await it.stripe.customers.create({ email: 'lost@example.com' })
    expect((await it.sandbox.controls.list('customer')).filter(({ email }) => email === 'lost@example.com')).toEqual([
      made,
    ])
    await expect(it.stripe.subscriptions.cancel(id)).rejects.toMatchObject({ code: 'resource_missing' })
    expect(await it.stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' })
  })

  test('all answers lost: requests are carried out, but not answered until the switch runs out', async () => {
    const it = await openSandbox(await openDatabase())
    await it.sandbox.controls.setFault('answers lost', { calls: 2 })
    await expect(it.stripe.customers.create({ email: 'ann@example.com' })).rejects.toThrow(
      Stripe.errors.StripeConnectionError,
    )
    expect(await it.sandbox.controls.list('customer')).toMatchObject([{ email: 'ann@example.com' }])
    expect((await it.stripe.customers.create({ email: 'bo@example.com' })).email).toBe('bo@example.com')
  })

  test('busy: nothing is done, and the answer may or may not say when to try again', async () => {
    const it = await openSandbox(await openDatabase())
    const create = () => it.stripe.customers.create({ email: 'ann@example.com' }, once)
    await it.sandbox.controls.setFault('busy', { calls: 1 })
    await expect(create()).rejects.toMatchObject({
      statusCode: 429,
      code: 'rate_limit',
      headers: { 'retry-after': '1', 'stripe-should-retry': 'true' },
    })
    await it.sandbox.controls.setFault('busy, no hint', { calls: 1 })
    const silent = await create().catch((error: unknown) => error)
    expect(silent).toBeInstanceOf(Stripe.errors.StripeRateLimitError)
    expect((silent as Stripe.errors.StripeError).headers).not.toHaveProperty('retry-after')
    expect(await it.sandbox.controls.list('customer')).toEqual([])
  })

  test('a plan that is canceled in the portal has `cancel_at`, but not `cancel_at_period_end`', async () => {
    const it = await openSandbox(await openDatabase())
    const { id, subscription } = await onStarter(it)
    const end = subscription.items.data[0]?.current_period_end
    await it.sandbox.controls.cancelInPortal(id)
    const canceled = { cancel_at: end, cancel_at_period_end: false, status: 'active' }
    expect(await it.stripe.subscriptions.retrieve(id)).toMatchObject(canceled)
    // Only clearing `cancel_at` resumes the plan.
    expect(await it.stripe.subscriptions.update(id, { cancel_at_period_end: false })).toMatchObject(canceled)
    expect(await it.stripe.subscriptions.update(id, { cancel_at: '' })).toMatchObject({ cancel_at: null })
    await it.sandbox.controls.cancelInPortal(id)
    await it.sandbox.controls.renewInPortal(id)
    expect(await it.stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at: null })
    await it.sandbox.controls.cancelInPortal(id)
    const pro = await monthlyPrice(it, 'Pro', 4900)
    expect(await upgrade(it, subscription, pro.id)).toMatchObject(canceled)
    await it.sandbox.controls.advanceTo(new Date((end ?? 0) * 1000))
    expect(await it.stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' })
  })

  test('taxes need a location: without an address, or with an unknown one, nothing is charged', async () => {
    const it = await openSandbox(await openDatabase())
    const { id: customer } = await customerWith(it, 'pm_card_visa')
    const price = (await monthlyPrice(it, 'Pro', 4900)).id
    const create = () =>
      it.stripe.subscriptions.create({ customer, items: [{ price }], automatic_tax: { enabled: true } })
    const refusal = { statusCode: 400, code: 'customer_tax_location_invalid' }
    await expect(create()).rejects.toMatchObject(refusal)
    const place = { address: { country: 'US', postal_code: '80302' } }
    await it.sandbox.controls.setSwitch('taxLocation', 'invalid')
    await it.stripe.customers.update(customer, place)
    await expect(create()).rejects.toMatchObject(refusal)
    expect(await it.sandbox.controls.list('charge')).toEqual([])
    await it.sandbox.controls.setSwitch('taxLocation', 'by address')
    const subscription = await create()
    const [invoice] = (await it.stripe.invoices.list({ subscription: subscription.id })).data
    expect(invoice).toMatchObject({
      status: 'paid',
      subtotal: 4900,
      total: 5292,
      total_taxes: [{ amount: 392 }],
    })
    const plain = await subscribe(it, customer, price)
    expect(invoiceOf(plain)).toMatchObject({ total: 4900, total_taxes: [] })
  })

  test('a subscription gets taxes later, for its next invoices; a renewal without a known location loses them', async () => {
    const it = await openSandbox(await openDatabase())
    const { id: customer } = await customerWith(it, 'pm_card_visa')
    const { id, items } = await subscribe(it, customer, (await monthlyPrice(it, 'Starter', 1900)).id)
    const automatic_tax = { enabled: true }
    const setTax = () => it.stripe.subscriptions.update(id, { automatic_tax })
    await expect(setTax()).rejects.toMatchObject({ code: 'customer_tax_location_invalid' })
    await it.stripe.customers.update(customer, { address: { country: 'US', postal_code: '80302' } })
    const [item] = items.data
    const newItems = [{ id: item?.id ?? '', price: (await monthlyPrice(it, 'Pro', 4900)).id }]
    const atOnce = { proration_behavior: 'always_invoice', payment_behavior: 'pending_if_incomplete' } as const
    await expect(
      it.stripe.subscriptions.update(id, { items: newItems, ...atOnce, automatic_tax }),
    ).rejects.toMatchObject({ statusCode: 400 })
    await it.sandbox.controls.advanceTo(new Date((item?.current_period_end ?? 0) * 1000))
    const [draft] = (await it.stripe.invoices.list({ subscription: id })).data
    expect(draft).toMatchObject({ status: 'draft', total: 1900 })
    expect(await setTax()).toMatchObject({ automatic_tax: { enabled: true } })
    const update = () => it.stripe.invoices.update(draft?.id ?? '', { automatic_tax })
    expect(await update()).toMatchObject({ total: 2052, amount_due: 2052, total_taxes: [{ amount: 152 }] })
    await it.sandbox.controls.advance({ hours: 2 })
    expect(await it.stripe.invoices.retrieve(draft?.id ?? '')).toMatchObject({ status: 'paid', amount_paid: 2052 })
    await expect(update()).rejects.toMatchObject({ statusCode: 400 })
    await it.sandbox.controls.setSwitch('taxLocation', 'invalid')
    await it.sandbox.controls.advance({ days: 31 })
    const [untaxed] = (await it.stripe.invoices.list({ subscription: id })).data
    expect(untaxed).toMatchObject({ status: 'paid', amount_paid: 1900 })
    expect(await it.stripe.subscriptions.retrieve(id)).toMatchObject({
      automatic_tax: { enabled: false, disabled_reason: 'requires_location_inputs' },
    })
  })
})

describeOnPostgres('the panel of the sandbox', openNew => {
  const openDatabase = emptied(openNew)
  test('sets every switch and shows its value', async () => {
    const it = await openSandbox(await openDatabase())
    const press = (fields: Record<string, string>) =>
      fetch(it.sandbox.panelUrl, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
    const switches: Record<string, string>[] = [
      { action: 'set', name: 'fault', value: 'stored error', calls: '3' },
      { action: 'set', name: 'settlement', value: 'late' },
      { action: 'set', name: 'taxLocation', value: 'invalid' },
      { action: 'set', name: 'webhooks', value: 'reversed' },
    ]
    for (const fields of switches) expect((await press(fields)).status).toBe(303)
    const page = await (await fetch(it.sandbox.panelUrl)).text()
    const chosen = [...page.matchAll(/<option value="([^"]+)"\s+selected/g)].map(([, value]) => value)
    expect(chosen).toEqual(['reversed', 'stored error', 'late', 'invalid'])
    expect(page).toMatch(/name="calls"[^>]*value="3"/)
    await press({ action: 'set', name: 'fault', value: 'none', calls: '' })
    const { id } = await onStarter(it)
    await press({ action: 'cancelInPortal', id })
    expect(await it.stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at: expect.any(Number) as number })
    await press({ action: 'renewInPortal', id })
    expect(await it.stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at: null })
  })
})
