import type { FastifyBaseLogger } from 'fastify'
import Stripe from 'stripe'
import { claimDeliveries, type Delivery, finishDelivery, makeAllDue } from './delivery.repository.ts'
import type { Database, MovableClock } from './host.ts'
import { readObject } from './sandbox.repository.ts'

const TIMEOUT_MS = 20_000
const RETRY_SECONDS = [1, 5, 30, 120, 600, 3600]
const BATCH = 4

export type DeliveriesInput = {
  db: Database
  log: FastifyBaseLogger
  clock: MovableClock
  /** The product's URL for webhooks; undefined until the product listens. */
  webhookUrl: () => string | undefined
  webhookSecret: string
}
export type Deliveries = ReturnType<typeof createDeliveries>

/** Sends events to the product, signed like those of Stripe and in order. Sends refused events again later. */
export function createDeliveries({ db, log, clock, webhookUrl, webhookSecret }: DeliveriesInput) {
  let running: Promise<void> = Promise.resolve()
  /** The run that starts after the current run. */
  let next: Promise<void> | undefined
  let isStopped = false

  const deliver = async (delivery: Delivery, url: string): Promise<void> => {
    const event = await readObject(db, delivery.event)
    const payload = JSON.stringify(event?.body)
    const timestamp = Math.floor(clock.now().getTime() / 1000)
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp })
    const status = await post(url, payload, signature)
    const isAccepted = /^2\d\d$/.test(status)
    const retrySeconds = isAccepted ? null : (RETRY_SECONDS[delivery.attempts - 1] ?? null)
    await finishDelivery(db, { id: delivery.id, status, retrySeconds })
  }

  const sendDue = async (): Promise<void> => {
    const url = webhookUrl()
    if (url === undefined) return
    for (;;) {
      const claimed = isStopped ? [] : await claimDeliveries(db, BATCH)
      if (claimed.length === 0) return
      // Copies of an event are sent at the same time. Everything else is sent in order.
      for (const copies of Map.groupBy(claimed, ({ event }) => event).values())
        await Promise.all(copies.map(delivery => deliver(delivery, url)))
    }
  }

  /** Resolves when nothing more is due. Refused events wait for their next try. */
  const sendAll = (): Promise<void> => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        running = sendDue()
        return running
      })
    return next
  }

  return {
    sendAll,
    /** Starts sending due events, and does not wait until they are sent. */
    wake: (): void => {
      sendAll().catch(error => {
        if (!isStopped) log.error({ err: error as Error }, 'the sandbox could not send its events')
      })
    },
    /** Also sends the events that are delayed or waiting for their next try. */
    sendWaiting: async (): Promise<void> => {
      await makeAllDue(db)
      await sendAll()
    },
    stop: async (): Promise<void> => {
      isStopped = true
      await sendAll().catch(() => {})
    },
  }
}

/** Returns the HTTP status of the answer, or the reason why there was none. */
async function post(url: string, payload: string, signature: string): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.arrayBuffer()
    return String(response.status)
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'timed out' : 'unreachable'
  }
}
