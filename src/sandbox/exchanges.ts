import { channel } from 'node:diagnostics_channel'

/** What goes between the product and the sandbox, for tests that hold it against Stripe's own types. */
export type Exchange =
  | { kind: 'call'; method: string; url: string; sent: string; status: number; body: unknown }
  | { kind: 'event'; body: unknown }

export const exchanges = 'leadline:payments-sandbox'
const listeners = channel(exchanges)

export function tellExchange(exchange: Exchange): void {
  if (listeners.hasSubscribers) listeners.publish(exchange)
}
