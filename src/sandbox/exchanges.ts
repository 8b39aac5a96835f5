import { channel } from 'node:diagnostics_channel'

/** A call of the API or an event. Tests compare them with Stripe's own types. */
export type Exchange =
  | { kind: 'call'; method: string; url: string; sent: string; status: number; body: unknown }
  | { kind: 'event'; body: unknown }

export const exchanges = 'leadline:payments-sandbox'
const listeners = channel(exchanges)

export function publishExchange(exchange: Exchange): void {
  if (listeners.hasSubscribers) listeners.publish(exchange)
}
