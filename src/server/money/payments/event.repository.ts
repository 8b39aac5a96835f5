import type { PaymentMode } from '#server/platform/config/payment-settings.rules.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { firstValue, hasRow } from '#server/platform/database/rows.ts'

export type HandledEvent = { id: string; type: string; createdAt: Date }

export const isEventHandled = (db: Queryable, eventId: string): Promise<boolean> =>
  hasRow(db, 'SELECT event_id FROM stripe_event WHERE event_id = $1', [eventId])

/** False if another copy of the event was handled meanwhile. */
export const insertHandledEvent = (tx: Queryable, event: HandledEvent, now: Date): Promise<boolean> =>
  hasRow(
    tx,
    `INSERT INTO stripe_event (event_id, type, created_at, handled_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (event_id) DO NOTHING RETURNING event_id`,
    [event.id, event.type, event.createdAt, now],
  )

/** The time up to which all events have been handled; undefined before the first event. */
export const readEventsUntil = (db: Queryable, mode: PaymentMode): Promise<Date | undefined> =>
  firstValue(db, 'SELECT events_until AS until FROM billing_reconciliation WHERE mode = $1', [mode])

export async function writeEventsUntil(db: Queryable, mode: PaymentMode, until: Date): Promise<void> {
  await db.query(
    `INSERT INTO billing_reconciliation (mode, events_until) VALUES ($1, $2)
     ON CONFLICT (mode) DO UPDATE SET events_until = greatest(billing_reconciliation.events_until, $2)`,
    [mode, until],
  )
}
