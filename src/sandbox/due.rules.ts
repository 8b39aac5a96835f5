import { HOUR } from './months.rules.ts'
import type { HiddenOf, Kind, Objects } from './wire.ts'

/** How long a subscription waits for its first payment, or for the payment of a change. */
export const PAYMENT_WINDOW = 23 * HOUR

const dueTimes: { [K in Kind]?: (object: Objects[K], hidden: HiddenOf<K>) => number | null } = {
  subscription: ({ status, created, items, pending_update: pending, cancel_at: end }) => {
    if (status === 'incomplete') return created + PAYMENT_WINDOW
    if (status !== 'active' && status !== 'past_due') return null
    const periodEnds = items.data.map(item => item.current_period_end)
    return Math.min(...periodEnds, pending?.expires_at ?? Infinity, end ?? Infinity)
  },
  invoice: ({ status, automatically_finalizes_at: finalizes, next_payment_attempt: next }) => {
    if (status === 'draft') return finalizes
    return status === 'open' ? next : null
  },
  'checkout.session': ({ status, expires_at: end }) => (status === 'open' ? end : null),
  payment_intent: (_intent, { settlesAt = null }) => settlesAt,
}

/** The next time at which an object changes by itself; null if it never does. */
export const dueAt = <K extends Kind>(kind: K, object: Objects[K], hidden: HiddenOf<K>): number | null =>
  dueTimes[kind]?.(object, hidden) ?? null
