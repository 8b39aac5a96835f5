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
  /** Where the product takes webhooks; undefined until it listens. */
  webhookUrl: () => string | undefined
  webhookSecret: string
}

/** Sends events to the product as Stripe does: signed, in order, and again later if they were refused. */
export class Deliveries {
  #input: DeliveriesInput
  #running: Promise<void> = Promise.resolve()
  /** The run that begins when the present one has ended. */
  #next: Promise<void> | undefined
  #isStopped = false

  constructor(input: DeliveriesInput) {
    this.#input = input
  }

  /** Starts sending what is due, and does not wait for it. */
  wake = (): void => {
    this.sendAll().catch(error => {
      if (!this.#isStopped) this.#input.log.error({ err: error as Error }, 'the sandbox could not send its events')
    })
  }

  /** Resolves when nothing more is due. Refused events wait for their next try. */
  sendAll = (): Promise<void> => {
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = undefined
        this.#running = this.#send()
        return this.#running
      })
    return this.#next
  }

  /** Also sends the events that are delayed or waiting for their next try. */
  sendWaiting = async (): Promise<void> => {
    await makeAllDue(this.#input.db)
    await this.sendAll()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#next?.catch(() => {})
    await this.#running.catch(() => {})
  }

  async #send(): Promise<void> {
    const url = this.#input.webhookUrl()
    if (url === undefined) return
    while (!this.#isStopped) {
      const claimed = await claimDeliveries(this.#input.db, BATCH)
      if (claimed.length === 0) return
      // Copies of the same event are sent at the same time, everything else in order.
      for (const copies of Map.groupBy(claimed, ({ event }) => event).values())
        await Promise.all(copies.map(delivery => this.#deliver(delivery, url)))
    }
  }

  async #deliver(delivery: Delivery, url: string): Promise<void> {
    const { db, clock, webhookSecret } = this.#input
    const event = await readObject(db, delivery.event)
    const payload = JSON.stringify(event?.body)
    const timestamp = Math.floor(clock.now().getTime() / 1000)
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp })
    const status = await post(url, payload, signature)
    const isAccepted = /^2\d\d$/.test(status)
    const retrySeconds = isAccepted ? null : (RETRY_SECONDS[delivery.attempts - 1] ?? null)
    await finishDelivery(db, { id: delivery.id, status, retrySeconds })
  }
}

/** Returns the HTTP status of the answer, or the reason that there was none. */
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
