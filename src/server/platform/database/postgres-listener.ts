import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Listen } from './db.ts'

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000

/** Listens on a connection of its own, and reconnects until it is closed. */
export const listenBy =
  (url: string): Listen =>
  async (channel, onNotification, onReconnect) => {
    const closed = new AbortController()
    const work = keepListening({ url, channel, onNotification, onReconnect, signal: closed.signal })
    return {
      close: async () => {
        closed.abort()
        await work
      },
    }
  }

type Subscription = {
  url: string
  channel: string
  onNotification: (payload: string) => void
  onReconnect: () => void
  signal: AbortSignal
}

async function keepListening(subscription: Subscription): Promise<void> {
  let waitMs = FIRST_WAIT_MS
  while (!subscription.signal.aborted) {
    const wasConnected = await listenOnce(subscription)
    waitMs = wasConnected ? FIRST_WAIT_MS : Math.min(waitMs * 2, LONGEST_WAIT_MS)
    await pause(waitMs, undefined, { signal: subscription.signal, ref: false }).catch(() => {})
  }
}

/** True once an established connection is lost or closed. A failure is not logged: the queue is polled meanwhile. */
async function listenOnce({ url, channel, onNotification, onReconnect, signal }: Subscription): Promise<boolean> {
  const client = new Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 })
  const lost = Promise.withResolvers<void>()
  client.on('error', () => lost.resolve())
  client.on('end', () => lost.resolve())
  client.on('notification', ({ payload = '' }) => onNotification(payload))
  signal.addEventListener('abort', () => lost.resolve(), { once: true })
  try {
    await client.connect()
    await client.query(`LISTEN ${client.escapeIdentifier(channel)}`)
    onReconnect()
    await lost.promise
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
