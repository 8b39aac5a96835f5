import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import type { Db } from '#server/platform/database/db.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { afterwards, emptied, openSandbox, type TestSandbox } from '#tests/support/sandbox.ts'
import { holdToStripeContract } from '#tests/support/stripe-contract.ts'

holdToStripeContract()

type Listener = TestSandbox & { received: Stripe.Event[]; answerWith: (status: number) => void }

/** An endpoint that verifies the signature of each event, as the product does, and keeps the event. */
async function openWithListener(db: Db): Promise<Listener> {
  const received: Stripe.Event[] = []
  let status = 200
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const event = it.stripe.webhooks.constructEvent(
      await text(request),
      String(request.headers['stripe-signature']),
      it.sandbox.webhookSecret,
      undefined,
      undefined,
      Math.floor(it.clock.now().getTime() / 1000),
    )
    received.push(event)
    response.writeHead(status).end()
  }
  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const it = await openSandbox(db, () => `http://127.0.0.1:${port}/hook`)
  afterwards(async () => {
    server.closeAllConnections()
    server.close()
  })
  const answerWith = (next: number) => {
    status = next
  }
  return { ...it, received, answerWith }
}

const [ann, bo, cy] = ['ann@example.com', 'bo@example.com', 'cy@example.com'] as const
const emailsOf = ({ received }: Listener): unknown[] =>
  received.map(({ data }) => (data.object as { email?: unknown }).email)

describeOnBothDatabases('webhooks of the payments sandbox', openNew => {
  const openDatabase = emptied(openNew)
  test('an event is sent once, signed, with the object as it was at that time', async () => {
    const it = await openWithListener(await openDatabase())
    const { id } = await it.stripe.customers.create({ email: ann })
    await it.stripe.customers.update(id, { email: bo })
    await it.sandbox.controls.settle()
    expect(it.received.map(({ type }) => type)).toEqual(['customer.created', 'customer.updated'])
    expect(emailsOf(it)).toEqual([ann, bo])
    expect(it.received[1]?.data.previous_attributes).toEqual({ email: ann })
  })

  test('a refused event is sent again until it is accepted', async () => {
    const it = await openWithListener(await openDatabase())
    it.answerWith(500)
    await it.stripe.customers.create({ email: ann })
    await it.sandbox.controls.settle()
    it.answerWith(200)
    await it.sandbox.controls.releaseWebhooks()
    await it.sandbox.controls.releaseWebhooks()
    expect(new Set(it.received.map(({ id }) => id)).size).toBe(1)
    expect(it.received).toHaveLength(2)
  })

  test('switches send events twice, late, or only by hand', async () => {
    const it = await openWithListener(await openDatabase())
    await it.sandbox.controls.setSwitch('webhooks', 'twice')
    await it.stripe.customers.create({ email: ann })
    await it.sandbox.controls.settle()
    expect(emailsOf(it)).toEqual([ann, ann])
    await it.sandbox.controls.setSwitch('webhooks', 'late')
    await it.stripe.customers.create({ email: bo })
    await it.sandbox.controls.settle()
    expect(emailsOf(it)).toEqual([ann, ann])
    await it.sandbox.controls.releaseWebhooks()
    expect(emailsOf(it)).toEqual([ann, ann, bo])
    await it.sandbox.controls.setSwitch('webhooks', 'off')
    await it.stripe.customers.create({ email: cy })
    await it.sandbox.controls.releaseWebhooks()
    expect(emailsOf(it)).toEqual([ann, ann, bo])
    const [kept] = (await it.stripe.events.list({ limit: 1 })).data
    await it.sandbox.controls.resendEvent(kept?.id ?? '')
    expect(emailsOf(it)).toEqual([ann, ann, bo, cy])
  })

  test('a switch sends the events of one change in reverse order', async () => {
    const it = await openWithListener(await openDatabase())
    const { id: customer } = await it.stripe.customers.create()
    const { id } = await it.stripe.setupIntents.create({ customer })
    await it.sandbox.controls.setSwitch('webhooks', 'reversed')
    await it.stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa' })
    await it.sandbox.controls.settle()
    const types = it.received.map(({ type }) => type)
    expect(types).toEqual(['customer.created', 'setup_intent.succeeded', 'payment_method.attached'])
  })
})
